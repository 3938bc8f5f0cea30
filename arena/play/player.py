"""`Player`: plays games of a schedule, one at a time, and says what became of them."""

import time
from dataclasses import dataclass
from functools import cache

import numpy as np

from ...agents.game_runner import GameRunner, Played
from ...agents.spec.engine_spec import is_engine
from ...agents.spec.spec import AgentSpec
from ...engine.game import outcome_of
from ...engine.kernels.layout import NO_WINNER
from ...engine.kernels.packing import start_state
from ...engine.notation.events import texts, trace
from ...engine.records import GameRecord
from ...engine.rules.obstacles import draw_obstacles
from ...engine.rules.stats import MAX_TROOPS
from ..foreign.engines import Engines
from ..foreign.faults import Forfeit
from .engine_seats import EngineSeats
from .errors import ArenaError
from .schedule import Fixture, Schedule

_STARTS = 10_000
"""Positions to begin with that a player remembers, half a kilobyte each."""

FIRST, SECOND, DRAW = range(3)
"""Who won, as numbers."""


@dataclass(frozen=True)
class Keep:
    """What is kept of a game beyond its result."""

    events: bool = False
    records: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class GameResult:
    """What became of a game; pairs of numbers are the first and the second player's."""

    game: int
    winner: int
    """FIRST, SECOND or DRAW."""
    turns: int
    actions: int
    troops_left: tuple[int, int]
    decisions: tuple[int, int]
    advances: tuple[int, int]
    duration: float
    events: np.ndarray | None = None
    """An engine EVENT for each action, if they are kept."""
    record: str | None = None
    """The game as JSON, if it is kept."""
    forfeit: Forfeit | None = None
    """Whose engine was at fault, if that decided the game."""


class Player:
    """Plays any game of a schedule. A thread has its own: the room for a game is part of it."""

    def __init__(
        self,
        schedule: Schedule,
        keep: Keep | None = None,
        table: GameRunner | None = None,
        engines: Engines | None = None,
    ) -> None:
        """Begin; players that take turns on a thread may share a table.

        Entrants that other programs play need the engines that may be started.
        """
        self._schedule, self._keep = schedule, keep or Keep()
        self._army = cache(lambda entrant: schedule.entrants[entrant].army(schedule.rules))
        specs = {text: AgentSpec.parse(text) for text in schedule.agents if not is_engine(text)}
        self._agents = [specs.get(entrant.agent) for entrant in schedule.entrants]
        """By entrant; None where another program plays."""
        self._seats = EngineSeats(schedule, engines or Engines())
        rules = schedule.rules
        self._chance = rules.winds == "random" or rules.obstacles > 0
        self._starts: dict[tuple[int, int], np.record] = {}
        self._table = table or GameRunner()

    def warm(self) -> None:
        """Have the kernels compiled or loaded: a process does it once, before its threads begin."""
        fixture = self._schedule.fixture(0)
        agents = self._agents[fixture.first], self._agents[fixture.second]
        start = self._start(fixture)
        inside = [agent for agent in agents if agent] or [AgentSpec.parse("random")]
        ends = inside[0], inside[-1]
        played = self._table.play(self._schedule.rules, start, *ends, seed=0, actions=1)
        if self._keep.events or self._keep.records:
            trace(self._schedule.rules, start, played.actions)

    def play(self, game: int) -> GameResult:
        """Play a game by its index."""
        rules, fixture = self._schedule.rules, self._schedule.fixture(game)
        start = self._start(fixture)
        begin = time.perf_counter()
        played, forfeit = self._played(fixture, start)
        duration = time.perf_counter() - begin
        first, second = played.spent
        winner, alive = int(played.state.winner), int(played.state.alive)
        if forfeit:
            winner = SECOND if forfeit.player == FIRST else FIRST
        elif winner == NO_WINNER:
            raise ArenaError(
                f"game {game} had no end after {len(played.actions):,} actions; "
                "a lower max_turns ends games sooner"
            )
        events = record = None
        if self._keep.events or self._keep.records:
            events = trace(rules, start, played.actions)
        if events is not None and self._keep.records:
            record = self._record(fixture, events, played)
        return GameResult(
            game=game,
            winner=winner,
            turns=int(played.state.turn),
            actions=len(played.actions),
            troops_left=(
                (alive & (1 << MAX_TROOPS) - 1).bit_count(),
                (alive >> MAX_TROOPS).bit_count(),
            ),
            decisions=(first.decisions, second.decisions),
            advances=(first.advances, second.advances),
            duration=duration,
            events=events if self._keep.events else None,
            record=record,
            forfeit=forfeit,
        )

    def _played(self, fixture: Fixture, start: np.record) -> tuple[Played, Forfeit | None]:
        """Return a game that was played, and whose engine was at fault, if one was."""
        rules, seed = self._schedule.rules, fixture.agent_seed
        first, second = self._agents[fixture.first], self._agents[fixture.second]
        if first and second:
            return self._table.play(rules, start, first, second, seed=seed), None
        sides = self._seats.sides(fixture, start)
        players = first or sides[FIRST], second or sides[SECOND]
        played = self._table.play(rules, start, *players, seed=seed)
        return played, next((side.forfeit for side in sides.values() if side.forfeit), None)

    def _start(self, fixture: Fixture) -> np.record:
        """Return the position a game begins with, remembered where it holds no chance."""
        between, rules = (fixture.first, fixture.second), self._schedule.rules
        if between in self._starts:
            return self._starts[between]
        armies = self._army(fixture.first), self._army(fixture.second)
        start = start_state(armies, rules, fixture.seed, draw_obstacles(rules, fixture.seed))
        if not self._chance and len(self._starts) < _STARTS:
            self._starts[between] = start
        return start

    def _record(self, fixture: Fixture, events: np.ndarray, played: Played) -> str:
        sides = fixture.first, fixture.second
        return GameRecord(
            armies=(self._army(sides[0]), self._army(sides[1])),
            rules=self._schedule.rules,
            seed=fixture.seed,
            actions=tuple(texts(events)),
            outcome=outcome_of(played.state),
            names=(
                self._schedule.entrants[sides[0]].label,
                self._schedule.entrants[sides[1]].label,
            ),
        ).to_json()
