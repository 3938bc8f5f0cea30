"""Setups that beat each other in a circle (thesis, figure 3 and table A.1)."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ...results.page.blocks import Block, Section, Text
from ...results.page.charts import circles as draw_circles
from ...results.page.figures import Picture
from ...results.page.grids import Column, Grid
from ...results.page.words import percent, plural
from ..stats.crosstable import CrossTable
from ..stats.cycles import (
    MOST_CYCLES,
    THRESHOLD,
    Cycle,
    certain_dominance,
    certain_wins,
    count_circles,
    cycles_by_chance,
    cycles_by_threshold,
    dominance,
    find_cycles,
)
from .score_text import points_text
from .thesis import thesis

SHOWN_CYCLES = 200
"""Cycles listed, about; the count says how many there are."""
MOST_BY_CHANCE = 1000
"""Cycles counted in each simulated tournament."""
MOST_GROUPS = 4
LARGEST_GROUP = 24
"""Groups drawn, and players in one: beyond, arrows are a tangle."""


@dataclass(frozen=True)
class Circling:
    """What there is to say on cycles; `MOST_CYCLES` stands for that many or more."""

    threshold: Fraction
    cycles: Sequence[Cycle]
    """Certain ones first, then the shortest; not all if there are many."""
    count: int
    certain: int
    """Cycles at the threshold of which each link is certain at 95 %."""
    certain_graph: int
    """Cycles among all certain wins, whatever the threshold."""
    chance: np.ndarray
    """Cycles that chance alone made, at the threshold and certain, by simulated tournament."""

    def by_chance(self, certain: bool = False) -> tuple[float, float, float]:
        """Return the median of the simulated counts, and the range of 95 % of them."""
        low, middle, high = np.percentile(self.chance[:, int(certain)], [2.5, 50, 97.5])
        return float(middle), float(low), float(high)


def circling(table: CrossTable, threshold: Fraction = THRESHOLD, samples: int = 100) -> Circling:
    """Return what there is to say on the cycles of a cross-table."""
    return Circling(
        threshold,
        find_cycles(table, threshold, most=SHOWN_CYCLES),
        count_circles(dominance(table, threshold)),
        count_circles(certain_dominance(table, threshold)),
        count_circles(certain_wins(table)),
        cycles_by_chance(table, threshold, samples=samples, most=MOST_BY_CHANCE),
    )


def section(table: CrossTable, threshold: Fraction = THRESHOLD) -> Section:
    """Return the section on dominance cycles."""
    circles = circling(table, threshold)
    parts: list[Block] = [Text(summary(circles, table)), Text(_chance_text(circles))]
    if circles.cycles:
        parts += [_drawn(table, circles), _list_grid(circles)]
    return Section("Dominance cycles", [*parts, _threshold_grid(table)])


def counted(count: int) -> str:
    """Return a number of cycles as text."""
    return f"{MOST_CYCLES:,} cycles or more" if count >= MOST_CYCLES else plural(count, "cycle")


def summary(circles: Circling, table: CrossTable) -> str:
    """Return how many cycles there are and how many of them are certain."""
    games = table.games_a_matchup
    needed = -(-circles.threshold * games // 1)
    certain = (
        "Every link is better than even at 95 % confidence, each tested alone, in "
        f"{circles.certain or 'none'} of them. "
    )
    return (
        f"At a threshold of {percent(float(circles.threshold))} of the points ({needed} of "
        f"{games}) there {_are(circles.count)}. {certain if circles.count else ''}Among all wins "
        f"that are certain at 95 %, whatever their margin, there {_are(circles.certain_graph)}."
    )


def _are(count: int) -> str:
    return f"{'is' if count == 1 else 'are'} {counted(count)}"


def _chance_text(circles: Circling) -> str:
    middle, low, high = map(chance_count, circles.by_chance())
    certain = chance_count(circles.by_chance(certain=True)[2])
    return (
        f"Chance alone makes cycles. In {len(circles.chance)} simulated tournaments of as many "
        "games, between players of the same ratings who cannot go in circles, there were between "
        f"{low} and {high} (95 % of them; median {middle}), and up to {certain} of certain wins."
    )


def chance_count(count: float) -> str:
    """Return a number of cycles in a simulated tournament as text."""
    return f"{MOST_BY_CHANCE:,} or more" if count >= MOST_BY_CHANCE else f"{count:,.0f}"


def _drawn(table: CrossTable, circles: Circling) -> Picture:
    graph = dominance(table, circles.threshold)
    groups, tangle = _groups(table, circles)
    links = {
        (a, b): points_text(table.between(a, b))
        for a, b in graph.edges
        if any(a in group and b in group for group in groups)
    }
    certain = [link for link in links if table.between(*link).p_value() < 0.05]
    some = (
        f" Of a group of {tangle}, whose arrows are a tangle, single cycles are drawn: certain "
        "ones and the shortest first."
        if tangle
        else ""
    )
    return draw_circles(
        "dominance-cycles",
        "Who dominates whom within each group of cycles: an arrow leads from the winner to the "
        "loser; in full and blue where the win is certain at 95 %, dashed where it is not." + some,
        groups,
        links,
        certain,
    )


def _groups(table: CrossTable, circles: Circling) -> tuple[list[list[str]], int]:
    """Return the groups of cycles to draw, and how many players the largest has if it is too large.

    Of a group that is too large, its first cycles stand for it.
    """
    import networkx as nx  # noqa: PLC0415

    together = nx.strongly_connected_components(dominance(table, circles.threshold))
    sets = sorted((g for g in together if len(g) > 1), key=lambda g: (-len(g), sorted(g)))
    groups: list[list[str]] = []
    tangle = 0
    for players in sets:
        if len(players) > LARGEST_GROUP:
            tangle = max(tangle, len(players))
            inside = [list(c.players) for c in circles.cycles if set(c.players) <= players]
            groups += inside[:MOST_GROUPS]
        else:
            members = [player for player in table.players if player in players]
            groups.append(_in_order(members, circles.cycles))
    return groups[:MOST_GROUPS], tangle


def _in_order(group: list[str], cycles: Sequence[Cycle]) -> list[str]:
    """Return a group in the order of its longest cycle, so that arrows cross little."""
    inside = [c.players for c in cycles if set(c.players) <= set(group)]
    longest = max(inside, key=len, default=())
    return [*longest, *(player for player in group if player not in longest)]


def _list_grid(circles: Circling) -> Grid:
    published = {_turned(tuple(cycle)) for cycle in thesis()["cycles"]["list"]}
    rows = [
        (
            len(cycle.players),
            " → ".join(cycle.players),
            " → ".join(cycle.weakest),
            cycle.p_value,
            cycle.certain,
            cycle.corrected,
            _turned(cycle.players) in published,
        )
        for cycle in circles.cycles
    ]
    more = circles.count - len(rows)
    return Grid(
        "cycles",
        f"Cycles at {percent(float(circles.threshold))}",
        [
            Column("length", "Length", "count"),
            Column("cycle", "Cycle", about="each dominates the next, the last the first"),
            Column("weakest", "Weakest link"),
            Column("p", "p of it", "chance", "the cycle is as certain as its weakest link"),
            Column("certain", "Certain at 95 %", "answer", "every link, tested alone"),
            Column("corrected", "Among all", "answer", "every link, all matchups tested at once"),
            Column("thesis", "In the thesis", "answer"),
        ],
        rows,
        f"Certain ones and the shortest; {more:,} more are not listed." if more else "",
    )


def _threshold_grid(table: CrossTable) -> Grid:
    published = thesis()["cycles"]["count"]
    rows = [
        (
            f"{wins} of {games}",
            wins / games,
            count,
            count >= MOST_CYCLES,
            published.get(str(wins)) if games == 50 else None,
        )
        for wins, games, count in cycles_by_threshold(table)
    ]
    return Grid(
        "cycles-by-threshold",
        "Cycles at each threshold",
        [
            Column("threshold", "Threshold"),
            Column("share", "Share", "share"),
            Column("cycles", "Cycles", "count"),
            Column("more", "or more", "answer", f"counting stops at {MOST_CYCLES:,}"),
            Column("thesis", "Thesis", "count"),
        ],
        rows,
    )


def _turned(cycle: tuple[str, ...]) -> tuple[str, ...]:
    first = cycle.index(min(cycle))
    return cycle[first:] + cycle[:first]
