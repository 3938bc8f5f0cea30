"""Turns, phases, movement, attacks and the end of the game, rule by rule."""

import pytest
from conquest_opt.engine import ActionSpace, Game, IllegalAction, Ruleset
from conquest_opt.setups import army

from tests.positions import play, position, standing, targets, troop, verbs

FULL = ActionSpace.full()


def test_the_contract_of_a_new_game():
    game = Game.new(
        army("Default"), army("IAmWarrior"), rules=Ruleset(), actions=ActionSpace.thesis(), seed=1
    )
    assert (game.player, game.turn, game.phase, game.winner) == (0, 1, "selection", None)
    assert game.outcome is None
    assert game.legal_actions() == sorted(game.legal_actions())
    assert game.apply("select l3") is game
    data = game.to_dict()
    assert (data["selected"], data["points"], data["winner"]) == ("l3", [0, 0], None)
    assert data["commands"][0] == {"battle-cry": 0, "charge": 0, "chastise": 0}
    assert set(data["troops"][0]) == {
        *("type", "owner", "square", "health", "boost", "moved", "effects")
    }


def test_the_sides_are_each_other_turned_by_180_degrees():
    game = Game.new(army("Default"), army("Default"))
    squares = [{t["square"] for t in game.to_dict()["troops"] if t["owner"] == p} for p in (0, 1)]

    def turned(square: str) -> str:
        return f"{chr(ord('a') + ord('t') - ord(square[0]))}{21 - int(square[1:])}"

    assert {turned(s) for s in squares[0]} == squares[1]
    assert "p3" in squares[0]  # the front row's first troop, column 4: x = 19 - 4, y = 2


def test_income_comes_as_a_turn_begins_so_the_second_player_starts_with_25():
    game = position("Ck3=500", "Ck18=500")
    play(game, "select k3; end")
    assert game.to_dict()["points"] == [0, 25]
    play(game, "select k18; end")
    assert game.to_dict()["points"] == [25, 25]


def test_a_turn_may_end_in_any_phase_but_not_in_selection_when_trimmed():
    assert "end" not in position("Ck3=500", "Ck18=500").legal_actions()
    game = position("Ck3=500", "Ck4=500", actions=FULL)
    for action in ("", "select k3", "move k2", "attack k4"):
        if action == "attack k4":
            game.apply("move j3")
        if action:
            game.apply(action)
        assert "end" in game.legal_actions()
    assert game.phase == "rally"


def test_moves_go_round_troops_of_either_side_and_cost_the_shortest_free_path():
    # A wall from a3 to c3; the scout behind it at a1 has to go round by d2 or d3.
    game = position("Sa1=100,Fa3=300,Fb3=300", "Fc3=300,Ck18=500", actions=FULL)
    game.apply("select a1")
    reach = targets(game, "move")
    assert {"a2", "b2", "d3", "d4", "c4", "b5"} <= reach
    assert not {"a3", "b3", "c3", "a1"} & reach
    assert "a4" in reach  # b2 c2 d3 c4 b4/b5 a4: six steps round, three straight
    game.apply("move a4")
    assert troop(game, "a4")["moved"] == 6
    assert "move" not in verbs(game)


def test_no_passing_between_blocked_diagonals_is_not_a_rule():
    game = position("Sa1=100,Fa2=300", "Fb1=300,Ck18=500").apply("select a1")
    assert "b2" in targets(game, "move")


def test_several_moves_share_the_movement_and_phase_stays_movement():
    game = position("Ck3=500", "Ck18=500", actions=FULL)
    play(game, "select k3; move k5")
    assert (game.phase, troop(game, "k5")["moved"]) == ("movement", 2)
    assert {"k3", "k7"} <= targets(game, "move")
    assert "k8" not in targets(game, "move")
    play(game, "move k3")
    assert (game.phase, troop(game, "k3")["moved"], verbs(game)) == ("movement", 4, {"end"})


def test_single_move_leads_to_combat():
    game = play(position("Ck3=500", "Ck18=500"), "select k3; move k4")
    assert game.phase == "combat"
    assert game.legal_actions() == ["end"]


def test_attack_without_having_moved_leads_to_rally():
    game = position("Ck3=500", "Ck4=500").apply("select k3")
    assert "attack k4" in game.legal_actions()
    game.apply("attack k4")
    assert game.phase == "rally"
    assert (troop(game, "k3")["health"], troop(game, "k4")["health"]) == (100, 100)


def test_range_is_the_chebyshev_distance():
    game = position("Ak3=100", "Sq9=100,Sq10=100,Se9=100,Sr3=100,St20=100").apply("select k3")
    assert targets(game, "attack") == {"q9", "e9"}


def test_no_counter_attack_out_of_range_or_from_the_dead():
    game = play(position("Ak3=100", "Ck9=500,Sa20=100"), "select k3; attack k9")
    assert (troop(game, "k3")["health"], troop(game, "k9")["health"]) == (100, 400)
    game = play(position("Ck3=500", "Sk4=100,Sa20=100"), "select k3; attack k4")
    assert standing(game) == {"k3", "a20"}
    assert troop(game, "k3")["health"] == 500


def test_a_kill_awards_the_dead_troops_cost_to_the_other_side():
    game = play(position("Kk3=300", "Kk4=300,Sa20=100"), "select k3; attack k4")
    assert game.to_dict()["points"] == [100, 0]
    game = play(position("Sk3=100,Sa1=100", "Kk4=300"), "select k3; attack k4")
    assert game.to_dict()["points"] == [0, 25]
    assert game.to_dict()["selected"] is None
    assert (game.phase, game.player, standing(game)) == ("rally", 0, {"a1", "k4"})
    assert game.legal_actions() == ["end"]


def test_a_side_without_troops_has_lost_at_once():
    game = play(position("Ck3=500", "Sk4=100"), "select k3; attack k4")
    assert (game.winner, game.legal_actions()) == (0, [])
    outcome = game.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason, outcome.turns) == (0, "elimination", 1)
    assert str(outcome) == "the first player won by elimination after 1 turn"
    game = play(position("Sk3=100", "Ck4=500"), "select k3; attack k4")
    assert game.winner == 1
    with pytest.raises(IllegalAction, match="the game is over"):
        game.apply("end")


def test_the_turn_limit_is_a_draw():
    game = position("Ck3=500", "Ck18=500", edits=("max_turns=3",))
    play(game, "select k3; end; select k18; end; select k3; end")
    assert (game.winner, game.turn, game.legal_actions()) == ("draw", 3, [])
    assert game.outcome is not None
    assert game.outcome.reason == "turn limit"
    assert str(game.outcome) == "a draw by turn limit after 3 turns"


@pytest.mark.parametrize(
    "action", ["select k4", "move k3", "attack k18", "selct k3", "", "end now"]
)
def test_illegal_actions_name_the_action_the_phase_and_the_nearest(action: str):
    game = position("Ck3=500,Sa1=100", "Ck18=500")
    before = game.position
    with pytest.raises(IllegalAction) as error:
        game.apply(action)
    assert repr(action) in str(error.value)
    assert "selection phase" in str(error.value)
    assert set(error.value.nearest) == {"select k3", "select a1"}
    assert game.position == before


def test_the_nearest_legal_action_is_near_on_the_board():
    game = position("Ck3=500", "Ck18=500").apply("select k3")
    with pytest.raises(IllegalAction) as error:
        game.apply("move k8")
    assert error.value.nearest[0] == "move k7"


def test_actions_are_read_in_any_case_with_any_spaces():
    assert position("Ck3=500", "Ck18=500").apply("  Select   K3 ").history == ["select k3"]


def test_an_army_must_fit_the_board_not_the_price():
    from conquest_opt.engine import Army

    rich = Army.from_formation(["CCCCCCCCCC"], [])
    assert Game.new(rich, rich).player == 0
    for wrong in (
        Army((), ()),
        Army.from_formation(["", "", "", "S"], []),
        Army.from_formation([" " * 20 + "S"], []),
        Army.from_formation(["S" * 17], []),
        Army((("S", 0, 0), ("F", 0, 0)), ()),  # pyright: ignore[reportArgumentType]
    ):
        with pytest.raises(ValueError, match=r"troops|does not fit|two"):
            Game.new(wrong, rich)


def test_a_smaller_board_keeps_its_edges():
    game = Game.new(
        army("S"),
        army("C"),
        rules=Ruleset().edit("board.width=12", "board.height=9", "board.home_rows=2"),
    )
    data = game.to_dict()
    square = data["troops"][0]["square"]
    assert square == "c2"  # column 9: x = 11 - 9; front row of two: y = 1
    game.apply(f"select {square}")
    reach = targets(game, "move")
    assert {"a1", "i1", "c8"} <= reach
    assert len(reach) == 9 * 8 - 1
