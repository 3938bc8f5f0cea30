"""A game reviewed: marks, sides, words, JSON, graph and page."""

import json
import random

import pytest
from conquest_opt.agents.spec.spec import AgentSpec
from conquest_opt.arena.review.lines import agent_name, ending
from conquest_opt.arena.review.page import review_page
from conquest_opt.arena.review.review import MARKS, Review, mark_of, review
from conquest_opt.arena.review.reviewer import REVIEWER
from conquest_opt.arena.review.summary import review_json, summary
from conquest_opt.arena.review.text_chart import share_chart
from conquest_opt.arena.review.turn_values import TurnValue
from conquest_opt.arena.review.win_chance import win_chance
from conquest_opt.engine import Game, GameRecord
from conquest_opt.results.page.blocks import Facts, Lines
from conquest_opt.results.page.figures import Picture
from conquest_opt.results.page.grids import Grid
from conquest_opt.results.page.terminal import terminal_text

from benchmarks.review import trial
from tests.positions import play, position

SMALL = AgentSpec.parse("strategist:advances=2000")


def game() -> Game:
    """Two champions, each of which kills the other if it comes first."""
    return position("Ck9=300", "Ck11=300", turn=12)


def missed() -> Review:
    """The first player could win at once, steps back, and is killed."""
    played = play(game(), "select k9; move k8; end; select k11; move k9; attack k8")
    return review(GameRecord.of(played), SMALL)


def value_of(best: float, played: float, turn: int = 1, player: int = 0) -> TurnValue:
    turns = ("end",)
    return TurnValue(turn, player, 0, turns, played, turns, turns, best, turns)


# ---- marks ---------------------------------------------------------------------------------------


def test_a_missed_win_is_marked_first():
    report = missed()
    worst = report.marked[0]
    assert (worst.turn, worst.player, mark_of(worst)) == (12, 0, "blunder")
    assert (worst.best[0], worst.best[-1]) == ("select k9", "attack k11")
    assert [side.marks["blunder"] for side in report.sides] == [1, 0]
    assert [side.turns for side in report.sides] == [1, 1]
    assert report.sides[0].mean_loss == worst.chance_loss > 0.9
    assert report.sides[1].mean_loss == 0
    assert report.chances[-1] < 0.01, "the first player has lost"


def test_marks_are_by_the_chance_to_win_not_by_the_value():
    """A side that has won already gives away much of the value and nothing of the game."""
    won, even = value_of(0.99, 0.7), value_of(0.1, -0.1)
    assert won.loss > even.loss
    assert won.chance_loss < even.chance_loss
    assert mark_of(won) is None
    assert mark_of(even) == "blunder"


@pytest.mark.parametrize(("mark", "least"), MARKS)
def test_a_mark_begins_at_its_loss(mark: str, least: float):
    played = next(v / 1000 for v in range(0, -1000, -1) if 0.5 - win_chance(v / 1000) >= least)
    assert mark_of(value_of(0.0, played)) == mark
    assert mark_of(value_of(0.0, played + 0.002)) != mark


def test_a_chance_to_win_has_two_sides():
    assert win_chance(0) == 0.5
    for value in (0.1, 0.3, 1.0):
        assert win_chance(value) + win_chance(-value) == pytest.approx(1)
    assert win_chance(0.3) == pytest.approx(0.8, abs=0.05), "what the side ahead scored in games"


# ---- games that were not played to their end -----------------------------------------------------


def test_how_a_game_ended_or_that_it_did_not():
    over = GameRecord.of(play(game(), "select k9; move k10; attack k11"))
    assert ending(over) == "The first player won by elimination after 12 turns."
    left = GameRecord.of(play(game(), "select k9; move k5; end; select k11"))
    assert ending(left) == "The game has no end yet: it was left in turn 13."
    assert ending(left, resigned=1) == "The second player resigned in turn 13."
    assert review_json(review(left, SMALL, resigned=1))["winner"] == 0
    assert review_json(review(left, SMALL))["winner"] is None


def test_rules_that_were_edited_hold():
    """A champion that cannot attack so far has missed nothing."""
    edited = position("Ck9=300", "Ck12=300", edits=("champion.movement=1",))
    played = play(edited, "select k9; move k8; end")
    [only] = review(GameRecord.of(played), SMALL).values.turns
    assert only.best_value < 0.9
    near = play(position("Ck9=300", "Ck12=300"), "select k9; move k8; end")
    [only] = review(GameRecord.of(near), SMALL).values.turns
    assert only.best_value == 1


# ---- words ---------------------------------------------------------------------------------------


def test_the_words_fit_80_columns_and_say_what_was_better():
    report = missed()
    text = terminal_text(summary(report, 80), 80)
    assert all(len(line) <= 80 for line in text.splitlines())
    assert "From a position, reviewed by strong:advances=2000" in text
    assert "The second player won by elimination after 13 turns." in " ".join(text.split())
    assert "1. Turn 12, first player: a blunder, from 100 % to " in text
    assert f"better     {'; '.join(report.marked[0].best)}" in text
    assert "the first player wins in turn 12" in text


def test_more_marked_turns_than_shown_are_counted():
    record = GameRecord.of(_blundering())
    report = review(record, SMALL)
    assert len(report.marked) > 1
    sides = [block for block in summary(report, 80, top=1) if isinstance(block, Facts)]
    assert len(sides) == 2, "the sides, and one turn"
    text = terminal_text(summary(report, 80, top=1), 80)
    assert f"and {len(report.marked) - 1} more: --top {len(report.marked)} shows all" in text


def _blundering() -> Game:
    """Return a game in which both sides may kill for two turns, and step about."""
    steps = ["select k9; move k8; end", "select k11; move k12; end"]
    back = ["select k8; move k9; end", "select k12; move k11; end"]
    return play(game(), "; ".join(steps + back))


def test_a_game_without_a_mistake_says_so():
    report = review(GameRecord.of(play(game(), "select k9; move k10; attack k11")), SMALL)
    assert report.marked == []
    text = " ".join(terminal_text(summary(report, 80), 80).split())
    assert "No turn gave away 5 % of the chance to win or more: nothing is marked." in text


def test_agents_are_called_as_people_call_them():
    assert agent_name(AgentSpec.parse(REVIEWER)) == REVIEWER
    assert agent_name(AgentSpec.parse("strong")) == "strong"
    assert agent_name(AgentSpec.parse("quick")) == "quick"


# ---- JSON and page -------------------------------------------------------------------------------


def test_json_has_every_turn_and_the_lines_of_marked_ones():
    report = missed()
    data = json.loads(json.dumps(review_json(report)))
    assert [turn["turn"] for turn in data["turns"]] == [12, 13]
    worst = data["marked"][0]
    assert worst["mark"] == "blunder"
    assert worst["chance_loss"] == data["turns"][0]["chance_loss"]
    assert worst["best_line"] == [{"turn": 12, "player": 0, "actions": worst["best"]}]
    again = Game.from_position(worst["position"])
    for turn in worst["played_line"]:
        for action in turn["actions"]:
            assert (again.turn, again.player) == (turn["turn"], turn["player"])
            again.apply(action)
    assert data["sides"][0]["blunders"] == 1
    assert {"mistakes", "inaccuracies"} <= set(data["sides"][0])
    assert data["winner"] == 1
    for turn in data["turns"]:
        sign = 1 if turn["player"] == 0 else -1
        assert turn["first_value"] == pytest.approx(sign * turn["value"])
    assert review_json(report, top=1)["marked"] == data["marked"][:1]


def test_the_same_review_for_any_number_of_threads():
    record = GameRecord.of(_blundering())
    one, two = (review(record, SMALL, seed=4, threads=threads) for threads in (1, 2))
    assert review_json(one) == review_json(two)


def test_the_page_has_the_graph_the_boards_and_every_turn():
    report = missed()
    page = review_page(report)
    parts = [part for section in page.sections for part in section.parts]
    assert [part.name for part in parts if isinstance(part, Picture)] == ["chances", "turn-1"]
    [grid] = [part for part in parts if isinstance(part, Grid)]
    assert grid.column("turn") == [12, 13]
    html = page.html()
    for text in ("a blunder", "; ".join(report.marked[0].best), "The second player won"):
        assert text in html
    assert "mark-1" in html
    assert page.markdown().startswith("# From a position")


# ---- the graph as text ---------------------------------------------------------------------------


@pytest.mark.parametrize("turns", [1, 2, 20, 73, 74, 75, 160, 500])
def test_the_graph_fits_and_shows_every_mark(turns: int):
    draw = random.Random(turns)
    shares = [draw.random() for _ in range(turns)]
    marks = {1: "1", turns: "2"} if turns > 1 else {1: "1"}
    lines = share_chart(shares, 1, marks, 80)
    assert len(lines) == 11
    assert all(len(line) <= 80 and line.isascii() for line in lines)
    assert "".join(lines[9].split()) == "".join(marks.values())
    assert lines[0].startswith("100 %")
    assert lines[8].startswith("  0 %")
    assert lines[10].split()[0] == "1"


def test_the_graph_is_up_for_the_first_player_and_down_for_the_second():
    lines = share_chart([1.0, 0.5, 0.0], 7, {}, 80)
    columns = ["".join(line.ljust(12)[at] for line in lines[:9]) for at in (6, 8, 10)]
    assert columns == ["####-    ", "    -    ", "    -####"]
    assert lines[-1].split() == ["7"]


def test_a_graph_of_the_first_turns_says_what_it_is_worth():
    """At the beginning a value compares armies, which says next to nothing about who wins."""
    begun = play(position("Ck9=300", "Ck11=300"), "select k9; move k8; end")
    text = terminal_text(summary(review(GameRecord.of(begun), SMALL), 80), 80)
    assert "Before turn 9 it compares the armies and does not say who will win." in text
    assert "Before turn 9" not in terminal_text(summary(missed(), 80), 80)


def test_lines_of_the_graph_stand_in_the_summary():
    [graph] = [block for block in summary(missed(), 60) if isinstance(block, Lines)]
    assert graph.lines[0].startswith("first player's chance to win after every turn")


# ---- a planted blunder ---------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("number", [0, 1, 2])
def test_a_planted_blunder_is_among_the_first_three(number: int):
    """In a game of `strong` against itself; `python -m benchmarks.review` has more of them."""
    made = trial(number, seed=3, plant=True)
    report = review(made.record)
    assert made.planted in [value.turn for value in report.marked[:3]]
