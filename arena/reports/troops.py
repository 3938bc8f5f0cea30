"""What troops did: how often they were selected, whom they attacked, what they killed.

Thesis, tables 6 and 7.
"""

from collections.abc import Mapping

import numpy as np

from ...engine.rules.stats import LETTERS, TROOPS, title
from ...results import Store
from ...results.page.axes import Scale
from ...results.page.blocks import Section, Text
from ...results.page.charts import Cells, bars, heat_map
from ...results.page.estimates import columns, estimate
from ...results.page.figures import Picture
from ...results.page.grids import Column, Grid
from ...results.page.words import percent
from ..stats.score import Interval, normal_quantile, wilson
from . import notes
from .collect import Games, Rate, Share, attacks, kill_rates, selection_rates, troop_usage
from .thesis import thesis

LETTER = dict(zip(TROOPS, LETTERS, strict=True))

Shares = Mapping[tuple[str, str | None], Share]
"""Kill rates by attacker and defender; None is for all defenders."""

Attacks = Mapping[str, Mapping[str, Mapping[str, int]]]
"""Attacks and kills by attacker and defender."""

_NAMES = [title(troop) for troop in TROOPS]
_KILLS = (
    *columns("count", attacks="Attacks", kills="Kills"),
    *estimate("kill_rate", "Kill rate", ends=""),
)
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
        own = (row["fielded"], row["selected"], row["selected"] / total, *_rate(rates.get(troop)))
        scaled = (row["selected_a_troop"], row["a_25_points"])
        others = (other["fielded"], other["selected"], other["selected"] / total_there)
        scaled_there = (relative[troop], relative[troop] * 25 / cost if cost else None)
        rows.append((title(troop), *own, *scaled, *others, *scaled_there))
    here = {t: rate.value for t, rate in rates.items()}
    chart = bars(
        "selections",
        "How often one troop of each type is selected, relative to the mean of the seven types.",
        _NAMES,
        {"here": _scaled(here), "thesis": _scaled(relative)},
        Scale("selections, 1 = mean of the types"),
    )
    text = Text(f"By selections a troop: {_ranking(here)}. In the thesis: {_ranking(relative)}.")
    parts = [text, chart, _selections_grid(rows), *map(Text, notes.SELECTIONS)]
    return Section("Troop selections", parts)


def _selections_grid(rows: list[tuple]) -> Grid:
    a_game = "times one troop is selected in a game"
    return Grid(
        "selections",
        "Troops selected (table 6)",
        [
            Column("troop", "Troop"),
            Column("fielded", "In setups", "count", "troops of the type in all setups"),
            Column("selected", "Selected", "count"),
            Column("share", "of all", "share"),
            *estimate("a_game", "a troop and game", "number", a_game, ends=""),
            Column("relative", "Relative", "number", "times selected for each one in the setups"),
            Column("a_25_points", "per 25 points", "number", "the same, for 25 points of cost"),
            *columns("count", thesis_fielded="Thesis: in setups", thesis_selected="selected"),
            Column("thesis_share", "of all", "share"),
            *columns("number", thesis_relative="relative", thesis_a_25_points="per 25 points"),
        ],
        rows,
        "The number of games differs: compare the order of the relative figures, not their size.",
    )


def fights(store: Store, games: Games) -> Section:
    """Return the section on attacks and kill rates (table 7)."""
    here, there = attacks(store, games.run.run), thesis()["attacks"]
    shares = kill_rates(store, games.run.run)
    own = [shares.get((troop, None)) for troop in TROOPS]
    there_rates = [there[t]["kills"] / there[t]["attacks"] for t in TROOPS]
    chart = bars(
        "kill-rates",
        "Share of attacks that kill, by the attacker; lines are 95 % intervals.",
        _NAMES,
        {"here": [share.value if share else None for share in own], "thesis": there_rates},
        Scale("attacks that kill", percent=True),
        [share.interval() if share else (np.nan, np.nan) for share in own],
    )
    rates = {t: share.value for t, share in zip(TROOPS, own, strict=True) if share}
    best = sorted(rates, key=lambda troop: -rates[troop])
    text = "Kill rates: " + ", ".join(f"{title(t)} {percent(rates[t])}" for t in best) + "."
    grids = [_cells_grid(here, shares), _attacks_grid(here, shares)]
    parts = [Text(text), chart, _drawn(shares), *grids, *map(Text, notes.FIGHTS)]
    return Section("Attacks and kill rates", parts)


def _attacks_grid(here: Attacks, shares: Shares) -> Grid:
    """Return attacks by attacker and defender, here and in the thesis."""
    rows = []
    for troop in TROOPS:
        total, kills = (sum(c[what] for c in here[troop].values()) for what in ("attacks", "kills"))
        share, other = shares.get((troop, None)), thesis()["attacks"][troop]
        rate = (share.value, *share.interval()) if share else (None, None, None)
        numbers = [here[troop].get(t, {"attacks": 0})["attacks"] for t in TROOPS]
        rows.append((title(troop), "here", *numbers, total, kills, *rate))
        hits = other["kills"], other["attacks"]
        on = [other["on"][t] for t in TROOPS]
        rows.append((title(troop), "thesis", *on, *hits[::-1], hits[0] / hits[1], *wilson(*hits)))
    return Grid(
        "attacks",
        "Attacks by attacker and defender, and kill rates (table 7)",
        [
            *columns("text", attacker="Attacker", source="Games"),
            *(Column(t, LETTER[t], "count", f"attacks on {title(t)}") for t in TROOPS),
            *_KILLS,
        ],
        rows,
        _CLUSTERED + " Those of the thesis take its attacks as independent: no more is known.",
    )


def _drawn(shares: Shares) -> Picture:
    cells = Cells(rows=_NAMES, columns=_NAMES)
    for i, attacker in enumerate(TROOPS):
        for j, defender in enumerate(TROOPS):
            if share := shares.get((attacker, defender)):
                span = share.interval()
                hint = (
                    f"{title(attacker)} on {title(defender)}: {share.trials:,} attacks, "
                    f"{percent(share.value)} killed (95 %: {percent(span.low)} to "
                    f"{percent(span.high)})"
                )
                cells.put((i, j), share.value, f"{100 * share.value:.0f}", hint)
    return heat_map(
        "attacks",
        "Per cent of attacks by the troop on the left that kill the troop above.",
        cells,
        diverging=False,
        cell=0.42,
    )


def _cells_grid(here: Attacks, shares: Shares) -> Grid:
    rows = [
        (title(a), title(d), share.trials, here[a][d]["kills"], share.value, *share.interval())
        for a in TROOPS
        for d in TROOPS
        if (share := shares.get((a, d)))
    ]
    return Grid(
        "kill-rates",
        "Kill rates by attacker and defender",
        [*columns("text", attacker="Attacker", defender="Defender"), *_KILLS],
        rows,
        _CLUSTERED,
    )


def _cost(row: dict) -> float | None:
    if not row["a_25_points"]:
        return None
    return 25 * row["selected_a_troop"] / row["a_25_points"]


def _rate(rate: Rate | None) -> tuple[float | None, ...]:
    return (rate.value, *rate_interval(rate)) if rate else (None, None, None)


def rate_interval(rate: Rate, confidence: float = 0.95) -> Interval:
    """Return the interval of a rate."""
    reach = normal_quantile(confidence) * rate.error
    return Interval(rate.value - reach, rate.value + reach)


def _scaled(values: dict[str, float]) -> list[float | None]:
    mean = float(np.mean(list(values.values()))) if values else 1.0
    return [values[t] / mean if t in values else None for t in TROOPS]


def _ranking(values: dict[str, float]) -> str:
    return ", ".join(title(troop) for troop in sorted(values, key=lambda troop: -values[troop]))
