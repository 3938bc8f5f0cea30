"""`ProgrammePlayer`: plays games of a programme; `player_for` makes what plays any games."""

from dataclasses import replace
from functools import cache

from ...agents.game_runner import GameRunner
from ..foreign.engines import Engines
from .player import GameResult, Keep, Player
from .programme import Programme
from .schedule import Schedule


def player_for(
    games: Schedule | Programme, keep: Keep | None = None, engines: Engines | None = None
) -> "Player | ProgrammePlayer":
    """Return what plays the games of a schedule, or of a programme, which has no engines."""
    if isinstance(games, Programme):
        return ProgrammePlayer(games, keep)
    return Player(games, keep, engines=engines)


class ProgrammePlayer:
    """Plays any game of a programme. A thread has its own, with room for one game at a time."""

    def __init__(self, programme: Programme, keep: Keep | None = None) -> None:
        self._programme, table = programme, GameRunner()
        self._player = cache(lambda number: Player(programme.schedules[number], keep, table))

    def warm(self) -> None:
        """Have the kernels ready, by a game of each kind of agents."""
        agents = {tuple(one.agents): n for n, one in enumerate(self._programme.schedules)}
        for number in agents.values():
            self._player(number).warm()

    def play(self, game: int) -> GameResult:
        """Play a game by its number in the programme."""
        number, own = self._programme.place(game)
        return replace(self._player(number).play(own), game=game)
