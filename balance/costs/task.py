"""Point values: what each troop and command is really worth, beside its price.

1. Legal setups of varied composition and total are drawn (`sampling`) and meet others that cost
   about as much, each two in one side-swapped pair, played by one agent.
2. A model of who wins by what the two sides are made of gives every thing a worth in points, with
   an interval (`worth`, `estimate`).
3. The same with a first, second and third copy of each troop worth differently; and how well each
   model foretells pairs that it was not fitted to, beside price alone.
"""

from collections.abc import Sequence
from functools import cached_property
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
from ...evolve.proposals.space import Space
from ...setups.setup import Setup
from ..rules.edits import check_playable
from .estimate import estimate
from .result import CostsResult
from .sampling import meetings, sample
from .settings import CostsSettings

SAMPLE_STREAM, MEETING_STREAM, GAMES_STREAM = 1 << 20, (1 << 20) + 1, (1 << 20) + 2
"""Streams of the run's seed."""

_SAMPLED = 400
"""Games that a dry run may play at most."""


class CostsTask(Task, frozen=True, kw_only=True):
    """An estimate of point values: the rules, the agent that plays, and how much."""

    kind: ClassVar[str] = "costs"

    settings: CostsSettings = msgspec.field(default_factory=CostsSettings)

    def __post_init__(self) -> None:
        check_playable(self.rules, Ruleset())

    @property
    def agents(self) -> Sequence[str]:
        """The one agent that plays."""
        return (self.settings.agent,)

    def parts(self) -> list[Part]:
        """Return what it will play."""
        games = 2 * pairs_for(self.settings.games)
        return [Part(name="games", games=games, agent=self.settings.agent, sample=self._sample)]

    def run(self, context: RunContext) -> RunResult[CostsResult]:
        """Play, and fit worths to the games."""
        [part] = self.parts()
        schedule = self.schedule
        context.progress.stage(part.name, part.games)
        board = context.evaluator.play_schedule(schedule)
        context.progress.say("fitting worths to the games")
        found = estimate(self.drawn, board, self.rules)
        values = CostsResult(
            seed=self.seed,
            agent=self.settings.agent,
            things=found.things,
            copies=found.copies,
            models=found.models,
            setups=len(self.drawn),
            games=2 * len(schedule.matchups),
        )
        return RunResult(values, _tables(values))

    @cached_property
    def drawn(self) -> list[Setup]:
        """The setups, cheapest first."""
        generator = Random(derive(self.seed, SAMPLE_STREAM))
        return sample(self.rules, self.settings.setups, Space(self.rules).room, generator)

    @cached_property
    def schedule(self) -> Schedule:
        """All games."""
        settings, generator = self.settings, Random(derive(self.seed, MEETING_STREAM))
        return Schedule(
            entrants=tuple(Entrant(setup=str(setup), agent=settings.agent) for setup in self.drawn),
            matchups=tuple(meetings(settings.setups, pairs_for(settings.games), generator)),
            pairs=1,
            rules=self.rules,
            seed=derive(self.seed, GAMES_STREAM),
        )

    @classmethod
    def from_form_1(cls, data: dict[str, Any]) -> dict[str, Any]:
        """Return the fields of a task that held its settings itself."""
        settings = {name: data[name] for name in ("setups", "games", "agent")}
        return {"settings": settings, "rules": data["rules"], "seed": data["seed"]}

    def _sample(self) -> Schedule:
        """Return some games of few setups, spread like all of them."""
        settings = msgspec.structs.replace(
            self.settings,
            setups=min(self.settings.setups, _SAMPLED // 4),
            games=min(self.settings.games, _SAMPLED),
        )
        return CostsTask(settings=settings, edits=self.edits, seed=self.seed).schedule


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
