"""Setups that beat each other in a circle, and whether that is more than chance.

One setup dominates another if it takes at least a threshold of the points, 29 of 50 in the thesis.
Of two equally good setups one does so in a third of all cases, so circles are also counted among
wins that are certain, and in tournaments played by setups that cannot go in circles.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Final

import numpy as np

from ...engine.reading.input_error import InputError
from ...engine.reading.names import shown
from .crosstable import CrossTable
from .ratings import ratings
from .score import Score, rate_of_elo

if TYPE_CHECKING:
    import networkx as nx

THRESHOLD: Final = Fraction(29, 50)
MOST_CYCLES: Final = 10_000
"""Counting stops here: among 31 setups of even strength there are more cycles than atoms."""

# At all thresholds a report on 2 million games took 99 s here, at these 10 s.
MOST_THRESHOLDS: Final = 50
"""Thresholds at which cycles are counted, where each two play 200 games or more; else all."""


@dataclass(frozen=True)
class Cycle:
    """Setups of which each dominates the next, and the last the first."""

    players: tuple[str, ...]
    weakest: tuple[str, str]
    """The link that is least certain."""
    p_value: float
    """Of the weakest link, in both directions: the cycle stands if all its links do."""
    certain: bool
    """Whether each link on its own is better than even at 95 % confidence."""
    corrected: bool
    """Whether each still is when all matchups are tested at once (S. Holm, 1979)."""


_THRESHOLD = re.compile(r"\s*([0-9]{1,9}/0*[1-9][0-9]{0,8}|[0-9]{0,9}\.?[0-9]{1,9})\s*(%?)\s*")


def parse_threshold(text: str) -> Fraction:
    """Return a threshold from 29/50, 0.58 or 58%."""
    match = _THRESHOLD.fullmatch(text)
    if not match:
        raise InputError(f"{shown(text)} is no threshold; give one such as 29/50, 0.58 or 58%")
    value = Fraction(match[1]) / (100 if match[2] else 1)
    if not Fraction(1, 2) < value <= 1:
        raise InputError(f"a threshold is above one half and at most 1, such as 29/50; not {text}")
    return value


def dominance(table: CrossTable, threshold: Fraction = THRESHOLD) -> "nx.DiGraph":
    """Return who dominates whom: an edge from each winner to the loser."""
    import networkx as nx  # noqa: PLC0415  (start-up stays light)

    graph = nx.DiGraph()
    graph.add_nodes_from(table.players)
    for a, b, score in table.matchups():
        enough = 2 * threshold.numerator * score.games  # of half points, times the denominator
        for winner, loser, wins in ((a, b, score.wins), (b, a, score.losses)):
            if (2 * wins + score.draws) * threshold.denominator >= enough:
                graph.add_edge(winner, loser)
    return graph


def certain_wins(table: CrossTable) -> "nx.DiGraph":
    """Return who is better than whom at 95 % confidence."""
    import networkx as nx  # noqa: PLC0415

    graph = nx.DiGraph()
    graph.add_nodes_from(table.players)
    for a, b, score in table.matchups():
        if _p_value(score) < 0.05:
            graph.add_edge(*((a, b) if score.rate > 0.5 else (b, a)))
    return graph


def circles(graph: "nx.DiGraph", longest: int | None = None) -> Iterator[tuple[str, ...]]:
    """Yield the circles of a graph, each from the player that comes first in it."""
    import networkx as nx  # noqa: PLC0415

    # By number: the order in which networkx finds circles is that of sets, which differs between
    # processes for names, and some callers stop before the end.
    players = list(graph)
    numbered = nx.convert_node_labels_to_integers(graph)
    for circle in nx.simple_cycles(numbered, length_bound=longest):
        first = circle.index(min(circle))
        yield tuple(players[i] for i in circle[first:] + circle[:first])


def count_circles(graph: "nx.DiGraph", most: int = MOST_CYCLES) -> int:
    """Return how many circles a graph has; `most` if it has that many or more."""
    import networkx as nx  # noqa: PLC0415

    return sum(1 for _ in islice(nx.simple_cycles(graph), most))


def certain_dominance(table: CrossTable, threshold: Fraction = THRESHOLD) -> "nx.DiGraph":
    """Return who dominates whom by a win that is certain at 95 %."""
    graph, certain = dominance(table, threshold), certain_wins(table)
    graph.remove_edges_from([edge for edge in graph.edges if not certain.has_edge(*edge)])
    return graph


def find_cycles(
    table: CrossTable, threshold: Fraction = THRESHOLD, most: int = MOST_CYCLES
) -> list[Cycle]:
    """Return cycles of dominance, certain ones first, then by length.

    If there are more than `most`, these are certain ones and the shortest, about that many.
    """
    p_values = {(a, b): score.p_value() for a, b, score in table.matchups()}
    p_values |= {(b, a): p for (a, b), p in p_values.items()}
    corrected = holm(p_values)
    graph = dominance(table, threshold)
    all_cycles = set(islice(circles(certain_dominance(table, threshold)), most))
    all_cycles |= _shortest(graph, most)
    cycles = []
    for players in all_cycles:
        links = list(zip(players, players[1:] + players[:1], strict=True))
        weakest = max(links, key=lambda link: p_values[link])
        cycles.append(
            Cycle(
                players,
                weakest,
                p_values[weakest],
                certain=p_values[weakest] < 0.05,
                corrected=all(link in corrected for link in links),
            )
        )
    order = {player: i for i, player in enumerate(table.players)}
    return sorted(
        cycles, key=lambda c: (not c.certain, len(c.players), [order[p] for p in c.players])
    )


def _shortest(graph: "nx.DiGraph", most: int) -> set[tuple[str, ...]]:
    """Return all circles if they are `most` at most, else the shortest, about that many."""
    if count_circles(graph, most + 1) <= most:
        return set(circles(graph))
    cycles: set[tuple[str, ...]] = set()
    for length in range(2, len(graph) + 1):
        cycles = set(islice(circles(graph, length), most))
        if len(cycles) >= most:
            break
    return cycles


def holm(p_values: Mapping[tuple[str, str], float], level: float = 0.05) -> set[tuple[str, str]]:
    """Return the matchups that differ though all are tested, either way round.

    S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of
    Statistics 6 (1979).
    """
    once = {tuple(sorted(pair)): p for pair, p in p_values.items()}
    pairs: set[tuple[str, str]] = set()
    for i, ((a, b), p) in enumerate(sorted(once.items(), key=lambda item: item[1])):
        if p >= level / (len(once) - i):
            break
        pairs |= {(a, b), (b, a)}
    return pairs


def cycles_by_threshold(table: CrossTable) -> list[tuple[int, int, int]]:
    """Return (wins, games, cycles) for each threshold, up to the first that leaves no cycle.

    Where there are more thresholds than `MOST_THRESHOLDS`, some of them, evenly apart.
    """
    games = table.games_a_matchup
    counted = []
    for wins in range(games // 2 + 1, games + 1, max(1, games // (2 * MOST_THRESHOLDS))):
        counted.append((wins, games, count_circles(dominance(table, Fraction(wins, games)))))
        if not counted[-1][2]:
            break
    return counted


def cycles_by_chance(
    table: CrossTable,
    threshold: Fraction = THRESHOLD,
    *,
    samples: int = 100,
    seed: int = 0,
    most: int = 1000,
) -> np.ndarray:
    """Return how many cycles tournaments show that have none: a row a tournament.

    The first column counts cycles at the threshold, the second cycles of certain wins; `most` at
    most. Games are drawn between players of the strengths that fit the results best, one number a
    player, as many as were played: who is better is then a matter of order, without circles.
    """
    rng = np.random.default_rng(seed)
    strength = {r.player: r.elo for r in ratings(table.players, table.results)}
    played = list(table.matchups())
    rates = [rate_of_elo(strength[a] - strength[b]) for a, b, _ in played]
    counts = np.zeros((samples, 2), np.int64)
    for sample in range(samples):
        results = {}
        for (a, b, score), rate in zip(played, rates, strict=True):
            results[a, b] = _unpaired(int(rng.binomial(score.games, rate)), score.games)
        again = CrossTable(table.players, results)
        counts[sample] = [
            count_circles(graph, most)
            for graph in (dominance(again, threshold), certain_wins(again))
        ]
    return counts


@lru_cache(maxsize=1 << 16)
def _p_value(score: Score) -> float:
    return score.p_value()


@lru_cache(maxsize=1 << 16)
def _unpaired(wins: int, games: int) -> Score:
    return Score(wins, 0, games - wins)
