"""`review`: a game with its worst turns marked, as a value from which text, JSON and page are made.

A turn is marked by what it gave away of the chance to win, not of the value: who has won a game
already gives away much of the value and nothing of the game.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from ...agents.spec.spec import AgentSpec
from ...engine import Game, GameRecord
from .reviewer import REVIEWER
from .searches import Searched
from .turn_values import GameValues, TurnValue, turn_values
from .win_chance import win_chance

# Of 24 planted blunders 22 came first by the chance to win, 15 by the value that was lost.
MARKS: Final = (("blunder", 0.20), ("mistake", 0.10), ("inaccuracy", 0.05))
"""What a turn is called from which loss of the chance to win on. In a game of `strong` against
itself that is decided there are 0.8, 1.5 and 2.3 of them (`python -m benchmarks.review`)."""


def mark_of(value: TurnValue) -> str | None:
    """Return what a turn is called that gave something away; None of a good one."""
    return next((name for name, least in MARKS if value.chance_loss >= least), None)


@dataclass(frozen=True)
class SideReview:
    """What one player's turns gave away."""

    player: int
    turns: int
    """How many were played to their end, their parts counted as one."""
    mean_loss: float
    """Of the chance to win, a turn."""
    marks: dict[str, int]
    """How many turns have each mark."""


@dataclass(frozen=True)
class Review:
    """A game, the value of each of its turns, and who gave away what."""

    record: GameRecord
    agent: AgentSpec
    seed: int
    """Of the searches."""
    values: GameValues
    resigned: int | None = None
    """The player who gave up, where a game at the table ended so."""

    @cached_property
    def marked(self) -> list[TurnValue]:
        """The turns that gave something away, the worst first."""
        turns = [value for value in self.values.turns if mark_of(value)]
        return sorted(turns, key=lambda value: -value.chance_loss)

    @property
    def sides(self) -> list[SideReview]:
        """What each player gave away."""
        return [self._side(player) for player in (0, 1)]

    def _side(self, player: int) -> SideReview:
        own = [value for value in self.values.turns if value.player == player]
        turns, marks = len({value.turn for value in own}), [mark_of(value) for value in own]
        return SideReview(
            player=player,
            turns=turns,
            mean_loss=sum(value.chance_loss for value in own) / max(turns, 1),
            marks={name: marks.count(name) for name, _ in MARKS},
        )

    @cached_property
    def chances(self) -> list[float]:
        """The first player's chance to win after each turn; a turn's last part counts."""
        after = {value.turn: for_first(value, value.played_value) for value in self.values.turns}
        return [win_chance(value) for value in after.values()]

    def before(self, value: TurnValue) -> Game:
        """Return the game at the beginning of a turn."""
        return self.record.after(value.first)

    def later_part(self, value: TurnValue) -> bool:
        """Return whether a decision was made within its turn, after random Winds of Fate."""
        return any(
            other.turn == value.turn and other.first < value.first for other in self.values.turns
        )


def for_first(value: TurnValue, number: float) -> float:
    """Return a value of a turn, which is for its player, for the first player."""
    return number if value.player == 0 else -number


def review(
    record: GameRecord,
    agent: AgentSpec | None = None,
    *,
    seed: int = 0,
    resigned: int | None = None,
    threads: int | None = None,
    on_searched: Searched = lambda *_: None,
) -> Review:
    """Review a recorded game, finished or not; every action is verified before any search.

    The same record, agent and seed give the same review for any number of threads.
    """
    agent = agent or AgentSpec.parse(REVIEWER)
    values = turn_values(record, agent, seed=seed, threads=threads, on_searched=on_searched)
    return Review(record, agent, seed, values, resigned)
