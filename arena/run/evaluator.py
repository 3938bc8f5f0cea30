"""`Evaluator`: plays the games of a run, stage after stage, and knows what is stored of them.

A stage is a schedule, or several that are played together, each by its own rules. In a search's,
candidates come one after the other for each of their pairs, with the same opponent and the same
seed. Numbers of games and matchups continue from stage to stage. A resumed run asks for the same
stages again: the games it has stored are verified and taken from there, and only what is missing is
played.
"""

import threading
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import TypeVar

import msgspec
import numpy as np
import pyarrow as pa

from ...agents.spec.engine_spec import is_engine
from ...engine.rules.ruleset import Ruleset
from ...results import Store
from ..foreign.lost_games import EngineGames
from ..play.entrant import Entrant
from ..play.errors import Interrupted, OtherGamesError
from ..play.play_schedule import Executor, Rule, play_programme, play_schedule
from ..play.player import DRAW, GameResult, Keep
from ..play.programme import Programme
from ..play.programme_board import ProgrammeBoard
from ..play.result_board import COLUMNS, UNPLAYED, ResultBoard, score_of
from ..play.schedule import Schedule
from ..play.threads import Worker, work_on_threads
from ..stats.score import Score
from .game_writer import GameNotes, GameWriter
from .progress import Ended, NoProgress, Progress
from .turn_limit import TurnLimit

_VERIFIED = "ruleset", "seed", "first_setup", "second_setup", "first_agent", "second_agent"
"""Columns of `games` by which a stored game is known to be the one that would be played."""

E = TypeVar("E", bound=Ended)

OnResults = Callable[[Sequence[GameResult]], object]
"""Is called with results that have their events."""


class Evaluator:
    """Plays the stages of a run."""

    def __init__(
        self,
        executor: Executor,
        rules: Ruleset,
        *,
        stop: threading.Event | None = None,
        keep: Keep | None = None,
        store: Store | None = None,
        run: str | None = None,
        progress: Progress | None = None,
    ) -> None:
        """Begin; with a store and a run, games are written there and known ones taken from it.

        The rules are those that candidates are played by.
        """
        self._executor, self._rules = executor, rules
        self._stop, self._keep = stop or threading.Event(), keep or Keep()
        self._progress = progress or NoProgress()
        self._writer = GameWriter(store, run) if store and run else None
        self._stored = _StoredGames(store, run) if store and run else None
        self._began: float | None = None
        self.games = self.matchups = 0
        """How many the stages so far have."""
        self.played = 0
        """Games that are known; fewer than `games` where a rule ended a stage."""
        self.turn_limit = TurnLimit(games=0, drawn=0)
        """The games that scores rest on."""
        self.engine_games: EngineGames | msgspec.UnsetType = msgspec.UNSET
        """The games in which other programs played, if they did."""

    @property
    def seconds(self) -> float:
        """Seconds since the first game that was played now; 0 if all were stored."""
        return 0.0 if self._began is None else time.monotonic() - self._began

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
        self,
        schedule: Schedule,
        *,
        on_results: OnResults | None = None,
        notes: GameNotes | None = None,
        rule: Rule | None = None,
    ) -> ResultBoard:
        """Return the board of any schedule, which has rules of its own, as a stage of the run.

        `on_results` is called with the results that are played now, and their events; those of
        games that were stored before are in the database. Notes of the same schedule are filled.
        A rule may end the stage early.
        """
        board = ResultBoard(schedule)
        if self._stored and (known := self._stored.load(board, self.games, notes)):
            self._progress.known(known)

        def play(played: OnResults) -> bool:
            return play_schedule(
                board,
                _Noting(self._executor, notes) if notes else self._executor,
                keep=replace(self._keep, events=True) if on_results else self._keep,
                stop=self._stop,
                on_results=played,
                rule=rule,
            )

        if len(board.missing()):
            self._play(Programme((schedule,)), play, on_results, notes)
        self._count(board)
        return board

    def play_schedules(self, schedules: Sequence[Schedule]) -> list[ResultBoard]:
        """Return the boards of schedules that are played together, as one stage.

        Their games are those of `play_schedule` for one after the other, and so are their numbers
        within the run; but cores do not wait for the last game of each.
        """
        if not schedules:
            return []
        whole, start = ProgrammeBoard(schedules), self.games
        for board, own in zip(whole.boards, whole.schedule.starts, strict=True):
            if self._stored and (known := self._stored.load(board, start + own, None)):
                self._progress.known(known)

        def play(played: OnResults) -> bool:
            return play_programme(
                whole, self._executor, keep=self._keep, stop=self._stop, on_results=played
            )

        if len(whole.missing()):
            self._play(whole.schedule, play)
        for board in whole.boards:
            self._count(board)
        return whole.boards

    def _count(self, board: ResultBoard) -> None:
        """Count a schedule that has been played."""
        if any(map(is_engine, board.schedule.agents)):
            before = self.engine_games.forfeits if self.engine_games else ()
            self.engine_games = EngineGames(forfeits=before + board.lost_games(self.games))
        self.games += len(board.schedule)
        self.matchups += len(board.schedule.matchups)
        self.played += board.played
        self.scored(board.played, int(np.count_nonzero(board.winner == DRAW)))

    def _play(
        self,
        programme: Programme,
        play: Callable[[OnResults], bool],
        on_results: OnResults | None = None,
        notes: GameNotes | None = None,
    ) -> None:
        """Play what is missing of a stage, and write it; raise `Interrupted` if asked to stop."""

        def played(results: Sequence[GameResult]) -> None:
            self._begin(results)
            if self._writer:
                self._writer.add(results)
            self._progress.played(results)
            if on_results:
                on_results(results)

        if self._writer:
            self._writer.turn_to(programme, self.games, self.matchups, notes)
        whole = False
        try:
            whole = play(played)
        except KeyboardInterrupt:
            if self._writer:
                self._writer.hurry()
            raise
        finally:
            if not whole:
                self.flush()
        if not whole:
            raise Interrupted

    def work(self, make: Callable[[], Worker[E]], games: Sequence[int]) -> Iterator[list[E]]:
        """Yield games that a task plays by workers of its own, on threads of this process.

        They are counted; what is stored of them is the task's affair. Raises `Interrupted` if it
        was asked to stop.
        """
        ended = 0
        working = work_on_threads(make, games, self._executor.width, self._stop)
        with closing(working):  # pyright: ignore[reportArgumentType]
            for results in working:
                self._begin(results)
                self._progress.played(results)
                ended += len(results)
                yield results
        self.played += ended
        if ended < len(games):
            raise Interrupted

    def scored(self, games: int, drawn: int) -> None:
        """Count games that scores rest on, and how many of them were drawn at the turn limit."""
        before = self.turn_limit
        self.turn_limit = TurnLimit(games=before.games + games, drawn=before.drawn + drawn)

    def known(self, games: int) -> None:
        """Count games that a task had played by workers of its own before it was resumed."""
        self.played += games
        self._progress.known(games)

    def _begin(self, results: Sequence[Ended]) -> None:
        """Note when the first game began that is played now."""
        if results and self._began is None:
            spent = sum(result.duration for result in results)
            self._began = time.monotonic() - spent / max(self._executor.width, 1)

    def flush(self) -> None:
        """Write the games that have not been written: before rows that rest on them are."""
        if self._writer:
            self._writer.write()


class _StoredGames:
    """The games that a run has stored, verified before they are taken."""

    def __init__(self, store: Store, run: str) -> None:
        self._store, self._run = store, run
        columns = ", ".join((COLUMNS, *_VERIFIED))
        self._rows = store.query(f"SELECT {columns} FROM games WHERE run = ? ORDER BY game", [run])
        self._numbers = np.asarray(self._rows["game"], np.int64)
        asked = "SELECT game, player, fault, detail FROM game_forfeits WHERE run = ? ORDER BY game"
        self._forfeits = store.query(asked, [run])
        self._notes: pa.Table | None = None

    def load(self, board: ResultBoard, start: int, notes: GameNotes | None) -> int:
        """Fill a board whose games are numbered from `start` on; return how many were known."""
        ends = start, start + len(board.winner)
        first, last = np.searchsorted(self._numbers, ends).tolist()
        if first == last:
            return 0
        rows = self._rows.slice(first, last - first)
        own = pa.array(self._numbers[first:last] - start)
        self._verify(board.schedule, own.to_pylist(), rows, start)
        board.load(rows.set_column(rows.column_names.index("game"), "game", own))
        board.load_forfeits(_within(self._forfeits, ends))
        if notes:
            self._load_notes(notes, ends)
        return int(np.count_nonzero(board.winner != UNPLAYED))

    def _load_notes(self, notes: GameNotes, ends: tuple[int, int]) -> None:
        stored = self._notes
        if stored is None:
            columns = ", ".join(("game", *notes.columns))
            asked = f"SELECT {columns} FROM {notes.table} WHERE run = ? ORDER BY game"
            stored = self._notes = self._store.query(asked, [self._run])
        notes.load(_within(stored, ends))

    def _verify(self, schedule: Schedule, games: Sequence[int], rows: pa.Table, start: int) -> None:
        """Refuse games that this program would not have played."""
        stored = zip(games, *(rows[name].to_pylist() for name in _VERIFIED), strict=True)
        rules = schedule.rules.digest()
        for game, *found in stored:
            fixture = schedule.fixture(game)
            first, second = (schedule.entrants[n] for n in (fixture.first, fixture.second))
            sides = first.setup, second.setup, first.agent, second.agent
            if [rules, fixture.seed, *sides] != found:
                raise OtherGamesError(
                    f"run {self._run} has other games than this program would play, from game "
                    f"{start + game} on: the program has changed since; begin a new run"
                )


def _within(stored: pa.Table, ends: tuple[int, int]) -> pa.Table:
    """Return the rows of some games, by their numbers from the first on; `game` comes first."""
    noted = np.asarray(stored["game"], np.int64)
    first, last = np.searchsorted(noted, ends).tolist()
    numbers = pa.array(noted[first:last] - ends[0])
    return stored.slice(first, last - first).set_column(0, "game", numbers)


@dataclass(frozen=True)
class _Noting:
    """An executor whose results are noted on their way; events are passed on if wanted."""

    executor: Executor
    notes: GameNotes

    @property
    def width(self) -> int:
        """How many games are played at a time."""
        return self.executor.width

    @property
    def engines(self) -> Collection[str]:
        """The agents whose programs the executor may start."""
        return self.executor.engines

    def play(
        self,
        schedule: Schedule | Programme,
        games: Sequence[int],
        keep: Keep,
        stop: threading.Event,
    ) -> Iterator[list[GameResult]]:
        """Yield results that have been noted."""
        playing = self.executor.play(schedule, games, replace(keep, events=True), stop)
        with closing(playing):  # pyright: ignore[reportArgumentType]
            for results in playing:
                self.notes.record(results)
                yield results if keep.events else [replace(r, events=None) for r in results]

    def close(self) -> None:
        """Let go of what the executor holds."""
        self.executor.close()


def stage_schedule(
    candidates: Sequence[Entrant], opponents: Sequence[Entrant], rules: Ruleset, seed: int
) -> Schedule:
    """Return the schedule of a stage; all candidates share the seeds of each of their pairs."""
    count = len(candidates)
    others = {other: count + place for place, other in enumerate(dict.fromkeys(opponents))}
    places = [others[opponent] for opponent in opponents]
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
