"""The making of a map: MAP-Elites whose cells are not kept by luck (see `archive`).

1. Founders, then generations of children of candidates that cells keep, any of them alike. Each
   plays a trial; those that may challenge play more, and so do those that keep a cell by few games.
   Of setups, a cheap agent plays the trials, a better one the games that count.
2. The elites: candidates that keep a cell at the end play until they have games enough; setups by
   the judge.
3. The check: the best and those nearest to the corners of the map play on held-out seeds, as in the
   search, then elsewhere and against others: table II of the paper. It shows how far the map's
   scores and features hold.
"""

import time
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from ...arena.run.context import RunContext
from ...arena.run.evaluator import stage_scores
from ...engine.rules.seeds import derive
from ...results.page.words import percent
from .archive import Archive, Record, StyleCandidate
from .behaviour import Behaviour
from .check import checked
from .map_domain import Meeting
from .result import CellCheckValues
from .tables import MapWriter

if TYPE_CHECKING:
    from .task import StylesTask

ASK_STREAM, TRIAL_STREAM, COUNT_STREAM, ELITE_STREAM, CHECK_STREAM = range(1 << 20, (1 << 20) + 5)
"""Streams of the run's seed; no game of one shares its seed with a game of another."""

ROUNDS = 4
"""Times at most that candidates that keep a cell at the end play more."""

_TRIES = 20
"""Times a new child is tried for before a generation stays smaller than it could be."""


class StylesSearch:
    """A map in the making."""

    def __init__(self, task: "StylesTask", context: RunContext) -> None:
        self.task, self._evaluator, self._progress = task, context.evaluator, context.progress
        self._writer = MapWriter(context, task.mapped.over)
        self.archive = Archive(task.map)
        self._meetings, self._ratings = task.mapped.search(), task.mapped.ratings()
        self.candidates: list[StyleCandidate] = []
        self._numbers: dict[str, int] = {}
        self._stages = self._counted = 0

    def run(self) -> list[CellCheckValues]:
        """Make the map, the `archive`; return the checks."""
        settings = self.task.settings
        *search, elites, check = self.task.parts()
        self._progress.stage("search", sum(part.games for part in search))
        for number in range(settings.generations + 1):
            self.evolve(number)
        self._progress.stage(elites.name, elites.games)
        self.ripen(settings.generations + 1)
        self._progress.stage(check.name, check.games)
        checks = self.check()
        self._writer.update(self.archive, self.candidates)
        return checks

    def evolve(self, number: int) -> None:
        """Play one generation: trials, then games that count."""
        began, before, settings = time.monotonic(), self._evaluator.games, self.task.settings
        newcomers = self._children(number) if number else self._founders()
        self._try(newcomers)
        meeting = self._meetings.counting
        young = self.archive.young(settings.elite_games, meeting.agent)
        again = [*self.archive.challengers(newcomers), *young]
        self._play_on(again[: self.task.counting(number, len(newcomers))], meeting, COUNT_STREAM)
        games, seconds = self._evaluator.games - before, time.monotonic() - began
        self._writer.generation(number, self.archive, newcomers, games, seconds)
        self._progress.say(
            self._sentence(f"generation {number} of {settings.generations}"), best=True
        )

    def ripen(self, number: int) -> None:
        """Let candidates that cells keep by few games play more, for some rounds at most."""
        began, before, settings = time.monotonic(), self._evaluator.games, self.task.settings
        meeting = self._meetings.elites
        for _ in range(self.task.rounds):
            young = self.archive.young(settings.elite_games, meeting.agent)
            self._play_on(young, meeting, ELITE_STREAM)
        games, seconds = self._evaluator.games - before, time.monotonic() - began
        self._writer.generation(number, self.archive, [], games, seconds)
        self._progress.say(self._sentence("the map"), best=True)

    def check(self) -> list[CellCheckValues]:
        """Play chosen cells in every meeting on new seeds; return what came out."""
        settings, archive = self.task.settings, self.archive
        corners = [archive.elites[cell] for cell in archive.map.corners(archive.elites)]
        chosen = list({one.number: one for one in (archive.best(), *corners)}.values())
        checks: list[CellCheckValues] = []
        for meeting in self.task.mapped.checks():
            records = self._meet(meeting, chosen, settings.check_pairs, CHECK_STREAM)
            for one, record in zip(chosen, records, strict=True):
                checks.append(checked(archive.map, one, meeting, record))
        return checks

    # ---- proposals -------------------------------------------------------------------------------

    def _founders(self) -> list[StyleCandidate]:
        return [self._new(0, text, origin) for text, origin in self.task.founders()]

    def _children(self, number: int) -> list[StyleCandidate]:
        """Return children of candidates that cells keep, none of which was proposed before."""
        generator = Random(derive(derive(self.task.seed, ASK_STREAM), number))
        parents = [one.text for one in self.archive.elites.values()]
        children: list[StyleCandidate] = []
        for _ in range(_TRIES * self.task.settings.batch):
            if len(children) == self.task.settings.batch:
                break
            text, origin, used = self.task.mapped.child(
                generator.choices(parents, k=2), self.task.space, generator
            )
            if text not in self._numbers:
                children.append(self._new(number, text, origin, used))
        return children

    def _new(
        self, generation: int, text: str, origin: str, parents: Sequence[str] = ()
    ) -> StyleCandidate:
        candidate = StyleCandidate(
            number=len(self.candidates),
            text=text,
            generation=generation,
            origin=origin,
            parents=tuple(self._numbers[parent] for parent in parents),
        )
        self._numbers[text] = candidate.number
        self.candidates.append(candidate)
        return candidate

    # ---- games -----------------------------------------------------------------------------------

    def _try(self, newcomers: Sequence[StyleCandidate]) -> None:
        """Play trials, and see what they let expect."""
        meeting, pairs = self._meetings.trial, self.task.settings.pairs
        if self._ratings:
            self._ratings.add([one.text for one in newcomers])
        records = self._meet(meeting, newcomers, pairs, TRIAL_STREAM)
        for one, record in zip(newcomers, records, strict=True):
            one.trial = record
            self._note(one, meeting, record, counts=False)
        if self._ratings:
            hopes = self._ratings.hopes()
            for one in newcomers:
                one.hoped = float(hopes[one.number])

    def _play_on(self, chosen: Sequence[StyleCandidate], meeting: Meeting, stream: int) -> None:
        """Play games that count, and draw the map anew."""
        pairs = self.task.counting_pairs
        records = self._meet(meeting, chosen, pairs, stream, self._counted)
        self._counted += pairs  # two stages in a row meet what a longer one would
        for one, record in zip(chosen, records, strict=True):
            one.count(meeting.agent, record)
            self._note(one, meeting, record, counts=True)
        if self._ratings:
            self._ratings.learn()
            for one, rated in zip(self.candidates, self._ratings.rated(), strict=True):
                one.rated = rated
        self.archive.place(self.candidates)

    def _note(self, one: StyleCandidate, meeting: Meeting, record: Record, *, counts: bool) -> None:
        """Let the ratings know of games, where there are ratings."""
        if self._ratings and meeting.agent is not None:
            self._ratings.note(meeting.agent, one.number, record.score, counts=counts)

    def _meet(
        self,
        meeting: Meeting,
        chosen: Sequence[StyleCandidate],
        pairs: int,
        stream: int,
        start: int | None = None,
    ) -> list[Record]:
        """Return the records of candidates that have so many pairs each, on seeds of their own.

        The first is with opponent `start` of the rotation, else where equal stages would be.
        """
        if not chosen:
            return []
        schedule = meeting.schedule(
            [one.text for one in chosen],
            pairs,
            rules=self.task.rules,
            seed=derive(derive(self.task.seed, stream), self._stages),
            start=self._stages * pairs if start is None else start,
        )
        self._stages += 1
        notes = Behaviour(schedule)
        board = self._evaluator.play_schedule(schedule, notes=notes)
        scores, counts = stage_scores(board, len(chosen)), notes.of_candidates(len(chosen))
        return [Record(score, rows) for score, rows in zip(scores, counts, strict=True)]

    def _sentence(self, when: str) -> str:
        archive, best = self.archive, self.archive.best()
        return (
            f"{when}: {len(archive.elites)} of {archive.map.size} cells, mean score "
            f"{percent(archive.quality / len(archive.elites))}, best cell "
            f"{best.cell.row}:{best.cell.col} with {percent(best.rate)}"
        )
