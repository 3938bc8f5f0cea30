"""Maps of styles or setups: MAP-Elites whose cells nobody holds by luck (see `archive`).

1. Founders, then generations of children of those who hold a cell, any of them alike. Each plays a
   trial; who may challenge plays on, and so does who holds a cell by few games.
2. The elites: who holds a cell at the end plays on until it has games enough.
3. The check: the best and those nearest to the corners of the map play on seeds that decided
   nothing, as in the search, then elsewhere and against others: table II of the paper. It says
   how far what the map claims, score and features, is so.
"""

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from random import Random
from typing import Any, ClassVar

from ...arena.play.schedule import Schedule
from ...arena.run.evaluator import stage_scores
from ...arena.run.task import Part, RunContext
from ...engine.rules.ruleset import Ruleset
from ...engine.rules.seeds import derive
from ..proposals.errors import EvolveError
from .archive import Archive, Individual, Map, Record
from .behaviour import Behaviour
from .check import Check, Found, checked
from .features import Axis
from .map_domain import Mapped, Meeting
from .over_setups import Setups
from .over_weights import Weights
from .settings import StylesSettings
from .tables import Chronicle

ASK_STREAM, TRIAL_STREAM, COUNT_STREAM, ELITE_STREAM, CHECK_STREAM = range(1 << 20, (1 << 20) + 5)
"""Streams of the run's seed; no game of one shares its seed with a game of another."""

ROUNDS = 4
"""Times at most that those who hold a cell at the end play on."""

_TRIES = 20
"""Times somebody new is tried for before a generation stays smaller than it could be."""


@dataclass(frozen=True, kw_only=True)
class StylesTask:
    """A map to be made: its settings, and what is mapped."""

    kind: ClassVar[str] = "styles"

    settings: StylesSettings
    mapped: Mapped
    rules: Ruleset

    def __post_init__(self) -> None:
        x, y = (Axis.parse(t, self.mapped.features) for t in (self.settings.x, self.settings.y))
        if x.name == y.name:
            raise EvolveError(f"a map has two different features, not {x.name} twice")
        whole = replace(self.settings, x=str(x), y=str(y))  # with ranges, whatever defaults become
        object.__setattr__(self, "settings", whole)

    @property
    def map(self) -> Map:
        """The map."""
        x, y = (Axis.parse(t, self.mapped.features) for t in (self.settings.x, self.settings.y))
        return Map(x=x, y=y, rules=self.rules)

    @property
    def seed(self) -> int:
        """What all its randomness derives from."""
        return self.settings.seed

    @property
    def agents(self) -> list[str]:
        """Everybody who plays but the candidates, which are rows of their own."""
        return self.mapped.agents

    def founders(self) -> list[tuple[str, str]]:
        """Return with whom it begins, each once."""
        generator = Random(derive(self.seed, ASK_STREAM))
        founders = self.mapped.founders(self.settings.random, generator)
        return list({text: (text, origin) for text, origin in reversed(founders)}.values())[::-1]

    def parts(self) -> list[Part]:
        """Return what it will play at most: the search, the elites, and the check."""
        settings, meetings = self.settings, self.mapped.checks()
        newcomers = len(self.founders()) + settings.generations * settings.batch
        rounds = min(ROUNDS, -(-settings.elite_games // (2 * settings.pairs)))
        checked = min(self.map.size, 5) * len(meetings)
        totals = {
            "search": 4 * newcomers * settings.pairs,
            "elites": 2 * rounds * min(self.map.size, newcomers) * settings.pairs,
            "check": 2 * checked * settings.check_pairs,
        }
        met = {"search": meetings[:1], "elites": meetings[:1], "check": meetings}
        return [
            Part(
                name=name,
                games=games,
                agent=met[name][-1].agent or self.mapped.agents[0],
                sample=partial(self._sample, met[name]),
            )
            for name, games in totals.items()
        ]

    def run(self, desk: RunContext) -> Found:
        """Make the map; return who holds its cells, and the checks."""
        return StylesSearch(self, desk).run()

    def to_dict(self) -> dict[str, Any]:
        """Return the task as plain JSON values."""
        return {
            "settings": asdict(self.settings),
            "over": self.mapped.over,
            "mapped": self.mapped.to_dict(),
            "rules": list(self.rules.edits),
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "StylesTask":
        """Return the task of a dict as `to_dict` makes it."""
        rules = Ruleset().edit(*data["rules"])
        over = data["over"] == Weights.over
        mapped = (
            Weights.from_dict(data["mapped"]) if over else Setups.from_dict(data["mapped"], rules)
        )
        return cls(settings=StylesSettings(**data["settings"]), mapped=mapped, rules=rules)

    def _sample(self, meetings: Sequence[Meeting]) -> Schedule:
        """Return games of founders like those of some meetings, one of each in turn."""
        texts = [text for text, _ in self.founders()][-self.settings.batch :]
        alike = [m.opponents for m in meetings if m.agent == meetings[-1].agent]
        mixed = tuple(one for together in zip(*alike, strict=False) for one in together)
        meeting = Meeting(name="sample", agent=meetings[-1].agent, opponents=mixed)
        return meeting.schedule(texts, len(mixed), rules=self.rules, seed=self.seed)


class StylesSearch:
    """A map in the making."""

    def __init__(self, task: StylesTask, desk: RunContext) -> None:
        self.task, self._referee, self._watcher = task, desk.referee, desk.watcher
        self._chronicle = Chronicle(desk, task.mapped.over)
        self.archive = Archive(task.map)
        self.individuals: list[Individual] = []
        self._known: dict[str, int] = {}
        self._stages = 0

    def run(self) -> Found:
        """Make the map; return who holds its cells, and the checks."""
        settings = self.task.settings
        search, elites, check = self.task.parts()
        self._watcher.stage(search.name, search.games)
        for number in range(settings.generations + 1):
            self.evolve(number)
        self._watcher.stage(elites.name, elites.games)
        self.ripen(settings.generations + 1)
        self._watcher.stage(check.name, check.games)
        checks = self.check()
        self._chronicle.summary(self.archive, self.individuals, checks)
        return Found(archive=self.archive, checks=checks)

    def evolve(self, number: int) -> None:
        """Play one generation: trials, then games that count."""
        began, before, settings = time.monotonic(), self._referee.games, self.task.settings
        newcomers = self._children(number) if number else self._founders()
        for one, record in zip(newcomers, self._play(newcomers, TRIAL_STREAM), strict=True):
            one.trial = record
        again = [*self.archive.challengers(newcomers), *self.archive.young(settings.elite_games)]
        self._play_on(again[: max(len(newcomers), settings.batch)], COUNT_STREAM)
        games, seconds = self._referee.games - before, time.monotonic() - began
        self._chronicle.generation(number, self.archive, newcomers, games, seconds)
        self._watcher.told(self._progress(f"generation {number} of {settings.generations}"))

    def ripen(self, number: int) -> None:
        """Let those play on who hold a cell by few games, until none does or for some rounds."""
        began, before, settings = time.monotonic(), self._referee.games, self.task.settings
        for _ in range(min(ROUNDS, -(-settings.elite_games // (2 * settings.pairs)))):
            self._play_on(self.archive.young(settings.elite_games), ELITE_STREAM)
        games, seconds = self._referee.games - before, time.monotonic() - began
        self._chronicle.generation(number, self.archive, [], games, seconds)
        self._watcher.told(self._progress("the map"))

    def check(self) -> list[Check]:
        """Play chosen cells in every meeting on new seeds; return what came out."""
        settings, archive = self.task.settings, self.archive
        corners = [archive.elites[cell] for cell in archive.map.corners(archive.elites)]
        chosen = list({one.number: one for one in (archive.best(), *corners)}.values())
        found: list[Check] = []
        for meeting in self.task.mapped.checks():
            records = self._meet(meeting, chosen, settings.check_pairs, CHECK_STREAM)
            for one, record in zip(chosen, records, strict=True):
                found.append(checked(archive.map, one, meeting, record))
        return found

    # ---- proposals -------------------------------------------------------------------------------

    def _founders(self) -> list[Individual]:
        return [self._new(0, text, origin) for text, origin in self.task.founders()]

    def _children(self, number: int) -> list[Individual]:
        """Return children of those who hold a cell, none of whom has been seen before."""
        generator = Random(derive(derive(self.task.seed, ASK_STREAM), number))
        parents = [one.text for one in self.archive.elites.values()]
        children: list[Individual] = []
        for _ in range(_TRIES * self.task.settings.batch):
            if len(children) == self.task.settings.batch:
                break
            text, origin, used = self.task.mapped.child(generator.choices(parents, k=2), generator)
            if text not in self._known:
                children.append(self._new(number, text, origin, used))
        return children

    def _new(
        self, generation: int, text: str, origin: str, parents: Sequence[str] = ()
    ) -> Individual:
        made = Individual(
            number=len(self.individuals),
            text=text,
            generation=generation,
            origin=origin,
            parents=tuple(self._known[parent] for parent in parents),
        )
        self._known[text] = made.number
        self.individuals.append(made)
        return made

    # ---- games -----------------------------------------------------------------------------------

    def _play_on(self, chosen: Sequence[Individual], stream: int) -> None:
        """Play games that count, and draw the map anew."""
        for one, record in zip(chosen, self._play(chosen, stream), strict=True):
            one.record = one.record + record
        self.archive.place(self.individuals)

    def _play(self, chosen: Sequence[Individual], stream: int) -> list[Record]:
        return self._meet(self.task.mapped.search(), chosen, self.task.settings.pairs, stream)

    def _meet(
        self, meeting: Meeting, chosen: Sequence[Individual], pairs: int, stream: int
    ) -> list[Record]:
        """Return the records of some who have so many pairs each, on seeds of their own."""
        if not chosen:
            return []
        schedule = meeting.schedule(
            [one.text for one in chosen],
            pairs,
            rules=self.task.rules,
            seed=derive(derive(self.task.seed, stream), self._stages),
            start=self._stages * pairs,
        )
        self._stages += 1
        book = Behaviour(schedule)
        scores = stage_scores(self._referee.play_schedule(schedule, book=book), len(chosen))
        counts = book.of_candidates(len(chosen))
        return [Record(score, rows) for score, rows in zip(scores, counts, strict=True)]

    def _progress(self, when: str) -> str:
        archive, best = self.archive, self.archive.best()
        return (
            f"{when}: {len(archive.elites)} of {archive.map.size} cells, mean score "
            f"{100 * archive.quality / len(archive.elites):.0f} %, best "
            f"{100 * best.record.score.rate:.0f} % at {best.cell.row}:{best.cell.col}"
        )
