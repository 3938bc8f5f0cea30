"""Genes of rule edits, and pymoo's operators over them.

A gene is how many places a free number stands from where it began: 0 is untouched. Most genes of a
good candidate are 0, for few edits are better than many, so nothing here draws all genes at once:
the first generation has an edit or a few each, a mutation touches one or two genes, and half of the
mutations take something back. Bounds are arrays `lows` and `highs` of places, both sides of 0.

pymoo hands every operator the generator of its algorithm (`random_state`), which is made from the
run's seed: no global state is read. The default arguments of pymoo's algorithms are objects that
all algorithms share; these operators are made anew for each search.
"""

from typing import Any

import numpy as np
from pymoo.algorithms.moo.nsga2 import NSGA2
from pymoo.core.crossover import Crossover
from pymoo.core.mutation import Mutation
from pymoo.core.problem import Problem
from pymoo.core.sampling import Sampling
from pymoo.core.termination import NoTermination
from pymoo.operators.survival.rank_and_crowding import RankAndCrowding

MORE_EDITS = (2, 2, 3)
"""How many edits candidates of the first generation have beyond those with one, drawn evenly."""

TAKEN_BACK = 0.35
"""Share of mutations that put an edited number back to where it began, where there is one."""

MOVED = 0.6
"""Share of the other mutations that move an edited number, rather than edit another."""

JUMP = 0.2
"""Share of moves that may end anywhere within the limits; others go a stride or two."""

STRIDES = 12
"""Strides from one limit to the other: a place each where there are fewer places than that."""

Generator = np.random.Generator


def ways(lows: Any, highs: Any) -> list[tuple[int, int]]:
    """Return every number with each way that it can go: its place, and -1 or 1."""
    down = [(place, -1) for place in np.flatnonzero(lows < 0).tolist()]
    return down + [(place, 1) for place in np.flatnonzero(highs > 0).tolist()]


def first_size(lows: Any, highs: Any, population: int) -> int:
    """Return how large the first generation is: one for each way, twice the population at most."""
    return min(max(1 + len(ways(lows, highs)), population), 2 * population)


class Sparse(Sampling):
    """The origin, each number by itself each way, and candidates with a few edits.

    One edit by itself shows what a number does: with the other edits of one to three beside it, a
    price that was planted wrong was mended in neither of two searches. Ways are dealt from a
    shuffled deck: so no number is left out by chance, where there is room for all.
    """

    def _do(
        self, problem: Any, n_samples: int, *_: Any, random_state: Any = None, **__: Any
    ) -> Any:
        rows = first_size(problem.xl, problem.xu, n_samples)
        genes = np.zeros((rows, problem.n_var), int)
        cards = ways(problem.xl, problem.xu)
        deck = [cards[number] for number in random_state.permutation(len(cards))]
        single = min(len(deck), rows - 1)
        for number, row in enumerate(genes[1:]):
            edits = 1 if number < single else int(random_state.choice(MORE_EDITS))
            for _edit in range(edits):
                if not deck:
                    deck = [cards[number] for number in random_state.permutation(len(cards))]
                place, way = deck.pop()
                limit = int(problem.xu[place] if way > 0 else -problem.xl[place])
                row[place] = way * _first(limit, random_state)
        return genes


def _first(limit: int, generator: Generator) -> int:
    """Return how far an edit of the first generation goes: near by, or anywhere."""
    if generator.random() < 0.5:
        return int(generator.integers(1, limit + 1))
    return min(int(generator.geometric(0.6)) * max(1, round(limit / STRIDES)), limit)


class Exchange(Crossover):
    """Two children; each gene of one is from either parent, of the other from the other."""

    def __init__(self) -> None:
        super().__init__(n_parents=2, n_offsprings=2, prob=0.7)

    def _do(self, _: Any, genes: np.ndarray, *__: Any, random_state: Any = None, **___: Any) -> Any:
        swapped = random_state.random(genes.shape[1:]) < 0.5
        return np.where(swapped, genes[::-1], genes)


class Nudge(Mutation):
    """Takes an edit back, moves one, or makes another."""

    def _do(
        self, problem: Any, genes: np.ndarray, *_: Any, random_state: Any = None, **__: Any
    ) -> Any:
        changed = genes.copy()
        for row in changed:
            for _again in range(1 + int(random_state.random() < 0.25)):
                nudge(row, problem.xl, problem.xu, random_state)
        return changed


def nudge(genes: Any, lows: Any, highs: Any, generator: Generator) -> None:
    """Change one gene."""
    edited, free = np.flatnonzero(genes), np.flatnonzero(genes == 0)
    if len(edited) and generator.random() < TAKEN_BACK:
        genes[generator.choice(edited)] = 0
        return
    again = len(edited) and (not len(free) or generator.random() < MOVED)
    place = generator.choice(edited if again else free)
    genes[place] = moved(int(genes[place]), lows[place], highs[place], generator)


def moved(gene: int, low: float, high: float, generator: Generator) -> int:
    """Return another place within the limits: near, or now and then anywhere."""
    low, high = int(low), int(high)
    if low == high:
        return gene
    if generator.random() < JUMP:
        other = int(generator.integers(low, high))
        return other + (other >= gene)
    far = int(generator.geometric(0.6)) * max(1, round((high - low) / STRIDES))
    if gene in (low, high):
        far = far if gene == low else -far
    else:
        far *= 1 if generator.random() < 0.5 else -1
    return min(max(gene + far, low), high)


def algorithm(
    lows: np.ndarray, highs: np.ndarray, *, objectives: int, population: int, seed: int
) -> Any:
    """Return NSGA-II over genes within limits, ready to be asked; it never ends by itself.

    K. Deb and others, "A fast and elitist multiobjective genetic algorithm: NSGA-II", IEEE
    Transactions on Evolutionary Computation 6 (2002).
    """
    problem = Problem(
        n_var=len(lows), n_obj=objectives, n_ieq_constr=1, xl=lows, xu=highs, vtype=int
    )
    own: dict[str, Any] = {  # pymoo's annotations are those of its defaults
        "sampling": Sparse(),
        "crossover": Exchange(),
        "mutation": Nudge(),
        "survival": RankAndCrowding(),
        "output": None,
    }
    nsga = NSGA2(pop_size=population, **own)
    nsga.setup(problem, seed=seed, termination=NoTermination())
    return nsga


def rank_again(nsga: Any) -> None:
    """Let ranks follow what was learnt about the population, where none new is proposed.

    A space of a few rules is soon exhausted: pymoo would end there.
    """
    nsga.termination.force_termination = False
    nsga.pop = nsga.survival.do(
        nsga.problem,
        nsga.pop,
        n_survive=len(nsga.pop),
        algorithm=nsga,
        random_state=nsga.random_state,
    )
