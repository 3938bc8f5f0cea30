"""What a map ends with: who holds its cells, and chosen ones measured on fresh games.

The paper's table II: score and features of chosen individuals as the map has them, beside those of
games that decided nothing. Intervals are 95 %, with the side-swapped pair as the unit.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...arena.stats.score import normal_quantile
from .archive import Archive, Individual, Map, Record
from .features import Cell, Feature
from .map_domain import Meeting


@dataclass(frozen=True, kw_only=True)
class Measure:
    """One number of a check; None is no number: a turn of victory without a victory."""

    feature: str
    claimed: float | None
    """As the map has it."""
    measured: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, kw_only=True)
class Check:
    """Who holds a cell, measured in one meeting."""

    individual: Individual
    cell: Cell
    meeting: str
    games: int
    measures: tuple[Measure, ...]
    """The score, then the features x and y."""

    def to_dict(self) -> dict[str, Any]:
        """Return the check as plain JSON values."""
        measures = {
            m.feature: {"claimed": m.claimed, "measured": m.measured, "ci95": [m.low, m.high]}
            for m in self.measures
        }
        place = {"row": self.cell.row, "col": self.cell.col}
        return {**place, "meeting": self.meeting, "games": self.games, "measures": measures}


@dataclass(frozen=True, kw_only=True)
class Found:
    """A map that is made."""

    archive: Archive
    checks: Sequence[Check]

    def to_dict(self) -> dict[str, Any]:
        """Return the map as plain JSON values."""
        plan = self.archive.map
        return {
            "x": str(plan.x),
            "y": str(plan.y),
            "coverage": self.archive.coverage,
            "quality": self.archive.quality,
            "cells": [self._cell(one) for one in self.archive.elites.values()],
            "checks": [check.to_dict() for check in self.checks],
        }

    def _cell(self, one: Individual) -> dict[str, Any]:
        cell, plan, record = one.cell, self.archive.map, one.record
        x, y = (finite(plan.value(a.feature, one.text, record)) for a in (plan.x, plan.y))
        low, high = record.interval
        return {
            "row": cell.row,
            "col": cell.col,
            "text": one.text,
            "x": x,
            "y": y,
            "score": record.score.rate,
            "ci95": [low, high],
            "games": record.games,
        }


def checked(plan: Map, one: Individual, meeting: Meeting, record: Record) -> Check:
    """Return what games of a meeting say about who holds a cell."""
    low, high = record.interval
    score = Measure(
        feature="score",
        claimed=one.record.score.rate,
        measured=record.score.rate,
        low=low,
        high=high,
    )
    strata = len(meeting.opponents)
    features = (_measure(plan, axis.feature, one, record, strata) for axis in (plan.x, plan.y))
    return Check(
        individual=one,
        cell=one.cell,
        meeting=meeting.name,
        games=record.games,
        measures=(score, *features),
    )


def _measure(plan: Map, feature: Feature, one: Individual, record: Record, strata: int) -> Measure:
    value = plan.value(feature, one.text, record)
    reach = normal_quantile(0.95) * plan.error(feature, record, strata)
    return Measure(
        feature=feature.name,
        claimed=finite(plan.value(feature, one.text, one.record)),
        measured=finite(value),
        low=finite(value - reach),
        high=finite(value + reach),
    )


def finite(value: float) -> float | None:
    """Return a number, None if it is none."""
    return float(value) if math.isfinite(value) else None
