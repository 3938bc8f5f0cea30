"""`BalanceSettings`: how much a search for balance plays, and what it looks for."""

from typing import TYPE_CHECKING, Annotated

from ...agents.spec.spec import QUICK_AGENT
from ...arena.run.headings import SEARCH, SPEND
from ...arena.run.settings import Settings, option
from ..rules.errors import BalanceError
from .goals import DEFAULT, OBJECTIVES

if TYPE_CHECKING:
    from .rivals import RivalSearch

NAMED, QUICK_NAMED = 8, 6
"""Named setups that rules are judged by, if none are given."""

QUICK = {"population": 12, "generations": 8, "front": 8, "check_games": 20, "rivals": 2, "adapt": 1}
"""What --quick plays where nothing else is asked for."""


class BalanceSettings(Settings, frozen=True, kw_only=True):
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
    population: Annotated[int, option("Candidates in each generation.", SPEND, least=4)] = 24
    generations: Annotated[int, option("Number of generations.", SPEND, least=1)] = 30
    games: Annotated[int, option("Games of each match-up, for each candidate.", SPEND, least=2)] = 4
    front: Annotated[
        int,
        option("Points of the front that are measured again, on held-out seeds.", SPEND, least=2),
    ] = 16
    check_games: Annotated[
        int, option("Games of each match-up in that measurement.", SPEND, least=4)
    ] = 40
    agent: Annotated[str, option("The agent that plays the search.", SPEND, agent=True)] = (
        QUICK_AGENT
    )
    check_agent: Annotated[
        str, option("The agent that plays on held-out seeds.", SPEND, agent=True)
    ] = QUICK_AGENT

    def __post_init__(self) -> None:
        super().__post_init__()
        unknown = [name for name in self.objectives if name not in OBJECTIVES]
        if unknown:
            raise BalanceError(f"no objective {unknown[0]!r}; there are {', '.join(OBJECTIVES)}")
        if len(set(self.objectives)) < len(self.objectives):
            raise BalanceError("each objective counts once")
        if not any(OBJECTIVES[name].games for name in self.objectives):
            raise BalanceError("an objective that games decide is needed, such as unevenness")
        if len(self.objectives) < 2:
            raise BalanceError("a front needs two objectives at least, such as change as well")
        if ("length" in self.objectives) != (self.length is not None):
            raise BalanceError("the objective length goes with --length TURNS")
        if self.length is not None and self.length < 1:
            raise BalanceError(f"a game takes a turn at least, not {self.length}")

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
    def again(self) -> int:
        """Candidates of the front that play again in each generation, at most."""
        return self.population // 2
