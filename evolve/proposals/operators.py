"""Genes and operators: DEAP's, drawing from a generator that is passed in.

DEAP does here what it is good at: tournament selection, uniform crossover and uniform mutation of
integers, held together by its `Toolbox` and compared by its `Fitness`. It does not do three things:

- Its `creator` makes classes at run time, which workers and pickles do not find; `Individual` and
  `Points` are ordinary classes.
- Its operators draw from the module `random`, one state for the whole process. `drawing_from` lends
  that state to a generator while an operator runs.
- Its loops (`eaSimple` and others) evaluate everybody alike. The loop is our own (`population`).

What comes out of crossover and mutation is no setup yet: `Space.repaired` makes it one.
"""

import functools
import random
import threading
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from deap import base, tools

from ...engine.rules.stats import COMMANDS, LETTERS
from ...setups.setup import Setup
from . import formations
from .space import Space

MATING = 0.6
"""Share of children with two parents; the others are mutated copies of one."""

MUTATION = 0.6
"""Share of the children of two parents that are mutated as well."""

JUMP = 0.25
"""Share of mutations that set genes to any value; the others exchange a thing or two."""

REARRANGED = 0.5
"""Share of children whose formation is changed, where formations are sought."""

_TROOPS = len(LETTERS)


class Points(base.Fitness):
    """A fitness of which more is better."""

    weights = (1.0,)


class Individual(list):
    """Genes: how many of each troop, then 0 or 1 for each command, in table order."""

    def __init__(self, setup: Setup, fitness: float | None = None) -> None:
        chosen = (int(slug in setup.commands) for slug in COMMANDS)
        super().__init__((*setup.counts, *chosen))
        self.setup = setup
        self.fitness = Points(() if fitness is None else (fitness,))


_LENDING = threading.Lock()


def drawing_from(generator: Random, operator: Callable[..., Any]) -> Callable[..., Any]:
    """Return a DEAP operator that draws from a generator, not from `random`.

    While it runs, the state of `random` is the generator's; afterwards it is what it was before.
    Searches in several threads wait for each other. No other thread of the program draws from
    `random`: what it drew meanwhile would be drawn from the generator.
    """

    @functools.wraps(operator)
    def drawing(*args: Any, **named: Any) -> Any:
        with _LENDING:
            before = random.getstate()
            random.setstate(generator.getstate())
            try:
                return operator(*args, **named)
            finally:
                generator.setstate(random.getstate())
                random.setstate(before)

    return drawing


class Breeding:
    """Makes setups of a space from those that did well."""

    def __init__(self, space: Space, generator: Random, *, formations: bool) -> None:
        self._space, self._generator, self._formations = space, generator, formations
        limits, genes = space.rules.limits, _TROOPS + len(COMMANDS)
        most = [max(limits.points // t.cost, 0) for t in space.rules.troops.values()]
        upper = [*(min(number, limits.troops) for number in most), *[1] * len(COMMANDS)]
        bound = {
            "select": (tools.selTournament, {"k": 2, "tournsize": 3}),
            "mate": (tools.cxUniform, {"indpb": 0.5}),
            "jump": (tools.mutUniformInt, {"low": [0] * genes, "up": upper, "indpb": 2 / genes}),
        }
        self._toolbox: Any = base.Toolbox()
        for name, (operator, values) in bound.items():
            self._toolbox.register(name, drawing_from(generator, operator), **values)

    def newcomer(self) -> Setup:
        """Return a setup at random."""
        return self._stood(self._space.random(self._generator))

    def child(self, parents: Sequence[Individual]) -> tuple[Setup, str, list[Setup]]:
        """Return a setup, how it came about, and whom it was made from."""
        draw = self._generator
        first, second = self._toolbox.select(parents)
        genes, used, origin = Individual(first.setup), [first.setup], "mutation"
        if draw.random() < MATING and first.setup != second.setup:
            self._toolbox.mate(genes, Individual(second.setup))
            used, origin = [first.setup, second.setup], "crossover"
        if origin == "mutation" or draw.random() < MUTATION:
            if draw.random() < JUMP:
                self._toolbox.jump(genes)
            else:
                self._exchange(genes)
        chosen = [slug for slug, on in zip(COMMANDS, genes[_TROOPS:], strict=True) if on]
        setup = self._space.repaired(genes[:_TROOPS], chosen, draw)
        return self._stood(setup, first.setup), origin, used

    def _exchange(self, genes: Individual) -> None:
        """Take a thing or two away; repair will buy others for the points."""
        for _ in range(self._generator.choice((1, 1, 2))):
            bought = [place for place, number in enumerate(genes) for _ in range(number)]
            if bought:
                genes[self._generator.choice(bought)] -= 1

    def _stood(self, setup: Setup, parent: Setup | None = None) -> Setup:
        """Return a setup in its formation, if formations are sought."""
        if not self._formations:
            return setup
        rules, draw = self._space.rules, self._generator
        if parent is None or parent.formation is None:
            rows = formations.standing(setup.counts, rules)
        else:
            rows = formations.inherited(parent.formation, setup.counts, rules, draw)
        if parent is not None and draw.random() < REARRANGED:
            rows = formations.changed(rows, rules, draw)
        return Setup(setup.counts, setup.commands, rows)
