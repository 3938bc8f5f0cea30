"""The quantities of two results that both have: differences, and which are beyond noise.

All questions are asked at once. The groups share the chance of a false alarm equally, and so do the
figures of a group (C. Bonferroni), which holds however figures depend on each other: so a figure
that many others stand beside, such as a match-up, does not cost the few main ones. A figure is said
to be higher or lower only where the interval of its difference at that confidence leaves out 0.

The two runs are taken as independent. Runs with the same seed share some luck, which makes their
differences smaller than these intervals allow for, as a rule.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from ..stats.quantity import Ends, Quantity, difference

LEVEL: Final = 0.05
"""Chance of a false alarm in a whole comparison."""


_ORDER: Final = {"higher": 0, "lower": 0, "not shown": 1, "not asked": 2}


class ComparedFigure(msgspec.Struct, frozen=True, kw_only=True):
    """A figure that two runs have."""

    group: str
    name: str
    form: str
    """How it is written: see `results.page.grids.shown`."""
    values: tuple[float, float]
    ci95: tuple[Ends | None, Ends | None]
    difference: float
    """By how much it is higher in the second run."""
    difference_ci95: Ends | None = None
    """Taken by itself."""
    difference_ci95_all: Ends | None = None
    """With all figures asked at once."""
    verdict: Literal["higher", "lower", "not shown", "not asked"] = "not asked"
    """Of the second run."""
    reason: str = ""
    """Why it is not asked: the two measure something else, or have no interval."""

    @property
    def beyond_noise(self) -> bool:
        """Whether it was shown to differ."""
        return self.verdict in ("higher", "lower")


class LoneFigure(msgspec.Struct, frozen=True, kw_only=True):
    """A figure that only one run has."""

    run: Literal[1, 2]
    group: str
    name: str
    form: str
    value: float
    ci95: Ends | None


def compared_figures(one: Sequence[Quantity], other: Sequence[Quantity]) -> list[ComparedFigure]:
    """Return the figures that both have, those of a group together, the largest certain first."""
    second = {(its.group, its.name): its for its in other}
    pairs = [(mine, second[key]) for mine in one if (key := (mine.group, mine.name)) in second]
    reasons = [_reason(*pair) for pair in pairs]
    sizes = Counter(mine.group for (mine, _), why in zip(pairs, reasons, strict=True) if not why)
    questions = {group: len(sizes) * count for group, count in sizes.items()}
    figures = [
        _compared(mine, its, why, questions.get(mine.group, 0))
        for (mine, its), why in zip(pairs, reasons, strict=True)
    ]
    units = list(dict.fromkeys((f.group, f.form) for f in figures))
    groups = list(dict.fromkeys([*sizes, *(group for group, _ in units)]))
    return sorted(
        figures,
        key=lambda f: (
            groups.index(f.group),
            _ORDER[f.verdict],
            units.index((f.group, f.form)),
            -abs(f.difference),
        ),
    )


def lone_figures(one: Sequence[Quantity], other: Sequence[Quantity]) -> list[LoneFigure]:
    """Return the figures that only one of the two has."""
    names = [{(q.group, q.name) for q in quantities} for quantities in (one, other)]
    sides: list[tuple[Literal[1, 2], Sequence[Quantity], set[tuple[str, str]]]] = [
        (1, one, names[1]),
        (2, other, names[0]),
    ]
    return [
        LoneFigure(run=run, group=q.group, name=q.name, form=q.form, value=q.value, ci95=q.interval)
        for run, quantities, others in sides
        for q in quantities
        if (q.group, q.name) not in others
    ]


def _reason(one: Quantity, other: Quantity) -> str:
    """Return why two quantities are not compared, if they are not."""
    words = [word for word, basis in one.basis.items() if other.basis.get(word) != basis]
    words += dict.fromkeys(q.doubt for q in (one, other) if q.doubt)
    if words:
        return ", ".join(words)
    if one.known and other.known:
        return ""
    return "no interval" if one.interval is None or other.interval is None else "nothing varied"


def _compared(one: Quantity, other: Quantity, reason: str, questions: int) -> ComparedFigure:
    """Return both figures, and their difference among so many questions unless it is not asked."""
    both = ComparedFigure(
        group=one.group,
        name=one.name,
        form=one.form,
        values=(one.value, other.value),
        ci95=(one.interval, other.interval),
        difference=other.value - one.value,
        reason=reason,
    )
    if reason:
        return both
    low, high = at_once = difference(one, other, 1 - LEVEL / questions)
    return msgspec.structs.replace(
        both,
        difference_ci95=difference(one, other, 1 - LEVEL),
        difference_ci95_all=at_once,
        verdict="higher" if low > 0 else "lower" if high < 0 else "not shown",
    )
