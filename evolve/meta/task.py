"""`MetaTask`: a search for the metagame; `double_oracle` is how it goes."""

from collections.abc import Sequence
from functools import cached_property, partial
from random import Random
from typing import ClassVar

import msgspec

from ...arena.play.entrant import Entrant
from ...arena.play.schedule import Schedule
from ...arena.run.context import RunContext
from ...arena.run.evaluator import stage_schedule
from ...arena.run.parts import Part
from ...arena.run.result import RunResult
from ...arena.run.task import Task
from ...setups.query_text import QueryText
from ..proposals.errors import EvolveError
from ..proposals.mixture import equal_shares
from ..proposals.space import Space
from . import tables
from .double_oracle import DoubleOracle, bought
from .mixture_checks import named_entrants, named_screen_total, named_total
from .result import MetaResult
from .settings import MetaSettings

_FOUNDERS = 4
"""Setups at random that a search starts with where no named one is allowed."""


def default_start(space: Space, agent: str, seed: int) -> tuple[Entrant, ...]:
    """Return the named setups that a player could buy and that keep the constraints.

    Where there is none, a few at random.
    """
    named = [(entrant, bought(entrant)) for entrant in named_entrants(agent)]
    fit = [e for e, s in named if not s.faults(space.rules) and space.answers(s)]
    if fit:
        return tuple(fit)
    generator = Random(seed)
    setups = dict.fromkeys(str(space.random(generator)) for _ in range(_FOUNDERS))
    return tuple(Entrant(setup=setup, agent=agent) for setup in setups)


class MetaTask(Task, frozen=True, kw_only=True):
    """A search for the metagame: its settings, what it starts with, and what may be proposed."""

    kind: ClassVar[str] = "meta"
    first_form: ClassVar[int] = 3

    settings: MetaSettings
    start: tuple[Entrant, ...]
    query: QueryText = msgspec.field(default_factory=QueryText)

    def __post_init__(self) -> None:
        if not self.start:
            raise EvolveError("a metagame starts with a setup at least, such as IAmWarrior")
        if len(set(self.start)) < len(self.start):
            raise EvolveError("a setup to start with is given twice; give each once")

    @cached_property
    def space(self) -> Space:
        """The setups that may be proposed."""
        return Space(self.rules, self.query.read())

    @property
    def agents(self) -> Sequence[str]:
        """The agents of the search, the judge last; then the rival's."""
        rivals = self.settings.rival.levels.distinct if self.settings.rival_games else ()
        return tuple(dict.fromkeys((*self.settings.levels.distinct, *rivals)))

    @property
    def at_most(self) -> bool:
        """Rounds end when the mixture has settled."""
        return True

    def parts(self) -> Sequence[Part]:
        """Return what it will play: the start, the rounds, the named setups, and the rival."""
        settings, count, levels = self.settings, len(self.start), self.settings.levels
        search, rounds = settings.search, settings.rounds
        first, last = (settings.set_total(settings.kept(count) + n) for n in (0, rounds - 1))
        screens = settings.screen_total(count) + named_screen_total(settings, self.start)
        every = [
            ("screen", screens, levels.screen),
            ("start", settings.start_total(count), levels.judge),
            ("search", rounds * search.screen_total, levels.screen),
            ("race", rounds * search.race_total, levels.race),
            ("response", rounds * (search.shortlist_total + search.check_total), levels.judge),
            ("set", (first + last + 1) * rounds // 2, levels.judge),
            ("named", named_total(settings), levels.judge),
        ]
        if settings.rival_games:
            rival, theirs = settings.rival, settings.rival.levels
            every += [
                ("rival-search", rival.screen_total, theirs.screen),
                ("rival-race", rival.race_total, theirs.race),
                ("rival-response", rival.shortlist_total + rival.check_total, theirs.judge),
                ("rival-check", rival.check_total, levels.judge),
            ]
        return [
            Part(name=name, games=games, agent=agent, sample=partial(self._sample, agent))
            for name, games, agent in every
            if games
        ]

    def scaled(self, size: float) -> "MetaTask":
        """Return a search of so many times the usual games."""
        return msgspec.structs.replace(self, settings=self.settings.scaled(size))

    def run(self, context: RunContext) -> RunResult[MetaResult]:
        """Search to the end."""
        oracle = DoubleOracle(self, context)
        values = oracle.run()
        rows = tables.of_metagame(values, oracle.payoffs, oracle.members)
        return RunResult(values, rows, batch="metagame")

    def _sample(self, agent: str) -> Schedule:
        """Return games of the start, for the screen of random setups too, with those of the start.

        The games of good setups, which most are about, take longest.
        """
        generator, screens = Random(self.seed), self.settings.levels.screen
        field = equal_shares(self.start).played_by(agent)
        candidates = list(field.opponents)
        if agent == screens or len(candidates) < 2:
            setups = [self.space.random(generator) for _ in range(32)]
            candidates += [Entrant(setup=str(setup), agent=agent) for setup in setups]
        return stage_schedule(candidates, field.opponents, self.rules, self.seed)
