"""How large the thesis's action-space reductions (section 6) leave the game: its section 6.7.

What surveyed games gave is added up here, for each space and each phase. Pure functions.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, median, stdev
from typing import Final

import msgspec

from ..stats.score import Interval, normal_quantile
from .spaces import PHASES, spaces

A_GAME: Final = 4
"""Turns' beginnings that are taken from one game."""


@dataclass(frozen=True)
class Ways:
    """How many ways to play a turn an action space has."""

    sequences: float
    error: float
    """Relative standard error; 0 if they were counted."""
    ends: int | None
    """Different positions after the turn; None if sequences were estimated."""


@dataclass(frozen=True, kw_only=True)
class SurveyedGame:
    """A game in the reduced space, and what every space has in its positions."""

    number: int
    turns: int
    actions: int
    options: dict[str, dict[str, list[int]]]
    """Legal actions in each position, by what is switched off, then by phase."""
    ways: list[dict[str, Ways]]
    """Of some turns, by what is switched off."""
    duration: float = 0.0


class Branching(msgspec.Struct, frozen=True, kw_only=True):
    """Legal actions in the positions of a phase."""

    positions: int
    mean: float
    median: float
    largest: int

    @classmethod
    def of(cls, counts: Sequence[int]) -> "Branching":
        """Return the figures of a number of positions, one at least."""
        return cls(
            positions=len(counts),
            mean=fmean(counts),
            median=float(median(counts)),
            largest=max(counts),
        )


class Sequences(msgspec.Struct, frozen=True, kw_only=True):
    """Sequences of actions a turn, over some turns' beginnings."""

    positions: int
    counted: int
    """Positions in which they were counted; in the others they are estimated."""
    log10: float
    """Mean of the logarithms: that of the geometric mean."""
    interval: tuple[float, float] | None
    """95 % interval of that mean, from the differences between games; None of a single one."""
    largest: float
    probe_error: float
    """Largest relative standard error of an estimate; 0 if all were counted."""
    ends: float | None
    """Geometric mean of the different positions after the turn, where counted in every space."""


class SpaceSize(msgspec.Struct, frozen=True, kw_only=True):
    """How large an action space is."""

    branching: dict[str, Branching]
    """By phase."""
    sequences: Sequences
    growth_log10: float
    """Mean of log10 of its sequences over those of the reduced space."""
    growth_log10_ci95: tuple[float, float] | None


def space_sizes(games: Sequence[SurveyedGame]) -> dict[str, SpaceSize]:
    """Return how large each space is, by what is switched off, from all games in their order."""
    ways = [turn for game in games for turn in game.ways]
    base = _logs(games, "none")
    sizes = {}
    for off in spaces():
        logs = _logs(games, off)
        over = [
            [a - b for a, b in zip(game, other, strict=True)]
            for game, other in zip(logs, base, strict=True)
        ]
        growth, interval = mean_of_games(over)
        sizes[off] = SpaceSize(
            branching=_branching(games, off),
            sequences=_sequences(ways, off, logs),
            growth_log10=growth,
            growth_log10_ci95=_finite(interval),
        )
    return sizes


def mean_of_games(games: Sequence[Sequence[float]]) -> tuple[float, Interval]:
    """Return the mean over games' positions with its 95 % interval.

    Positions of one game are alike, so games are what is independent; one alone has no interval.
    """
    means = [fmean(game) for game in games]
    mean = fmean(means)
    if len(means) < 2:
        return mean, Interval(-math.inf, math.inf)
    reach = normal_quantile(0.95) * stdev(means) / math.sqrt(len(means))
    return mean, Interval(mean - reach, mean + reach)


def _logs(games: Sequence[SurveyedGame], off: str) -> list[list[float]]:
    return [[math.log10(turn[off].sequences) for turn in game.ways] for game in games]


def _branching(games: Sequence[SurveyedGame], off: str) -> dict[str, Branching]:
    by_phase = {}
    for phase in PHASES:
        counts = [count for game in games for count in game.options[off].get(phase, ())]
        if counts:
            by_phase[phase] = Branching.of(counts)
    return by_phase


def _sequences(turns: list[dict[str, Ways]], off: str, logs: list[list[float]]) -> Sequences:
    mean, interval = mean_of_games(logs)
    ways = [turn[off] for turn in turns]
    common = [
        math.log10(own.ends)
        for own, turn in zip(ways, turns, strict=True)
        if own.ends and all(other.ends for other in turn.values())
    ]
    return Sequences(
        positions=len(ways),
        counted=sum(own.ends is not None for own in ways),
        log10=mean,
        interval=_finite(interval),
        largest=max(own.sequences for own in ways),
        probe_error=max(own.error for own in ways),
        ends=10 ** fmean(common) if common else None,
    )


def _finite(interval: Interval) -> tuple[float, float] | None:
    return (interval.low, interval.high) if math.isfinite(interval.low) else None
