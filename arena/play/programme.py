"""`Programme`: schedules, each with rules of its own, played as one.

Candidates of a generation may differ in their rules. If each played its schedule by itself, cores
and clusters would wait for the last game of each; of a programme they wait for the last of all. Its
games are those of the schedules, one after the other:

    programme = Programme((one, other))
    programme.place(len(one) + 3)           # (1, 3): game 3 of the second schedule
"""

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from .errors import ArenaError
from .schedule import Schedule, check_size


@dataclass(frozen=True)
class Programme:
    """Schedules whose games are numbered on."""

    schedules: tuple[Schedule, ...]

    def __post_init__(self) -> None:
        if not self.schedules:
            raise ArenaError("a programme needs a schedule at least")
        check_size(len(self))

    @cached_property
    def starts(self) -> list[int]:
        """The number of each schedule's first game."""
        return [0, *accumulate(len(schedule) for schedule in self.schedules[:-1])]

    def __len__(self) -> int:
        return self.starts[-1] + len(self.schedules[-1])

    def place(self, game: int) -> tuple[int, int]:
        """Return which schedule a game is of, and its number there."""
        number = bisect_right(self.starts, game) - 1
        return number, game - self.starts[number]
