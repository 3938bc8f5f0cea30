"""When it is decided: the judge's value after every turn, over games of A against B.

A course is A's value before the first turn and after each: from -1 (lost) to 1 (won). After its
last turn a game keeps its result, so every turn has all games. A swing is the change of the value
by one turn. The decisive turn of a game is the one with the largest swing towards its result.

The band of the mean over the turns holds for all turns at once. It is decided, as far as games of
both show it, from the first turn on after which the band leaves out 0 for good.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import msgspec
import numpy as np

from ...agents.spec.spec import AgentSpec
from ...engine.records import GameRecord
from ..review.decisions import decisions_of, outcomes
from ..review.searches import Searches
from ..stats.score import wilson
from ..stats.simultaneous import simultaneous
from .parts import CONFIDENCE

MOST_OVER: Final = 0.95
"""The course is followed until so many games are over."""


@dataclass(frozen=True)
class ValuedGame:
    """A game with the value for its first player, before the first turn and after each."""

    number: int
    values: tuple[float, ...]
    duration: float


class Valuer:
    """Gives the values of games by number; a thread has its own."""

    def __init__(self, records: Sequence[GameRecord], agent: str) -> None:
        self._records, self._agent = records, AgentSpec.parse(agent)

    def warm(self) -> None:
        """Nothing: the first search has the kernels ready."""

    def play(self, game: int) -> ValuedGame:
        """Return the values of a game."""
        begin = time.perf_counter()
        values = values_of(self._records[game], self._agent)
        return ValuedGame(game, values, time.perf_counter() - begin)


def values_of(record: GameRecord, agent: AgentSpec) -> tuple[float, ...]:
    """Return the values for the first player, before the first turn of a game and after each."""
    decisions = decisions_of(record)
    last = decisions[-1]
    end = outcomes(record.rules, last.start, last.actions)
    searches = Searches(record.rules, agent, seed=record.seed, threads=1)
    searches.search([*(decision.start for decision in decisions), *end], "turns")
    begun = {decision.turn: decision for decision in reversed(decisions)}
    starts = [begun[turn].start for turn in sorted(begun)]
    return (*(searches.value([start], 0) for start in starts), searches.value(end, 0))


# ---- what they show ------------------------------------------------------------------------------


class CoursePoint(msgspec.Struct, frozen=True, kw_only=True):
    """A's value after a turn, over games."""

    turn: int
    mean: float
    corrected: tuple[float | None, float | None]
    """Holds for all turns at once; None where no game differed."""
    quartiles: tuple[float, float]
    """A quarter of the games lies below the first, a quarter above the second."""
    over: float
    """Share of the games that are over."""
    swing: float
    """Mean size of the change by this turn, in games that were not over before it."""
    decisive: float
    """Share of the games whose decisive turn it is."""


class ExampleGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game that shows how it goes, with its decisive turn."""

    game: int
    """Its number within the run."""
    role: str
    """typical, sharpest or exception."""
    first: bool
    """Whether A plays first."""
    points: float
    """What A scored."""
    turns: int
    turn: int
    """The decisive one."""
    own: bool
    """Whether the decisive turn is A's."""
    before: float
    after: float
    """A's value before and after the decisive turn."""
    actions: tuple[str, ...]
    """What was played in it."""


class CourseValues(msgspec.Struct, frozen=True, kw_only=True):
    """The judge's value over the games."""

    games: int
    points: tuple[CoursePoint, ...]
    """The first is before the first turn, turn 0."""
    ahead_from: int | None
    """The turn from which on the mean leaves out 0 for good; None if it never does."""
    decisive: int
    """The median of the decisive turns."""
    decisive_ci95: tuple[int, int]
    examples: tuple[ExampleGame, ...] = ()


def course_values(values: np.ndarray, lengths: np.ndarray, seed: int) -> CourseValues:
    """Return what courses show: [games, turns + 1] of A's values, pairs side by side.

    After the end of a game its result is repeated; `lengths` are the turns of each.
    """
    last = int(np.quantile(lengths, MOST_OVER, method="higher"))
    held = values[:, : last + 1]
    paired = held.reshape(-1, 2, held.shape[1]).mean(axis=1)
    band = simultaneous(paired, CONFIDENCE, seed)
    signs = np.where(band.lows > 0, 1, np.where(band.highs < 0, -1, 0))
    decisive = decisive_turns(values)
    quartiles = np.quantile(held, [0.25, 0.75], axis=0)
    points = tuple(
        CoursePoint(
            turn=turn,
            mean=float(band.means[turn]),
            corrected=_finite(band.interval(turn)),
            quartiles=(float(quartiles[0, turn]), float(quartiles[1, turn])),
            over=float((lengths <= turn).mean()),
            swing=_swing(values, lengths, turn),
            decisive=float((decisive == turn).mean()),
        )
        for turn in range(last + 1)
    )
    return CourseValues(
        games=len(values),
        points=points,
        ahead_from=_for_good(signs),
        decisive=int(np.median(decisive)),
        decisive_ci95=_median_interval(decisive),
    )


def decisive_turns(values: np.ndarray) -> np.ndarray:
    """Return the turn of each game with the largest swing towards its result.

    Of a game that ends in a draw, the largest swing of all.
    """
    swings = np.diff(values, axis=1)
    results = np.sign(values[:, -1:])
    towards = np.where(results == 0, np.abs(swings), swings * results)
    return towards.argmax(axis=1) + 1


def _swing(values: np.ndarray, lengths: np.ndarray, turn: int) -> float:
    running = lengths >= turn
    if not turn or not running.any():
        return 0.0
    return float(np.abs(values[running, turn] - values[running, turn - 1]).mean())


def _for_good(signs: np.ndarray) -> int | None:
    """Return the first place from which on all signs are the same and none is 0."""
    other = np.flatnonzero(signs != signs[-1])
    first = int(other[-1]) + 1 if len(other) else 0
    return first if signs[-1] else None


def _finite(interval: tuple[float, float]) -> tuple[float | None, float | None]:
    low, high = interval
    return (None, None) if np.isinf(low) else (low, high)


def _median_interval(numbers: np.ndarray) -> tuple[int, int]:
    """Return the 95 % interval of a median: the numbers at the ends of that of the share 1/2."""
    ordered, count = np.sort(numbers), len(numbers)
    low, high = wilson(count / 2, count)
    ends = int(np.floor(low * count)), min(int(np.ceil(high * count)), count - 1)
    return int(ordered[ends[0]]), int(ordered[ends[1]])


# ---- the games that show it ----------------------------------------------------------------------


def example_games(values: np.ndarray, points: np.ndarray, score: float) -> list[tuple[str, int]]:
    """Return up to three games with their role.

    The typical one goes as most do: of the games with the usual result, the nearest to their median
    course. The sharpest of these has the largest decisive swing. The exception is the typical game
    of those that ended otherwise; where there is none, the next typical one.
    """
    usual = 1.0 if score >= 0.5 else 0.0
    games = np.flatnonzero(points == usual)
    others = np.flatnonzero(points == 1 - usual)
    if not len(games):
        games = np.arange(len(points))
    near = _nearest(values, games)
    chosen = [("typical", near[0])]
    rest = [game for game in games if game != near[0]]
    if rest:
        swings = np.abs(np.diff(values[rest], axis=1))
        turns = decisive_turns(values[rest]) - 1
        chosen.append(("sharpest", rest[int(swings[np.arange(len(rest)), turns].argmax())]))
    left = [game for game in near if game not in {number for _, number in chosen}]
    if len(others):
        chosen.append(("exception", _nearest(values, others)[0]))
    elif left:
        chosen.append(("typical", left[0]))
    return [(role, int(game)) for role, game in chosen]


def _nearest(values: np.ndarray, games: np.ndarray) -> list[int]:
    """Return games in the order of their distance from their median course."""
    held = values[games]
    apart = np.abs(held - np.median(held, axis=0)).mean(axis=1)
    return [int(games[place]) for place in np.argsort(apart, kind="stable")]
