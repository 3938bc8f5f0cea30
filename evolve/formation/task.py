"""The search for formations: where the troops of a setup should stand, against a field.

1. Generations, and a shortlist that plays by the judge (`proposals.level_search`). The first has
   the made formation, the published or given one, and families of arrangements; later ones have
   changes of those that did well, as the model of features proposes.
2. The check: the best, the made one and the published one play on held-out seeds, by the judge,
   with the same opponents and seeds. What is gained is the mean difference of their pairs.
"""

from collections.abc import Sequence
from functools import cached_property
from random import Random
from typing import ClassVar

import pyarrow as pa

from ...arena.play.entrant import LastingSetup
from ...arena.play.schedule import Schedule
from ...arena.run.context import RunContext
from ...arena.run.evaluator import stage_schedule
from ...arena.run.result import RunResult
from ...arena.stats.gains import paired_gains
from ...arena.stats.values import ScoreValues
from ...engine.rules.army import Army
from ...setups.notation import read_text
from ...setups.setup import Setup
from ..proposals.formations import standing
from ..proposals.level_search import CHECK_STREAM, LevelSearch, SearchTask, entrant_of
from ..proposals.methods import CHECK
from ..proposals.paired import PairedStage
from ..proposals.population import Candidate
from .model import feature_effects
from .proposals import FormationPopulation, Rearranging
from .result import (
    FOUND,
    GIVEN,
    KNOWN,
    MADE,
    PUBLISHED,
    CheckedFormation,
    FormationGain,
    FormationResult,
)
from .settings import FormationSettings


class FormationTask(SearchTask, frozen=True, kw_only=True):
    """A search for formations: its settings, the setup, and the opponents."""

    kind: ClassVar[str] = "formation"

    settings: FormationSettings
    setup: LastingSetup
    """With its published or given formation, if it has one."""

    @cached_property
    def known(self) -> dict[str, Setup]:
        """The formations that are known, by their roles: the made one first."""
        counts, commands = read_text(self.setup.setup)
        Setup(counts, commands, self.setup.formation).army(self.rules)  # raises if it has no room
        made = Setup(counts, commands, standing(counts, self.rules))
        setups = {MADE: made}
        if self.setup.formation and (rows := _trimmed(self.setup.formation)) != made.formation:
            by_name = isinstance(self.setup.given, str)
            setups[PUBLISHED if by_name else GIVEN] = Setup(counts, commands, rows)
        return setups

    @property
    def check_total(self) -> int:
        """Games of the check."""
        settings = self.settings
        return 2 * settings.check_pairs * (settings.best + len(self.known))

    @property
    def at_most(self) -> bool:
        """A small board has few formations."""
        return True

    def run(self, context: RunContext) -> RunResult[FormationResult]:
        """Search, and check what was found beside the known formations."""
        search = FormationSearch(self, context)
        formations, gains = search.run()
        population = search.population
        effects = feature_effects(
            population.evidence.model,
            population.describing.features,
            population.evidence.composition,
        )
        values = FormationResult(
            setup=self.setup.setup,
            name=self.setup.name,
            field=self.field.label,
            check_agent=self.settings.levels.judge,
            formations=tuple(formations),
            gains=tuple(gains),
            effects=tuple(effects),
            tried=len(population.candidates),
            edits=self.edits,
        )
        return RunResult(values, _tables(values))

    def sample(self, agent: str) -> Schedule:
        """Return games of the known formations and some arrangements with the opponents."""
        made = self.known[MADE]
        rearranging = Rearranging(made, self.rules, Random(self.seed))
        candidates = [*self.known.values(), *(rearranging.newcomer() for _ in range(6))]
        entrants = [entrant_of(one, agent) for one in candidates]
        field = self.field.played_by(agent)
        opponents = [field.opponents[n] for n in field.deal(self.settings.check_pairs, 0.5)]
        return stage_schedule(entrants, opponents, self.rules, self.seed)


class FormationSearch(LevelSearch):
    """A search under way."""

    population: FormationPopulation

    def __init__(self, task: FormationTask, context: RunContext) -> None:
        settings = task.settings
        population = FormationPopulation(
            list(task.known.values()),
            task.rules,
            size=settings.population,
            seed=task.seed,
            levels=len(settings.levels.distinct),
        )
        super().__init__(task, context, population)
        self._known, self._check_total = task.known, task.check_total

    def run(self) -> tuple[list[CheckedFormation], list[FormationGain]]:
        """Return the formations that were checked, what was found first, and the gains."""
        best = dict.fromkeys([*self.search(), *self.population.ranking()])
        self._progress.stage("check", self._check_total)
        setups = [self.population.candidates[number].setup for number in best]
        start_setups = self._known.values()
        new = [setup for setup in setups if setup not in start_setups][: self.task.settings.best]
        roles = [FOUND if n == 1 else f"{FOUND} {n}" for n in range(1, len(new) + 1)]
        return self._check(dict(zip(roles, new, strict=True)) | dict(reversed(self._known.items())))

    def _title(self, candidate: Candidate) -> str:
        """Return what a formation is called: its role, or how it came about."""
        roles = [role for role, setup in self._known.items() if setup == candidate.setup]
        return f"the {roles[0]} formation" if roles else f"formation {candidate.number + 1}"

    def _check(
        self, chosen: dict[str, Setup]
    ) -> tuple[list[CheckedFormation], list[FormationGain]]:
        """Return what formations scored on held-out seeds, and by how much more than others."""
        settings, judge = self.task.settings, self.task.settings.levels.judge
        field = self.task.field.played_by(judge)
        dealt = field.deal(settings.check_pairs, 0.5)
        board = self._evaluator.play(
            [entrant_of(setup, judge) for setup in chosen.values()],
            [field.opponents[number] for number in dealt],
            self._stream(CHECK_STREAM),
            self.task.rules,
        )
        stage = PairedStage(board, len(chosen), tuple(dealt))
        checked = [
            CheckedFormation(
                role=role, formation=setup.formation or (), score=ScoreValues.of(score)
            )
            for (role, setup), score in zip(chosen.items(), stage.scores, strict=True)
        ]
        elite = [c.number for c in self.population.candidates if c.setup in chosen.values()]
        self._writer.update(self.population, elite)
        return checked, _gains(list(chosen), stage)


def _gains(roles: Sequence[str], stage: PairedStage) -> list[FormationGain]:
    """Return what others gain on the made formation, and what is new on the published one."""
    points, references = stage.points.mean(axis=2), [r for r in KNOWN if r in roles]
    gains = []
    for reference in references:
        others = [
            role for role in roles if role not in references[: references.index(reference) + 1]
        ]
        places = [roles.index(role) for role in (reference, *others)]
        gains += [
            FormationGain.of(gain, formation=role, reference=reference)
            for role, gain in zip(
                others, paired_gains(points[:, places], stage.opponents), strict=True
            )
        ]
    return gains


def _trimmed(rows: Sequence[str]) -> tuple[str, ...]:
    """Return rows as armies write them."""
    return Army.from_formation(rows).formation


def _tables(values: FormationResult) -> dict[str, pa.Table]:
    """Return the formations as rows of `setup_ratings`, gains and effects as rows of their own."""
    ratings = [
        {
            "method": CHECK,
            "entrant": one.role,
            "setup": values.setup,
            "rating": one.score.score,
            "rating_low": one.score.ci95[0],
            "rating_high": one.score.ci95[1],
            "games": one.score.games,
            "formation": "/".join(one.formation),
        }
        for one in values.formations
    ]
    gains = [
        {"formation": one.formation, "reference": one.reference, "gain": one.gain}
        | {"gain_low": one.ci95[0], "gain_high": one.ci95[1], "pairs": one.pairs}
        for one in values.gains
    ]
    effects = [
        {"feature": one.feature, "change": one.change, "points": one.points}
        | {"points_low": one.ci95[0], "points_high": one.ci95[1], "shown": one.shown}
        for one in values.effects
    ]
    tables = {"setup_ratings": ratings, "formation_gains": gains, "formation_effects": effects}
    return {name: pa.Table.from_pylist(rows) for name, rows in tables.items()}
