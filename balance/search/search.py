"""The search for balance: edits of the rules towards a richer game, as a Pareto front.

1. Setups: those given, and rivals evolved against them under the original rules.
2. Generations of NSGA-II. Every candidate is a set of edits; its setups are fitted to its rules and
   meet in a round robin, on seeds that all candidates of the generation share. Those of the front
   with the fewest games play again, so no luck lasts; and when a candidate first plays again,
   players adapt to it: rivals evolved under its rules take the places of its weakest setups.
   The agent that screens plays all of these; those that play again are raced by a better one too,
   and some of them played by the judge. Objectives are estimates for the judge by all these games.
   All games of a generation are one stage.
3. The check: the front, with the origin, plays on seeds that decided nothing, by the judge and the
   agent that screens. What is reported is the front of these games alone.

The origin is the first candidate, so the front begins with no change at all.
"""

import time
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...arena.play.entrant import Entrant
from ...arena.play.result_board import ResultBoard
from ...arena.run.context import RunContext
from ...arena.run.result import RunResult
from ...arena.stats.nash import nash
from ...engine.rules.seeds import derive
from ...evolve.proposals.field import Field
from ...setups.naming import titled
from ..measures.boards import matrix
from ..measures.equilibrium import HELD
from ..measures.judged import Estimates, judged
from ..measures.measured import Measured
from ..rules.fielding import FieldedSetup, fielded
from .candidates import Genes, RulesCandidate, point_values, proposed
from .front import front_of, hypervolume, stability, thinned
from .objectives import assess, box, costs, errors
from .operators import algorithm, rank_again
from .result import BalanceResult
from .rivals import Steps, rival, side_by_side
from .tables import BalanceWriter

if TYPE_CHECKING:
    from .task import BalanceTask

RIVAL_STREAM, ADAPT_STREAM, DRAW_STREAM, PYMOO_STREAM = range(1 << 21, (1 << 21) + 4)
SEARCH_STREAM, CHECK_STREAM = (1 << 21) + 8, (1 << 21) + 16
"""Streams of the run's seed; no game of one shares its seed with a game of another.

Search and check have one for each level of games, from these on.
"""

CHECK_SAMPLES = 200
"""Draws for the intervals that are reported."""


class CandidateMeeting(NamedTuple):
    """A round robin of a candidate's setups that is to be played."""

    candidate: RulesCandidate
    level: int
    pairs: int


class BalanceSearch:
    """A search under way."""

    def __init__(self, task: "BalanceTask", context: RunContext) -> None:
        self.task, self.settings = task, task.settings
        self._levels = task.settings.playing
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
        games = self.task.games()
        if games["setups"]:
            self._progress.stage("setups", games["setups"])
        self._table = self._gathered()
        self._progress.stage("search", sum(games[name] for name in ("search", "race", "judge")))
        for number in range(self.settings.generations):
            self.generation(number)
        self._progress.stage("check", games["check-screen"] + games["check"])
        return self.check()

    # ---- the setups ------------------------------------------------------------------------------

    def _gathered(self) -> tuple[FieldedSetup, ...]:
        """Return the setups of the search: those given, and rivals evolved against them.

        Candidates fit those given to their own rules as they were given, not as the rules at the
        origin leave them: those may be what is wrong.
        """
        table = list(fielded(self.task.entrants, self.task.rules, 0))
        for number in range(self.settings.rivals):
            field = Field(
                opponents=tuple(one.entrant for one in table), weights=(1.0,) * len(table)
            )
            seed = derive(self._stream(RIVAL_STREAM), number)
            search = rival(self.task.rules, field, self.settings.founding, seed)
            [answer] = side_by_side(self._evaluator, [search])
            if answer is None:
                break
            setup, score = answer
            change = f"bred by the rules at the origin; {100 * score.rate:.0f} % against the others"
            entrant = Entrant(setup=str(setup), agent=self.settings.levels.screen)
            table.append(FieldedSetup(entrant=entrant, fate="adapted", change=change))
            self._progress.say(
                f"rival {number + 1} of {self.settings.rivals}: {titled(str(setup))}, {change}"
            )
        own = [FieldedSetup(entrant=entrant) for entrant in self.task.entrants]
        return (*own, *table[len(own) :])

    def _adapt(self, some: Sequence[RulesCandidate], generation: int) -> None:
        """Let players adapt to candidates, if they have not: rivals of all evolve side by side."""
        new = [one for one in some if self.settings.adapt and not one.adapted]
        changed = side_by_side(self._evaluator, [self._adapting(one) for one in new])
        for candidate, places in zip(new, changed, strict=True):
            candidate.adapted = True
            if places:
                candidate.boards = {}
                self._writer.adapted(candidate, places, generation)

    def _adapting(self, candidate: RulesCandidate) -> Steps[list[int]]:
        """Let rivals take places in a candidate's table; return these.

        First those of setups that its rules have priced out, then those of the weakest, which a
        rival has to earn.
        """
        board, setups = candidate.record(0), list(candidate.setups)
        assert board is not None
        targets = set(self.task.target.setups) if self.task.target else set()
        rates = matrix(board)
        mixture = nash(rates).weights
        held = np.flatnonzero(mixture > HELD).tolist()
        opponents = [setups[place].entrant for place in held]
        weights = [float(mixture[place]) for place in held]
        order = np.argsort(np.nan_to_num(np.nanmean(rates, axis=1), nan=0.5), kind="stable")
        weak = [int(p) for p in order if setups[p].entrant.label not in targets and p not in held]
        free = range(len(setups), len(self._table))
        changed: list[int] = []
        for number, place in enumerate([*free, *weak][: self.settings.adapt]):
            seed = derive(derive(self._stream(ADAPT_STREAM), candidate.number), number)
            field = Field(opponents=tuple(opponents), weights=tuple(weights))
            assert candidate.rules is not None
            answer = yield from rival(candidate.rules, field, self.settings.adapting, seed)
            if answer is None or (place not in free and answer[1].rate <= 0.5):
                break
            setup, score = answer
            if str(setup) in {one.entrant.setup for one in setups}:
                break
            weakest = None if place in free else setups[place]
            setups[place : place + 1] = [_bred(weakest, str(setup), opponents[0].agent, score.rate)]
            opponents.append(setups[place].entrant)
            weights.append(sum(weights) / len(weights))
            changed.append(place)
        candidate.setups = tuple(setups)
        return changed

    # ---- generations -----------------------------------------------------------------------------

    def generation(self, number: int) -> None:
        """Play one generation, and let the algorithm choose which survive."""
        began, before = time.monotonic(), self._evaluator.games
        proposals = self._algorithm.ask()  # None where the space has no new one
        individuals = list(proposals) if proposals is not None else []
        new = [self._candidate(_genes(one), number) for one in individuals]
        again, for_judge = self._again(), self._for_judge()
        self._writer.rules(number, [c for c in new if c.generation == number])
        self._adapt(again, number)
        for meeting, board in self._met(self._meetings(new, again, for_judge), number):
            candidate = meeting.candidate
            candidate.boards.setdefault(meeting.level, []).append(board)
            candidate.games += board.played
        self._tell(proposals)
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
        some = sorted(self._front(), key=lambda c: (c.played(0), c.number))
        return sorted(some[: self.settings.again], key=lambda c: c.number)

    def _for_judge(self) -> list[RulesCandidate]:
        """Return those of the front that the judge has played least, the firmest of them.

        Only those whose setups stay: players have adapted to them.
        """
        judge = len(self._levels) - 1
        some = [c for c in self._front() if c.adapted or not self.settings.adapt]
        some.sort(key=lambda c: (c.played(judge), -c.games, c.number))
        return some[: self.settings.judged]

    def _meetings(
        self,
        new: Iterable[RulesCandidate],
        again: Sequence[RulesCandidate],
        for_judge: Sequence[RulesCandidate],
    ) -> list[CandidateMeeting]:
        """Return what a generation plays, at which levels; the longest games first."""
        settings, judge = self.settings, len(self._levels) - 1
        race = settings.race_level
        screened = {c.number: c for c in (*new, *again) if c.rules}.values()
        meetings = [CandidateMeeting(c, 0, settings.pairs) for c in screened]
        if race:
            meetings += [CandidateMeeting(c, race, settings.race_pairs) for c in again]
        if judge not in (0, race):
            meetings += [CandidateMeeting(c, judge, settings.race_pairs) for c in for_judge]
        return sorted(meetings, key=lambda meeting: -meeting.level)

    def _met(
        self, meetings: Sequence[CandidateMeeting], number: int, stream: int = SEARCH_STREAM
    ) -> list[tuple[CandidateMeeting, ResultBoard]]:
        """Return meetings with their boards, played as one stage on seeds of a number."""
        schedules = [
            candidate.schedule(
                pairs, derive(self._stream(stream + level), number), self._levels[level]
            )
            for candidate, level, pairs in meetings
        ]
        return list(zip(meetings, self._evaluator.play_schedules(schedules), strict=True))

    def _measure(self, numbers: Iterable[int]) -> None:
        """Bring the objectives of candidates up to date, by what all games say of the levels."""
        played = [c for c in self.candidates if c.played(0)]
        levels = range(len(self._levels))
        estimates = judged([[c.record(level) for level in levels] for c in played])
        targets = set(numbers)
        for candidate, estimate in zip(played, estimates, strict=True):
            if candidate.number in targets and (board := candidate.record(0)):
                candidate.measured = self._assess(candidate, board, estimate)

    def _assess(
        self,
        candidate: RulesCandidate,
        board: ResultBoard,
        estimates: Estimates,
        **more: Any,
    ) -> dict[str, Measured]:
        seed = derive(self._stream(DRAW_STREAM), candidate.number)
        sizes = self.task.space.sizes(candidate.genes)
        goals = {"length": self.settings.length, "target": self.task.target}
        return assess(board, sizes, estimates, seed=seed, **goals, **more)

    def _tell(self, proposals: Any) -> None:
        """Tell the algorithm what each is worth by now; survivors are chosen by that."""
        several = [some for some in (self._algorithm.pop, proposals) if some is not None]
        individuals = [individual for some in several for individual in some]
        self._measure(self._numbers[_genes(individual)] for individual in individuals)
        for individual in individuals:
            self._value(individual)
        if proposals is not None:
            self._algorithm.tell(infills=proposals)
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
            f"hypervolume {volume:.3g}",
            best=True,
        )

    # ---- the check -------------------------------------------------------------------------------

    def check(self) -> RunResult[BalanceResult]:
        """Measure the front again, and the origin, on new seeds; return what is left of it."""
        names, chosen = self.settings.objectives, self._chosen()
        self._adapt(chosen, self.settings.generations)
        pairs = self.settings.check_pairs
        meetings = [
            CandidateMeeting(c, self._levels.index(a), pairs[a]) for a in pairs for c in chosen
        ]
        boards = [board for _, board in self._met(meetings[::-1], 0, CHECK_STREAM)][::-1]
        records = [boards[row :: len(chosen)] for row in range(len(chosen))]
        measured = [
            self._assess(candidate, record[-1], estimates, samples=CHECK_SAMPLES)
            for candidate, record, estimates in zip(chosen, records, judged(records), strict=True)
        ]
        games = {agent: board.played for agent, board in zip(pairs, records[0], strict=True)}
        values = np.array([costs(one, names) for one in measured])
        spread = np.array([errors(one, names) for one in measured])
        generator = np.random.default_rng(self._stream(DRAW_STREAM))
        firm = stability(values, spread, generator).tolist()
        held = front_of(values)
        result = BalanceResult(
            objectives=names,
            judge=self.settings.levels.judge,
            points=tuple(
                point_values(candidate, self.task.space, one, held=row in held, stability=firm[row])
                for row, (candidate, one) in enumerate(zip(chosen, measured, strict=True))
            ),
            hypervolume=hypervolume(values[held], *box(names, len(self._table))),
            games_a_point=games.pop(self.settings.levels.judge),
            screen_games=games,
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


def _bred(weakest: FieldedSetup | None, setup: str, agent: str, rate: float) -> FieldedSetup:
    """Return a setup that was evolved, in the place of another or of one priced out."""
    was = f"{weakest.entrant.label} was the weakest" if weakest else "a rival was priced out"
    change = f"{was}: {setup}, bred by these rules, plays instead"
    entrant = Entrant(setup=setup, agent=agent)
    return FieldedSetup(
        entrant=entrant, fate="adapted", change=f"{change} ({100 * rate:.0f} % when it was found)"
    )


def _genes(individual: Any) -> Genes:
    return tuple(int(gene) for gene in individual.X)
