"""The nine commands, rule by rule."""

import pytest
from conquest_opt.engine import COMMANDS, ActionSpace

from tests.positions import play, position, standing, targets, troop, verbs

FULL = ActionSpace.full()
EVERY = ",".join(COMMANDS)
RICH = (5000, 5000)


def ready(
    first: str, second: str, *, commands: str = EVERY, actions: ActionSpace | None = FULL, **more
):
    return position(first, second, points=RICH, commands=(commands, EVERY), actions=actions, **more)


def test_every_command_has_a_case_in_this_file():
    cases = {name for name in globals() if name.startswith("test_")}
    for slug in COMMANDS:
        assert any(slug.replace("-", "_") in case for case in cases), slug


@pytest.mark.parametrize("slug", [c for c in COMMANDS if c != "winds-of-fate"])
def test_using_a_command_costs_points_and_starts_its_cooldown(slug: str):
    game = ready("Ck3=300,Ca1=500", "Ck18=500,Ca20=500")
    stats = game.rules.commands[slug]
    target = "k18" if slug in ("bombard", "chastise") else "k3"
    game.apply(f"{slug} {target}")
    data = game.to_dict()
    assert data["points"] == [5000 - stats.cost, 5000]
    assert data["commands"][0][slug] == stats.cooldown
    assert troop(game, target)["effects"] == [slug]
    assert slug not in verbs(game)
    play(game, "select a1; end; select a20; end")
    assert game.to_dict()["commands"][0][slug] == stats.cooldown - 1


@pytest.mark.parametrize("slug", COMMANDS)
def test_a_command_needs_its_points(slug: str):
    cost = position("Ck3=300", "Ck18=500").rules.commands[slug].cost
    other = "charge=3" if slug != "charge" else "chastise=3"
    for points, usable in ((cost, True), (cost - 1, False)):
        game = position(
            "Ck3=300,Ca1=500",
            "Ck18=500,Ca20=500",
            points=(points, 0),
            commands=(f"{slug},{other}", "-"),
            actions=FULL,
        )
        assert (slug in verbs(game)) is usable


@pytest.mark.parametrize("slug", ["battle-cry", "stoicism", "charge", "vigilance", "shield-wall"])
def test_effects_on_own_troops_end_as_their_owners_next_turn_begins(slug: str):
    game = play(ready("Ck3=500", "Ck18=500"), f"{slug} k3; end")
    assert troop(game, "k3")["effects"] == [slug]
    assert troop(game.apply("end"), "k3")["effects"] == []
    assert troop(game, "k3")["boost"] == 0


def test_battle_cry_adds_health_and_damage_until_the_owners_next_turn():
    game = ready("Sk3=100", "Ck4=500,Sa20=100")
    play(game, "battle-cry k3; select k3; attack k4")
    assert troop(game, "k4")["health"] == 200
    assert standing(game) == {"k4", "a20"}  # 300 health did not survive 400 damage
    game = ready("Fk3=300", "Fk4=300,Sa20=100")
    play(game, "battle-cry k3; select k3; attack k4")
    assert "k4" not in standing(game)
    assert troop(game, "k3") | {"moved": 0} == {
        "type": "F",
        "owner": 0,
        "square": "k3",
        "health": 300,
        "boost": 200,
        "moved": 0,
        "effects": ["battle-cry"],
    }
    play(game, "end; select a20; end")
    assert (troop(game, "k3")["boost"], troop(game, "k3")["effects"]) == (0, [])


def test_stoicism_boost_is_lost_first_and_own_health_stays():
    game = ready("Kk3=300,Sa1=100", "Kk4=300,Sa20=100")
    play(game, "stoicism k3; select a1; end; select k4; attack k3")
    assert (troop(game, "k3")["health"], troop(game, "k3")["boost"]) == (300, 100)
    play(game, "end")
    assert (troop(game, "k3")["health"], troop(game, "k3")["boost"]) == (300, 0)


def test_stoicism_and_battle_cry_add_up():
    game = play(ready("Kk3=300", "Ck18=500"), "stoicism k3; battle-cry k3")
    assert troop(game, "k3")["boost"] == 600


def test_regenerate_restores_own_health_and_leaves_boosts():
    game = play(ready("Ck3=100", "Ck18=500"), "stoicism k3; regenerate k3")
    assert (troop(game, "k3")["health"], troop(game, "k3")["boost"]) == (500, 400)


def test_regenerate_trimmed_needs_a_damaged_troop():
    game = ready("Ck3=499,Sa1=100", "Ck18=500", actions=ActionSpace(trim=True))
    assert targets(game, "regenerate") == {"k3"}
    assert targets(ready("Ck3=499,Sa1=100", "Ck18=500"), "regenerate") == {"k3", "a1"}


def test_bombard_hits_any_enemy_and_its_kills_award_nothing():
    game = ready("Ck3=500", "Sk18=100,Ct20=500")
    game.apply("bombard k18")
    assert standing(game) == {"k3", "t20"}
    assert game.to_dict()["points"] == [4800, 5000]
    assert ready("Ck3=500", "Sk18=100").apply("bombard k18").winner == 0


def test_bombard_is_a_hit_boost_first_and_capped():
    game = ready("Ck3=500", "Kk18=300+150!stoicism", edits=("bombard.damage=200",)).apply(
        "bombard k18"
    )
    assert (troop(game, "k18")["health"], troop(game, "k18")["boost"]) == (250, 0)
    game = ready("Ck3=500", "Kk18=300!shield-wall", edits=("bombard.damage=200",)).apply(
        "bombard k18"
    )
    assert troop(game, "k18")["health"] == 200


@pytest.mark.parametrize("slug", ["bombard", "regenerate", "stoicism", "chastise"])
def test_no_command_twice_on_a_troop_while_in_effect(slug: str):
    edits = (f"{slug}.cooldown=0",)
    game = ready("Ck3=300,Ca1=300", "Ck18=500,Ca20=500,Ct20=500", edits=edits)
    first, second = ("k18", "a20") if slug in ("bombard", "chastise") else ("k3", "a1")
    game.apply(f"{slug} {first}")
    assert first not in targets(game, slug)
    game.apply(f"{slug} {second}")
    assert not {first, second} & targets(game, slug)
    if slug in ("bombard", "regenerate"):  # marked for the rest of the turn only
        play(game, "end; end")
        assert {first, second} <= targets(game, slug)


def test_winds_of_fate_readies_one_own_command_and_then_rests_itself():
    game = ready("Ck3=500", "Ck18=500", commands="charge=4,chastise=2,bombard,winds-of-fate")
    game.apply("winds-of-fate")
    after = game.to_dict()["commands"][0]
    assert after["winds-of-fate"] == 2
    assert after["bombard"] == 0
    assert sorted((after["charge"], after["chastise"])) in ([0, 2], [0, 4])
    assert game.to_dict()["points"][0] == 5000 - 150


def test_winds_of_fate_needs_a_command_on_cooldown():
    assert "winds-of-fate" not in ready("Ck3=500", "Ck18=500").legal_actions()


def test_winds_of_fate_seeded_is_a_function_of_the_state_random_of_the_stream():
    commands = "charge=4,chastise=2,stoicism=5,winds-of-fate"

    def readied(turn: int, edits: tuple[str, ...] = (), stream: int = 0) -> str:
        game = ready("Ck3=500", "Ck18=500", commands=commands, turn=turn, edits=edits)
        game.state.stream = stream
        after = game.apply("winds-of-fate").to_dict()["commands"][0]
        return next(c for c in ("charge", "chastise", "stoicism") if after[c] == 0)

    chosen = [readied(turn) for turn in range(1, 60)]
    assert chosen == [readied(turn) for turn in range(1, 60)]
    assert set(chosen) == {"charge", "chastise", "stoicism"}
    drawn = [readied(1, ("winds=random",), stream) for stream in range(60)]
    assert set(drawn) == {"charge", "chastise", "stoicism"}


def test_winds_of_fate_random_draws_on_the_games_seed():
    from conquest_opt.engine import Army, Game, Ruleset

    rules = Ruleset(actions=FULL).edit(
        "winds=random", "economy.start=900", "winds-of-fate.cooldown=0", "winds-of-fate.cost=1"
    )
    brings = Army.from_formation(["CC"], ["charge", "chastise", "winds-of-fate", "stoicism"])
    lines = set()
    for seed in range(12):
        game = Game.new(brings, brings, rules=rules, seed=seed)
        play(game, "charge t3; chastise a18; stoicism t3; winds-of-fate")
        again = Game.new(brings, brings, rules=rules, seed=seed)
        for action in game.history:
            again.apply(action)
        assert again.position == game.position
        lines.add(str(game.to_dict()["commands"][0]))
        read_back = Game.from_position(game.position).apply("winds-of-fate")
        assert read_back.position == game.apply("winds-of-fate").position
    assert len(lines) > 1


def test_charge_doubles_movement_this_turn():
    game = ready("Ck3=500,Sa1=100", "Ck18=500")
    play(game, "charge k3; select k3")
    assert {"k11", "k7", "k4"} <= targets(game, "move")
    assert "k12" not in targets(game, "move")
    play(game, "move k11; end; end")
    assert troop(game, "k11")["effects"] == []


def test_charge_after_moving_gives_the_rest_of_the_doubled_movement():
    game = play(ready("Ck3=500", "Ck18=500"), "select k3; move k6; charge k6")
    assert "k11" in targets(game, "move")
    assert "k12" not in targets(game, "move")


def test_charge_trimmed_is_for_the_selected_unmoved_troop_and_far_moves():
    game = ready("Ck3=500,Sa1=100", "Ck18=500", actions=ActionSpace(trim=True))
    assert "charge" not in verbs(game)
    game.apply("select k3")
    assert targets(game, "charge") == {"k3"}
    far = game.copy().apply("charge k3")
    assert {"k8", "k11", "c11"} <= targets(far, "move")
    assert not {"k4", "k7", "g7"} & targets(far, "move")
    assert "charge" not in verbs(game.apply("move k5"))


def test_chastise_bars_selection_in_the_next_turn_only():
    game = play(ready("Ck3=500", "Ck18=500,Sa20=100"), "chastise k18; select k3; end")
    assert targets(game, "select") == {"a20"}
    assert troop(game, "k18")["effects"] == ["chastise"]
    play(game, "select a20; end")
    assert troop(game, "k18")["effects"] == []
    play(game, "end")
    assert targets(game, "select") == {"a20", "k18"}


def test_chastise_must_leave_a_living_unchastised_enemy():
    assert "chastise" not in verbs(ready("Ck3=500", "Ck18=500"))
    game = ready("Ck3=500", "Ck18=500!chastise,Ca20=500")
    assert "chastise" not in verbs(game)


def test_chastise_releases_all_when_the_free_troop_died():
    game = play(ready("Ck3=500", "Ck18=500,Sk4=100"), "chastise k18; select k3; attack k4; end")
    assert (targets(game, "select"), troop(game, "k18")["effects"]) == ({"k18"}, [])


def test_chastised_troops_still_strike_back():
    game = play(ready("Kk3=300", "Ck4=500,Sa20=100"), "chastise k4; select k3; attack k4")
    assert standing(game) == {"k4", "a20"}


def test_vigilance_strikes_first_and_only_once():
    game = ready("Ck3=500,Sa1=100", "Kk4=300!vigilance")
    play(game, "select k3; attack k4")
    assert (troop(game, "k3")["health"], "k4" in standing(game)) == (200, False)
    game = play(ready("Kk3=300,Sa1=100", "Kk4=300!vigilance"), "select k3; attack k4")
    assert standing(game) == {"a1", "k4"}
    assert (troop(game, "k4")["health"], game.to_dict()["points"]) == (300, [5000, 5100])


def test_vigilance_out_of_range_changes_nothing():
    game = play(ready("Ak3=100", "Kk9=300!vigilance"), "select k3; attack k9")
    assert (troop(game, "k3")["health"], troop(game, "k9")["health"]) == (100, 200)


def test_shield_wall_caps_every_hit():
    game = play(
        ready("Ck3=500", "Sk4=100+50!stoicism!shield-wall,Sa20=100"), "select k3; attack k4"
    )
    assert (troop(game, "k4")["health"], troop(game, "k4")["boost"]) == (50, 0)
    game = play(ready("Ck3=500,Sa1=100", "Ck4=500"), "shield-wall k3; select k3; attack k4")
    assert troop(game, "k3")["health"] == 400


def test_shield_wall_trimmed_needs_more_than_100_total_health():
    game = ready("Ck3=100,Sa1=100+1!stoicism,Kt1=101", "Ck18=500", actions=ActionSpace(trim=True))
    assert targets(game, "shield-wall") == {"a1", "t1"}


WINDOWS = {
    # situation: (any, movement-rally, combat-rally); o = all but Charge and Winds, c, w
    "selection": ("ocw", "", ""),
    "movement": ("ocw", "ocw", "cw"),
    "moved": ("ocw", "c", "cw"),
    "combat": ("ocw", "", "ow"),
    "rally": ("ocw", "ow", "ow"),
}


@pytest.mark.parametrize("situation", WINDOWS)
@pytest.mark.parametrize("window", ["any", "movement-rally", "combat-rally"])
def test_command_windows(situation: str, window):
    space = ActionSpace(single_move=situation == "combat", command_window=window)
    game = ready(
        "Ck3=500",
        "Ck5=500,Ca20=500",
        commands="stoicism,charge,winds-of-fate,chastise=1",
        actions=space,
    )
    steps = {
        "selection": [],
        "movement": ["select k3"],
        "moved": ["select k3", "move k4"],
        "combat": ["select k3", "move k4"],
        "rally": ["select k3", "move k4", "attack k5"],
    }
    for step in steps[situation]:
        game.apply(step)
    letters = {"stoicism": "o", "charge": "c", "winds-of-fate": "w"}
    found = "".join(sorted(letters[v] for v in verbs(game) if v in letters))
    columns = ["any", "movement-rally", "combat-rally"]
    assert found == "".join(sorted(WINDOWS[situation][columns.index(window)]))
