"""`Settings`: everything a search for counters is started with; stored with its run."""

from dataclasses import asdict, dataclass, fields
from typing import Any

from ..agents.spec import DEFAULT_AGENT, QUICK_AGENT, AgentSpec
from ..engine.rules import Ruleset
from ..setups.enumerate import Query
from .errors import EvolveError
from .field import Field
from .racing import Race
from .space import Space, query_of

SHORTLIST_ROUNDS = 3

_LEAST = {
    "population": 4,
    "generations": 1,
    "games": 2,
    "shortlist": 1,
    "shortlist_games": 2,
    "best": 1,
    "check_games": 2,
}


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How much is played by whom, and what is sought."""

    population: int = 48
    generations: int = 20
    games: int = 8
    """Of each candidate in the first round of a generation's race."""
    shortlist: int = 16
    """The best of the search, who play on in the hands of the second agent."""
    shortlist_games: int = 16
    """Of each of them in the first round of their race."""
    best: int = 3
    """How many counters are wanted."""
    check_games: int = 200
    """Of each of them, on seeds that nobody has been chosen by."""
    agent: str = QUICK_AGENT
    """Who plays in the search."""
    check_agent: str = DEFAULT_AGENT
    """Who plays the shortlist and the check."""
    formations: bool = False
    """Whether formations are sought as well."""
    catalogue: bool = True
    """Whether named setups are among the first generation."""
    seed: int = 1

    def __post_init__(self) -> None:
        for name, least in _LEAST.items():
            if getattr(self, name) < least:
                word = name.replace("_", "-")
                raise EvolveError(f"{word} is {least} at least, not {getattr(self, name)}")
        for name in ("agent", "check_agent"):
            spec = AgentSpec.parse(getattr(self, name))
            if spec.ms:
                raise EvolveError(
                    f"{spec} thinks by the clock, so its games could not be repeated; "
                    "give it advances or iterations"
                )
            object.__setattr__(self, name, str(spec))

    @property
    def race(self) -> Race:
        """The race of a generation."""
        return Race(pairs=(self.games + 1) // 2)

    @property
    def shortlist_race(self) -> Race:
        """The race of the best."""
        return Race(pairs=(self.shortlist_games + 1) // 2, rounds=SHORTLIST_ROUNDS)

    @property
    def check_pairs(self) -> int:
        """The pairs of each counter's check."""
        return (self.check_games + 1) // 2

    @property
    def search_total(self) -> int:
        """Games of the search; fewer if the space has not setups enough."""
        return self.generations * self.race.games(self.population)

    @property
    def check_total(self) -> int:
        """Games of shortlist and check."""
        return self.shortlist_race.games(self.shortlist) + 2 * self.best * self.check_pairs


@dataclass(frozen=True, kw_only=True)
class Task:
    """A search for counters: its settings, the opponents, and the setups to choose from."""

    settings: Settings
    field: Field
    """The opponents, in the hands of the search's agent."""
    space: Space

    def to_dict(self) -> dict[str, Any]:
        """Return the task as plain JSON values."""
        return {
            "settings": asdict(self.settings),
            "field": self.field.to_dict(),
            "rules": list(self.space.rules.edits),
            "query": self.space.query.to_dict(),
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "Task":
        """Return the task of a dict as `to_dict` makes it."""
        known = {field.name for field in fields(Settings)}
        settings = {name: value for name, value in data["settings"].items() if name in known}
        query: Query = query_of(data["query"])
        return cls(
            settings=Settings(**settings),
            field=Field.from_dict(data["field"]),
            space=Space(Ruleset().edit(*data["rules"]), query),
        )
