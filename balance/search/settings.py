"""`BalanceSettings`: how much a search for balance plays, and what it looks for."""

from dataclasses import dataclass

from ...agents.spec.spec import QUICK_AGENT
from ...arena.play.entrant import repeatable
from ..rules.errors import BalanceError
from ..rules.players import Breeding, adapting, founding
from .goals import DEFAULT, OBJECTIVES

_LEAST = {
    "population": 4,
    "generations": 1,
    "games": 2,
    "check_games": 4,
    "front": 2,
    "rivals": 0,
    "adapt": 0,
    "breed": 1,
}


@dataclass(frozen=True, kw_only=True)
class BalanceSettings:
    """Sizes, agents, objectives and the seed; stored with the run."""

    objectives: tuple[str, ...] = DEFAULT
    population: int = 24
    generations: int = 30
    games: int = 4
    """Of each match-up of a candidate's setups, each time that it plays."""
    front: int = 16
    """Points of the front that are measured again at most, beside the origin."""
    check_games: int = 40
    """Of each match-up of each of them, on fresh seeds."""
    rivals: int = 4
    """Setups that are bred by the rules at the origin and join those given."""
    adapt: int = 2
    """Setups that are bred by the rules of a candidate that reaches the front."""
    breed: int = 3
    """Generations in which each of these is bred; at the origin nearly twice as many."""
    agent: str = QUICK_AGENT
    """Who plays the search."""
    check_agent: str = QUICK_AGENT
    """Who plays the games on fresh seeds."""
    length: int | None = None
    """Turns that a game should take."""
    seed: int = 1

    def __post_init__(self) -> None:
        for name, least in _LEAST.items():
            if getattr(self, name) < least:
                word = name.replace("_", "-")
                raise BalanceError(f"{word} is {least} at least, not {getattr(self, name)}")
        for name in ("agent", "check_agent"):
            object.__setattr__(self, name, str(repeatable(getattr(self, name))))
        object.__setattr__(self, "objectives", tuple(self.objectives))
        self._check_objectives()

    def _check_objectives(self) -> None:
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
    def founding(self) -> Breeding:
        """How a rival that the run begins with is bred."""
        return founding(self.breed)

    @property
    def adapting(self) -> Breeding:
        """How a rival is bred by a candidate's rules."""
        return adapting(self.breed)

    @property
    def again(self) -> int:
        """Candidates of the front that play again in each generation, at most."""
        return self.population // 2
