"""`Schedule`: which games are played, as data.

Games come in side-swapped pairs: in the first of the two, entrant a of the matchup takes the first
turn, in the second entrant b. Pairs are numbered in rounds, one pair of every matchup after the
other, so half a run says something about every matchup, and a run of twice the pairs begins with
the very same games.

    game 2p, 2p + 1      the two games of pair p
    pair p               pair p // m of matchup p % m, for m matchups

Everything about a game follows from its index and the schedule: the two games of a pair share the
seed that obstacles and chance in the rules come from; the agents' own randomness differs between
them, or equal agents would play the same game twice. Where candidates are compared with each other
by what they score against others, `common` gives them all the same luck.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isqrt
from typing import overload

from ...engine.rules.ruleset import Ruleset
from ...engine.rules.seeds import derive
from .entrant import Entrant
from .errors import ArenaError

AGENT_STREAM = 16
"""Stream of a game's seed that the agents draw from; the second game of a pair has the next."""

MAX_GAMES = 1 << 28
"""Games of a run: the results of so many take 10 GB of memory, and their rows 20 GB of disk."""


def check_size(games: int) -> None:
    """Refuse more games than a run can have: before they are laid out, which takes memory too."""
    if games > MAX_GAMES:
        raise ArenaError(f"{games:,} games are too many; a run has at most {MAX_GAMES:,}")


@dataclass(frozen=True)
class Fixture:
    """One game of a schedule."""

    game: int
    pair: int
    matchup: int
    first: int
    """Which entrant takes the first turn."""
    second: int
    seed: int
    """Seed of chance in the rules, the same for both games of a pair."""
    agent_seed: int
    """Seed of the agents' randomness."""


@dataclass(frozen=True, kw_only=True)
class Schedule:
    """Entrants, who meets whom, and how often."""

    entrants: tuple[Entrant, ...]
    matchups: Sequence[tuple[int, int]]
    """Entrants a and b of each matchup, by number."""
    pairs: int
    """Side-swapped pairs of games for each matchup."""
    rules: Ruleset
    seed: int = 0
    common: int = 1
    """So many matchups, one after the other, share their seeds: common random numbers."""

    def __post_init__(self) -> None:
        if self.pairs < 1:
            raise ArenaError(f"a matchup has at least one pair of games, not {self.pairs}")
        if not self.matchups:
            raise ArenaError("a schedule needs two entrants at least, and a matchup of them")
        if self.common < 1 or len(self.matchups) % self.common:
            raise ArenaError(
                f"seeds are common to a divisor of the {len(self.matchups)} matchups, "
                f"not to {self.common}"
            )
        if not 0 <= self.seed < 1 << 64:
            raise ArenaError(f"a seed is a whole number from 0 to {(1 << 64) - 1}")
        check_size(2 * self.pairs * len(self.matchups))
        count = len(self.entrants)
        named = self.matchups
        if isinstance(named, RoundRobin):
            named = named[-1:]  # has the highest number
        odd = [n for matchup in named for n in matchup if not 0 <= n < count]
        if odd:
            raise ArenaError(f"there is no entrant {odd[0]}; there are {count}, from 0")
        for entrant in self.entrants:
            entrant.army(self.rules)  # raises if it does not fit the board

    def __len__(self) -> int:
        return 2 * self.pairs * len(self.matchups)

    def fixture(self, game: int) -> Fixture:
        """Return a game by its index."""
        pair, swapped = divmod(game, 2)
        matchup = pair % len(self.matchups)
        a, b = self.matchups[matchup]
        seed = derive(self.seed, pair // self.common)
        return Fixture(
            game=game,
            pair=pair,
            matchup=matchup,
            first=b if swapped else a,
            second=a if swapped else b,
            seed=seed,
            agent_seed=derive(seed, AGENT_STREAM + swapped),
        )

    @property
    def agents(self) -> list[str]:
        """The agents that take part, each once, in order of appearance."""
        return list(dict.fromkeys(entrant.agent for entrant in self.entrants))


def pairs_for(games: int) -> int:
    """Return the pairs that make so many games; an odd number is rounded up."""
    if games < 1:
        raise ArenaError(f"at least one game has to be played, not {games}")
    return (games + 1) // 2


# ---- who meets whom --------------------------------------------------------------------------


@dataclass(frozen=True)
class RoundRobin(Sequence[tuple[int, int]]):
    """Each of so many entrants meets each other one: (0, 1), (0, 2), ..., (1, 2), ...

    Counted, not kept: those of 3,000 entrants would take half a gigabyte.
    """

    entrants: int

    def __len__(self) -> int:
        return self.entrants * (self.entrants - 1) // 2

    @overload
    def __getitem__(self, index: int) -> tuple[int, int]: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[tuple[int, int], ...]: ...
    def __getitem__(self, index: int | slice) -> tuple[int, int] | tuple[tuple[int, int], ...]:
        if isinstance(index, slice):
            return tuple(self[place] for place in range(*index.indices(len(self))))
        from_end = len(self) - 1 - range(len(self))[index]
        rest = (isqrt(8 * from_end + 1) - 1) // 2  # entrants after a, but for one
        a, b_from_end = self.entrants - 2 - rest, from_end - rest * (rest + 1) // 2
        return a, self.entrants - 1 - b_from_end


def round_robin(count: int) -> RoundRobin:
    """Return the matchups in which each of so many entrants meets each other one."""
    if count < 2:
        raise ArenaError(f"a round robin needs two entrants at least, not {count}")
    return RoundRobin(count)


def gauntlet(count: int, one: int = 0) -> tuple[tuple[int, int], ...]:
    """Return the matchups of one entrant with each of the others."""
    if count < 2:
        raise ArenaError(f"a gauntlet needs two entrants at least, not {count}")
    return tuple((one, other) for other in range(count) if other != one)


def agents_on_setups(
    agents: Sequence[str],
    setups: Sequence[str],
    reference: str | None = None,
    *,
    engines: bool = False,
) -> tuple[tuple[Entrant, ...], tuple[tuple[int, int], ...]]:
    """Return entrants and matchups in which agents meet, each setup against itself.

    Both sides field the same setup, so agents are compared, not setups. With a reference only pairs
    with that agent meet. With `engines` agents may be other programs.
    """
    one = None if reference is None else agents.index(reference)
    meeting = round_robin(len(agents)) if one is None else gauntlet(len(agents), one)
    entrants = tuple(
        Entrant.of(setup, agent, engines=engines) for setup in setups for agent in agents
    )
    firsts = range(0, len(entrants), len(agents))
    return entrants, tuple((first + a, first + b) for first in firsts for a, b in meeting)
