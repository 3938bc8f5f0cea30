"""Setups to learn prices from: legal ones of every composition and many totals, and who meets whom.

If every setup cost the same, the worth of a troop or command could not be known apart from its
price. So totals are spread from `LEAST` of the limit up to all of it, and setups meet others that
cost about as much, some more and some less. Games between very unequal setups teach little: they
are decided before they begin.
"""

from random import Random
from typing import Final

import numpy as np

from ...engine.rules.ruleset import Ruleset
from ...engine.rules.stats import COMMANDS, LETTERS
from ...evolve.proposals.errors import EvolveError
from ...setups.setup import Setup

LEAST: Final = 0.4
"""Of the points' limit: the smallest total that is aimed at."""

NEAR: Final = 0.3
"""How far away, as a share of all setups in the order of their costs, an opponent may be.

With totals spread evenly that is about 180 points of 1000. With half of it the scale is less sure:
of 700 games the interval of a champion for 50 points was 95 points wide instead of 58.
"""

_TRIES = 200
"""Draws for each setup before it is said that there are no more."""


def sample(rules: Ruleset, count: int, room: int, generator: Random) -> list[Setup]:
    """Return so many different legal setups, cheapest first; each has a troop at least."""
    costs: dict[Setup, int] = {}
    for _ in range(_TRIES * count):
        if len(costs) == count:
            break
        setup = _drawn(rules, room, generator)
        if sum(setup.counts):
            costs.setdefault(setup, setup.cost(rules))
    else:
        raise EvolveError(
            f"{len(costs):,} different setups are all that could be drawn by these rules, "
            f"not {count:,}; sample fewer"
        )
    return sorted(costs, key=lambda setup: (costs[setup], str(setup)))


def meetings(count: int, pairs: int, generator: Random) -> list[tuple[int, int]]:
    """Return who of so many setups, in the order of their costs, meets whom, all about as often."""
    met: list[tuple[int, int]] = []
    while len(met) < pairs:
        order = list(range(count))
        generator.shuffle(order)
        for one in order[: pairs - len(met)]:
            low, high = _near(one, count)
            other = generator.randrange(low, high)
            met.append((one, other + (other >= one)))
    return met


def near(one: int, count: int) -> np.ndarray:
    """Return the setups that one of so many, in the order of their costs, may meet."""
    low, high = _near(one, count)
    others = np.arange(low, high + 1)
    return others[others != one]


def _near(one: int, count: int) -> tuple[int, int]:
    """Return the first and the last of them."""
    reach = max(2, round(NEAR * count))
    return max(0, one - reach), min(count - 1, one + reach)


def _drawn(rules: Ruleset, room: int, generator: Random) -> Setup:
    """Return a setup of things drawn at random until nothing fits a total drawn before.

    Commands are drawn first, as many as a number drawn for it: otherwise whatever is bought last
    would always be the cheapest.
    """
    points = rules.limits.points * generator.uniform(LEAST, 1.0)
    commands, left = [], points
    for slug in generator.sample(COMMANDS, generator.randint(0, min(rules.limits.commands, 9))):
        if rules.commands[slug].cost <= left / 2:
            commands.append(slug)
            left -= rules.commands[slug].cost
    counts = dict.fromkeys(LETTERS, 0)
    prices = dict(zip(LETTERS, (t.cost for t in rules.troops.values()), strict=True))
    liked = generator.sample(LETTERS, generator.randint(1, len(LETTERS)))
    for _ in range(min(room, rules.limits.troops)):
        fits = [letter for letter in liked if prices[letter] <= left]
        if not fits:
            break
        letter = generator.choice(fits)
        counts[letter] += 1
        left -= prices[letter]
    return Setup(tuple(counts.values()), tuple(commands))
