"""What a map says of its cells, and what held-out games say of chosen ones, as values."""

from collections.abc import Sequence

from ...arena.stats.score import normal_quantile
from ...arena.stats.values import finite
from .archive import Archive, FeatureMap, Record, StyleCandidate
from .features import Feature
from .map_domain import Meeting
from .result import CellCheckValues, CellValues, MeasureValues, StylesResult


def mapped_values(
    over: str, judge: str, archive: Archive, checks: Sequence[CellCheckValues]
) -> StylesResult:
    """Return a map and its checks."""
    return StylesResult(
        over=over,
        judge=judge,
        x=str(archive.map.x),
        y=str(archive.map.y),
        coverage=archive.coverage,
        quality=archive.quality,
        cells=tuple(_cell(archive.map, one) for one in archive.elites.values()),
        checks=tuple(checks),
    )


def checked(
    plan: FeatureMap, one: StyleCandidate, meeting: Meeting, record: Record
) -> CellCheckValues:
    """Return what games of a meeting say about the candidate of a cell."""
    score = MeasureValues(claimed=one.rate, measured=record.score.rate, ci95=record.interval)
    strata = len(meeting.opponents)
    features = {
        axis.name: _measure(plan, axis.feature, one, record, strata) for axis in (plan.x, plan.y)
    }
    return CellCheckValues(
        row=one.cell.row,
        col=one.cell.col,
        meeting=meeting.name,
        games=record.games,
        measures={"score": score} | features,
    )


def _cell(plan: FeatureMap, one: StyleCandidate) -> CellValues:
    x, y = (finite(plan.value(axis.feature, one.text, one.record)) for axis in (plan.x, plan.y))
    return CellValues(
        row=one.cell.row,
        col=one.cell.col,
        text=one.text,
        x=x,
        y=y,
        score=one.rate,
        ci95=one.interval,
        games=one.score.games,
    )


def _measure(
    plan: FeatureMap, feature: Feature, one: StyleCandidate, record: Record, strata: int
) -> MeasureValues:
    value = plan.value(feature, one.text, record)
    reach = normal_quantile(0.95) * plan.error(feature, record, strata)
    return MeasureValues(
        claimed=finite(plan.value(feature, one.text, one.record)),
        measured=finite(value),
        ci95=(finite(value - reach), finite(value + reach)),
    )
