"""How many setups rules allow, counted without listing them: a few milliseconds for any rules.

    counted_setups(Ruleset())   # SetupCounts(all=1690733, maximal=283717, ...)

Troops are counted by a recurrence over kinds, T[n][c]: how many ways there are to buy n troops for
c points. Command sets are few (2 to the 9), so each is looked at: what it leaves for troops, and
the cheapest command that could still be added. `enumerate` lists the same setups one by one.
"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from ...engine.rules.ruleset import Ruleset


@dataclass(frozen=True, kw_only=True)
class SetupCounts:
    """How many setups there are."""

    all: int
    """Legal ones, without the empty one."""
    maximal: int
    """Those to which nothing can be added."""
    exact: int
    """Those that cost exactly the limit."""
    troops: int
    """Different selections of troops among them, with none at all."""


def counted_setups(rules: Ruleset) -> SetupCounts:
    """Return how many setups the rules allow."""
    ways = _ways_to_buy_troops(rules)
    up_to = ways.cumsum(axis=1)
    cheapest = min(troop.cost for troop in rules.troops.values())
    every = maximal = exact = 0
    for fees, unused in _command_sets(rules):
        left = rules.limits.points - fees
        every += _between(up_to, -1, left)
        exact += _between(up_to, left - 1, left)
        maximal += _between(up_to[:-1], left - min(unused, cheapest), left)
        maximal += _between(up_to[-1:], left - unused, left)
        if not fees:  # the empty setup is none, though nothing may fit beside it
            every -= 1
            maximal -= int(min(unused, cheapest) > left)
    return SetupCounts(all=every, maximal=maximal, exact=exact, troops=int(up_to[:, -1].sum()))


def _ways_to_buy_troops(rules: Ruleset) -> np.ndarray:
    """Return [troops, points]: the ways to buy so many troops for so many points."""
    most = rules.limits.troops
    prices = [troop.cost for troop in rules.troops.values()]
    points = min(rules.limits.points, most * max(prices))
    ways = np.zeros((most + 1, points + 1), np.int64)
    ways[0, 0] = 1
    for price in prices:
        for troops in range(1, most + 1):
            ways[troops, price:] += ways[troops - 1, : max(points + 1 - price, 0)]
    return ways


def _command_sets(rules: Ruleset) -> list[tuple[int, int]]:
    """Return what each set of commands costs, and the least that another command would."""
    fees = [command.cost for command in rules.commands.values()]
    limits, beyond = rules.limits, rules.limits.points + 1
    sets = []
    for size in range(min(limits.commands, len(fees)) + 1):
        for chosen in combinations(range(len(fees)), size):
            cost = sum(fees[i] for i in chosen)
            unused = [fee for i, fee in enumerate(fees) if i not in chosen]
            full = size == limits.commands or not unused
            if cost <= limits.points:
                sets.append((cost, beyond if full else min(unused)))
    return sets


def _between(up_to: np.ndarray, low: int, high: int) -> int:
    """Return how many ways cost more than `low` and at most `high`."""
    last = up_to.shape[1] - 1
    below = int(up_to[:, min(low, last)].sum()) if low >= 0 else 0
    return int(up_to[:, min(high, last)].sum()) - below
