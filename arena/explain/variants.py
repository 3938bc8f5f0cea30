"""Variants of a setup: a component taken out, swapped for its price in others, or two taken out.

A component is one troop or one command. What stays keeps its square, so a change of the score is
the component's own. Of several troops of a type the one farthest from the middle goes. What is put
in takes the square that was left; further troops stand as near to it as they can without another
beside them.

A swap spends what it frees: the variant costs as much as the setup, or as near to it as prices and
limits allow. A setup that is illegal, or that leaves points unspent, is compared with setups of its
own cost.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Final

from ...engine.rules.army import Army, Placement
from ...engine.rules.ruleset import Ruleset
from ...engine.rules.stats import COMMANDS, LETTERS
from ...setups.setup import COMPONENTS, Setup
from ...setups.swaps import Swap, small_swaps
from ..play.entrant import Entrant
from .values import VariantKind

PUT_IN: Final = 3
"""Components that may be put in for one."""

MOST_SWAPS: Final = 16
"""Swaps of a component that are screened: those that spend most of its price come first."""


@dataclass(frozen=True, kw_only=True)
class Variant:
    """A setup that differs from A by a component or two."""

    kind: VariantKind
    taken: tuple[str, ...]
    """Components that are taken out, by letter and slug, in table order."""
    put_in: tuple[str, ...] = ()
    army: Army

    def entrant(self, agent: str) -> Entrant:
        """Return it, played by an agent."""
        setup = Setup(_counts(self.army), self.army.commands)
        return Entrant(setup=str(setup), agent=agent, formation=self.army.formation)


class Variants:
    """All variants of a setup under rules."""

    def __init__(self, entrant: Entrant, rules: Ruleset) -> None:
        self._army, self._rules = entrant.army(rules), rules
        self._setup = Setup(_counts(self._army), self._army.commands)

    @property
    def counts(self) -> dict[str, int]:
        """How many the setup has of each of its components, in table order."""
        return {c: n for c, n in zip(COMPONENTS, self._setup.amounts, strict=True) if n}

    @property
    def components(self) -> list[str]:
        """The different components of the setup, in table order."""
        return list(self.counts)

    @cached_property
    def outs(self) -> list[Variant]:
        """The setup without one of each component; its last troop stays."""
        return list(self._without((c,) for c in self.components))

    @cached_property
    def pairs(self) -> list[Variant]:
        """The setup without two components: two of a kind, or of two kinds."""
        twice = [c for c, number in self.counts.items() if number > 1]
        both = [*combinations(self.components, 2), *((c, c) for c in twice)]
        ordered = sorted(both, key=lambda pair: [COMPONENTS.index(c) for c in pair])
        return list(self._without(ordered))

    @cached_property
    def swaps(self) -> dict[str, list[Variant]]:
        """What each component can be swapped for; a component without a swap is left out."""
        by_component = {
            c: [self._swapped(swap) for swap in self._swaps(c)] for c in self.components
        }
        return {component: variants for component, variants in by_component.items() if variants}

    def _without(self, several: Iterable[tuple[str, ...]]) -> Iterator[Variant]:
        """Yield the setup without components, if a troop is left."""
        for taken in several:
            army, _ = _taken(self._army, taken, self._rules)
            if army.troops:
                kind: VariantKind = "out" if len(taken) == 1 else "pair"
                yield Variant(kind=kind, taken=taken, army=army)

    def _swaps(self, component: str) -> list[Swap]:
        """Return the swaps of a component, those that spend most of its price first."""
        setup, place = self._setup, COMPONENTS.index(component)
        rules = self._rules.edit(f"limits.points={setup.cost(self._rules)}")
        if setup.faults(rules):  # more troops or commands than are allowed: it has no equals
            return []
        least = [n - (i == place) for i, n in enumerate(setup.amounts)]
        swaps = [
            swap
            for swap in small_swaps(setup, rules, PUT_IN, least)
            if swap.taken_out and swap.put_in
        ]
        swaps.sort(key=lambda swap: (-swap.after.cost(rules), swap.size))
        return swaps[:MOST_SWAPS]

    def _swapped(self, swap: Swap) -> Variant:
        taken, come = (tuple(Counter(some).elements()) for some in (swap.taken_out, swap.put_in))
        army, left = _taken(self._army, taken, self._rules)
        return Variant(
            kind="swap", taken=taken, put_in=come, army=_put_in(army, come, left, self._rules)
        )


def _counts(army: Army) -> tuple[int, ...]:
    """Return how many of each troop there are, in table order."""
    return tuple(sum(troop.letter == letter for troop in army.troops) for letter in LETTERS)


def _taken(
    army: Army, components: Sequence[str], rules: Ruleset
) -> tuple[Army, list[tuple[int, int]]]:
    """Return an army without components, and the rows and columns that they leave."""
    middle = (rules.board.width - 1) / 2
    troops, left = list(army.troops), list[tuple[int, int]]()
    for component in components:
        if component not in COMMANDS:
            alike = [troop for troop in troops if troop.letter == component]
            gone = max(alike, key=lambda one: (abs(one.column - middle), one.row, one.column))
            troops.remove(gone)
            left.append((gone.row, gone.column))
    commands = tuple(c for c in army.commands if c not in components)
    return Army(tuple(troops), commands), left


def _put_in(
    army: Army, components: Sequence[str], left: Sequence[tuple[int, int]], rules: Ruleset
) -> Army:
    """Return an army with components: troops stand where there is room, from a place that was left.

    Where a command was taken out, that is the middle of the front row.
    """
    commands = tuple(c for c in components if c in COMMANDS)
    troops, vacant = list(army.troops), list(left)
    around = left[0] if left else (0, rules.board.width // 2)
    for letter in (c for c in components if c not in COMMANDS):
        place = vacant.pop(0) if vacant else _nearest_free(troops, around, rules)
        troops.append(Placement(letter, *place))
    return Army(tuple(troops), (*army.commands, *commands))


def _nearest_free(
    troops: Sequence[Placement], around: tuple[int, int], rules: Ruleset
) -> tuple[int, int]:
    """Return the free place nearest to another, one without a neighbour in its row if there is."""
    occupied = {(troop.row, troop.column) for troop in troops}
    free = [
        (row, column)
        for row in range(rules.board.home_rows)
        for column in range(rules.board.width)
        if (row, column) not in occupied
    ]

    def order(place: tuple[int, int]) -> tuple[bool, int, int, int]:
        row, column = place
        beside = (row, column - 1) in occupied or (row, column + 1) in occupied
        far = abs(row - around[0]) + abs(column - around[1])
        return beside, far, row, column

    return min(free, key=order)
