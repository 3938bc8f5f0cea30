"""Point values: what each troop and command is really worth, beside its price.

1. Legal setups of varied composition and total are drawn (`sampling`) and meet others that cost
   about as much, each two in one side-swapped pair. Each level of agents has setups of its own, so
   that what is odd about one is not in the games of all. In the first level opponents are drawn; in
   the next ones they are those whose games say most by the worths of the level before (`dealing`).
2. A model of who wins by what the two sides are made of gives every thing a worth in points, with
   an interval (`worth`); the levels' are put together for the judge (`estimate`).
3. The same with a first, second and third copy of each troop worth differently; and how well each
   model foretells pairs of the judge that it was not fitted to, beside price alone.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from random import Random
from typing import Any, ClassVar

import msgspec
import pyarrow as pa

from ...arena.play.entrant import Entrant
from ...arena.play.schedule import Schedule, pairs_for
from ...arena.run.context import RunContext
from ...arena.run.parts import Part
from ...arena.run.result import RunResult
from ...arena.run.task import Task
from ...engine.rules.ruleset import Ruleset
from ...engine.rules.seeds import derive
from ...evolve.judging.model import genes
from ...evolve.proposals.space import Space
from ...setups.setup import Setup
from ..rules.edits import check_playable
from .dealing import dealt
from .estimate import LevelSample, estimate
from .result import CostsResult
from .sampling import meetings, sample
from .settings import LEAST, CostsSettings
from .worth import Fit

SAMPLE_STREAM, MEETING_STREAM, GAMES_STREAM = 1 << 20, (1 << 20) + 1, (1 << 20) + 2
"""Streams of the run's seed for the judge: setups, who meets whom, and games."""

LEVEL_STREAM = (1 << 20) + 16
"""Stream that the streams of the first level below the judge come from; the next has the next."""

_SAMPLED = 400
"""Games that a dry run may play at most."""


class CostsTask(Task, frozen=True, kw_only=True):
    """An estimate of point values: the rules, the agents that play, and how much."""

    kind: ClassVar[str] = "costs"
    first_form: ClassVar[int] = 4

    settings: CostsSettings = msgspec.field(default_factory=CostsSettings)

    def __post_init__(self) -> None:
        check_playable(self.rules, Ruleset())

    @property
    def agents(self) -> Sequence[str]:
        """The agents that play, the judge last."""
        return self.settings.levels.distinct

    def parts(self) -> list[Part]:
        """Return what it will play: each level."""
        sizes = self.settings.plan()
        names = [self.settings.name_of(size.agent) for size in sizes[:-1]]
        names.append("judge" if sizes[1:] else "games")
        return [
            Part(
                name=name,
                games=2 * pairs_for(size.games),
                agent=size.agent,
                sample=partial(self._sample, number),
            )
            for number, (name, size) in enumerate(zip(names, sizes, strict=True))
        ]

    def scaled(self, size: float) -> "CostsTask":
        """Return the same estimate with so many times the games, by the same number of setups."""
        below, sizes = self.settings.levels.distinct[:-1], self.settings.plan()
        games = [max(LEAST, round(size * one.games)) for one in sizes]
        changes = {"games": games[-1]}
        for agent, number in zip(below, games, strict=False):
            changes[f"{self.settings.name_of(agent)}_games"] = number
        return msgspec.structs.replace(
            self, settings=msgspec.structs.replace(self.settings, **changes)
        )

    def sizes(self, names: Sequence[str], given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the games of each level that has an agent of its own."""
        below = self.settings.levels.distinct[:-1]
        own = {"games", *(f"{self.settings.name_of(agent)}_games" for agent in below)}
        return {name: getattr(self.settings, name) for name in names if name in own}

    def run(self, context: RunContext) -> RunResult[CostsResult]:
        """Play, and fit worths to the games."""
        samples, fit = list[LevelSample](), None
        for number, part in enumerate(self.parts()):
            context.progress.stage(part.name, part.games)
            board = context.evaluator.play_schedule(self.schedule(number, fit))
            samples.append(LevelSample.of(part.agent, self.drawn(number), board))
            fit = samples[-1].fit()
        context.progress.say("fitting worths to the games")
        estimates = estimate(samples, self.rules)
        values = CostsResult(
            seed=self.seed,
            agent=self.settings.levels.judge,
            things=estimates.things,
            copies=estimates.copies,
            models=estimates.models,
            setups=sum(len(one.composition) for one in samples),
            games=sum(one.games for one in estimates.levels),
            levels=estimates.levels,
        )
        return RunResult(values, _tables(values))

    def drawn(self, level: int) -> list[Setup]:
        """Return the setups of a level, cheapest first."""
        if level not in self._drawn:
            generator = Random(self._seed(level, SAMPLE_STREAM))
            room = Space(self.rules).room
            self._drawn[level] = sample(self.rules, self.settings.setups, room, generator)
        return self._drawn[level]

    @cached_property
    def _drawn(self) -> dict[int, list[Setup]]:
        """The setups of each level that was asked for."""
        return {}

    def schedule(self, level: int, earlier: Fit | None = None) -> Schedule:
        """Return all games of a level; who meets whom is by what is known from the one before."""
        size, setups = self.settings.plan()[level], self.drawn(level)
        return Schedule(
            entrants=tuple(Entrant(setup=str(setup), agent=size.agent) for setup in setups),
            matchups=self._meetings(level, pairs_for(size.games), earlier),
            pairs=1,
            rules=self.rules,
            seed=self._seed(level, GAMES_STREAM),
        )

    def _meetings(self, level: int, pairs: int, earlier: Fit | None) -> tuple[tuple[int, int], ...]:
        setups, generator = self.drawn(level), Random(self._seed(level, MEETING_STREAM))
        if earlier is None:
            return tuple(meetings(len(setups), pairs, generator))
        paid = float(sum(setup.cost(self.rules) for setup in setups))
        return tuple(dealt(genes(setups), paid, earlier, pairs, generator))

    def _seed(self, level: int, stream: int) -> int:
        """Return the seed of a stream of a level's own."""
        judge = level == len(self.settings.plan()) - 1
        return derive(self.seed if judge else derive(self.seed, LEVEL_STREAM + level), stream)

    def _sample(self, level: int) -> Schedule:
        """Return some games of few setups, spread like all of a level."""
        size = self.settings.plan()[level]
        settings = CostsSettings(
            agent=size.agent,
            setups=min(self.settings.setups, _SAMPLED // 4),
            games=min(size.games, _SAMPLED),
        )
        return CostsTask(settings=settings, edits=self.edits, seed=self.seed).schedule(0)


def _tables(values: CostsResult) -> dict[str, pa.Table]:
    """Return the worths and the models as rows of the database."""
    worths = [
        {
            "thing": one.thing,
            "copy": one.copy,
            "price": one.price,
            "worth": one.worth,
            "worth_low": one.ci95[0],
            "worth_high": one.ci95[1],
            "verdict": one.verdict,
            "setups": one.setups,
        }
        for one in (*values.things, *values.copies)
    ]
    models = [
        {"model": m.model, "terms": m.terms, "log_loss": m.log_loss, "log_loss_error": m.error}
        for m in values.models
    ]
    return {
        "thing_worths": pa.Table.from_pylist(worths),
        "worth_models": pa.Table.from_pylist(models),
    }
