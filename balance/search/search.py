"""The search for balance: edits of the rules towards a richer game, as a Pareto front.

1. Setups: those given, and rivals evolved against them under the original rules.
2. Generations of NSGA-II. Every candidate is a set of edits; its setups are fitted to its rules and
   meet in a round robin, on seeds that all candidates of the generation share. Those of the front
   with the fewest games play again, so no luck lasts; and when a candidate first plays again,
   players adapt to it: rivals evolved under its rules take the places of its weakest setups.
3. The check: the front, with the origin, plays on seeds that decided nothing. What is reported is
   the front of these games alone.

The origin is the first candidate, so the front begins with no change at all.
"""

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ...arena.play.entrant import Entrant
from ...arena.run.context import RunContext
from ...arena.run.result import RunResult
from ...arena.stats.nash import nash
from ...engine.rules.seeds import derive
from ...evolve.proposals.field import Field
from ..measures.boards import matrix
from ..measures.equilibrium import HELD
from ..measures.measured import Measured
from ..rules.fielding import FieldedSetup, fielded
from .candidates import Genes, RulesCandidate, point_values, proposed
from .front import front_of, hypervolume, stability, thinned
from .objectives import assess, box, costs, errors
from .operators import algorithm, rank_again
from .result import BalanceResult
from .rivals import rival
from .tables import BalanceWriter

if TYPE_CHECKING:
    from .task import BalanceTask

SEARCH_STREAM, CHECK_STREAM, RIVAL_STREAM, ADAPT_STREAM, DRAW_STREAM, PYMOO_STREAM = range(
    1 << 21, (1 << 21) + 6
)
"""Streams of the run's seed; no game of one shares its seed with a game of another."""

CHECK_SAMPLES = 200
"""Draws for the intervals that are reported."""


class BalanceSearch:
    """A search under way."""

    def __init__(self, task: "BalanceTask", context: RunContext) -> None:
        self.task, self.settings = task, task.settings
        self._evaluator, self._progress = context.evaluator, context.progress
        self._writer = BalanceWriter(context, task)
        self.candidates: list[RulesCandidate] = []
        self._numbers: dict[Genes, int] = {}
        self._table: tuple[FieldedSetup, ...] = ()
        self._algorithm: Any = algorithm(
            task.space.lows,
            task.space.highs,
            objectives=len(task.settings.objectives),
            population=task.settings.population,
            seed=self._stream(PYMOO_STREAM),
        )

    def run(self) -> RunResult[BalanceResult]:
        """Search to the end."""
        parts = {part.name: part for part in self.task.parts()}
        if "setups" in parts:
            self._progress.stage("setups", parts["setups"].games)
        self._table = self._gathered()
        self._progress.stage("search", parts["search"].games)
        for number in range(self.settings.generations):
            self.generation(number)
        self._progress.stage("check", parts["check"].games)
        return self.check()

    # ---- the setups ------------------------------------------------------------------------------

    def _gathered(self) -> tuple[FieldedSetup, ...]:
        """Return the setups of the search: those given, and rivals evolved against them."""
        table = list(fielded(self.task.entrants, self.task.rules, 0))
        for number in range(self.settings.rivals):
            field = Field(
                opponents=tuple(one.entrant for one in table), weights=(1.0,) * len(table)
            )
            seed = derive(self._stream(RIVAL_STREAM), number)
            found = rival(self._evaluator, self.task.rules, field, self.settings.founding, seed)
            if found is None:
                break
            setup, score = found
            change = f"bred by the rules at the origin; {100 * score.rate:.0f} % against the others"
            entrant = Entrant(setup=str(setup), agent=self.settings.agent)
            table.append(FieldedSetup(entrant=entrant, fate="adapted", change=change))
            self._progress.say(f"rival {number + 1} of {self.settings.rivals}: {setup}, {change}")
        return tuple(table)

    def _adapt(self, candidate: RulesCandidate, generation: int) -> None:
        """Let players adapt to a candidate: rivals take the places of its weakest setups."""
        candidate.adapted = True
        board, setups = candidate.record(), list(candidate.setups)
        wanted = set(self.task.target.setups) if self.task.target else set()
        rates = matrix(board)
        mixture = nash(rates).weights
        held = np.flatnonzero(mixture > HELD).tolist()
        opponents = [setups[place].entrant for place in held]
        weights = [float(mixture[place]) for place in held]
        order = np.argsort(np.nan_to_num(np.nanmean(rates, axis=1), nan=0.5), kind="stable")
        weak = [int(p) for p in order if setups[p].entrant.label not in wanted and p not in held]
        changed: list[int] = []
        for number in range(min(self.settings.adapt, len(weak))):
            seed = derive(derive(self._stream(ADAPT_STREAM), candidate.number), number)
            field = Field(opponents=tuple(opponents), weights=tuple(weights))
            assert candidate.rules is not None
            found = rival(self._evaluator, candidate.rules, field, self.settings.adapting, seed)
            if found is None or found[1].rate <= 0.5:
                break
            setup, score = found
            if str(setup) in {one.entrant.setup for one in setups}:
                break
            place = weak[number]
            setups[place] = _bred(setups[place], str(setup), score.rate)
            opponents.append(setups[place].entrant)
            weights.append(sum(weights) / len(weights))
            changed.append(place)
        if changed:
            candidate.setups, candidate.boards = tuple(setups), []
            self._writer.adapted(candidate, changed, generation)

    # ---- generations -----------------------------------------------------------------------------

    def generation(self, number: int) -> None:
        """Play one generation, and let the algorithm choose which survive."""
        began, before = time.monotonic(), self._evaluator.games
        asked = self._algorithm.ask()  # None where the space has no new one
        individuals = list(asked) if asked is not None else []
        new = [self._candidate(_genes(one), number) for one in individuals]
        again = self._again()
        self._writer.rules(number, [c for c in new if c.generation == number])
        for candidate in again:
            if self.settings.adapt and not candidate.adapted:
                self._adapt(candidate, number)
        seed = derive(self._stream(SEARCH_STREAM), number)
        for candidate in dict.fromkeys(c.number for c in (*new, *again)):
            self._play(self.candidates[candidate], seed)
        self._tell(asked)
        front = self._front()
        volume = self._volume(front)
        games, seconds = self._evaluator.games - before, time.monotonic() - began
        self._writer.generation(number, self.candidates, front, volume, games, seconds)
        self._say(number, front, volume)

    def _candidate(self, genes: Genes, generation: int) -> RulesCandidate:
        """Return the candidate of genes: a known one, whose record goes on, or a new one."""
        if genes not in self._numbers:
            number = self._numbers[genes] = len(self.candidates)
            self.candidates.append(
                proposed(number, genes, generation, self.task.space, self._table)
            )
        return self.candidates[self._numbers[genes]]

    def _again(self) -> list[RulesCandidate]:
        """Return those of the front that have played least, in order of their numbers."""
        some = sorted(self._front(), key=lambda c: (len(c.boards), c.number))
        return sorted(some[: self.settings.again], key=lambda c: c.number)

    def _play(self, candidate: RulesCandidate, seed: int) -> None:
        if candidate.rules is None:
            return
        pairs = -(-self.settings.games // 2)
        board = self._evaluator.play_schedule(candidate.schedule(pairs, seed))
        candidate.boards.append(board)
        candidate.games += board.played
        candidate.measured = self._assess(candidate, candidate.record(), {})

    def _assess(
        self, candidate: RulesCandidate, board: Any, more: dict[str, Any]
    ) -> dict[str, Measured]:
        seed = derive(self._stream(DRAW_STREAM), candidate.number)
        sizes = self.task.space.sizes(candidate.genes)
        wanted = {"length": self.settings.length, "target": self.task.target}
        return assess(board, sizes, seed=seed, **wanted, **more)

    def _tell(self, asked: Any) -> None:
        """Tell the algorithm what each is worth by now; survivors are chosen by that."""
        for some in (self._algorithm.pop, asked):
            for individual in some if some is not None else ():
                self._value(individual)
        if asked is not None:
            self._algorithm.tell(infills=asked)
        else:
            rank_again(self._algorithm)

    def _value(self, individual: Any) -> None:
        candidate = self.candidates[self._numbers[_genes(individual)]]
        names = self.settings.objectives
        if candidate.rules is None:
            individual.F, individual.G = np.full(len(names), 1e6), np.array([1.0])
        else:
            individual.F, individual.G = costs(candidate.measured, names), np.array([-1.0])

    def _front(self) -> list[RulesCandidate]:
        """Return the candidates of the population that no other one beats in every objective."""
        population = self._algorithm.pop if self._algorithm.pop is not None else []
        numbers = sorted({self._numbers[_genes(individual)] for individual in population})
        some = [self.candidates[number] for number in numbers if self.candidates[number].rules]
        return [some[row] for row in front_of(self._costs(some))] if some else []

    def _costs(self, some: Sequence[RulesCandidate]) -> np.ndarray:
        return np.array([costs(c.measured, self.settings.objectives) for c in some])

    def _volume(self, front: Sequence[RulesCandidate]) -> float:
        return hypervolume(self._costs(front), *box(self.settings.objectives, len(self._table)))

    def _say(self, number: int, front: Sequence[RulesCandidate], volume: float) -> None:
        self._progress.say(
            f"generation {number + 1} of {self.settings.generations}: front of {len(front)}, "
            f"hypervolume {volume:.3g}"
        )

    # ---- the check -------------------------------------------------------------------------------

    def check(self) -> RunResult[BalanceResult]:
        """Measure the front again, and the origin, on new seeds; return what is left of it."""
        names, chosen = self.settings.objectives, self._chosen()
        for candidate in chosen:
            if self.settings.adapt and not candidate.adapted:
                self._adapt(candidate, self.settings.generations)
        pairs, seed = -(-self.settings.check_games // 2), self._stream(CHECK_STREAM)
        measured, games = [], 0
        for candidate in chosen:
            schedule = candidate.schedule(pairs, seed, self.settings.check_agent)
            board = self._evaluator.play_schedule(schedule)
            games = board.played
            measured.append(self._assess(candidate, board, {"samples": CHECK_SAMPLES}))
        values = np.array([costs(one, names) for one in measured])
        spread = np.array([errors(one, names) for one in measured])
        generator = np.random.default_rng(self._stream(DRAW_STREAM))
        firm = stability(values, spread, generator).tolist()
        held = front_of(values)
        result = BalanceResult(
            objectives=names,
            check_agent=self.settings.check_agent,
            points=tuple(
                point_values(candidate, self.task.space, one, held=row in held, stability=firm[row])
                for row, (candidate, one) in enumerate(zip(chosen, measured, strict=True))
            ),
            hypervolume=hypervolume(values[held], *box(names, len(self._table))),
            games_a_point=games,
        )
        return RunResult(result, self._writer.summary(self.candidates, result))

    def _chosen(self) -> list[RulesCandidate]:
        """Return the points of the front that are measured again, the origin first."""
        front = self._front()
        origin = self.candidates[0]
        if origin not in front:
            front = [origin, *front]
        place = front.index(origin)
        rows = thinned(self._costs(front), self.settings.front + 1, kept=[place])
        return [origin, *(front[row] for row in rows if row != place)]

    def _stream(self, stream: int) -> int:
        return derive(self.task.seed, stream)


def _bred(weak: FieldedSetup, setup: str, rate: float) -> FieldedSetup:
    """Return a setup that was evolved, in the place of another."""
    change = f"{weak.entrant.label} was the weakest: {setup}, bred by these rules, plays instead"
    entrant = Entrant(setup=setup, agent=weak.entrant.agent)
    return FieldedSetup(
        entrant=entrant, fate="adapted", change=f"{change} ({100 * rate:.0f} % when it was found)"
    )


def _genes(individual: Any) -> Genes:
    return tuple(int(gene) for gene in individual.X)
