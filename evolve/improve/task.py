"""`ImproveTask`: the best small changes of a setup against a field; `search` finds them."""

from collections.abc import Sequence
from functools import cached_property, partial
from typing import ClassVar

import msgspec
import pyarrow as pa

from ...arena.play.entrant import LastingSetup
from ...arena.play.schedule import Schedule
from ...arena.run.context import RunContext
from ...arena.run.evaluator import stage_schedule
from ...arena.run.parts import Part
from ...arena.run.result import RunResult
from ...arena.run.task import Task
from ...arena.stats.values import ScoreValues
from ...engine.rules.seeds import derive
from ...setups.query_text import QueryText
from ..proposals.field import Field
from ..proposals.generation_rows import fitness_cells
from ..proposals.methods import CHECK
from ..proposals.paired import BASELINE, PairedStage
from ..proposals.space import Space
from .candidates import Candidates
from .components import component_values
from .result import GainValues, ImproveResult, LevelCount, SwapValues
from .search import STANDING, CheckedSwap, ImproveSearch, SearchPlan
from .settings import ImproveSettings

_SAMPLED = 32
"""Candidates whose games tell how long games take."""


class ImproveTask(Task, frozen=True, kw_only=True):
    """A setup, the field, what must stay, and how much is played."""

    kind: ClassVar[str] = "improve"
    first_form: ClassVar[int] = 3

    settings: ImproveSettings
    setup: LastingSetup
    """The original."""
    field: Field
    """The opponents."""
    kept: tuple[str, ...] = ()
    """What must stay, as typed."""
    query: QueryText = msgspec.field(default_factory=QueryText)

    @cached_property
    def candidates(self) -> Candidates:
        """The original and its swaps; raises if there is nothing to swap."""
        return Candidates.of(
            self.setup,
            Space(self.rules, self.query.read()),
            swaps=self.settings.swaps,
            keep=self.kept,
            seed=derive(self.seed, STANDING),
        )

    @property
    def agents(self) -> Sequence[str]:
        """The agents, the judge last."""
        return self.settings.levels.distinct

    def parts(self) -> Sequence[Part]:
        """Return what it will play."""
        plan = SearchPlan.of(self.settings, len(self.candidates.swaps))
        return [
            Part(name=name, games=games, agent=agent, sample=partial(self._sample, agent))
            for name, games, agent in plan.games(self.settings.levels)
        ]

    def scaled(self, size: float) -> "ImproveTask":
        """Return a search of so many times the usual games; swaps are not listed again."""
        other = msgspec.structs.replace(self, settings=self.settings.scaled(size))
        vars(other)["candidates"] = self.candidates
        return other

    def run(self, context: RunContext) -> RunResult[ImproveResult]:
        """Search; the changes come best first by their check."""
        search = ImproveSearch(self.candidates, self.field, self.settings, self.seed, context)
        stage, checked = search.run()
        return RunResult(self._values(search, stage, checked), _tables(search, stage, checked))

    def _values(
        self, search: ImproveSearch, stage: PairedStage, checked: Sequence[CheckedSwap]
    ) -> ImproveResult:
        candidates, settings = self.candidates, self.settings
        return ImproveResult(
            setup=self.setup.setup,
            name=self.setup.name,
            formation=candidates.standing(BASELINE),
            points=candidates.setups[BASELINE].cost(self.rules),
            field=self.field.label,
            judge=settings.levels.judge,
            swaps=settings.swaps,
            kept=self.kept,
            candidates=len(candidates.swaps),
            original=ScoreValues.of(stage.scores[BASELINE]),
            opponents=self._by_opponent(stage, BASELINE),
            changes=tuple(self._change(search, stage, one) for one in checked),
            levels=_levels(search),
            components=component_values(search.evidence.model, candidates.swaps),
            edits=self.edits,
        )

    def _change(self, search: ImproveSearch, stage: PairedStage, one: CheckedSwap) -> SwapValues:
        swap = self.candidates.swaps[one.number - 1]
        return SwapValues(
            change=swap.words,
            taken_out=swap.taken_out,
            put_in=swap.put_in,
            setup=str(swap.after),
            formation=self.candidates.standing(one.number),
            points=swap.after.cost(self.rules),
            gain=GainValues.of(one.gain),
            score=ScoreValues.of(stage.scores[one.place]),
            opponents=self._by_opponent(stage, one.place),
            search_gain=search.expected(one.number),
            search_games=search.score(one.number).games,
        )

    def _by_opponent(self, stage: PairedStage, place: int) -> dict[str, float]:
        scores = stage.by_opponent(place)
        return {self.field.opponents[n].label: score.rate for n, score in scores.items()}

    def _sample(self, agent: str) -> Schedule:
        """Return games of the original and some changes with the opponents."""
        field, candidates = self.field.played_by(agent), self.candidates
        step = max(len(candidates) // _SAMPLED, 1)
        playing = [candidates.entrant(number, agent) for number in range(0, len(candidates), step)]
        dealt = field.deal(self.settings.check_pairs, 0.5)
        opponents = [field.opponents[number] for number in dealt]
        return stage_schedule(playing, opponents, self.rules, self.seed)


def _levels(search: ImproveSearch) -> tuple[LevelCount, ...]:
    """Return how many candidates played at each level before the check."""
    counts = []
    for level, agent in enumerate(search.levels.distinct):
        scores = [score for (at, _), score in search.race.scored.items() if at == level]
        games = sum(score.games for score in scores)
        counts.append(LevelCount(agent=agent, candidates=len(scores), games=games))
    return tuple(counts)


def _tables(
    search: ImproveSearch, stage: PairedStage, checked: Sequence[CheckedSwap]
) -> dict[str, pa.Table]:
    """Return all candidates with their ratings, and the scores of the check."""
    candidates, rating = search.candidates, search.evidence.rating
    low, high = rating.interval()
    chosen = {BASELINE: 0} | {one.number: one.place for one in checked}
    rows = [
        {
            "candidate": number,
            "generation": 0,
            "setup": str(setup),
            "origin": "swap" if number else "original",
            "parents": [BASELINE] if number else [],
            "elite": number in chosen,
            **fitness_cells(
                search.score(number),
                (float(low[number]), float(high[number])),
                float(rating.mean[number]),
            ),
        }
        for number, setup in enumerate(candidates.setups)
    ]
    scores = [
        {
            "method": CHECK,
            "entrant": f"{rank}. {candidates.setups[number]}",
            "setup": str(candidates.setups[number]),
            "rating": stage.scores[place].rate,
            "rating_low": stage.scores[place].interval().low,
            "rating_high": stage.scores[place].interval().high,
            "games": stage.scores[place].games,
            "formation": "/".join(candidates.standing(number)),
        }
        for rank, (number, place) in enumerate(chosen.items())
    ]
    return {
        "candidates": pa.Table.from_pylist(rows),
        "setup_ratings": pa.Table.from_pylist(scores),
    }
