"""`Point`: rules that were measured again at the end of a search; `Result`: all of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..measures.measures import Estimate
from ..rules.players import Player
from .candidates import Candidate, whatif_command
from .space import RuleSpace


@dataclass(frozen=True, kw_only=True)
class Point:
    """Edits of the rules, and what they did on fresh seeds."""

    candidate: int
    edits: tuple[str, ...]
    words: tuple[str, ...]
    whatif: str
    """The command that examines the edits."""
    measured: Mapping[str, Estimate]
    held: bool
    """Whether it is on the front of these games; otherwise another is better in every respect."""
    stability: float
    """How often it would be on the front if all were measured again."""
    players: tuple[Player, ...]
    """The setups that judged it."""

    @classmethod
    def of(
        cls,
        candidate: Candidate,
        measured: Mapping[str, Estimate],
        space: RuleSpace,
        *,
        held: bool,
        stability: float,
    ) -> "Point":
        """Return the point of a candidate."""
        return cls(
            candidate=candidate.number,
            edits=tuple(space.edits(candidate.genes)),
            words=tuple(space.words(candidate.genes)),
            whatif=whatif_command(space, candidate.genes),
            measured=measured,
            held=held,
            stability=stability,
            players=candidate.players,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the point as plain JSON values."""
        return {
            "candidate": self.candidate,
            "edits": list(self.edits),
            "words": list(self.words),
            "objectives": {name: value.to_dict() for name, value in self.measured.items()},
            "stability": self.stability,
            "whatif": self.whatif,
            "setups": [
                {
                    "name": player.entrant.label,
                    "setup": player.entrant.setup,
                    "fate": player.fate,
                    "change": player.change,
                }
                for player in self.players
            ],
        }


@dataclass(frozen=True, kw_only=True)
class Result:
    """What a search found."""

    points: tuple[Point, ...]
    """All that were measured again, the origin first."""
    games: int
    """Games that each of them was measured by."""
    hypervolume: float
    """Share of the box of objectives that the front of these games dominates."""

    @property
    def front(self) -> list[Point]:
        """The points that held, those that change least first."""
        held = [point for point in self.points if point.held]
        return sorted(held, key=lambda point: (point.measured["change"].value, point.candidate))

    @property
    def origin(self) -> Point:
        """The rules that the search began with."""
        return self.points[0]

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain JSON values."""
        return {
            "origin": self.origin.to_dict(),
            "front": [point.to_dict() for point in self.front],
            "fell": [point.to_dict() for point in self.points if not point.held],
            "hypervolume": self.hypervolume,
            "games_a_point": self.games,
        }
