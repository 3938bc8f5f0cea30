"""The values of a game's turns: what was best, what was given away, and that luck is no fault."""

import pytest
from conquest_opt.agents.spec.parameters import AgentError
from conquest_opt.agents.spec.spec import AgentSpec
from conquest_opt.arena.review.decisions import copied, decisions_of, known_actions, outcomes
from conquest_opt.arena.review.turn_values import GameValues, turn_values
from conquest_opt.engine import ActionSpace, Game, GameRecord
from conquest_opt.engine.reading.input_error import InputError
from conquest_opt.engine.records import RecordError

from tests.positions import play, position

SMALL = AgentSpec.parse("strategist:advances=2000")
WIN = position("Ck9=300", "Ck11=300", turn=12)
"""Who is to move wins at once, and loses if it does not."""
MISSED = "select k9; move k8; end; select k11; move k9; attack k8"


def values(game: Game, threads: int = 1, agent: AgentSpec = SMALL) -> GameValues:
    return turn_values(GameRecord.of(game), agent, seed=3, threads=threads)


def test_a_win_that_was_missed_is_what_was_given_away():
    [first, second] = values(play(WIN.copy(), MISSED)).turns
    assert (first.turn, first.player, first.first) == (12, 0, 0)
    assert first.played == ("select k9", "move k8", "end")
    assert first.best[-1] == "attack k11"
    assert first.best_value == 1
    assert first.played_value < 0.9
    assert first.loss == pytest.approx(first.best_value - first.played_value)
    assert first.chance_loss > 0
    assert first.searched_longer
    assert first.best_line == first.best, "the game is over with it"
    assert first.played_line[:3] == first.played
    assert (second.turn, second.player, second.first) == (13, 1, 3)


def test_the_best_turn_loses_nothing():
    game = play(WIN.copy(), "select k9; move k10; attack k11")
    assert game.winner == 0
    [only] = values(game).turns
    assert (only.loss, only.chance_loss, only.played_value) == (0, 0, 1)
    assert only.best == only.played
    assert not only.searched_longer


def test_another_way_to_the_same_position_is_the_same_position():
    """It is searched once, so that it is worth the same."""
    game = position("Ck9=500", "Ck15=500", actions=ActionSpace.full())
    ways = [("move j9", "move j10", "end"), ("move i10", "move j10", "end")]
    ends = [outcomes(game.rules, copied(game.state), ("select k9", *way)) for way in ways]
    assert ends[0][0].tobytes() == ends[1][0].tobytes()


def test_the_same_values_for_any_number_of_threads():
    game = play(WIN.copy(), MISSED)
    assert values(game, threads=1) == values(game, threads=2)


def test_the_last_turn_of_a_game_that_was_left_is_not_judged():
    game = play(WIN.copy(), "select k9; move k8; end; select k11; move k10")
    assert [value.turn for value in values(game).turns] == [12]
    unbegun = play(WIN.copy(), "select k9; move k8; end")
    assert values(unbegun) == values(game)


@pytest.mark.parametrize("actions", ["", "select k9; move k8"])
def test_a_game_without_a_finished_turn_is_refused(actions: str):
    game = WIN.copy()
    for action in filter(None, actions.split("; ")):
        game.apply(action)
    with pytest.raises(InputError, match="no finished turn yet"):
        values(game)


def test_illegal_actions_are_refused_before_any_search():
    record = GameRecord.of(WIN.copy())
    record = GameRecord(**{**vars(record), "actions": ("select k9", "move a1")})
    with pytest.raises(RecordError, match="action 2"):
        turn_values(record, SMALL, on_searched=lambda *_: pytest.fail("searched"))


@pytest.mark.parametrize("agent", ["greedy", "fpu:advances=100", "random"])
def test_an_agent_without_values_of_turns_is_refused(agent: str):
    with pytest.raises(AgentError, match="does not search whole turns"):
        values(play(WIN.copy(), MISSED), agent=AgentSpec.parse(agent))


# ---- chance --------------------------------------------------------------------------------------

WINDS = position(
    "Ck3=500",
    "Ck18=500",
    points=(600, 0),
    commands=("battle-cry=3,stoicism=4,winds-of-fate", "-"),
    edits=("winds=random",),
)


def test_random_winds_end_a_decision_and_every_outcome_counts():
    game = play(WINDS.copy(), "select k3; winds-of-fate; move k7; end; select k18; move k16; end")
    record = GameRecord.of(game)
    parts = decisions_of(record)
    assert [part.actions for part in parts if part.complete] == [
        ("select k3", "winds-of-fate"),
        ("move k7", "end"),
        ("select k18", "move k16", "end"),
    ]
    assert [(part.turn, part.first) for part in parts] == [(1, 0), (1, 2), (2, 4), (3, 7)]
    ends = outcomes(record.rules, parts[0].start, parts[0].actions)
    assert len(ends) == 2, "either of the two commands that rest"
    values_of = turn_values(record, SMALL)
    assert [value.turn for value in values_of.turns] == [1, 1, 2]
    assert values_of.turns[0].played_line == ("select k3", "winds-of-fate"), "no more is known"


def test_what_chance_brought_changes_nothing_for_the_choice_before_it():
    """Games with different seeds bring different commands; the choice was the same."""
    outcome_sets = set()
    for seed in range(6):
        game = WINDS.copy()
        game.state.stream = seed
        record = GameRecord.of(play(game, "select k3; winds-of-fate; end"))
        start = decisions_of(record)[0].start
        outcome_sets.add(
            tuple(end.tobytes() for end in outcomes(record.rules, start, record.actions[:2]))
        )
    assert len(outcome_sets) == 1


def test_seeded_winds_are_known():
    actions = ("select k3", "winds-of-fate", "end")
    assert known_actions(actions, WINDS.rules) == actions[:2]
    assert known_actions(actions, WIN.rules) == actions
