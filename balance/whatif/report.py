"""What a change of the rules did, as a page: first what is beyond noise."""

from ...arena.run.report import Maker, Report, StoredRun, rules_text
from ...results.page.blocks import Section
from . import sweep_sections
from .matrix_sections import adapted_section, matrix_section, mixture_section
from .result import WhatifResult
from .sections import beyond_section, figures_section, setups_section, space_section, usage_section


def report(stored: StoredRun) -> Report:
    """Return the report of a comparison."""
    values: WhatifResult | None = stored.values
    if values is None:
        waiting: Maker = ("result", lambda: Section("Beyond noise", stored.summary()))
        about = "A comparison of the game before a change of the rules and after."
        return Report("What a change of the rules does", about, [waiting])
    sections = _sweep(stored, values) if values.sweep else _pair(stored, values)
    if values.before.adapted:
        sections.append(("adapted", lambda: adapted_section(values)))
    what, before = _what(values), rules_text(stored.run.edits)
    edits = [f"{values.sweep} at {_swept(values)}"] if values.sweep else values.variants[0].edits
    rules = f"before: {before}; after: {rules_text(edits)}"
    return Report(f"What if {what}?", _about(values, what), sections, rules)


def _pair(stored: StoredRun, values: WhatifResult) -> list[Maker]:
    return [
        ("beyond noise", lambda: beyond_section(stored, values)),
        ("setups", lambda: setups_section(values)),
        ("win matrix", lambda: matrix_section(values)),
        ("figures", lambda: figures_section(values)),
        ("setups there are", lambda: space_section(values)),
        ("Nash mixture", lambda: mixture_section(values)),
        ("usage", lambda: usage_section(values)),
    ]


def _sweep(stored: StoredRun, values: WhatifResult) -> list[Maker]:
    return [
        ("beyond noise", lambda: beyond_section(stored, values)),
        ("curves", lambda: sweep_sections.curves_section(values)),
        ("setups", lambda: sweep_sections.setups_section(values)),
        ("setups there are", lambda: space_section(values)),
        ("Nash mixture", lambda: sweep_sections.mixtures_section(values)),
    ]


def _what(values: WhatifResult) -> str:
    """Return what changed, in words."""
    if values.sweep:
        return f"{values.sweep} is {_swept(values)}"
    return "; ".join(values.variants[0].words)


def _swept(values: WhatifResult) -> str:
    *others, last = (variant.value for variant in values.variants)
    return f"{', '.join(others)} or {last}" if others else last


def _about(values: WhatifResult, what: str) -> str:
    return (
        f"{what}. The same setups under the rules before and after, {values.before.games:,} games "
        "each, game by game with the same seeds. A change counts as beyond noise with all "
        "questions of the run asked at once, at 95 %."
    )
