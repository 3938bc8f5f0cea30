"""`Evaluator`: evaluation. Candidates meet opponents in the arena, stage after stage of a run.

A stage is a schedule of its own: for each pair of games that a candidate has, all candidates one
after the other, with the same opponent and the same seed. Numbers of games and matchups go on from
stage to stage. A resumed run asks for the same stages again; the games it has stored are taken from
there, and only what is missing is played.
"""

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol

import numpy as np
import pyarrow as pa

from ...engine.rules.ruleset import Ruleset
from ...evolve.proposals.errors import EvolveError, Interrupted
from ...evolve.styles.behaviour import Behaviour, Noting
from ...evolve.styles.features import COUNTS
from ...results import Store
from ..stats.score import Score
from .entrant import Entrant
from .play_schedule import Executor, play_schedule
from .player import Keep, Result
from .recorder import Ledger
from .result_board import COLUMNS, UNPLAYED, ResultBoard, score_of
from .schedule import Schedule

_TOLD_BY = "ruleset", "seed", "first_setup", "second_setup", "first_agent", "second_agent"
"""Columns of `games` by which a stored game is known to be the one that would be played."""

Heard = Callable[[Sequence[Result]], object]
"""Whoever hears of results with their events."""


class Progress(Protocol):
    """Whoever wants to hear how far a search is."""

    def stage(self, name: str, games: int) -> None:
        """Hear that a part of the search begins that has so many games."""
        ...

    def known(self, games: int) -> None:
        """Hear that so many games had been played before the run was resumed."""
        ...

    def played(self, results: Sequence[Result]) -> None:
        """Hear of results as they come, and every now and then without any."""
        ...

    def told(self, sentence: str) -> None:
        """Hear what the search has found out."""
        ...


class NoProgress:
    """A watcher that does not listen."""

    def stage(self, name: str, games: int) -> None:
        """Do nothing."""

    def known(self, games: int) -> None:
        """Do nothing."""

    def played(self, results: Sequence[Result]) -> None:
        """Do nothing."""

    def told(self, sentence: str) -> None:
        """Do nothing."""


class Evaluator:
    """Plays the stages of a search."""

    def __init__(
        self,
        executor: Executor,
        rules: Ruleset,
        *,
        stop: threading.Event | None = None,
        keep: Keep | None = None,
        store: Store | None = None,
        run: str | None = None,
        watcher: Progress | None = None,
    ) -> None:
        """Begin; with a store and a run, games are written there and known ones taken from it.

        The rules are those that candidates are played by.
        """
        self._executor, self._rules = executor, rules
        self._stop, self._keep = stop or threading.Event(), keep or Keep()
        self._run = run
        self._watcher = watcher or NoProgress()
        self._ledger = Ledger(store, run) if store and run else None
        self._stored = _stored_games(store, run) if store and run else None
        self._numbers = np.asarray(self._stored["game"] if self._stored else [], np.int64)
        self._notes = _notes(store, run) if store and run and len(self._numbers) else None
        self.games = self.matchups = 0

    def play(
        self,
        candidates: Sequence[Entrant],
        opponents: Sequence[Entrant],
        seed: int,
        rules: Ruleset | None = None,
    ) -> ResultBoard:
        """Return the board of a stage: each candidate plays a pair with each of the opponents.

        An opponent may be there several times. Rules are the run's if none are given. Raises
        `Interrupted` if it was asked to stop.
        """
        return self.play_schedule(stage_schedule(candidates, opponents, rules or self._rules, seed))

    def play_schedule(
        self, schedule: Schedule, *, heard: Heard | None = None, book: Behaviour | None = None
    ) -> ResultBoard:
        """Return the board of any schedule, which has rules of its own, as a stage of the run.

        With `heard` the events of its games are kept, and whoever is given hears of each result
        that is played now; those of games that were stored before are in the database. A book of
        the same schedule is filled with what its candidates did.
        """
        board = ResultBoard(schedule)
        self._load(board, book)
        if len(board.missing()) and not self._play(board, heard, book):
            raise Interrupted
        self.games += len(schedule)
        self.matchups += len(schedule.matchups)
        return board

    def _play(self, board: ResultBoard, heard: Heard | None, book: Behaviour | None) -> bool:
        """Play what is missing of a stage; return whether nothing is."""

        def told(results: Sequence[Result]) -> None:
            self._watcher.played(results)
            if heard:
                heard(results)

        if self._ledger:
            self._ledger.turn_to(board.schedule, self.games, self.matchups, book)
        whole = False
        try:
            whole = play_schedule(
                board,
                Noting(self._executor, book) if book else self._executor,
                keep=replace(self._keep, events=True) if heard else self._keep,
                stop=self._stop,
                recorder=self._ledger,
                told=told,
            )
        finally:
            if not whole:
                self.flush()
        return whole

    def flush(self) -> None:
        """Write the games that have not been written: before whatever rests on them is."""
        if self._ledger:
            self._ledger.write()

    def _load(self, board: ResultBoard, book: Behaviour | None) -> None:
        """Note the games of a stage that the run has stored."""
        if self._stored is None:
            return
        ends = self.games, self.games + len(board.winner)
        first, last = np.searchsorted(self._numbers, ends).tolist()
        if first == last:
            return
        rows = self._stored.slice(first, last - first)
        own = pa.array(self._numbers[first:last] - self.games)
        self._check(board.schedule, own.to_pylist(), rows)
        board.load(rows.set_column(rows.column_names.index("game"), "game", own))
        if book and self._notes:
            noted = np.asarray(self._notes["game"], np.int64)
            first, last = np.searchsorted(noted, ends).tolist()
            numbers = pa.array(noted[first:last] - self.games)
            book.load(self._notes.slice(first, last - first).set_column(0, "game", numbers))
        self._watcher.known(int(np.count_nonzero(board.winner != UNPLAYED)))

    def _check(self, schedule: Schedule, games: Sequence[int], rows: pa.Table) -> None:
        """Refuse to go on with games that this program would not have played."""
        stored = zip(games, *(rows[name].to_pylist() for name in _TOLD_BY), strict=True)
        rules = schedule.rules.digest()
        for game, *found in stored:
            fixture = schedule.fixture(game)
            first, second = (schedule.entrants[n] for n in (fixture.first, fixture.second))
            sides = first.setup, second.setup, first.agent, second.agent
            if [rules, fixture.seed, *sides] != found:
                raise EvolveError(
                    f"run {self._run} has other games than this program would play, from game "
                    f"{self.games + game} on: it was begun by another state of it; begin a new run"
                )


def stage_schedule(
    candidates: Sequence[Entrant], opponents: Sequence[Entrant], rules: Ruleset, seed: int
) -> Schedule:
    """Return the schedule of a stage; all candidates share the seeds of each of their pairs."""
    others = list(dict.fromkeys(opponents))
    count = len(candidates)
    places = [count + others.index(opponent) for opponent in opponents]
    return Schedule(
        entrants=(*candidates, *others),
        matchups=tuple((one, other) for other in places for one in range(count)),
        pairs=1,
        rules=rules,
        seed=seed,
        common=count,
    )


def stage_scores(board: ResultBoard, candidates: int) -> list[Score]:
    """Return what each candidate of a stage scored against all its opponents."""
    scores = board.scores().reshape(-1, candidates, 2)
    return [score_of(scores[:, number].ravel()) for number in range(candidates)]


def _stored_games(store: Store, run: str) -> pa.Table:
    columns = ", ".join((COLUMNS, *_TOLD_BY))
    return store.query(f"SELECT {columns} FROM games WHERE run = ? ORDER BY game", [run])


def _notes(store: Store, run: str) -> pa.Table:
    columns = ", ".join(("game", *COUNTS))
    return store.query(f"SELECT {columns} FROM behaviour WHERE run = ? ORDER BY game", [run])
