"""Scores as the values of results: what `--json` prints of them."""

from collections.abc import Mapping, Sequence
from typing import Any, Self

import msgspec

from ...results.page.words import share_text
from .crosstable import CrossTable
from .score import FirstPlayer, Score


class ScoreValues(msgspec.Struct, frozen=True, kw_only=True):
    """Games of A against B, with the share of the points that A took."""

    games: int
    wins: int
    draws: int
    losses: int
    score: float
    ci95: tuple[float, float]

    @classmethod
    def of(cls, score: Score) -> Self:
        """Return the values of a score."""
        return cls(
            games=score.games,
            wins=score.wins,
            draws=score.draws,
            losses=score.losses,
            score=score.rate,
            ci95=score.interval(),
        )

    @property
    def text(self) -> str:
        """The share with its 95 % interval."""
        return share_text(self.score, self.ci95) if self.games else "no games"


class ScoreCounts(msgspec.Struct, frozen=True, array_like=True):
    """The counts that a score is made of, stored as a short list."""

    wins: int
    draws: int
    losses: int
    pairs: tuple[int, int, int, int, int]

    @classmethod
    def of(cls, score: Score) -> Self:
        """Return the counts of a score."""
        return cls(score.wins, score.draws, score.losses, score.pairs)

    def whole(self) -> Score:
        """Return the score."""
        return Score(self.wins, self.draws, self.losses, self.pairs)


class MatchupCounts(msgspec.Struct, frozen=True, kw_only=True):
    """The games of two players; a tournament of hundreds has many of these, so counts only."""

    a: str
    b: str
    score: ScoreCounts

    @classmethod
    def of(cls, results: Mapping[tuple[str, str], Score]) -> tuple[Self, ...]:
        """Return the games of every two players."""
        return tuple(cls(a=a, b=b, score=ScoreCounts.of(s)) for (a, b), s in results.items())

    def json(self) -> dict[str, Any]:
        """Return the players and the score, as `--json` has them."""
        score = msgspec.to_builtins(ScoreValues.of(self.score.whole()))
        return {"a": self.a, "b": self.b} | score


def cross_table(players: Sequence[str], matchups: Sequence[MatchupCounts]) -> CrossTable:
    """Return the cross-table of players in this order."""
    return CrossTable(tuple(players), {(m.a, m.b): m.score.whole() for m in matchups})


class FirstPlayerValues(msgspec.Struct, frozen=True, kw_only=True):
    """What first players scored against second ones."""

    score: float
    ci99: tuple[float, float]
    p_value: float
    advantage: str
    """first, second or none."""

    @classmethod
    def of(cls, first: FirstPlayer) -> Self:
        """Return the values of a test."""
        return cls(
            score=first.rate,
            ci99=first.interval,
            p_value=first.p_value,
            advantage=first.advantage,
        )

    @property
    def text(self) -> str:
        """What they scored, and whether that shows an advantage."""
        verdict = {"none": "no advantage shown"}.get(
            self.advantage, f"the {self.advantage} player has the advantage"
        )
        return f"{share_text(self.score, self.ci99)} at 99 %: {verdict}"


def finite(number: float) -> float | None:
    """Return a number that JSON has, or None for an infinite one."""
    return number if abs(number) < float("inf") else None
