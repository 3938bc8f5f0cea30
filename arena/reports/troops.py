"""What troops did: how often they were selected, whom they attacked, what they killed.

Thesis, tables 6 and 7.
"""

from collections.abc import Mapping

import numpy as np

from ...engine.rules.stats import LETTERS, TROOPS
from ...results import Store
from ...results.page.blocks import Section, Text
from ...results.page.charts import bars, heat_map
from ...results.page.figures import Picture
from ...results.page.grids import Column, Grid
from ...results.page.words import percent
from ..stats.score import Interval, normal_quantile, wilson
from . import notes
from .collect import Games, Rate, Share, attacks, kill_rates, selection_rates, troop_usage
from .thesis import thesis, title

LETTER = dict(zip(TROOPS, LETTERS, strict=True))

Shares = Mapping[tuple[str, str | None], Share]
"""Kill rates by attacker and defender; None is for all defenders."""

_CLUSTERED = "Intervals take games, not attacks, as independent."


def selections(store: Store, games: Games) -> Section:
    """Return the section on the selection of troops (table 6)."""
    used, published = troop_usage(store, games.run.run), thesis()["troop_usage"]
    rates = selection_rates(store, games.run.run)
    total = sum(row["selected"] for row in used.values()) or 1
    total_there = sum(row["selected"] for row in published.values())
    relative = {t: row["selected"] / row["fielded"] for t, row in published.items()}
    rows = []
    for troop in TROOPS:
        row, other = used[troop], published[troop]
        cost = _cost(row)
        rate, (low, high) = _rate(rates.get(troop))
        own = (row["fielded"], row["selected"], row["selected"] / total, rate, low, high)
        scaled = (row["selected_a_troop"], row["a_25_points"])
        others = (other["fielded"], other["selected"], other["selected"] / total_there)
        scaled_there = (relative[troop], relative[troop] * 25 / cost if cost else None)
        rows.append((title(troop), *own, *scaled, *others, *scaled_there))
    grid = Grid(
        "selections",
        "Troops selected (table 6)",
        [
            Column("troop", "Troop"),
            Column("fielded", "In setups", "count", "troops of the type in all setups"),
            Column("selected", "Selected", "count"),
            Column("share", "of all", "share"),
            Column("a_game", "a troop and game", "number", "times one troop is selected in a game"),
            Column("low", "from", "number", "lower end of the 95 % interval"),
            Column("high", "to", "number", "upper end of the 95 % interval"),
            Column("relative", "Relative", "number", "times selected for each one in the setups"),
            Column("a_25_points", "per 25 points", "number", "the same, for 25 points of cost"),
            Column("thesis_fielded", "Thesis: in setups", "count"),
            Column("thesis_selected", "selected", "count"),
            Column("thesis_share", "of all", "share"),
            Column("thesis_relative", "relative", "number"),
            Column("thesis_a_25_points", "per 25 points", "number"),
        ],
        rows,
        "The number of games differs: compare the order of the relative figures, not their size.",
    )
    here = {t: rate.value for t, rate in rates.items()}
    chart = bars(
        "selections",
        "How often one troop of each type is selected, relative to the mean of the seven types.",
        [title(troop) for troop in TROOPS],
        {"here": _scaled(here), "thesis": _scaled(relative)},
        axis="selections, 1 = mean of the types",
    )
    text = f"By selections a troop: {_ranking(here)}. In the thesis: {_ranking(relative)}."
    return Section("Troop selections", [Text(text), chart, grid, *map(Text, notes.SELECTIONS)])


def fights(store: Store, games: Games) -> Section:
    """Return the section on attacks and kill rates (table 7)."""
    here, there = attacks(store, games.run.run), thesis()["attacks"]
    shares = kill_rates(store, games.run.run)
    rows, rates, intervals = [], [], []
    for troop in TROOPS:
        total = sum(cell["attacks"] for cell in here[troop].values())
        kills = sum(cell["kills"] for cell in here[troop].values())
        share = shares.get((troop, None))
        bounds = (share.value, *share.interval()) if share else (None, None, None)
        rates.append(bounds[0])
        intervals.append(share.interval() if share else (np.nan, np.nan))
        numbers = [here[troop].get(t, {"attacks": 0})["attacks"] for t in TROOPS]
        rows.append((title(troop), "here", *numbers, total, kills, *bounds))
        other = there[troop]
        rate = other["kills"] / other["attacks"]
        span = wilson(other["kills"], other["attacks"])
        on = [other["on"][t] for t in TROOPS]
        rows.append((title(troop), "thesis", *on, other["attacks"], other["kills"], rate, *span))
    grid = Grid(
        "attacks",
        "Attacks by attacker and defender, and kill rates (table 7)",
        [
            Column("attacker", "Attacker"),
            Column("source", "Games"),
            *(Column(t, LETTER[t], "count", f"attacks on {title(t)}") for t in TROOPS),
            Column("attacks", "Attacks", "count"),
            Column("kills", "Kills", "count"),
            Column("kill_rate", "Kill rate", "share"),
            Column("low", "from", "share", "lower end of the 95 % interval"),
            Column("high", "to", "share", "upper end of the 95 % interval"),
        ],
        rows,
        _CLUSTERED + " Those of the thesis take its attacks as independent: no more is known.",
    )
    chart = bars(
        "kill-rates",
        "Share of attacks that kill, by the attacker; lines are 95 % intervals.",
        [title(troop) for troop in TROOPS],
        {"here": rates, "thesis": [there[t]["kills"] / there[t]["attacks"] for t in TROOPS]},
        axis="attacks that kill",
        percent=True,
        intervals=intervals,
    )
    found = {t: r for t, r in zip(TROOPS, rates, strict=True) if r is not None}
    best = sorted(found, key=lambda troop: -found[troop])
    text = "Kill rates: " + ", ".join(f"{title(t)} {percent(found[t])}" for t in best) + "."
    parts = [
        Text(text),
        chart,
        _drawn(shares),
        _cells_grid(here, shares),
        grid,
        *map(Text, notes.FIGHTS),
    ]
    return Section("Attacks and kill rates", parts)


def _drawn(shares: Shares) -> Picture:
    values, texts, hints = np.full((7, 7), np.nan), [[""] * 7 for _ in range(7)], {}
    for i, attacker in enumerate(TROOPS):
        for j, defender in enumerate(TROOPS):
            share = shares.get((attacker, defender))
            if share:
                values[i, j] = share.value
                texts[i][j] = f"{100 * values[i, j]:.0f}"
                span = share.interval()
                hints[i, j] = (
                    f"{title(attacker)} on {title(defender)}: {share.trials:,} attacks, "
                    f"{percent(values[i, j])} killed (95 %: {percent(span.low)} to "
                    f"{percent(span.high)})"
                )
    names = [title(troop) for troop in TROOPS]
    return heat_map(
        "attacks",
        "Per cent of attacks by the troop on the left that kill the troop above.",
        names,
        names,
        values,
        texts,
        hints=hints,
        diverging=False,
        cell=0.42,
    )


def _cells_grid(here: dict[str, dict[str, dict[str, int]]], shares: Shares) -> Grid:
    rows = [
        (title(a), title(d), share.trials, here[a][d]["kills"], share.value, *share.interval())
        for a in TROOPS
        for d in TROOPS
        if (share := shares.get((a, d)))
    ]
    return Grid(
        "kill-rates",
        "Kill rates by attacker and defender",
        [
            Column("attacker", "Attacker"),
            Column("defender", "Defender"),
            Column("attacks", "Attacks", "count"),
            Column("kills", "Kills", "count"),
            Column("kill_rate", "Kill rate", "share"),
            Column("low", "from", "share", "lower end of the 95 % interval"),
            Column("high", "to", "share", "upper end of the 95 % interval"),
        ],
        rows,
        _CLUSTERED,
    )


def _cost(row: dict) -> float | None:
    if not row["a_25_points"]:
        return None
    return 25 * row["selected_a_troop"] / row["a_25_points"]


def _rate(rate: Rate | None) -> tuple[float | None, tuple[float | None, float | None]]:
    if rate is None:
        return None, (None, None)
    return rate.value, rate_interval(rate)


def rate_interval(rate: Rate, confidence: float = 0.95) -> Interval:
    """Return the interval of a rate."""
    reach = normal_quantile(confidence) * rate.error
    return Interval(rate.value - reach, rate.value + reach)


def _scaled(values: dict[str, float]) -> list[float | None]:
    mean = float(np.mean(list(values.values()))) if values else 1.0
    return [values[t] / mean if t in values else None for t in TROOPS]


def _ranking(values: dict[str, float]) -> str:
    return ", ".join(title(troop) for troop in sorted(values, key=lambda troop: -values[troop]))
