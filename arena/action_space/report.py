"""The report of a measurement of the action space: the tables, and what each reduction does."""

from ...agents.spec.spec import called
from ...results.page.axes import Scale
from ...results.page.blocks import Section, Text
from ...results.page.charts import dot_plot
from ...results.page.words import listed
from ..run.report import Maker, Report, StoredRun
from .result import ActionSpaceResult
from .sizes import SpaceSize


def report(stored: StoredRun) -> Report:
    """Return the report of a measurement."""
    values: ActionSpaceResult | None = stored.values
    sections: list[Maker] = [("measures", lambda: Section("Reductions", stored.summary()))]
    if values:
        sections += [
            ("sequences", lambda: _growth(values)),
            ("strength", lambda: _strength(values)),
        ]
    about = (
        f"{stored.games:,} games: what section 6.7 of the thesis estimates of its reductions of "
        "the action space, measured by switching each of them off. Intervals are 95 %."
    )
    return Report(_title(stored), about, sections)


def _title(stored: StoredRun) -> str:
    played = f"played by {called(stored.run.agents[0])}"
    if stored.values is None:
        return f"Reductions of the action space, {played}"
    return f"Reductions of the action space with {listed(stored.values.setups, 4)}, {played}"


def _growth(values: ActionSpaceResult) -> Section:
    """Return how many more sequences a turn has without each reduction."""
    sizes = {off: size for off, size in values.sizes.items() if off != "none"}
    single = [off for off in sizes if off != "all"]
    most = max(single, key=lambda off: sizes[off].growth_log10)
    text = (
        f"Of the single reductions {most} was measured to leave out most: without it a turn has 10 "
        f"to the power of {_power(sizes[most])} times as many sequences of actions; without all of "
        f"them 10 to the power of {_power(sizes['all'])}."
    )
    grown = [(off, size.growth_log10, size.growth_log10_ci95) for off, size in sizes.items()]
    chart = dot_plot(
        "growth",
        "Sequences of actions a turn without a reduction, over those with all of them.",
        [(off, growth, *(ends or (growth, growth))) for off, growth, ends in grown],
        Scale("log10 of the factor", middle=0.0),
    )
    return Section("Sequences a turn", [Text(text), chart])


def _power(size: SpaceSize) -> str:
    """Return a factor as a power of ten, with its interval if that is known."""
    ends = size.growth_log10_ci95
    span = f" [{ends[0]:.1f}, {ends[1]:.1f}]" if ends else ""
    return f"{size.growth_log10:.1f}{span}"


def _strength(values: ActionSpaceResult) -> Section:
    """Return whether each reduction makes an agent stronger."""
    scores = {off: strength.total for off, strength in values.strengths.items()}
    chart = dot_plot(
        "strength",
        "Score of an agent with the reduction against the same agent without it, with 95 % "
        "intervals.",
        [(off, score.score, *score.ci95) for off, score in scores.items()],
        Scale("score with the reduction", percent=True, middle=0.5),
    )
    return Section("Strength", [chart])
