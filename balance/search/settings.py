"""`BalanceSettings`: how much a search for balance plays, and what it looks for."""

from typing import TYPE_CHECKING, Annotated

from msgspec.structs import replace

from ...arena.levels.settings import LevelSettings
from ...arena.run.headings import SEARCH, SPEND
from ...arena.run.settings import option
from ...engine.reading.input_error import mention
from ..rules.errors import BalanceError
from .goals import DEFAULT, OBJECTIVES

if TYPE_CHECKING:
    from .rivals import RivalSearch

NAMED, QUICK_NAMED = 8, 6
"""Named setups that rules are judged by, if none are given."""

QUICK = {"population": 16, "generations": 6, "front": 6, "check_games": 16, "rivals": 2, "adapt": 1}
"""What --quick plays where nothing else is asked for."""

SIZES = ("population", "generations", "games", "front", "check_games")
"""What a budget of time decides."""

_AGAIN, _JUDGED, _OF_CHECK = 6, 3, 6
"""One in so many: candidates that play again, of these the judge's, and its games of a check."""


class BalanceSettings(LevelSettings, frozen=True, kw_only=True):
    """Sizes, agents and objectives."""

    objectives: tuple[str, ...] = DEFAULT
    length: Annotated[
        int | None,
        option(
            "How many turns games should take; adds the objective length.", SEARCH, metavar="TURNS"
        ),
    ] = None
    rivals: Annotated[
        int, option("Setups that are evolved against these and join them.", SEARCH, least=0)
    ] = 4
    adapt: Annotated[
        int,
        option(
            "Setups that are evolved under the rules of each candidate on the front.",
            SEARCH,
            least=0,
        ),
    ] = 2
    breed: Annotated[
        int,
        option(
            "Generations of each such evolution; nearly twice as many at the start.", SPEND, least=1
        ),
    ] = 3
    population: Annotated[int, option("Candidates in each generation.", SPEND, least=4)] = 26
    """Wide rather than long: a planted price went 83 % of the way back in 12 generations of 24, and
    50 % in 16 of 16."""
    generations: Annotated[int, option("Number of generations.", SPEND, least=1)] = 12
    games: Annotated[int, option("Games of each match-up, for each candidate.", SPEND, least=2)] = 4
    front: Annotated[
        int,
        option("Points of the front that are measured again, on held-out seeds.", SPEND, least=2),
    ] = 10
    check_games: Annotated[
        int,
        option(
            "Games of each match-up in that measurement, by the agent that screens; the judge "
            "plays a sixth as many beside them.",
            SPEND,
            least=4,
        ),
    ] = 24

    def __post_init__(self) -> None:
        super().__post_init__()
        unknown = [name for name in self.objectives if name not in OBJECTIVES]
        if unknown:
            said = f"no objective {unknown[0]!r}; there are {', '.join(OBJECTIVES)}"
            raise BalanceError(said, field="objectives")
        if len(set(self.objectives)) < len(self.objectives):
            raise BalanceError("each objective counts once", field="objectives")
        if not any(OBJECTIVES[name].games for name in self.objectives):
            said = "an objective that games decide is needed, such as unevenness"
            raise BalanceError(said, field="objectives")
        if len(self.objectives) < 2:
            said = "a front needs two objectives at least, such as change as well"
            raise BalanceError(said, field="objectives")
        if ("length" in self.objectives) != (self.length is not None):
            said = f"the objective length goes with {mention('length', 'TURNS')}"
            raise BalanceError(said, field="length")
        if self.length is not None and self.length < 1:
            raise BalanceError(f"a game takes a turn at least, not {self.length}", field="length")

    @property
    def founding(self) -> "RivalSearch":
        """How a rival that the run begins with is evolved."""
        from .rivals import founding  # noqa: PLC0415  (brings numba)

        return founding(self.breed)

    @property
    def adapting(self) -> "RivalSearch":
        """How a rival is evolved under a candidate's rules."""
        from .rivals import adapting  # noqa: PLC0415

        return adapting(self.breed)

    @property
    def playing(self) -> tuple[str, ...]:
        """The agents of the levels: the one that screens first, the judge last."""
        levels = self.levels
        return (levels.judge,) if levels.screen == levels.judge else levels.distinct

    @property
    def race_level(self) -> int:
        """The level at which candidates of the front play again; 0 if there is but one."""
        return self.playing.index(self.levels.race) if self.levels.race in self.playing else 0

    @property
    def again(self) -> int:
        """Candidates of the front that play again in each generation, at most."""
        return max(self.population // _AGAIN, 1)

    @property
    def judged(self) -> int:
        """Candidates of the front that the judge plays in each generation, at most."""
        return max(self.again // _JUDGED, 1)

    @property
    def pairs(self) -> int:
        """Pairs of each match-up in a generation, by the agent that screens."""
        return -(-self.games // 2)

    @property
    def race_pairs(self) -> int:
        """Pairs of each match-up in a generation, by better agents."""
        return max(self.pairs // 2, 1)

    @property
    def check_pairs(self) -> dict[str, int]:
        """Pairs of each match-up on held-out seeds by agent, the judge last."""
        pairs, (first, *others) = -(-self.check_games // 2), self.playing
        return {first: pairs} | ({others[-1]: -(-pairs // _OF_CHECK)} if others else {})

    def scaled(self, size: float) -> "BalanceSettings":
        """Return settings by which so many times as much is played, or nearly so."""
        powers = {"population": 0.25, "generations": 0.5, "games": 0.25}
        powers |= {"front": 0.35, "check_games": 0.65}
        least = {"population": 4, "generations": 2, "games": 2, "front": 2, "check_games": 4}
        known = {name: int(getattr(self, name)) for name in SIZES}
        wanted = {name: round(value * size ** powers[name]) for name, value in known.items()}
        return replace(
            self, **{n: max(value, min(least[n], known[n])) for n, value in wanted.items()}
        )
