"""What commands were used for: usage, recipients (thesis, tables 3 to 5, A.2 and A.3)."""

from collections.abc import Iterator, Mapping

from ...engine.rules.stats import COMMANDS, LETTERS, TROOPS, title
from ...results import Store
from ...results.page.axes import Scale
from ...results.page.blocks import Section, Text
from ...results.page.charts import Cells, bars, heat_map
from ...results.page.estimates import columns
from ...results.page.figures import Picture
from ...results.page.grids import Column, Grid
from ...results.page.words import percent
from . import notes
from .collect import Games, command_recipients, command_usage, troop_usage
from .thesis import thesis

HERE, THERE = "here", "thesis"
Counts = Mapping[str, Mapping[str, int]]


def usage(store: Store, games: Games) -> Section:
    """Return the section on how often commands were used."""
    used, published = command_usage(store, games.run.run), thesis()["command_usage"]
    extended, there = thesis()["command_usage_extended"], thesis()["logged_games"]
    total = sum(row["used"] for row in used.values()) or 1
    total_there = sum(row["used"] for row in published.values())
    order = sorted(COMMANDS, key=lambda command: -used[command]["used"])
    rows = []
    for command in order:
        row, other = used[command], published[command]
        count, setups, count_there = row["used"], row["setups"], other["used"]
        own = (count, count / games.traced, count / total, count / setups if setups else None)
        others = (count_there, count_there / there, count_there / total_there, extended[command])
        rows.append((title(command), setups, *own, other["setups"], *others))
    chart = bars(
        "command-usage",
        "Share of each command among all commands used.",
        [title(command) for command in order],
        {
            "here": [used[command]["used"] / total for command in order],
            "thesis": [published[command]["used"] / total_there for command in order],
        },
        Scale("share of all commands", percent=True),
    )
    first, busiest = order[0], max(published, key=lambda c: published[c]["used"])
    share, share_there = used[first]["used"] / total, published[busiest]["used"] / total_there
    text = (
        f"{title(first)} is used most ({percent(share)} of all commands); in the thesis it was "
        f"{title(busiest)} ({percent(share_there)})."
    )
    grid = _usage_grid(rows, f"{games.traced:,} games here, {there:,} in the thesis.")
    return Section("Command usage", [Text(text), chart, grid, *map(Text, notes.COMMANDS)])


def _usage_grid(rows: list[tuple], note: str) -> Grid:
    return Grid(
        "command-usage",
        "Command usage",
        [
            Column("command", "Command"),
            *columns("count", setups=("In setups", "setups that feature it"), used="Used"),
            Column("used_a_game", "a game", "number"),
            Column("share", "of all", "share", "share of all commands used"),
            Column("used_a_setup", "a setup", "number", "times used for each setup with it"),
            Column("thesis_setups", "Thesis: in setups", "count"),
            Column("thesis_used", "used", "count", "table 3, its first logging run"),
            Column("thesis_used_a_game", "a game", "number"),
            Column("thesis_share", "of all", "share"),
            Column("thesis_extended", "second run", "count", "table A.2, reported to be faulty"),
        ],
        rows,
        note,
    )


def recipients(store: Store, games: Games) -> Section:
    """Return the section on the troops that commands were used on."""
    here = command_recipients(store, games.run.run)
    there: Counts = thesis()["command_recipients"]
    fielded = {t: row["fielded"] or 0 for t, row in troop_usage(store, games.run.run).items()}
    fielded_there = {t: row["fielded"] for t, row in thesis()["troop_usage"].items()}
    commands = [c for c in COMMANDS if sum(here.get(c, {}).values()) or c in there]
    parts = [
        Text(_most_common(here, fielded)),
        _drawn(here, [c for c in commands if sum(here.get(c, {}).values())]),
        _spread_grid(commands, here, there, fielded, fielded_there),
        _mix_grid(commands, here, there),
        _raw_grid(commands, here, there),
        *map(Text, notes.RECIPIENTS),
    ]
    return Section("Command recipients", [part for part in parts if part is not None])


def relative(counts: Counts, fielded: Mapping[str, int]) -> dict[str, float | None]:
    """Return each troop's share of all commands over how common it is (thesis, table 4).

    How common: troops of the type in all setups, relative to the most common type; in per cent.
    """
    total = sum(sum(row.values()) for row in counts.values())
    most = max(fielded.values(), default=0)
    shares = {t: sum(row.get(t, 0) for row in counts.values()) for t in TROOPS}
    return {
        t: 100 * shares[t] / total * most / fielded[t] if total and fielded[t] else None
        for t in TROOPS
    }


def _most_common(here: Counts, fielded: Mapping[str, int]) -> str:
    rates = {t: v for t, v in relative(here, fielded).items() if v is not None}
    order = sorted(rates, key=lambda troop: -rates[troop])
    names = ", ".join(f"{title(troop)} {rates[troop]:.0f}" for troop in order)
    return f"Commands received, relative to how common the troop is (thesis, table 4): {names}."


def _drawn(here: Counts, commands: list[str]) -> Picture | None:
    if not commands:
        return None
    cells = Cells(rows=[title(c) for c in commands], columns=[title(t) for t in TROOPS])
    for i, command in enumerate(commands):
        for j, troop in enumerate(TROOPS):
            share = here[command][troop] / sum(here[command].values())
            cells.put((i, j), share, f"{100 * share:.0f}")
    return heat_map(
        "recipients",
        "Share of each command's uses that a troop type received.",
        cells,
        diverging=False,
        limits=(0.0, float(cells.values.max())),
        cell=0.42,
    )


def _both(
    commands: list[str], here: Counts, there: Counts
) -> Iterator[tuple[str, str, Mapping[str, int] | None]]:
    for command in commands:
        for source, counts in ((HERE, here), (THERE, there)):
            yield command, source, counts.get(command)


def _columns(form: str) -> list[Column]:
    troops = [Column(t, letter, form, title(t)) for t, letter in zip(TROOPS, LETTERS, strict=True)]
    return [Column("command", "Command"), Column("source", "Games"), *troops]


def _spread_grid(
    commands: list[str],
    here: Counts,
    there: Counts,
    fielded: Mapping[str, int],
    fielded_there: Mapping[str, int],
) -> Grid:
    rows: list[tuple] = []
    for command, source, counts in _both(commands, here, there):
        total = sum(counts.values()) if counts else 0
        shares = [counts[t] / total if counts and total else None for t in TROOPS]
        rows.append((title(command), source, *shares))
    for source, counts in ((HERE, here), (THERE, there)):
        total = sum(sum(row.values()) for row in counts.values()) or 1
        sums = [sum(row[t] for row in counts.values()) / total for t in TROOPS]
        rows.append(("all", source, *sums))
    for source, counts, common in ((HERE, here, fielded), (THERE, there, fielded_there)):
        values = [None if v is None else v / 100 for v in relative(counts, common).values()]
        rows.append(("relative", source, *values))
    return Grid(
        "recipients",
        "Who received each command (table 4)",
        _columns("share"),
        rows,
        "Relative: the share of all commands, divided by how common the troop is in the setups "
        "compared with the most common one.",
    )


def _mix_grid(commands: list[str], here: Counts, there: Counts) -> Grid:
    totals = {
        source: {t: sum(row[t] for row in counts.values()) for t in TROOPS}
        for source, counts in ((HERE, here), (THERE, there))
    }
    rows = []
    for command, source, counts in _both(commands, here, there):
        shares = [
            counts[t] / totals[source][t] if counts and totals[source][t] else None for t in TROOPS
        ]
        rows.append((title(command), source, *shares))
    name = "Which commands each troop received (table 5)"
    return Grid("received", name, _columns("share"), rows)


def _raw_grid(commands: list[str], here: Counts, there: Counts) -> Grid:
    rows = []
    for command, source, counts in _both(commands, here, there):
        numbers = [counts[t] if counts else None for t in TROOPS]
        rows.append((title(command), source, *numbers, sum(counts.values()) if counts else None))
    columns = [*_columns("count"), Column("total", "Total", "count")]
    name = "The numbers behind both (table A.3)"
    return Grid("recipients-counts", name, columns, rows, folded=True)
