"""What to choose if the opponent chooses too: Nash mixture and alpha-rank."""

from collections.abc import Sequence

import numpy as np

from ...results.page.axes import Scale
from ...results.page.blocks import Section, Text
from ...results.page.charts import bars
from ...results.page.grids import Column, Grid
from ...results.page.words import listed, percent
from ..stats.nash import EXACT, Mixture, alpha_rank, nash, nash_support, ranked
from .collect import Games

ALPHAS = (1.0, 100.0)


def section(games: Games, samples: int = 200) -> Section:
    """Return the section on the Nash mixture and alpha-rank."""
    table = games.table
    rates = table.rates()
    mixture = nash(rates)
    mean, share = nash_support(table, samples=samples)
    ranks = [alpha_rank(rates, alpha=alpha) for alpha in ALPHAS]
    order = np.lexsort((-ranks[1], -mean, -mixture.weights))
    measures = (mixture.weights, mixture.most, mean, share, *ranks)
    rows = [(table.players[i], *(float(values[i]) for values in measures)) for i in order.tolist()]
    grid = Grid(
        "metagame",
        "Nash mixture and alpha-rank",
        [
            Column("player", "Agent" if games.of == "agent" else "Setup"),
            Column("nash", "Nash", "share", "weight in the Nash mixture"),
            Column("nash_most", "at most", "share", "greatest weight in any Nash mixture"),
            Column("nash_mean", "if played again", "share", "mean weight over resampled results"),
            Column("nash_support", "takes part", "share", "resampled mixtures that use it"),
            *(Column(f"alpha_{a:g}", f"alpha-rank {a:g}", "share") for a in ALPHAS),
        ],
        rows,
        f"Resampled {samples} times within the errors of the results. Selection is gentle (1) or "
        "hard (100).",
    )
    top = rows[:15]
    chart = bars(
        "metagame",
        "Weights in the Nash mixture of the measured results, and on average if they are measured "
        "again; the fifteen heaviest.",
        [str(row[0]) for row in top],
        {"Nash": [row[1] for row in top], "if played again": [row[3] for row in top]},
        Scale("weight", percent=True),
    )
    text = _advice(table.players, mixture)
    return Section("Nash mixture and alpha-rank", [Text(text), chart, grid])


def _advice(players: Sequence[str], mixture: Mixture) -> str:
    """Return what to choose, and what gains on it."""
    parts = [(p, w) for p, w in ranked(players, mixture.weights) if w >= 0.0005]
    named = listed([f"{player} ({percent(weight)})" for player, weight in parts])
    more = "" if mixture.unique else " There are other equilibria: see the column at most."
    gain = "by these scores nothing gains on that"
    if mixture.exploitability > EXACT:
        gain = (
            f"the solver failed, so this is approximate, and the best answer scores "
            f"{percent(0.5 + mixture.exploitability)} against it"
        )
    return (
        f"The Nash mixture of the measured scores is {named}: {gain}.{more} Measured again, it "
        "may be another: see the column takes part."
    )
