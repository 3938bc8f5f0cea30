"""What a change of the rules did, as a page: first what is beyond noise."""

from collections.abc import Callable

from ...arena.run.report import facts, title
from ...results import Store, StoreError
from ...results.page.blocks import Section
from ...results.page.page import Page
from ...results.store.runs import Run
from . import report_sweep as whatif_sweep
from .report_data import Findings, read
from .report_parts import (
    adapted_section,
    beyond_section,
    figures_section,
    matrix_section,
    mixture_section,
    setups_section,
    space_section,
    usage_section,
)


def build(store: Store, run: Run, told: Callable[[str], object]) -> Page:
    """Return the report of a comparison; `told` hears of each section before it is made."""
    found = read(store, run)
    if found is None:
        raise StoreError(
            f"run {run.run} is not finished: nothing was compared yet; "
            f"conquest-opt whatif --resume {run.run} goes on with it"
        )
    makers = _sweep(found) if found.sweep else _pair(store, found)
    sections: list[Section] = []
    for name, make in makers:
        told(name)
        sections.append(make())
    return Page(
        title(run),
        _about(found),
        [section for section in sections if section.parts],
        facts(run, sum(variant["games"] for variant in found.variants)),
    )


def _pair(store: Store, found: Findings) -> list[tuple[str, Callable[[], Section]]]:
    return [
        ("beyond noise", lambda: beyond_section(found)),
        ("setups", lambda: setups_section(found)),
        ("win matrix", lambda: matrix_section(store, found)),
        ("figures", lambda: figures_section(found)),
        ("setups there are", lambda: space_section(found)),
        ("Nash mixture", lambda: mixture_section(found)),
        ("usage", lambda: usage_section(found)),
        ("adapted", lambda: adapted_section(found)),
    ]


def _sweep(found: Findings) -> list[tuple[str, Callable[[], Section]]]:
    return [
        ("curves", lambda: whatif_sweep.curves_section(found)),
        ("setups", lambda: whatif_sweep.setups_section(found)),
        ("beyond noise", lambda: beyond_section(found)),
        ("setups there are", lambda: space_section(found)),
        ("Nash mixture", lambda: whatif_sweep.mixtures_section(found)),
        ("adapted", lambda: adapted_section(found)),
    ]


def _about(found: Findings) -> str:
    games = found.variants[0]["games"]
    if found.sweep:
        values = [variant["edits"][-1].partition("=")[2] for variant in found.variants[1:]]
        what = f"{found.sweep} at {', '.join(values)}"
    else:
        what = "; ".join(found.variants[1]["words"])
    return (
        f"{what}. The same setups under the rules before and after, {games:,} games each, game by "
        "game with the same seeds. A change counts as beyond noise with all questions of the run "
        "asked at once, at 95 %."
    )
