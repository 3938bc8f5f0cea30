"""What a comparison of rules found, as text: first what is beyond noise."""

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...balance.rules.labels import LABELS, PERCENT, WHOLE, shown
from ...results.page.text_table import text_table

if TYPE_CHECKING:
    from ...balance.measures.compare import Change
    from ...balance.rules.space_change import SetupChange
    from ...balance.whatif.result import Compared, Side, WhatIf

WIDTH = 80
MOST_LINES = 14
"""Lines of a list; the report and --json have all."""


def text(found: "WhatIf", closing: str) -> str:
    """Return everything that fits on a few screens."""
    if found.sweep:
        lines = _sweep(found)
    else:
        after = found.afters[0]
        lines = [*after.words, "", *_beyond(after), "", *_figures(found.before, after)]
        lines += ["", *_setups(found.before, after), "", *_mixtures(found.before, after.side)]
        lines += _adapted([("before", found.before), ("after", after.side)])
    return "\n".join([*lines, "", closing])


# ---- beyond noise --------------------------------------------------------------------------------


def _beyond(after: "Compared") -> list[str]:
    """Return what changed for certain, the greatest changes first."""
    if not after.beyond:
        return ["beyond noise: nothing (all questions asked at once, at 95 %)"]
    lines = ["beyond noise, all questions asked at once at 95 %:"]
    lines += [f"  {_counted(after, family, what)}" for family, what in _FAMILIES.items()]
    setups = [change for change in after.family("setups") if change.beyond]
    if setups:
        lines += ["", *_changes("setup", setups)]
    matchups = [change for change in after.family("matchups") if change.beyond]
    if matchups:
        lines += ["", *_changes("match-up", matchups, most=6)]
    used = [change for change in after.family("usage") if change.beyond]
    if used:
        lines += ["", *_used(used)]
    return lines


_FAMILIES = {
    "setups": "setups",
    "matchups": "match-ups",
    "games": "of first player, length, draws",
    "usage": "troops and commands in use",
    "structure": "figures of the whole matrix",
}


def _counted(after: "Compared", family: str, what: str) -> str:
    every = after.family(family)
    count = sum(change.beyond for change in every)
    named = ""
    if family in ("games", "structure") and count:
        named = f": {', '.join(LABELS[change.name] for change in every if change.beyond)}"
    return f"{count:>4} of {len(every)} {what}{named}"


def _changes(noun: str, changes: "Sequence[Change]", most: int = MOST_LINES) -> list[str]:
    """Return score rates before and after, the greatest changes first."""
    ordered = sorted(changes, key=lambda change: -abs(change.change))
    rows = [
        (
            change.name + (f" - {change.opponent}" if change.opponent else ""),
            f"{100 * change.before:.1f}",
            f"{100 * change.after:.1f}",
            f"{100 * change.change:+.1f} [{100 * change.low:+.1f}, {100 * change.high:+.1f}]",
        )
        for change in ordered[:most]
    ]
    lines, _ = text_table((noun, "before %", "after %", "change [95 %]"), rows, WIDTH)
    return lines + _more(len(ordered), most)


def _used(changes: "Sequence[Change]") -> list[str]:
    """Return usage that changed: shares of selections, and uses a game."""
    from ...engine.rules.stats import TROOPS  # noqa: PLC0415

    rows = []
    for change in sorted(changes, key=lambda change: -abs(change.change / (change.before or 1))):
        troop = change.name in TROOPS
        scale, unit = (100, "% of selections") if troop else (1, "uses a game")
        form = ".1f" if troop else ".2f"
        rows.append(
            (
                change.name,
                f"{scale * change.before:{form}}",
                f"{scale * change.after:{form}}",
                f"[{scale * change.low:+{form}}, {scale * change.high:+{form}}]",
                unit,
            )
        )
    lines, _ = text_table(("in games", "before", "after", "change, 95 %", ""), rows, WIDTH)
    return lines


def _more(count: int, most: int) -> list[str]:
    return [f"({count - most} more: --json or report)"] if count > most else []


# ---- figures -------------------------------------------------------------------------------------


def _figures(before: "Side", after: "Compared") -> list[str]:
    """Return the measures of both sides, and whether they changed."""
    from ...arena.stats.cycles import MOST_CYCLES  # noqa: PLC0415

    changed = {c.name: c for f in ("games", "structure") for c in after.family(f)}
    changed["effective"] = changed["entropy"]
    rows: list[tuple[object, ...]] = [
        (
            LABELS[name],
            shown(name, before.measures[name].value),
            shown(name, after.side.measures[name].value),
            _range(name, changed[name]) if name != "effective" else "",
            "yes" if changed[name].beyond else "no",
        )
        for name in LABELS
    ]
    most = f"{MOST_CYCLES:,}+"
    for label, name in (("dominance cycles", "cycles"), ("of certain wins", "certain_cycles")):
        counts = [getattr(side, name) for side in (before, after.side)]
        every = [most if count >= MOST_CYCLES else f"{count:,}" for count in counts]
        rows.append((label, *every, "", ""))
    heads = ("figure", "before", "after", "change, 95 %", "beyond noise")
    lines, _ = text_table(heads, rows, WIDTH)
    return lines


def _range(name: str, change: "Change") -> str:
    scale = 100 if name in PERCENT else 1
    digits = 0 if name in WHOLE else 1 if name in PERCENT else 2
    form = f"+z.{digits}f"  # z: what rounds to 0 has no minus
    return f"[{scale * change.low:{form}}, {scale * change.high:{form}}]"


# ---- setups --------------------------------------------------------------------------------------


def _setups(before: "Side", after: "Compared") -> list[str]:
    """Return how many setups there are, and what became of those that played."""
    rows = [
        (name, f"{before.space[name]:,}", f"{after.side.space[name]:,}")
        for name in ("legal", "maximal", "exact")
    ]
    lines, _ = text_table(("setups", "before", "after"), rows, WIDTH)
    return [*lines, "", *_fates(after.fates)]


def _fates(fates: "Sequence[SetupChange]") -> list[str]:
    counted = {kind: sum(f.kind == kind for f in fates) for kind in ("kept", "repaired", "over")}
    gained = [fate for fate in fates if fate.gained]
    said = [
        f"{counted['repaired']} became illegal (repaired here)",
        f"{len(gained)} gained room",
        f"{counted['kept']} stayed as they were",
    ]
    if counted["over"]:
        said.append(f"{counted['over']} over the limits before too")
    lines = textwrap.wrap(f"of {len(fates)} setups {', '.join(said)}", WIDTH)
    told = [fate for fate in fates if fate.change or fate.gained]
    for fate in told[:MOST_LINES]:
        what = fate.change or f"leaves {fate.room} points"
        lines += textwrap.wrap(
            f"{fate.label}: {what}", WIDTH, initial_indent="  ", subsequent_indent="    "
        )
    return lines + _more(len(told), MOST_LINES)


# ---- mixtures ------------------------------------------------------------------------------------


def _mixtures(before: "Side", after: "Side") -> list[str]:
    """Return both Nash mixtures."""
    lines = []
    for name, side in (("before", before), ("after", after)):
        held = [f"{label} {100 * weight:.0f} %" for label, weight, _ in side.mixture]
        lines += _wrapped(f"Nash mixture {name}: ", held)
    return lines


def _adapted(sides: "Sequence[tuple[str, Side]]") -> list[str]:
    """Return what players came to, if they adapted."""
    lines = []
    for name, side in sides:
        if not side.adapted:
            return []
        told = side.adapted.to_dict()
        lines += ["", f"once players adapted, {name}:"]
        for place, counter in enumerate(side.adapted.counters, start=1):
            low, high = (100 * end for end in counter.interval)
            score = f"{100 * counter.score.rate:.1f} % [{low:.1f}, {high:.1f}]"
            lines += textwrap.wrap(
                f"counter {place}: {counter.setup} scores {score} against the mixture",
                WIDTH,
                initial_indent="  ",
                subsequent_indent="    ",
            )
        held = [f"{each['name']} {100 * each['weight']:.0f} %" for each in told["mixture"]]
        lines += _wrapped(f"  mixture of {told['effective']:.1f} setups: ", held)
    return lines


def _wrapped(head: str, parts: Sequence[str]) -> list[str]:
    return textwrap.wrap(head + ", ".join(parts), WIDTH, subsequent_indent="    ")


# ---- sweeps --------------------------------------------------------------------------------------


def _sweep(found: "WhatIf") -> list[str]:
    """Return a row a value: what was measured, with a star where it changed beyond noise."""
    names = ("first player", "turns", "draws", "deviation", "effective", "triples")
    rows: list[tuple[object, ...]] = [
        ("before", *(shown(n, found.before.measures[n].value) for n in names), None, None)
    ]
    for after in found.afters:
        changed = {c.name: c for f in ("games", "structure") for c in after.family(f)}
        changed["effective"] = changed["entropy"]
        cells = [
            shown(n, after.side.measures[n].value) + ("*" if changed[n].beyond else "")
            for n in names
        ]
        setups = sum(change.beyond for change in after.family("setups"))
        illegal = sum(fate.kind == "repaired" for fate in after.fates)
        rows.append((after.edits[-1].partition("=")[2], *cells, setups, illegal))
    heads = (
        "value", "first", "turns", "draws", "off even", "Nash", "triples", "changed", "illegal",
    )  # fmt: skip
    lines, _ = text_table(heads, rows, WIDTH)
    fixed = found.afters[0].words[:-1]
    return [
        f"sweep of {found.sweep}" + (f"; {', '.join(fixed)}" if fixed else ""),
        "",
        *lines,
        "",
        *textwrap.wrap(
            "* beyond noise, all questions and values asked at once at 95 %. changed: setups whose "
            "score changed beyond noise; illegal: setups that had to be repaired; Nash: setups "
            "that the mixture amounts to; triples: cycles of three.",
            WIDTH,
        ),
        "",
        *_sweep_setups(found),
        *_adapted([("before", found.before), *((a.edits[-1], a.side) for a in found.afters)]),
    ]


def _sweep_setups(found: "WhatIf") -> list[str]:
    """Return the scores of the setups that changed most over the sweep."""
    series: dict[str, list[Change]] = {}
    for after in found.afters:
        for change in after.family("setups"):
            series.setdefault(change.name, []).append(change)
    moved = {n: c for n, c in series.items() if any(change.beyond for change in c)}
    if not moved:
        return ["no setup's score changed beyond noise"]
    most = sorted(moved, key=lambda n: -max(abs(change.change) for change in moved[n]))
    values = [after.edits[-1].partition("=")[2] for after in found.afters]
    rows = [
        (
            name,
            f"{100 * moved[name][0].before:.1f}",
            *(f"{100 * c.after:.1f}{'*' if c.beyond else ''}" for c in moved[name]),
        )
        for name in most[:MOST_LINES]
    ]
    lines, _ = text_table(("score in %", "before", *values), rows, WIDTH)
    return lines + _more(len(most), MOST_LINES)
