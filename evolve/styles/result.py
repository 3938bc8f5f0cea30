"""What a map ends with: the candidates of its cells, and chosen ones on held-out seeds.

The check is the paper's table II: score and features of chosen candidates as the map has them,
beside those of games that decided nothing. Intervals are 95 %, with the side-swapped pair as unit.
"""

from typing import Any

import msgspec

from ...agents.spec.spec import called
from ...arena.run.result import ResultValues
from ...arena.stats.quantity import Basis, Quantity, pair_degrees, share_quantity
from ...results.page.blocks import Block, Lines, Text
from ...results.page.grids import Column, Grid
from ...results.page.words import plural, share_text
from ...setups.naming import name_values
from .features import FEATURES, FeatureAxis


class CellValues(msgspec.Struct, frozen=True, kw_only=True):
    """A cell and its candidate."""

    row: int
    col: int
    text: str
    """The agent or the setup."""
    x: float | None
    y: float | None
    """Its features; None is no number: a turn of victory without a victory."""
    score: float
    ci95: tuple[float, float]
    games: int


class MeasureValues(msgspec.Struct, frozen=True, kw_only=True):
    """One number of a check."""

    claimed: float | None
    """As the map has it."""
    measured: float | None
    ci95: tuple[float | None, float | None]

    @property
    def holds(self) -> bool | None:
        """Whether what is claimed lies in the interval; None if there is none to lie in."""
        low, high = self.ci95
        if self.claimed is None or low is None or high is None or low == high:
            return None
        return low <= self.claimed <= high

    @property
    def estimate(self) -> tuple[float, float, float]:
        """What was measured and its interval, which a score always has."""
        low, high = self.ci95
        assert self.measured is not None
        assert low is not None
        assert high is not None
        return self.measured, low, high

    def quantity(self, group: str, name: str, games: int, basis: Basis) -> Quantity:
        """Return what was measured, which is a number, as a quantity; a score is a share."""
        assert self.measured is not None
        low, high = self.ci95
        score = group.startswith("score ")
        return Quantity(
            group,
            name,
            self.measured,
            None if low is None or high is None else (low, high),
            form="share" if score else "number",
            scale="share" if score else "plain",
            degrees=pair_degrees(games),
            basis=basis,
        )


class CellCheckValues(msgspec.Struct, frozen=True, kw_only=True):
    """The candidate of a cell, measured in one meeting."""

    row: int
    col: int
    meeting: str
    games: int
    measures: dict[str, MeasureValues]
    """The score, then the features x and y."""


class StylesResult(ResultValues, frozen=True, kw_only=True):
    """A map that is made."""

    over: str
    """weights or setups."""
    judge: str = ""
    """The agent that scores of setups are estimates for."""
    x: str
    y: str
    """The axes, as text."""
    coverage: float
    """Share of the cells that keep a candidate."""
    quality: float
    """The sum of their scores."""
    cells: tuple[CellValues, ...]
    """By row and column."""
    checks: tuple[CellCheckValues, ...]
    """First the best cell, then the corners; again in each meeting."""

    def json(self, run: str | None) -> dict[str, Any]:
        """Return the values; setups in cells with their names."""
        values: dict[str, Any] = super().json(run)
        if self.over == "setups":
            values["cells"] = [cell | name_values(cell["text"]) for cell in values["cells"]]
        return values

    @property
    def axes(self) -> tuple[FeatureAxis, FeatureAxis]:
        """The axes, across and up."""
        return FeatureAxis.parse(self.x, FEATURES), FeatureAxis.parse(self.y, FEATURES)

    @property
    def chosen(self) -> list[CellValues]:
        """The cells that were checked: the best, then the corners."""
        cells = {(cell.row, cell.col): cell for cell in self.cells}
        return [cells[place] for place in dict.fromkeys((c.row, c.col) for c in self.checks)]

    @property
    def best(self) -> CellValues:
        """The cell with the highest lower confidence bound."""
        return self.chosen[0] if self.checks else max(self.cells, key=lambda cell: cell.ci95[0])

    def checks_of(self, cell: CellValues) -> list[CellCheckValues]:
        """Return the checks of a cell, one for each meeting."""
        return [check for check in self.checks if (check.row, check.col) == (cell.row, cell.col)]

    def quantities(self) -> list[Quantity]:
        """Return how full the map is, what held-out games say of chosen cells, and all cells."""
        texts = {(cell.row, cell.col): cell.text for cell in self.cells}
        axes = self.over, self.x, self.y
        whole = [
            Quantity("the map", "cells filled", self.coverage, None, form="share"),
            Quantity("the map", "sum of the scores", self.quality, None),
        ]
        checks = [
            measure.quantity(
                f"{name} on held-out seeds",
                f"cell {check.row}:{check.col}, {check.meeting}",
                check.games,
                {"other axes": axes, "another candidate": texts[check.row, check.col]},
            )
            for check in self.checks
            for name, measure in check.measures.items()
            if measure.measured is not None
        ]
        cells = [
            share_quantity(
                "scores of cells",
                f"cell {cell.row}:{cell.col}",
                cell.score,
                cell.ci95,
                other_axes=axes,
                another_candidate=cell.text,
            )
            for cell in self.cells
        ]
        return [*whole, *checks, *cells]

    # ---- in words --------------------------------------------------------------------------------

    def summary(self) -> list[Block]:
        """Return the map, and how far held-out games confirm it."""
        (x, y), best = self.axes, self.best
        word = "--agent-a " if self.over == "weights" else ""
        plays = f"a cell of a stored map plays as {word}style:latest:{best.row}:{best.col}"
        return [
            Text(self.headline(x.bins * y.bins)),
            Text(
                f"Columns are {x.name} ({x.feature.about}), rows {y.name} ({y.feature.about}); "
                f"scores are in % against the search's opponents{self._judged()}."
            ),
            self._map_grid(x, y),
            Text(self._check_text()),
            *self._check_grids(),
            Lines([plays], terminal_only=True),
        ]

    def _judged(self) -> str:
        return f", as estimates for {called(self.judge)}" if self.judge else ""

    def headline(self, size: int) -> str:
        """Return how full the map is, and how its best cell did."""
        best, [fresh, *_] = self.best, self.checks
        score, *ends = fresh.measures["score"].estimate
        by = f", played by {called(self.judge)}" if self.judge else ""
        filled = "is filled" if len(self.cells) == 1 else "are filled"
        return (
            f"{len(self.cells)} of {size} cells {filled}; each cell keeps the candidate with the "
            f"highest lower confidence bound. The bound is highest in cell {best.row}:{best.col}: "
            f"{share_text(best.score, best.ci95)} {self._by_games(best.games)}; on held-out seeds "
            f"it scored {share_text(score, ends)} of {fresh.games}{by}."
        )

    def _by_games(self, games: int) -> str:
        if not self.judge:
            return f"of {games} games"
        return f"for {called(self.judge)}, by {games} games of its own and a model of all games"

    def _check_text(self) -> str:
        meeting = self.checks[0].meeting
        within = [
            measure.holds
            for check in self.checks
            if check.meeting == meeting
            for measure in check.measures.values()
            if measure.holds is not None
        ]
        cells, games = plural(len(self.chosen), "cell"), self.checks[0].games
        return (
            f"{cells} checked on held-out seeds, {games} games in each meeting: {sum(within)} of "
            f"{len(within)} numbers of the map lie within the 95 % intervals of the games "
            "played as in the search. The map's own numbers are uncertain too, so somewhat fewer "
            "than 95 % are to be expected."
        )

    def _map_grid(self, x: FeatureAxis, y: FeatureAxis) -> Grid:
        """Return the scores, the highest row first."""
        scores = {(cell.row, cell.col): f"{100 * cell.score:.0f}" for cell in self.cells}
        rows: list[tuple[object, ...]] = [
            (row, y.label(row), *(scores.get((row, col), ".") for col in range(x.bins)))
            for row in reversed(range(y.bins))
        ]
        rows.append(("", x.name, *(x.label(col).partition(" to ")[0] for col in range(x.bins))))
        columns = [
            Column("row", "row", "count"),
            Column("y", y.name),
            *(Column(f"col_{col}", str(col), "count") for col in range(x.bins)),
        ]
        return Grid("summary-map", "", columns, rows, kept=2, terminal_only=True)

    def _check_grids(self) -> list[Grid]:
        """Return table II: what the map says of each chosen cell, and what held-out games say."""
        grids = []
        for cell in self.chosen:
            own = self.checks_of(cell)
            row, col, claims = cell.row, cell.col, own[0].measures
            rows = [("by the map", *(_number(n, m.claimed) for n, m in claims.items()))]
            rows += [
                (
                    check.meeting.replace("against ", "vs "),
                    *(_measured(name, measure) for name, measure in check.measures.items()),
                )
                for check in own
            ]
            columns = [
                Column("meeting", f"cell {row}:{col}"),
                *(Column(n, "score in %" if n == "score" else n) for n in claims),
            ]
            grids.append(
                Grid(f"summary-check-{row}-{col}", "", columns, rows, kept=2, terminal_only=True)
            )
        return grids


def _measured(name: str, measure: MeasureValues) -> str:
    """Return a number with its interval: that of a score is not even, others are."""
    value, low, high = (_number(name, v) for v in (measure.measured, *measure.ci95))
    if name == "score":
        return f"{value} [{low}, {high}]"
    end = measure.ci95[1]
    if end is None or measure.measured is None or low == high:
        return value
    return f"{value} ± {end - measure.measured:.2g}"


def _number(name: str, value: float | None) -> str:
    if value is None:
        return "none"
    return f"{100 * value:.1f}" if name == "score" else f"{value:.3g}"
