"""Headlines say what the intervals carry, and no more: each kind with values of both sorts."""

import pytest
from conquest_opt.arena.action_space.duels import DuelSideValues, Strength
from conquest_opt.arena.action_space.result import ActionSpaceResult
from conquest_opt.arena.ladder.result import LadderResult, RungValues
from conquest_opt.arena.match.result import MatchResult
from conquest_opt.arena.play.entrant import Entrant
from conquest_opt.arena.stats.crosstable import CrossTable
from conquest_opt.arena.stats.score import Score, first_player
from conquest_opt.arena.stats.sprt import Sprt
from conquest_opt.arena.stats.values import FirstPlayerValues, MatchupCounts, ScoreValues
from conquest_opt.arena.tournament.result import leader_text
from conquest_opt.results.page.terminal import terminal_text

MANY, FEW = Score(90, 0, 10), Score(6, 0, 4)
"""A score that shows who is better, and one that does not."""


def match(score: Score, sprt: Sprt | None = None, second: str = "IAmWarrior") -> str:
    """Return what a match of such a score says on the terminal."""
    low, high = score.elo_interval()
    values = MatchResult(
        total=ScoreValues.of(score),
        elo=score.elo(),
        elo_ci95=(low, high),
        p_value=score.p_value(),
        pairs=score.pairs,
        a=Entrant.of("Default", "greedy"),
        b=Entrant.of(second, "random" if second == "Default" else "greedy"),
        seed=1,
        as_first=ScoreValues.of(score),
        as_second=ScoreValues.of(score),
        turns_mean=40.0,
        first_player=FirstPlayerValues.of(first_player(score)),
        sprt=sprt,
        decision=sprt.decide(score) if sprt else None,
    )
    return " ".join(terminal_text(values.full_summary(), 80).split())


@pytest.mark.parametrize(
    ("score", "says"),
    [
        (MANY, ": Default was shown to be better"),
        (~MANY, ": IAmWarrior was shown to be better"),
        (FEW, ": neither was shown to be better"),
        (~FEW, ": neither was shown to be better"),
    ],
)
def test_a_match_names_who_was_shown_to_be_better(score: Score, says: str):
    assert says in match(score)


def test_a_match_of_one_setup_names_the_agent():
    assert ": random was shown to be better" in match(~MANY, second="Default")


def test_a_match_with_a_test_leaves_the_verdict_to_it():
    assert "shown to be better" not in match(MANY, Sprt(elo0=0, elo1=20))


def table(best: Score, others: Score) -> CrossTable:
    """Return a table in which A meets B and C, and these meet each other."""
    results = {("A", "B"): best, ("A", "C"): best, ("B", "C"): others}
    return CrossTable(("A", "B", "C"), results)


def test_the_first_of_a_tournament_is_said_to_beat_what_it_was_shown_to_beat():
    even = Score(50, 0, 50)
    clear = leader_text(table(MANY, even))
    assert clear.startswith("A scored most, 90.0 % [")
    assert "every other is shown to be worse" in clear
    assert "It was shown to beat 2 of 2 opponents" in clear
    level = leader_text(table(FEW, Score(5, 0, 5)))
    assert "2 of the others are not shown to be worse" in level
    assert "It was shown to beat 0 of 2 opponents" in level


def test_setups_that_scored_the_same_are_first_together():
    tied = CrossTable(("A", "B"), {("A", "B"): Score(5, 0, 5)})
    assert leader_text(tied).startswith("A, B scored most, 50.0 % [")
    assert "each; 1 of the others is not shown to be worse" in leader_text(tied)


@pytest.mark.parametrize(
    ("score", "says"), [(MANY, "It was shown to beat that"), (FEW, "It was not shown to beat that")]
)
def test_the_first_of_a_ladder(score: Score, says: str):
    rungs = [
        RungValues(
            agent=agent,
            elo=elo,
            elo_ci95=(elo - 9, elo + 9),
            total=ScoreValues.of(total),
            advances_a_decision=1.0,
        )
        for agent, elo, total in (("greedy", 30.0, score), ("random", -30.0, ~score))
    ]
    pairs = MatchupCounts.of({("greedy", "random"): score})
    values = LadderResult(seed=1, agents=tuple(rungs), pairs=pairs)
    text = " ".join(terminal_text(values.summary(), 80).split())
    assert text.startswith("greedy is rated highest, 60 Elo (")
    assert f") above the next. {says}, random: " in text


@pytest.mark.parametrize(
    ("score", "says"),
    [
        (MANY, "An agent was shown to play better with trim."),
        (~MANY, "An agent was shown to play worse with trim."),
        (FEW, "No difference was shown for trim."),
    ],
)
def test_a_reduction_of_the_action_space(score: Score, says: str):
    side = DuelSideValues(agent="greedy", actions={})
    strength = Strength(
        total=ScoreValues.of(score),
        on=side,
        off=side,
        turns_mean=40.0,
        decisions_a_turn=(1.0, 1.0),
        advances_a_turn=(1.0, 1.0),
    )
    values = ActionSpaceResult(
        agent="greedy",
        setups=("Rush",),
        seed=1,
        games=1,
        sizes={},
        strengths={"trim": strength},
    )
    assert values.headline() == f"{says} Each at 95 %, by itself."
