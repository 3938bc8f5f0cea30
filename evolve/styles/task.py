"""`StylesTask`: a map of styles or setups; `search` is how it is made."""

from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from random import Random
from typing import Any, ClassVar

import msgspec
from msgspec.structs import force_setattr

from ...arena.play.schedule import Schedule, check_size
from ...arena.run.context import RunContext
from ...arena.run.parts import Part
from ...arena.run.result import RunResult
from ...arena.run.task import Task
from ...engine.rules.seeds import derive
from ...setups.query_text import QueryText
from ..proposals.errors import EvolveError
from ..proposals.space import Space
from .archive import FeatureMap
from .check import mapped_values
from .features import FeatureAxis
from .map_domain import Founder, Meeting
from .over_setups import SetupsDomain
from .over_weights import WeightsDomain
from .result import StylesResult
from .search import ASK_STREAM, ROUNDS, StylesSearch
from .settings import StylesSettings
from .tables import check_rows


class StylesTask(Task, frozen=True, kw_only=True):
    """A map to be made: its settings, what is mapped, and for setups which may be proposed."""

    kind: ClassVar[str] = "styles"
    first_form: ClassVar[int] = 3

    settings: StylesSettings
    mapped: WeightsDomain | SetupsDomain
    query: QueryText = msgspec.field(default_factory=QueryText)

    def __post_init__(self) -> None:
        x, y = self._axes()
        if x.name == y.name:
            raise EvolveError(f"a map has two different features, not {x.name} twice")
        whole = msgspec.structs.replace(self.settings, x=str(x), y=str(y))
        force_setattr(self, "settings", whole)  # with ranges, whatever defaults become

    def sizes(self, names: Sequence[str], given: Mapping[str, Any]) -> dict[str, Any]:
        """Return how much it plays; a map over weights has no race."""
        over_setups = isinstance(self.mapped, SetupsDomain)
        return super().sizes([n for n in names if over_setups or n != "race_games"], given)

    def _axes(self) -> tuple[FeatureAxis, FeatureAxis]:
        features = self.mapped.features
        return (
            FeatureAxis.parse(self.settings.x, features),
            FeatureAxis.parse(self.settings.y, features),
        )

    @property
    def map(self) -> FeatureMap:
        """The map."""
        x, y = self._axes()
        return FeatureMap(x=x, y=y, rules=self.rules)

    @cached_property
    def space(self) -> Space:
        """The setups that may be proposed, where setups are mapped."""
        return Space(self.rules, self.query.read())

    @property
    def agents(self) -> Sequence[str]:
        """The agents that play but for candidates, which are rows of their own."""
        return self.mapped.agents

    def founders(self) -> list[Founder]:
        """Return what it begins with, each once."""
        generator = Random(derive(self.seed, ASK_STREAM))
        founders = self.mapped.founders(self.settings.random, self.space, generator)
        return list({text: (text, origin) for text, origin in reversed(founders)}.values())[::-1]

    @property
    def at_most(self) -> bool:
        """Cells that stay empty play no more games."""
        return True

    @property
    def counting_pairs(self) -> int:
        """The pairs of a candidate in a stage of games that count.

        A trial's; but of setups, whose games cost more, half of what those of cells get.
        """
        if self.mapped.over == "weights":
            return self.settings.pairs
        return max(min(self.settings.pairs, -(-self.settings.elite_games // 4)), 1)

    def counting(self, number: int, newcomers: int) -> int:
        """Return how many candidates a generation with so many newcomers plays on at most."""
        if self.mapped.over == "weights" or not number:
            return max(newcomers, self.settings.batch)
        return max(self.settings.race_games // (2 * self.counting_pairs), 1)

    @property
    def rounds(self) -> int:
        """Times at most that candidates that keep a cell at the end play more."""
        enough = -(-self.settings.elite_games // (2 * self.counting_pairs))
        return min(ROUNDS, enough if self.mapped.over == "weights" else enough + 1)

    def parts(self) -> Sequence[Part]:
        """Return what it will play at most: the search, the elites, and the check."""
        settings, meetings, searching = self.settings, self.mapped.checks(), self.mapped.search()
        check_size(4 * (settings.random + settings.generations * settings.batch) * settings.pairs)
        founders = len(self.founders())
        newcomers = founders + settings.generations * settings.batch
        trials, pairs = 2 * newcomers * settings.pairs, 2 * self.counting_pairs
        counted = self.counting(0, founders) + settings.generations * self.counting(1, 0)
        if searching.trial.agent == searching.counting.agent:
            search = [("search", trials + pairs * counted, [searching.trial])]
        else:
            search = [
                ("screen", trials, [searching.trial]),
                ("race", pairs * counted, [searching.counting]),
            ]
        kept = min(self.map.size, newcomers)
        checked = min(self.map.size, 5) * len(meetings)
        every = [
            *search,
            ("elites", self.rounds * kept * pairs, [searching.elites]),
            ("check", 2 * checked * settings.check_pairs, meetings),
        ]
        return [
            Part(
                name=name,
                games=games,
                agent=met[-1].agent or self.mapped.agents[0],
                sample=partial(self._sample, met),
            )
            for name, games, met in every
        ]

    def scaled(self, size: float) -> "StylesTask":
        """Return a map of so many times the usual games."""
        settings = self.settings.scaled(size)
        if self.mapped.over == "weights":  # which has no race
            settings = msgspec.structs.replace(settings, race_games=self.settings.race_games)
        return msgspec.structs.replace(self, settings=settings)

    def run(self, context: RunContext) -> RunResult[StylesResult]:
        """Make the map, and check it."""
        search = StylesSearch(self, context)
        checks = search.run()
        judge = self.agents[-1] if isinstance(self.mapped, SetupsDomain) else ""
        values = mapped_values(self.mapped.over, judge, search.archive, checks)
        return RunResult(values, {"archive_checks": check_rows(search.archive, checks)})

    def _sample(self, meetings: Sequence[Meeting]) -> Schedule:
        """Return games of founders like those of some meetings, one of each in turn."""
        texts = [text for text, _ in self.founders()][: self.settings.batch]
        alike = [m.opponents for m in meetings if m.agent == meetings[-1].agent]
        mixed = tuple(one for together in zip(*alike, strict=False) for one in together)
        meeting = Meeting(name="sample", agent=meetings[-1].agent, opponents=mixed)
        return meeting.schedule(texts, len(mixed), rules=self.rules, seed=self.seed)
