"""`BalanceTask`: everything a search for balance is started with; a `Search` as a value."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any, ClassVar

from ...arena.play.entrant import Entrant
from ...arena.play.schedule import Schedule, round_robin
from ...arena.run.task import Part, RunContext
from ...engine.rules.ruleset import Ruleset
from ..rules.errors import BalanceError
from ..rules.players import fielded
from .points import Result
from .search import BalanceSearch
from .settings import BalanceSettings
from .space import RuleSpace
from .target import Target


@dataclass(frozen=True, kw_only=True)
class BalanceTask:
    """A search for balance: what is free, who plays, and what is wanted."""

    kind: ClassVar[str] = "balance"

    settings: BalanceSettings
    space: RuleSpace
    entrants: tuple[Entrant, ...]
    """The setups that rules are judged by, before they are fitted."""
    target: Target | None = None

    def __post_init__(self) -> None:
        if len(self.entrants) + self.settings.rivals < 3:
            raise BalanceError("rules are judged by three setups at least: give more --setups")
        if ("target" in self.settings.objectives) != (self.target is not None):
            raise BalanceError("the objective target goes with a file: --target FILE")
        fielded(self.entrants, self.rules, 0)  # raises if the setups cannot be made to fit

    @classmethod
    def of(
        cls,
        settings: BalanceSettings,
        space: RuleSpace,
        setups: Sequence[str],
        target: Target | None = None,
    ) -> "BalanceTask":
        """Return the search of setups by name or text; those that the target names join them."""
        named = dict.fromkeys((*setups, *(target.setups if target else ())))
        entrants = (Entrant.of(setup, settings.agent) for setup in named)
        once = {entrant.label: entrant for entrant in entrants}
        return cls(settings=settings, space=space, entrants=tuple(once.values()), target=target)

    @property
    def seed(self) -> int:
        """What all its randomness derives from."""
        return self.settings.seed

    @property
    def rules(self) -> Ruleset:
        """The rules at the origin."""
        return self.space.rules

    @property
    def agents(self) -> tuple[str, str]:
        """Who plays the search, and who the check."""
        return self.settings.agent, self.settings.check_agent

    @property
    def matchups(self) -> int:
        """Match-ups of a candidate's setups."""
        return len(round_robin(len(self.entrants) + self.settings.rivals))

    def parts(self) -> list[Part]:
        """Return what it plays at most: fewer where the space is small, or the front."""
        s, adapting = self.settings, self.settings.adapt * self.settings.adapting.games
        pairs, checked = -(-s.games // 2), -(-s.check_games // 2)
        search = (s.population + s.again) * 2 * pairs * self.matchups + s.again * adapting
        check = (s.front + 1) * (2 * checked * self.matchups + adapting)
        parts = [
            ("setups", s.rivals * s.founding.games, s.agent),
            ("search", s.generations * search, s.agent),
            ("check", check, s.check_agent),
        ]
        return [
            Part(
                name=name, games=games, agent=agent, sample=lambda agent=agent: self._sample(agent)
            )
            for name, games, agent in parts
            if games
        ]

    def run(self, desk: RunContext) -> Result:
        """Search, and return what was measured again of the front."""
        return BalanceSearch(self, desk).run()

    def to_dict(self) -> dict[str, Any]:
        """Return the task as plain JSON values."""
        return {
            "settings": asdict(self.settings) | {"objectives": list(self.settings.objectives)},
            "rules": list(self.rules.edits),
            "free": list(self.space.patterns),
            "entrants": [entrant.to_dict() for entrant in self.entrants],
            "target": self.target.to_list() if self.target else None,
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "BalanceTask":
        """Return the task of a dict as `to_dict` makes it."""
        known = {field.name for field in fields(BalanceSettings)}
        settings = {name: value for name, value in data["settings"].items() if name in known}
        return cls(
            settings=BalanceSettings(**settings),
            space=RuleSpace.of(Ruleset().edit(*data["rules"]), data["free"]),
            entrants=tuple(Entrant.from_dict(entrant) for entrant in data["entrants"]),
            target=Target.of(data["target"]) if data["target"] else None,
        )

    def _sample(self, agent: str) -> Schedule:
        """Return a round robin of the setups by the rules at the origin."""
        players = fielded(self.entrants, self.rules, 0)
        entrants = [Entrant.from_dict(p.entrant.to_dict() | {"agent": agent}) for p in players]
        return Schedule(
            entrants=tuple(entrants),
            matchups=round_robin(len(entrants)),
            pairs=20,
            rules=self.rules,
            seed=self.seed,
        )
