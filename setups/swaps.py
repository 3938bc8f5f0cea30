"""`Swap`: a small change of a setup, what is taken out and what is put in; and all of them.

    swaps = small_swaps(Setup.parse("Rush"), Ruleset(), most=2)
    swaps[0].words        # 'swap Shield Wall for Chastise'
    swaps[0].after        # the setup that it makes

A component is one troop or one command. A swap of size N takes out at most N components and puts in
at most N, one of the two exactly N, and what it makes is maximal by the rules: legal, and nothing
can be added. So "two scouts for a knight" and "a champion for two knights" have size 2, and a
champion for eight scouts has size 8. The size is the same both ways.

A setup that is not maximal itself has room for more. As many components as fill it up at least (the
`gap`) may be put in beside, so that adding alone is a change too. A setup that is not legal may be
changed like any other: what is made of it is legal.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, combinations_with_replacement
from typing import Final

import numpy as np

from ..engine.rules.ruleset import Ruleset
from ..engine.rules.stats import COMMANDS, LETTERS, TROOPS, title
from .notation import SetupError
from .setup import COMPONENTS, Setup

MOST_SIZE: Final = 4
"""Beyond that swaps are not small: there are tens of thousands of them."""

MOST_GAP: Final = 4
"""Components that may be missing from a setup: one with more room is hardly begun."""

_PAIRS = 4_000_000
"""Pairs of what is taken out and put in that are looked at in one go: some 30 megabytes."""

_NUMBERS = "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"


@dataclass(frozen=True)
class Swap:
    """A change from a setup to another."""

    before: Setup
    after: Setup

    @cached_property
    def difference(self) -> tuple[int, ...]:
        """How many more of each component there are, in table order; fewer are below 0."""
        both = zip(self.before.amounts, self.after.amounts, strict=True)
        return tuple(after - before for before, after in both)

    @property
    def taken_out(self) -> dict[str, int]:
        """How many of each component go, by letter and slug."""
        return {c: -n for c, n in zip(COMPONENTS, self.difference, strict=True) if n < 0}

    @property
    def put_in(self) -> dict[str, int]:
        """How many of each component come."""
        return {c: n for c, n in zip(COMPONENTS, self.difference, strict=True) if n > 0}

    @property
    def size(self) -> int:
        """How many components are taken out or put in, whichever are more."""
        return max(sum(self.taken_out.values()), sum(self.put_in.values()))

    @property
    def words(self) -> str:
        """It as a player says it: `swap two scouts for a knight`."""
        out, come = components_text(self.taken_out), components_text(self.put_in)
        if out and come:
            return f"swap {out} for {come}"
        if come:
            return f"add {come}"
        return f"take out {out}" if out else "change nothing"


def component_text(component: str, number: int = 1) -> str:
    """Return so many of a component in words: `a scout`, `two knights`, `Battle Cry`."""
    if component in COMMANDS:
        return title(component)
    name = TROOPS[LETTERS.index(component)].replace("-", " ")
    if number == 1:
        return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"
    return f"{_NUMBERS[number] if number < len(_NUMBERS) else number} {name}s"


def components_text(amounts: dict[str, int]) -> str:
    """Return amounts of components as a list in a sentence; empty without any."""
    *others, last = [component_text(*one) for one in amounts.items()] or [""]
    return f"{', '.join(others)} and {last}" if others else last


# ---- all of them ---------------------------------------------------------------------------------


def small_swaps(
    setup: Setup, rules: Ruleset, most: int = 2, least: Sequence[int] | None = None
) -> list[Swap]:
    """Return all swaps of at most a size, in a fixed order, the smallest first.

    `least` is how many of each component must stay, in table order. Formations are left out: the
    setups that are made have none.
    """
    before = Setup(setup.counts, setup.commands)
    free = [n - fewest for n, fewest in zip(before.amounts, least or _NONE, strict=True)]
    outs = _sums(_taken(free, min(most, sum(free))))
    room = most + gap(before, rules)
    ins = _sums(some for number in range(room + 1) for some in _added(number))
    swaps: list[Swap] = []
    block = max(_PAIRS // len(ins), 1)
    for first in range(0, len(outs), block):
        amounts = _maximal(np.array(before.amounts), outs[first : first + block], ins, rules)
        swaps += [Swap(before, Setup.of_amounts(row)) for row in amounts.tolist()]
    return sorted(swaps, key=lambda swap: (swap.size, [-n for n in swap.difference]))


def gap(setup: Setup, rules: Ruleset) -> int:
    """Return the fewest components that fill a setup up; 0 for one that is maximal or illegal."""
    if not setup.additions(rules):
        return 0
    nothing = np.zeros((1, len(COMPONENTS)), np.int64)
    for number in range(1, MOST_GAP + 1):
        if len(_maximal(np.array(setup.amounts), nothing, _sums(_added(number)), rules)):
            return number
    raise SetupError(
        f"{setup} has room for more than {MOST_GAP} further components; buy troops or commands "
        f"until hardly anything fits, then small changes can be compared"
    )


_NONE: Final = (0,) * len(COMPONENTS)


def _taken(free: Sequence[int], most: int) -> Iterator[tuple[int, ...]]:
    """Yield which components may go, as their numbers: each so often as it is free."""
    pieces = [place for place, number in enumerate(free) for _ in range(number)]
    for number in range(most + 1):
        yield from dict.fromkeys(combinations(pieces, number))


def _added(number: int) -> Iterator[tuple[int, ...]]:
    """Yield which components may come: troops as often as wanted, commands once."""
    troops, commands = range(len(LETTERS)), range(len(LETTERS), len(COMPONENTS))
    for chosen in range(min(number, len(COMMANDS)) + 1):
        for some in combinations_with_replacement(troops, number - chosen):
            for others in combinations(commands, chosen):
                yield *some, *others


def _sums(choices: Iterator[tuple[int, ...]]) -> np.ndarray:
    """Return how many of each component each choice has."""
    rows = [np.bincount(some, minlength=len(COMPONENTS)) for some in map(list, choices)]
    return np.array(rows, np.int64).reshape(-1, len(COMPONENTS))


def _maximal(before: np.ndarray, outs: np.ndarray, ins: np.ndarray, rules: Ruleset) -> np.ndarray:
    """Return the maximal setups that taking out one row and putting in another makes, but itself.

    What is taken out does not come back, so each setup is made once. Sums decide first, for they
    are quickly had for all pairs, and few pairs pass.
    """
    limits, troops = rules.limits, len(LETTERS)
    prices = np.array([one.cost for one in (*rules.troops.values(), *rules.commands.values())])

    def totals(weights: np.ndarray) -> np.ndarray:
        return (before @ weights - outs @ weights)[:, None] + (ins @ weights)[None, :]

    is_troop = np.arange(len(COMPONENTS)) < troops
    left, bodies, orders = limits.points - totals(prices), totals(is_troop), totals(~is_troop)
    legal = (left >= 0) & (bodies <= limits.troops) & (orders <= limits.commands)
    i, j = np.nonzero(legal & ((bodies == limits.troops) | (left < prices[:troops].min())))
    amounts, left, orders = before - outs[i] + ins[j], left[i, j], orders[i, j]
    unused = np.where(amounts[:, troops:] > 0, limits.points + 1, prices[troops:]).min(axis=1)
    good = (orders == limits.commands) | (left < unused)
    good &= (amounts[:, troops:] <= 1).all(axis=1) & ~((outs[i] > 0) & (ins[j] > 0)).any(axis=1)
    good &= (amounts != before).any(axis=1) & (amounts[:, :troops].sum(axis=1) > 0)
    return amounts[good]
