"""What a match showed, everything seen from a."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import msgspec

from ...agents.spec.spec import called
from ...results.page.blocks import Block, Facts, Text
from ..play.entrant import Entrant
from ..run.result import ResultValues
from ..stats.quantity import Quantity, first_player_quantity, score_quantity
from ..stats.score import first_player
from ..stats.sprt import Decision, Sprt
from ..stats.values import FirstPlayerValues, ScoreValues, finite

if TYPE_CHECKING:
    from ..play.result_board import ResultBoard


class MatchResult(ResultValues, frozen=True, kw_only=True):
    """The score, as Elo, by side, and what a sequential test says."""

    total: ScoreValues
    elo: float | None
    """None if it is infinite."""
    elo_ci95: tuple[float | None, float | None]
    p_value: float
    pairs: tuple[int, ...]
    """Pairs in which a took 0, 1/2, 1, 3/2 and 2 points."""
    a: Entrant
    b: Entrant
    seed: int
    as_first: ScoreValues
    as_second: ScoreValues
    turns_mean: float
    first_player: FirstPlayerValues
    sprt: Sprt | None = None
    decision: Decision | None = None

    @classmethod
    def of(cls, board: "ResultBoard", sprt: Sprt | None, seed: int) -> "MatchResult":
        """Return what the games of a board showed."""
        [tally], (a, b) = board.tallies(), board.schedule.entrants
        score = tally.score
        low, high = score.elo_interval()
        return cls(
            total=ScoreValues.of(score),
            elo=finite(score.elo()),
            elo_ci95=(finite(low), finite(high)),
            p_value=score.p_value(),
            pairs=tuple(score.pairs),
            a=a,
            b=b,
            seed=seed,
            as_first=ScoreValues.of(tally.first),
            as_second=ScoreValues.of(tally.second),
            turns_mean=tally.turns_mean,
            first_player=FirstPlayerValues.of(first_player(board.first_players())),
            sprt=sprt,
            decision=sprt.decide(score) if sprt else None,
        )

    def json(self, run: str | None) -> dict[str, Any]:
        """Return the score beside the other values; the test only if there was one."""
        values: dict[str, Any] = msgspec.to_builtins(self)
        total, test, decision = (values.pop(name) for name in ("total", "sprt", "decision"))
        return {"run": run} | total | values | ({"sprt": test | decision} if test else {})

    def summary(self) -> list[Block]:
        """Return who played, the score, and how it came about."""
        total = self.total
        facts = [
            ("score", f"{total.text}: {self._verdict()}"),
            ("won", f"{total.wins}, drawn {total.draws}, lost {total.losses}"),
            ("Elo", self._elo()),
            ("playing first", self.as_first.text),
            ("playing second", self.as_second.text),
            ("turns", f"{self.turns_mean:.1f} a game"),
            ("first player", f"scores {self.first_player.text}"),
        ]
        if self.sprt and self.decision:
            facts.append(("test", _test_text(self.sprt, self.decision)))
        return [Text(self.who()), Facts(facts)]

    def quantities(self) -> list[Quantity]:
        """Return the score of A and of first players, and the length of games."""
        scores = [
            score_quantity("scores", "A's score", self.total),
            first_player_quantity("scores", self.first_player, self.total.games),
        ]
        if self.sprt:  # see `_verdict`
            scores = [replace(score, doubt="ended by a test") for score in scores]
        return [*scores, Quantity("games", "turns a game", self.turns_mean, None)]

    def _verdict(self) -> str:
        """Return who was shown to be better, as far as the interval carries it."""
        low, high = self.total.ci95
        if self.sprt:  # a test that stops when it has decided leaves the interval too narrow
            return "see the test"
        if low <= 0.5 <= high:
            return "neither was shown to be better"
        better = self.a if low > 0.5 else self.b
        name = called(better.agent) if self.a.label == self.b.label else better.label
        return f"{name} was shown to be better"

    def who(self) -> str:
        """Return who met, and who played them."""
        a, b = self.a.title(), self.b.title()
        if self.a.agent == self.b.agent:
            return f"{a} against {b}, both played by {called(self.a.agent)}"
        return f"{a} ({called(self.a.agent)}) against {b} ({called(self.b.agent)})"

    def _elo(self) -> str:
        """Return the difference with its interval, whose ends a perfect score has not."""
        low, high = self.elo_ci95
        if self.elo is None or low is None or high is None:
            return f"below {high:+.0f}" if low is None else f"above {low:+.0f}"
        return f"{self.elo:+.0f} [{low:+.0f}, {high:+.0f}]"


def _test_text(test: Sprt, decision: Decision) -> str:
    bounds = f"between {decision.lower:.2f} and {decision.upper:.2f}"
    verdict = {
        "H0": f"accepted: A is better by {test.elo0:g} Elo at most",
        "H1": f"accepted: A is better by {test.elo1:g} Elo at least",
    }.get(decision.verdict, "undecided")
    return f"{verdict} (LLR {decision.llr:.2f}, {bounds})"
