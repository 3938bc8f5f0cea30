"""`RunComparison`: two finished runs of one kind, what they asked for and what they show.

comparison = compare_runs(store, "3f9a", "latest", KINDS)
comparison.json(), terminal_text(summary(comparison), 80)
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import msgspec

from ...results import Store, StoreError
from ...results.page.words import listed
from ...results.store.runs import Run
from ..run.kinds import Kinds
from ..run.report import StoredRun, read_stored
from ..stats.quantity import Quantity
from .asked import AskedSetting, asked_differently
from .figures import ComparedFigure, LoneFigure, compared_figures, lone_figures


@dataclass(frozen=True)
class RunComparison:
    """Two runs that can be compared."""

    one: StoredRun
    other: StoredRun

    @property
    def runs(self) -> tuple[StoredRun, StoredRun]:
        """Both."""
        return self.one, self.other

    @cached_property
    def asked(self) -> list[AskedSetting]:
        """What the two ask for differently."""
        return asked_differently(self.one.run, self.other.run)

    @cached_property
    def _quantities(self) -> tuple[list[Quantity], list[Quantity]]:
        return self.one.values.quantities(), self.other.values.quantities()

    @cached_property
    def figures(self) -> list[ComparedFigure]:
        """Figures that both have."""
        return compared_figures(*self._quantities)

    @cached_property
    def lone(self) -> list[LoneFigure]:
        """Figures that only one has."""
        return lone_figures(*self._quantities)

    @property
    def same_result(self) -> bool:
        """Whether the two found the same, in every number."""
        return self.one.values == self.other.values

    @property
    def same_seed(self) -> bool:
        """Whether the two drew their luck from the same seed."""
        return self.one.run.seed == self.other.run.seed

    @property
    def clock_dependent(self) -> bool:
        """Whether the games of both depend on the clock."""
        return self.one.run.clock_dependent

    def json(self) -> dict[str, Any]:
        """Return everything as plain values."""
        return {
            "kind": self.one.run.kind,
            "runs": [
                {"run": stored.run.run, "seed": stored.run.seed, "games": stored.games}
                for stored in self.runs
            ],
            "same_result": self.same_result,
            "same_seed": self.same_seed,
            "clock_dependent": self.clock_dependent,
            "paired": False,
            "asked": msgspec.to_builtins(self.asked),
            "figures": [
                msgspec.to_builtins(figure) | {"beyond_noise": figure.beyond_noise}
                for figure in self.figures
            ],
            "only": msgspec.to_builtins(self.lone),
        }


def compare_runs(store: Store, one: str, other: str, kinds: Kinds) -> RunComparison:
    """Return the comparison of two runs, each by its identifier, a part of it, latest or a kind."""
    first, second = (read_stored(store, name, kinds) for name in (one, other))
    if first.run.run == second.run.run:
        raise StoreError(f"both are run {first.run.run}; {_others(store, first)}")
    if first.run.kind != second.run.kind:
        raise StoreError(
            f"run {first.run.run} is of the kind {first.kind.command}, run {second.run.run} of the "
            f"kind {second.kind.command}; give two runs of one kind"
        )
    for stored in (first, second):
        _check(stored)
    _check_clock(first.run, second.run)
    return RunComparison(first, second)


def _check_clock(one: Run, other: Run) -> None:
    """Refuse a run whose games depend on the clock beside one whose games follow from its seed."""
    if one.clock_dependent != other.clock_dependent:
        clock, seeded = (one, other) if one.clock_dependent else (other, one)
        raise StoreError(
            f"run {clock.run} depends on the clock, because other programs played, and run "
            f"{seeded.run} does not: such runs are not compared. Give two of one sort"
        )


def _others(store: Store, stored: StoredRun) -> str:
    """Return which runs could stand beside one."""
    kind = stored.run.kind
    others = [
        run.run
        for run in store.runs()
        if (run.kind, run.status) == (kind, "finished") and run.run != stored.run.run
    ]
    if not others:
        return f"there is no other finished run of the kind {stored.kind.command}"
    return f"give another one of the kind {stored.kind.command}: {listed(others[::-1], 3)}"


def _check(stored: StoredRun) -> None:
    """Refuse a run that has no result in the form that is read now."""
    run = stored.run
    if run.status == "running":
        raise StoreError(f"run {run.run} is still under way: compare it when it has finished")
    if run.status != "finished":
        raise StoreError(f"run {run.run} is {run.status}; {stored.resume_command} finishes it")
    if stored.values is None:
        raise StoreError(
            f"run {run.run} was stored by an earlier version, in another form; "
            f"{stored.resume_command} adds its result, if such runs still play the same games"
        )
