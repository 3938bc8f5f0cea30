"""When it is decided: the judge's value after every turn, over games of A against B.

A course is A's value before the first turn and after each: from -1 (lost) to 1 (won). After its
last turn a game keeps its result, so every turn has all games. A swing is the change of the value
by one turn. The decisive turn of a game is the one with the largest swing towards its result.

The band of the mean over the turns holds for all turns at once. It is decided, as far as games of
both show it, from the first turn on after which the band leaves out 0 for good.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

import msgspec
import numpy as np

from ..play.result_board import ResultBoard
from ..stats.score import wilson
from ..stats.simultaneous import Band, open_ends, simultaneous
from .game_rows import Rows
from .values import CONFIDENCE, CoursePoint, CourseValues, ExampleGame, OpenEnds

MOST_OVER: Final = 0.95
"""The course is followed until so many games are over."""


@dataclass(frozen=True)
class Courses:
    """Values for A of games by number: A plays first in those of even number."""

    values: np.ndarray
    """[games, turns + 1]; after its end a game keeps its result."""
    lengths: np.ndarray
    """The turns of each."""


def courses(valued: Mapping[int, tuple[float, ...]]) -> Courses:
    """Return values for first players as those for A."""
    lengths = np.array([len(values) - 1 for values in valued.values()])
    held = np.zeros((len(valued), lengths.max() + 1))
    for game, values in valued.items():
        sign = -1 if game & 1 else 1
        held[game, : len(values)] = np.array(values) * sign
        held[game, len(values) :] = values[-1] * sign
    return Courses(held, lengths)


def course_values(values: np.ndarray, lengths: np.ndarray, seed: int) -> CourseValues:
    """Return what courses show: [games, turns + 1] of A's values, pairs side by side.

    After the end of a game its result is repeated; `lengths` are the turns of each.
    """
    last = int(np.quantile(lengths, MOST_OVER, method="higher"))
    held = values[:, : last + 1]
    paired = held.reshape(-1, 2, held.shape[1]).mean(axis=1)
    band = simultaneous(paired, CONFIDENCE, seed)
    decisive = decisive_turns(values)
    quarter, half, three = np.quantile(held, [0.25, 0.5, 0.75], axis=0).tolist()
    points = tuple(
        CoursePoint(
            turn=turn,
            mean=float(band.means[turn]),
            corrected=_within(open_ends(band.interval(turn))),
            quartiles=(quarter[turn], half[turn], three[turn]),
            over=float((lengths <= turn).mean()),
            swing=_swing(values, lengths, turn),
            decisive=float((decisive == turn).mean()),
        )
        for turn in range(last + 1)
    )
    return CourseValues(
        games=len(values),
        points=points,
        ahead_from=_for_good(band),
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


def _within(ends: OpenEnds) -> OpenEnds:
    """Return an interval of values, which are from -1 to 1."""
    low, high = ends
    return None if low is None else max(low, -1.0), None if high is None else min(high, 1.0)


def _swing(values: np.ndarray, lengths: np.ndarray, turn: int) -> float:
    running = lengths >= turn
    if not turn or not running.any():
        return 0.0
    return float(np.abs(values[running, turn] - values[running, turn - 1]).mean())


def _for_good(band: Band) -> int | None:
    """Return the first turn from which on the band leaves out 0 to the same side.

    Turns after which no game differs, such as the last where A has won all, do not count.
    """
    turns = np.flatnonzero(~np.isnan(band.errors))
    signs = np.where(band.lows > 0, 1, np.where(band.highs < 0, -1, 0))[turns]
    if not len(turns) or not signs[-1]:
        return None
    other = np.flatnonzero(signs != signs[-1])
    return int(turns[other[-1] + 1 if len(other) else 0])


def _median_interval(numbers: np.ndarray) -> tuple[int, int]:
    """Return the 95 % interval of a median: the numbers at the ends of that of the share 1/2."""
    ordered, count = np.sort(numbers), len(numbers)
    low, high = wilson(count / 2, count)
    ends = int(np.floor(low * count)), min(int(np.ceil(high * count)), count - 1)
    return int(ordered[ends[0]]), int(ordered[ends[1]])


# ---- the games that show it ----------------------------------------------------------------------


Role = Literal["typical", "sharpest", "exception"]


def example_games(values: np.ndarray, points: np.ndarray, score: float) -> list[tuple[Role, int]]:
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
    chosen: list[tuple[Role, int]] = [("typical", near[0])]
    rest = [int(game) for game in games if game != near[0]]
    if rest:
        swings = np.abs(np.diff(values[rest], axis=1))
        turns = decisive_turns(values[rest]) - 1
        chosen.append(("sharpest", rest[int(swings[np.arange(len(rest)), turns].argmax())]))
    left = [game for game in near if game not in {number for _, number in chosen}]
    if len(others):
        chosen.append(("exception", _nearest(values, others)[0]))
    elif left:
        chosen.append(("typical", left[0]))
    return chosen


def _nearest(values: np.ndarray, games: np.ndarray) -> list[int]:
    """Return games in the order of their distance from their median course."""
    held = values[games]
    apart = np.abs(held - np.median(held, axis=0)).mean(axis=1)
    return [int(games[place]) for place in np.argsort(apart, kind="stable")]


def with_examples(
    course: CourseValues, held: Courses, board: ResultBoard, rows: Rows, first: int
) -> CourseValues:
    """Return a course with the games that show it best; the first has the number `first`."""
    points = board.scores()
    turns = decisive_turns(held.values)
    score = float(points.mean())
    chosen = example_games(held.values, points[: len(held.values)], score)
    examples = []
    for role, game in chosen:
        turn = int(turns[game])
        played = [row for row in rows[game] if row.turn == turn]
        examples.append(
            ExampleGame(
                game=first + game,
                role=role,
                first=not game & 1,
                points=float(points[game]),
                turns=int(held.lengths[game]),
                turn=turn,
                own=(played[0].player == "first") == (not game & 1),
                before=float(held.values[game, turn - 1]),
                after=float(held.values[game, turn]),
                actions=tuple(row.text for row in played),
            )
        )
    return msgspec.structs.replace(course, examples=tuple(examples))
