"""What happens in the games of A against B: damage, kills, first strikes, commands, survivors.

    counter = HappeningCounter(schedule, kept=160)
    counter.record(results)                                      # as they come
    happening_values(counter.counts(board.scores()), seed=1)

The unit is the side-swapped pair of games. Means are given with 95 % intervals of their own. What a
sentence may say rests on three comparisons, whose intervals hold all at once:

- how often A strikes first: attacks before B has attacked. Chance is one half;
- each type's share of the damage that its side's troops deal, less its share of their price. Where
  every point does the same, that is 0;
- health and damage that commands bring A, less those that they bring B, in a game.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from ...engine.rules.ruleset import Ruleset
from ...engine.rules.stats import COMMANDS, LETTERS, TROOPS
from ..play.player import GameResult
from ..play.schedule import Schedule
from ..run.context import RunContext
from ..stats.quantity import share_quantity
from ..stats.score import Score, student_quantile
from ..stats.simultaneous import Band, open_ends, simultaneous
from .battle import Battle
from .game_rows import Rows, rows_of, stored_rows
from .values import (
    CONFIDENCE,
    CommandHappenings,
    ComparedHappening,
    Happenings,
    MeanValues,
    OpenEnds,
    SideHappenings,
    TroopHappenings,
)

BY_TROOP: Final = ("dealt", "taken", "kills", "lost", "first")
BY_COMMAND: Final = ("used", "brought", "command_kills")
READ: Final = 1000
"""Games whose events are read from the database at a time."""
UNMEASURED: Final = ("winds-of-fate", "chastise")
"""Commands whose gain no event says."""


@dataclass(frozen=True, kw_only=True)
class HappeningCounts:
    """Counts by game: [games, side A and B, troops or commands]."""

    fielded: np.ndarray
    """[side, troops]"""
    prices: np.ndarray
    """What a troop of each type costs."""
    owned: tuple[tuple[str, ...], tuple[str, ...]]
    """The commands of both sides."""
    by_troop: dict[str, np.ndarray]
    by_command: dict[str, np.ndarray]
    points: np.ndarray
    """What A scored in each game."""


class HappeningCounter:
    """Counts games of A, the first entrant of a schedule, against B as they come."""

    def __init__(self, schedule: Schedule, kept: int) -> None:
        """Begin; of the first so many games the actions are kept."""
        self._schedule, self._kept = schedule, kept
        self._armies = [entrant.army(schedule.rules) for entrant in schedule.entrants]
        games = len(schedule)
        self._by_troop = {name: np.zeros((games, 2, len(TROOPS))) for name in BY_TROOP}
        self._by_command = {name: np.zeros((games, 2, len(COMMANDS))) for name in BY_COMMAND}
        self._present = np.zeros(games, bool)
        self.rows: Rows = {}
        """The actions of those that are kept."""

    def record(self, results: Sequence[GameResult]) -> None:
        """Count games that come with their events."""
        self._count(rows_of(results))

    def complete(self, context: RunContext, first: int) -> None:
        """Count the games that were played before the run was resumed."""
        missing = np.flatnonzero(~self._present).tolist()
        for start in range(0, len(missing), READ):
            self._count(stored_rows(context, missing[start : start + READ], first))

    def _count(self, several: Rows) -> None:
        for game, rows in several.items():
            fixture = self._schedule.fixture(game)
            sides = fixture.first, fixture.second
            battle = Battle([self._armies[number] for number in sides], self._schedule.rules)
            for side, counts in zip(sides, battle.follow(rows), strict=True):
                for name, into in (*self._by_troop.items(), *self._by_command.items()):
                    into[game, side] = getattr(counts, name)
            self._present[game] = True
            if game < self._kept:
                self.rows[game] = rows

    def counts(self, points: np.ndarray) -> HappeningCounts:
        """Return what was counted, beside what A scored in each game."""
        letters = ["".join(troop.letter for troop in army.troops) for army in self._armies]
        return HappeningCounts(
            fielded=np.array([_fielded(text) for text in letters]),
            prices=_prices(self._schedule.rules),
            owned=(self._armies[0].commands, self._armies[1].commands),
            by_troop=self._by_troop,
            by_command=self._by_command,
            points=points,
        )


def _fielded(letters: str) -> list[int]:
    return [letters.count(letter) for letter in LETTERS]


def _prices(rules: Ruleset) -> np.ndarray:
    return np.array([float(troop.cost) for troop in rules.troops.values()])


# ---- values --------------------------------------------------------------------------------------


def happening_values(counts: HappeningCounts, seed: int) -> Happenings:
    """Return what the counts show; the intervals of comparisons hold all at once."""
    brought = counts.by_command["brought"].sum(axis=2)
    shares = [(side, troop) for side in (0, 1) for troop in _types(counts, side)]
    questions = [_excess(counts, side, troop) for side, troop in shares]
    rows = np.column_stack([*questions, brought[:, 0] - brought[:, 1]])
    confidence = 1 - (1 - CONFIDENCE) / 2  # half for these, half for first strikes
    band = simultaneous(_paired(rows), confidence, seed)
    excess = {key: open_ends(band.interval(number)) for number, key in enumerate(shares)}
    return Happenings(
        a=_side(counts, 0, excess),
        b=_side(counts, 1, excess),
        first_strikes=_first_strikes(counts, confidence),
        commands=_compared(band, len(shares)),
    )


def _types(counts: HappeningCounts, side: int) -> list[int]:
    """Return the types that a side fields."""
    return np.flatnonzero(counts.fielded[side]).tolist()


def _paired(rows: np.ndarray) -> np.ndarray:
    """Return the means of pairs of games, which lie side by side."""
    return rows.reshape(-1, 2, *rows.shape[1:]).mean(axis=1)


def _compared(band: Band, number: int) -> ComparedHappening:
    return ComparedHappening(
        value=float(band.means[number]), corrected=open_ends(band.interval(number)), chance=0.0
    )


def _excess(counts: HappeningCounts, side: int, troop: int) -> np.ndarray:
    """Return each game's part in the share of damage less the share of price.

    A share is a ratio of sums, about a fixed one: so the mean of these is the difference.
    """
    dealt = counts.by_troop["dealt"][:, side]
    whole = dealt.sum(axis=1)
    return (dealt[:, troop] - _price_share(counts, side, troop) * whole) / (whole.mean() or 1.0)


def _price_share(counts: HappeningCounts, side: int, troop: int) -> float:
    prices = counts.fielded[side] * counts.prices
    return float(prices[troop] / (prices.sum() or 1.0))


def _first_strikes(counts: HappeningCounts, confidence: float) -> ComparedHappening:
    """Return how often A strikes first; a game without an attack counts for both."""
    first = counts.by_troop["first"].sum(axis=2)
    points = np.where(first.sum(axis=1) > 0, first[:, 0], 0.5).reshape(-1, 2)
    score = Score.of_pairs([(one, other) for one, other in points.tolist()])
    share = share_quantity("", "", score.rate, score.interval(), score.games)
    return ComparedHappening(value=score.rate, corrected=share.at(confidence), chance=0.5)


def _side(
    counts: HappeningCounts, side: int, excess: dict[tuple[int, int], OpenEnds]
) -> SideHappenings:
    dealt = counts.by_troop["dealt"][:, side].sum(axis=1)
    bombarded = counts.by_command["brought"][:, side, COMMANDS.index("bombard")]
    kills = counts.by_troop["kills"][:, side].sum(axis=1)
    kills = kills + counts.by_command["command_kills"][:, side].sum(axis=1)
    left = counts.fielded[side].sum() - counts.by_troop["lost"][:, side].sum(axis=1)
    return SideHappenings(
        troops=tuple(
            _troop(counts, side, troop, excess[side, troop]) for troop in _types(counts, side)
        ),
        commands=tuple(_command(counts, side, slug) for slug in counts.owned[side]),
        dealt=mean_values(dealt + bombarded),
        kills=mean_values(kills),
        survivors=mean_values(left),
        brought=mean_values(counts.by_command["brought"][:, side].sum(axis=1)),
    )


def _troop(counts: HappeningCounts, side: int, troop: int, excess: OpenEnds) -> TroopHappenings:
    of = {name: counted[:, side, troop] for name, counted in counts.by_troop.items()}
    whole = counts.by_troop["dealt"][:, side].sum() or 1.0
    fielded = int(counts.fielded[side, troop])
    won = counts.points == (1.0 if side == 0 else 0.0)
    lost = counts.points == (0.0 if side == 0 else 1.0)
    return TroopHappenings(
        troop=TROOPS[troop],
        fielded=fielded,
        price_share=_price_share(counts, side, troop),
        damage_share=float(of["dealt"].sum() / whole),
        excess_corrected=excess,
        dealt=mean_values(of["dealt"]),
        taken=mean_values(of["taken"]),
        kills=mean_values(of["kills"]),
        survivors=mean_values(fielded - of["lost"]),
        first=mean_values(of["first"]),
        dealt_won=float(of["dealt"][won].mean()) if won.any() else None,
        dealt_lost=float(of["dealt"][lost].mean()) if lost.any() else None,
    )


def _command(counts: HappeningCounts, side: int, slug: str) -> CommandHappenings:
    number = COMMANDS.index(slug)
    of = {name: counted[:, side, number] for name, counted in counts.by_command.items()}
    measured = slug not in UNMEASURED
    times = of["used"].sum()
    return CommandHappenings(
        command=slug,
        used=mean_values(of["used"]),
        brought=mean_values(of["brought"]) if measured else None,
        brought_a_use=float(of["brought"].sum() / times) if measured and times else None,
        kills=mean_values(of["command_kills"]),
    )


def mean_values(figures: np.ndarray) -> MeanValues:
    """Return the mean of a figure of games, with the error of whole pairs."""
    pairs = _paired(figures)
    value, count = float(pairs.mean()), len(pairs)
    error = float(pairs.std(ddof=1)) / count**0.5 if count > 1 else 0.0
    reach = student_quantile(0.95, max(count - 1, 1)) * error
    return MeanValues(value, (value - reach, value + reach))
