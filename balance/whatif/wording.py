"""What a comparison of rules found, in words and tables: first what is beyond noise."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...agents.spec.spec import called
from ...arena.stats.cycles import MOST_CYCLES
from ...engine.rules.ruleset import Ruleset
from ...engine.rules.stats import TROOPS
from ...results.page.blocks import Block, Facts, Lines, Text
from ...results.page.text_table import text_table
from ...results.page.words import listed, plural, share_text, wrapped
from ..measures.change import Change
from ..measures.labels import LABELS, PERCENT, WHOLE, shown

if TYPE_CHECKING:
    from .result import (
        LevelWorth,
        PlayedLevel,
        RulesValues,
        SetupFate,
        VariantValues,
        WhatifResult,
    )

WIDTH = 80
MOST_LINES = 14
"""Lines of a list; the report and --json have all."""

_FAMILIES = {
    "setups": "setups",
    "matchups": "match-ups",
    "games": "of first player, length, draws",
    "usage": "troops and commands in use",
    "structure": "figures of the whole matrix",
}


def change_blocks(before: "RulesValues", variant: "VariantValues", judged: str = "") -> list[Block]:
    """Return what one set of edits did, and who judged it."""
    after = variant.after
    return [
        Lines(variant.words, terminal_only=True),
        Text(headline([variant])),
        *([Text(judged)] if judged else []),
        *_beyond(variant),
        *_tables(
            _figures(before, variant),
            _space(before, after),
            _fates(variant.fates),
            _mixtures(before, after),
            *_adapted([("before", before), ("after", after)]),
        ),
    ]


def sweep_blocks(values: "WhatifResult") -> list[Block]:
    """Return a row a value, with a star where it changed beyond noise."""
    fixed = values.variants[0].words[:-1]
    named = [("before", values.before), *((v.edits[-1], v.after) for v in values.variants)]
    certain = [variant.beyond_noise for variant in values.variants]
    questions = sum(len(family) for v in values.variants for family in v.changes.values())
    judged = judged_text(values)
    return [
        Text(f"sweep of {values.sweep}" + (f"; {', '.join(fixed)}" if fixed else "")),
        Text(headline(values.variants)),
        *([Text(judged)] if judged else []),
        *_tables(_sweep_table(values)),
        Text(
            f"beyond noise, all questions and values asked at once at 95 %: {sum(certain)} of "
            f"{questions} changes"
        ),
        *_tables(wrapped(_SWEEP_NOTE, WIDTH)),
        *_tables(_sweep_setups(values), *_adapted(named)),
    ]


def _tables(*lists: Sequence[str]) -> list[Block]:
    """Return lines for the terminal, where a page has tables and pictures of its own."""
    return [Lines(lines, terminal_only=True) for lines in lists if lines]


# ---- who judged ----------------------------------------------------------------------------------


def judged_text(values: "WhatifResult") -> str:
    """Return for whom figures are estimates, by which games; nothing of earlier versions' runs."""
    text = _levels_text(values.agent, values.levels, values.variants)
    setups = len(values.shown_setups())
    if not (text and values.same_matchups):
        return text
    return (
        f"{text} In {values.same_matchups} of {setups * (setups - 1) // 2} match-ups neither setup "
        "fields what the change touches: their games are the same before and after, and were "
        "played once."
    )


def _levels_text(
    judge: str, levels: "Sequence[PlayedLevel]", variants: "Sequence[VariantValues]"
) -> str:
    if not levels:
        return ""
    if len(levels) == 1:
        return f"Figures are those of games by {called(judge)}: {plural(levels[0].games, 'game')}."
    played = [f"{plural(one.games, 'game')} by {called(one.agent)}" for one in levels]
    worths = [_worth_text([v.levels[n] for v in variants]) for n in range(len(levels) - 1)]
    return (
        f"Figures are estimates for {called(judge)}, from {listed(played, len(played))}. Of the "
        f"changes of setups' scores, {listed(worths, len(worths))}. Figures of games and of what "
        f"is used are those of {called(judge)}'s games alone."
    )


def _worth_text(worths: "Sequence[LevelWorth]") -> str:
    """Return what a level counted for, over all sets of rules after."""
    agent = called(worths[0].agent)
    errors = [one.own_error for one in worths if one.own_error is not None]
    share = f"{agent}'s games make up {100 * sum(o.share for o in worths) / len(worths):.0f} %"
    if not errors:
        return share
    return f"{share} (their own error is about {100 * sum(errors) / len(errors):.1f} %)"


# ---- the largest change --------------------------------------------------------------------------


def headline(variants: "Sequence[VariantValues]") -> str:
    """Return the largest change beyond noise in words; of none, the largest that was measured.

    Families have units of their own: what is largest is asked of setups' scores first, then of
    match-ups, of the games' figures, of what is used, and of the whole matrix.
    """
    every = [
        (variant, family, change)
        for family in _FAMILIES
        for variant in variants
        for change in variant.changes[family]
    ]
    certain = [one for one in every if one[2].beyond]
    if not every:
        return "No change was measured."
    family = (certain or every)[0][1]
    variant, _, most = max(
        (one for one in certain or every if one[1] == family), key=lambda one: abs(one[2].change)
    )
    where = f" at {variant.edits[-1]}" if len(variants) > 1 else ""
    text = f"{_whose(family, most)}{where}: {_by_how_much(family, most)}"
    if certain:
        return f"Largest change beyond noise: {text}."
    return f"No change was shown to be beyond noise; the largest measured is {text}."


def _whose(family: str, change: Change) -> str:
    if family == "matchups":
        return f"{change.name} against {change.opponent}"
    return LABELS.get(change.name, change.name)


def _by_how_much(family: str, change: Change) -> str:
    """Return a value after and before, and the change with its interval, in the value's unit."""
    share = family in ("setups", "matchups") or change.name in (*TROOPS, *PERCENT)
    scale, unit, form = (100, " %", ".1f") if share else (1, "", ".2f")
    what = {"setups": "score ", "matchups": "score "}.get(family, "")
    low, high = scale * change.low, scale * change.high
    return (
        f"{what}{scale * change.after:{form}}{unit} instead of {scale * change.before:{form}}"
        f"{unit}, {scale * change.change:+{form}} [{low:+{form}}, {high:+{form}}]"
    )


# ---- beyond noise --------------------------------------------------------------------------------


def _beyond(variant: "VariantValues") -> list[Block]:
    """Return what changed for certain, the greatest changes first."""
    if not variant.beyond_noise:
        return [Text("beyond noise: nothing (all questions asked at once, at 95 %)")]
    certain = {
        family: [change for change in changes if change.beyond]
        for family, changes in variant.changes.items()
    }
    lists = [
        _changes("setup", certain["setups"]) if certain["setups"] else [],
        _changes("match-up", certain["matchups"], most=6) if certain["matchups"] else [],
        _used(certain["usage"]) if certain["usage"] else [],
    ]
    return [
        Facts(
            [_counted(variant, family, what) for family, what in _FAMILIES.items()],
            title="beyond noise, all questions asked at once at 95 %:",
        ),
        *_tables(*lists),
    ]


def _counted(variant: "VariantValues", family: str, what: str) -> tuple[str, str]:
    every = variant.changes[family]
    certain = [change for change in every if change.beyond]
    named = ""
    if family in ("games", "structure") and certain:
        named = f": {', '.join(LABELS[change.name] for change in certain)}"
    return f"{len(certain)} of {len(every)}", f"{what}{named}"


def _changes(noun: str, changes: Sequence[Change], most: int = MOST_LINES) -> list[str]:
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


def _used(changes: Sequence[Change]) -> list[str]:
    """Return usage that changed: shares of selections, and uses a game."""
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
    return text_table(("in games", "before", "after", "change, 95 %", ""), rows, WIDTH)[0]


def _more(count: int, most: int) -> list[str]:
    return [f"({count - most} more: --json or report)"] if count > most else []


# ---- the game before and after -------------------------------------------------------------------


def _figures(before: "RulesValues", variant: "VariantValues") -> list[str]:
    """Return the measures of both sides, and whether they changed."""
    after, changed = variant.after, _figure_changes(variant)
    rows: list[tuple[object, ...]] = [
        (
            LABELS[name],
            shown(name, before.measures[name].value),
            shown(name, after.measures[name].value),
            _range(name, changed[name]) if name != "effective" else "",
            "yes" if changed[name].beyond else "no",
        )
        for name in LABELS
    ]
    for label, counts in (
        ("dominance cycles", (before.cycles, after.cycles)),
        ("of certain wins", (before.certain_cycles, after.certain_cycles)),
    ):
        rows.append((label, *(_cycles(count) for count in counts), "", ""))
    heads = ("figure", "before", "after", "change, 95 %", "beyond noise")
    return text_table(heads, rows, WIDTH)[0]


def _figure_changes(variant: "VariantValues") -> dict[str, Change]:
    changed = {c.name: c for family in ("games", "structure") for c in variant.changes[family]}
    return changed | {"effective": changed["entropy"]}


def _range(name: str, change: Change) -> str:
    scale = 100 if name in PERCENT else 1
    digits = 0 if name in WHOLE else 1 if name in PERCENT else 2
    form = f"+z.{digits}f"  # z: what rounds to 0 has no minus
    return f"[{scale * change.low:{form}}, {scale * change.high:{form}}]"


def _cycles(count: int) -> str:
    return f"{MOST_CYCLES:,}+" if count >= MOST_CYCLES else f"{count:,}"


def _space(before: "RulesValues", after: "RulesValues") -> list[str]:
    """Return how many setups there are."""
    rows = [
        (name, f"{before.setups[name]:,}", f"{after.setups[name]:,}")
        for name in ("legal", "maximal", "exact")
    ]
    return text_table(("setups", "before", "after"), rows, WIDTH)[0]


def _fates(fates: "Sequence[SetupFate]") -> list[str]:
    """Return what became of the setups that played."""
    counted = {kind: sum(f.fate == kind for f in fates) for kind in ("kept", "repaired", "over")}
    parts = [
        f"{counted['repaired']} became illegal (repaired here)",
        f"{sum(fate.gained_room for fate in fates)} gained room",
        f"{counted['kept']} stayed as they were",
    ]
    if counted["over"]:
        parts.append(f"{counted['over']} over the limits before too")
    lines = wrapped(f"of {plural(len(fates), 'setup')} {', '.join(parts)}", WIDTH)
    changed = [fate for fate in fates if fate.change or fate.gained_room]
    for fate in changed[:MOST_LINES]:
        what = fate.change or f"leaves {plural(fate.room, 'point')}"
        lines += wrapped(f"{fate.name}: {what}", WIDTH, "  ", "    ")
    return lines + _more(len(changed), MOST_LINES)


def _mixtures(before: "RulesValues", after: "RulesValues") -> list[str]:
    """Return both Nash mixtures."""
    lines = []
    for name, side in (("before", before), ("after", after)):
        held = [f"{part.name} {100 * part.weight:.0f} %" for part in side.nash]
        lines += _wrapped(f"Nash mixture {name}: ", held)
    return lines


def _adapted(sides: "Sequence[tuple[str, RulesValues]]") -> list[list[str]]:
    """Return what players came to, if they adapted."""
    lists = []
    for name, side in sides:
        if not side.adapted:
            return []
        lines, rules = [f"once players adapted, {name}:"], Ruleset().edit(*side.rules)
        for place, counter in enumerate(side.adapted.counters, start=1):
            score = share_text(counter.score, counter.ci95)
            verdict = "shown" if counter.beats else "not shown"
            score_text = f"scored {score} against the mixture: {verdict} to beat it"
            text = f"counter {place}: {counter.title(rules)} {score_text}"
            lines += wrapped(text, WIDTH, "  ", "    ")
        held = [f"{part.name} {100 * part.weight:.0f} %" for part in side.adapted.mixture]
        lines += _wrapped(f"  mixture of {side.adapted.effective:.1f} setups: ", held)
        lists.append(lines)
    return lists


def _wrapped(head: str, parts: Sequence[str]) -> list[str]:
    return wrapped(head + ", ".join(parts), WIDTH, rest="    ")


# ---- sweeps --------------------------------------------------------------------------------------

_SWEPT = {
    "first player": "first",
    "turns": "turns",
    "draws": "draws",
    "deviation": "off even",
    "effective": "Nash",
    "triples": "triples",
}
"""What the table of a sweep shows, and what stands above it."""

_SWEEP_NOTE = (
    "* beyond noise. changed: setups whose score changed beyond noise; illegal: setups that had to "
    "be repaired; Nash: setups that the mixture amounts to; triples: cycles of three."
)


def _sweep_table(values: "WhatifResult") -> list[str]:
    before = values.before.measures
    rows: list[tuple[object, ...]] = [
        ("before", *(shown(name, before[name].value) for name in _SWEPT), None, None)
    ]
    for variant in values.variants:
        changed = _figure_changes(variant)
        cells = [
            shown(name, variant.after.measures[name].value) + ("*" if changed[name].beyond else "")
            for name in _SWEPT
        ]
        setups = sum(change.beyond for change in variant.changes["setups"])
        illegal = sum(fate.fate == "repaired" for fate in variant.fates)
        rows.append((variant.value, *cells, setups, illegal))
    return text_table(("value", *_SWEPT.values(), "changed", "illegal"), rows, WIDTH)[0]


def _sweep_setups(values: "WhatifResult") -> list[str]:
    """Return the scores of the setups that changed most over the sweep."""
    series = values.setup_series()
    moved = {n: c for n, c in series.items() if any(change.beyond for change in c)}
    if not moved:
        return ["no setup's score changed beyond noise"]
    most = sorted(moved, key=lambda n: -max(abs(change.change) for change in moved[n]))
    at = [variant.value for variant in values.variants]
    rows = [
        (
            name,
            f"{100 * moved[name][0].before:.1f}",
            *(f"{100 * c.after:.1f}{'*' if c.beyond else ''}" for c in moved[name]),
        )
        for name in most[:MOST_LINES]
    ]
    lines, _ = text_table(("score in %", "before", *at), rows, WIDTH)
    return lines + _more(len(most), MOST_LINES)
