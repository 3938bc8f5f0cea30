"""The sections of a report on changed rules that show figures, setups and what is used."""

from collections.abc import Sequence

from ...arena.run.report import StoredRun
from ...engine.rules.stats import COMMANDS, TROOPS
from ...results.page.axes import Scale
from ...results.page.blocks import Block, Section, Text
from ...results.page.charts import bars, dot_plot
from ...results.page.estimates import columns, estimate, estimates, picked
from ...results.page.grids import Column, Grid
from ...results.page.words import plural
from ..measures.labels import FAMILY_LABELS, LABELS, is_share, shown
from .stored_rows import Row, StoredComparison

CHANGE = "value_before", "value_after", "change", "change_low", "change_high"
CHANGE += "p_value", "beyond_noise"
"""The cells of a change."""

_CHANCE = Column("p", "p", "chance", "how likely by noise, all questions asked at once")
_NOISE = (_CHANCE, Column("beyond", "Beyond noise", "answer"))


def beyond_section(stored: StoredRun, found: StoredComparison) -> Section:
    """Return what changed for certain."""
    certain = [change for change in found.changes if change["beyond_noise"]]
    order = list(FAMILY_LABELS)
    certain.sort(
        key=lambda c: (c["variant"], order.index(c["family"]), -abs(c["change"]), c["name"])
    )
    return Section("Beyond noise", [*stored.summary(), changes_grid(found, certain)])


def changes_grid(found: StoredComparison, changes: list[Row]) -> Grid:
    """Return changes as a table."""
    swept = [Column("value", found.sweep or "", "number")] if found.sweep else []
    rows = []
    for change in changes:
        at = [found.value_of(change["variant"])] if found.sweep else []
        name = change["name"] + (f" – {change['opponent']}" if change["opponent"] else "")  # noqa: RUF001
        ends = (_text(change, end) for end in ("value_before", "value_after", "change"))
        span = f"{_text(change, 'change_low')} to {_text(change, 'change_high')}"
        rows.append((*at, FAMILY_LABELS[change["family"]], name, *ends, span, change["p_value"]))
    return Grid(
        "beyond-noise",
        "Changes beyond noise",
        [
            *swept,
            *columns("text", family="What", name="Whose"),
            *columns("text", before="Before", after="After", change="Change"),
            Column("interval", "95 % interval", about="of the change, taken by itself"),
            _CHANCE,
        ],
        rows,
        "Paired games with common seeds. Whether a change is noise was asked by swapping before "
        "and after in pairs; the chance of one false alarm in the whole run is 5 % at most.",
    )


def _text(change: Row, end: str) -> str:
    """Return a figure of a change in its own unit."""
    sign = "+" if end.startswith("change") else ""
    if is_share(change["family"], change["name"]):
        return f"{100 * change[end]:{sign}.1f} %"
    return f"{change[end]:{sign}.2f}"


def setups_section(found: StoredComparison) -> Section:
    """Return each setup's change with its interval."""
    changes = sorted(found.family(1, "setups"), key=lambda change: -change["change"])
    chart = dot_plot(
        "setup-changes",
        "Change of each setup's score from before to after, with 95 % intervals; grey is within "
        "noise when all are asked at once.",
        estimates(changes, "change", "name"),
        Scale("change of score", percent=True, middle=0.0),
        [change["beyond_noise"] for change in changes],
    )
    grid = Grid(
        "setups",
        "Every setup",
        [Column("setup", "Setup"), *change_columns()],
        picked(changes, "name", *CHANGE),
    )
    return Section("Setups", [chart, grid])


def change_columns(about: str = "") -> list[Column]:
    """Return the columns of a change's cells, which are `CHANGE`."""
    return [
        *columns("share", before=("Before", about), after=("After", about)),
        *estimate("change", "Change", ends=""),
        *_NOISE,
    ]


def figures_section(found: StoredComparison) -> Section:
    """Return what was measured of each set of rules."""
    changed = {c["name"]: c for f in ("games", "structure") for c in found.family(1, f)}
    rows = []
    for name, label in LABELS.items():
        ends = [_with_interval(name, found.measure(variant, name)) for variant in (0, 1)]
        change = changed.get(name, {"p_value": None, "beyond_noise": None})
        rows.append((label, *ends, change["p_value"], change["beyond_noise"]))
    for name, label in (("cycles", "dominance cycles"), ("certain_cycles", "of certain wins")):
        counts = (f"{found.variants[v][name]:,}" for v in (0, 1))
        rows.append((label, *counts, None, None))
    about = "with its 95 % interval"
    grid = Grid(
        "figures",
        "The game before and after",
        [
            *columns("text", figure="Figure", before=("Before", about), after=("After", about)),
            *_NOISE,
        ],
        rows,
        "Cycles are setups each of which takes 29 of 50 points or more from the next; "
        "counting stops at 10,000. Match-ups off even: the root of the mean squared "
        "deviation from one half, without what noise adds.",
    )
    return Section("Figures", [grid])


def _with_interval(name: str, figure: Sequence[float]) -> str:
    value, low, high = (shown(name, part) for part in figure)
    return f"{value} ({low} to {high})"


def space_section(found: StoredComparison) -> Section:
    """Return how many setups there are, and what became of those that played."""
    names = ("legal", "maximal", "exact")
    counts = [
        (", ".join(v["edits"]) or "before", *(v[name] for name in names)) for v in found.variants
    ]
    illegal = sum(fate["fate"] == "repaired" for fate in found.fates)
    gained = sum(fate["gained_room"] for fate in found.fates)
    space = Grid(
        "space",
        "Setups that the rules allow",
        [
            Column("rules", "Rules"),
            Column("legal", "Legal", "count"),
            Column("maximal", "Maximal", "count", "nothing can be added"),
            Column("exact", "Exactly full", "count", "they cost exactly the points"),
        ],
        counts,
    )
    text = Text(f"{illegal} became illegal and were repaired, {gained} gained room.")
    return Section("Setups there are", [text, space, _fates_grid(found)])


def _fates_grid(found: StoredComparison) -> Grid:
    changed = [fate for fate in found.fates if fate["change"] or fate["gained_room"]]
    swept = [Column("value", found.sweep or "", "number")] if found.sweep else []
    rows = [
        (
            *([found.value_of(fate["variant"])] if found.sweep else []),
            fate["entrant"],
            fate["fate"],
            fate["change"] or f"leaves {plural(fate['room'], 'point')}",
            fate["setup_before"],
            fate["setup_after"],
        )
        for fate in changed
    ]
    return Grid(
        "fates",
        "What became of the setups that played",
        [
            *swept,
            *columns("text", setup="Setup", fate="What became of it", change="What happened"),
            *columns("text", before="Before", after="After"),
        ],
        rows,
        folded=bool(found.sweep),
    )


def usage_section(found: StoredComparison) -> Section:
    """Return how often troops are chosen and commands used."""
    changes = {change["name"]: change for change in found.family(1, "usage")}
    parts: list[Block] = []
    for name, names, scale in (
        ("troops", TROOPS, Scale("share of selections", percent=True)),
        ("commands", COMMANDS, Scale("uses a game")),
    ):
        every = [changes[slug] for slug in names]
        before, after = ([c[end] for c in every] for end in ("value_before", "value_after"))
        parts.append(
            bars(
                f"usage-{name}",
                f"{name.capitalize()} in the judge's first pair of games of each match-up; a star "
                "is beyond noise.",
                [c["name"] + (" *" if c["beyond_noise"] else "") for c in every],
                {"before": before, "after": after},
                scale,
            )
        )
    return Section("Troops and commands in use", parts)
