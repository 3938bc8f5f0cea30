"""How much troops and commands are used: in a mixture of setups, or in a list of them.

Two measures. The number: how many of a troop a setup has on average, and how often it has a
command. The share of the points: what a setup spends on it, of all that it spends.
"""

from collections.abc import Sequence

import numpy as np

from ...engine.rules.ruleset import Ruleset
from ...engine.rules.stats import COMMANDS, TROOPS
from ...setups.setup import Setup
from .values import Use


def usage(
    setups: Sequence[Setup],
    weights: np.ndarray,
    samples: np.ndarray,
    named: Sequence[Setup],
    rules: Ruleset,
) -> list[Use]:
    """Return the use of everything, in table order, troops first.

    `samples` are mixtures of the same setups, one a row, that show how certain the weights are.
    """
    numbers, shares = contents(setups, rules)
    own_numbers, own_shares = weights @ numbers, weights @ shares
    lows, highs = np.percentile(samples @ numbers, [2.5, 97.5], axis=0)
    named_numbers, named_shares = (made.mean(axis=0) for made in contents(named, rules))
    return [
        Use(
            thing=thing,
            kind="troop" if place < len(TROOPS) else "command",
            number=float(own_numbers[place]),
            number_low=float(min(lows[place], own_numbers[place])),
            number_high=float(max(highs[place], own_numbers[place])),
            points=float(own_shares[place]),
            named_number=float(named_numbers[place]),
            named_points=float(named_shares[place]),
        )
        for place, thing in enumerate((*TROOPS, *COMMANDS))
    ]


def contents(setups: Sequence[Setup], rules: Ruleset) -> tuple[np.ndarray, np.ndarray]:
    """Return how many of each thing setups have, and the share of points that goes to it."""
    costs = [rules.troops[name].cost for name in TROOPS]
    costs += [rules.commands[slug].cost for slug in COMMANDS]
    rows = [(*s.counts, *(slug in s.commands for slug in COMMANDS)) for s in setups]
    numbers = np.array(rows, float)
    spent = numbers * np.array(costs, float)
    return numbers, spent / np.maximum(spent.sum(axis=1, keepdims=True), 1)
