"""What a change of the rules did, as a page: first what is beyond noise."""

from ...arena.run.report import Maker, Report, StoredRun, rules_text
from ...results.page.blocks import Section
from . import sweep_sections
from .matrix_sections import adapted_section, matrix_section, mixture_section
from .sections import beyond_section, figures_section, setups_section, space_section, usage_section
from .stored_rows import StoredComparison, read


def report(stored: StoredRun) -> Report:
    """Return the report of a comparison."""
    found = read(stored)
    if found is None:
        waiting: Maker = ("result", lambda: Section("Beyond noise", stored.summary()))
        about = "A comparison of the game before a change of the rules and after."
        return Report("What a change of the rules does", about, [waiting])
    sections = _sweep(stored, found) if found.sweep else _pair(stored, found)
    if found.counters:
        sections.append(("adapted", lambda: adapted_section(found)))
    what, before = _what(found), rules_text(stored.run.edits)
    edits = [f"{found.sweep} at {_swept(found)}"] if found.sweep else found.variants[1]["edits"]
    rules = f"before: {before}; after: {rules_text(edits)}"
    return Report(f"What if {what}?", _about(found, what), sections, rules)


def _pair(stored: StoredRun, found: StoredComparison) -> list[Maker]:
    return [
        ("beyond noise", lambda: beyond_section(stored, found)),
        ("setups", lambda: setups_section(found)),
        ("win matrix", lambda: matrix_section(found)),
        ("figures", lambda: figures_section(found)),
        ("setups there are", lambda: space_section(found)),
        ("Nash mixture", lambda: mixture_section(found)),
        ("usage", lambda: usage_section(found)),
    ]


def _sweep(stored: StoredRun, found: StoredComparison) -> list[Maker]:
    return [
        ("beyond noise", lambda: beyond_section(stored, found)),
        ("curves", lambda: sweep_sections.curves_section(found)),
        ("setups", lambda: sweep_sections.setups_section(found)),
        ("setups there are", lambda: space_section(found)),
        ("Nash mixture", lambda: sweep_sections.mixtures_section(found)),
    ]


def _what(found: StoredComparison) -> str:
    """Return what changed, in words."""
    if found.sweep:
        return f"{found.sweep} is {_swept(found)}"
    return "; ".join(found.variants[1]["words"])


def _swept(found: StoredComparison) -> str:
    values = [variant["edits"][-1].partition("=")[2] for variant in found.variants[1:]]
    return f"{', '.join(values[:-1])} or {values[-1]}" if len(values) > 1 else values[0]


def _about(found: StoredComparison, what: str) -> str:
    games = found.variants[0]["games"]
    return (
        f"{what}. The same setups under the rules before and after, {games:,} games each, game by "
        "game with the same seeds. A change counts as beyond noise with all questions of the run "
        "asked at once, at 95 %."
    )
