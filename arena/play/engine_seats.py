"""`EngineSeats`: the programs that a thread's games are played by, kept from game to game."""

import numpy as np

from ...agents.spec.engine_spec import is_engine
from ..foreign.engine import Engine
from ..foreign.engines import Engines
from ..foreign.protocol import setup_word
from ..foreign.side import EngineSide
from .schedule import Fixture, Schedule


class EngineSeats:
    """Seats engines at the games of a schedule. Where one plays both sides it has two processes."""

    def __init__(self, schedule: Schedule, engines: Engines) -> None:
        """Begin; raises if an entrant's program was not given to be started."""
        self._schedule, self._engines = schedule, engines
        self._seated: dict[tuple[str, int], Engine] = {}
        for agent in filter(is_engine, schedule.agents):
            engines.check(agent)

    def sides(self, fixture: Fixture, start: np.record) -> dict[int, EngineSide]:
        """Return the sides of a game that engines play, by player; the game is announced."""
        entrants = [self._schedule.entrants[n] for n in (fixture.first, fixture.second)]
        first, second = (setup_word(entrant.setup, entrant.formation) for entrant in entrants)
        rules, sides = self._schedule.rules, {}
        for player, entrant in enumerate(entrants):
            if is_engine(entrant.agent):
                twin = player == 1 and entrants[0].agent == entrant.agent
                engine = self._engine(entrant.agent, int(twin))
                side = EngineSide(engine, player, rules, start, fixture.agent_seed)
                side.begin(first, second, fixture.seed)
                sides[player] = side
        return sides

    def _engine(self, agent: str, seat: int) -> Engine:
        """Return the process of a seat: a new one if there is none, or its last one was ended."""
        before = self._seated.get((agent, seat))
        if before and before.process.exit_code is None:
            return before
        if before:
            self._engines.end(before)
        engine = self._seated[agent, seat] = self._engines.start(agent, self._schedule.rules)
        return engine
