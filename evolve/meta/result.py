"""`Metagame`: what a search for the metagame ends with, as values with a JSON form."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...arena.play.entrant import Entrant
from ...arena.stats.score import Interval, Score
from .response import Response
from .usage import Use


@dataclass(frozen=True, kw_only=True)
class Estimate:
    """A score against a mixture, put together from its parts, with its 95 % interval."""

    rate: float
    interval: Interval


@dataclass(frozen=True, kw_only=True)
class Member:
    """A setup of the set, and its place in the mixture."""

    number: int
    entrant: Entrant
    formation: tuple[str, ...]
    """Where its troops stand."""
    round: int
    """The round whose response it was; 0 if the search started with it."""
    weight: float
    interval: Interval
    """Where 95 % of the weights lie that the same games might have led to."""
    certainty: float
    """The share of these in which it has weight at all."""
    checked: Estimate | None = None
    """What it scores against the mixture in the hands of the second agent."""
    check_weight: float | None = None
    """What it would weigh by that agent's games of the mixture's setups with each other."""

    def to_dict(self) -> dict[str, Any]:
        """Return the member as plain JSON values."""
        told = {
            "setup": self.entrant.setup,
            "name": self.entrant.name,
            "weight": self.weight,
            "ci95": list(self.interval),
            "certainty": self.certainty,
            "round": self.round,
            "formation": list(self.formation),
        }
        if self.checked:
            told["check"] = _score(self.checked.rate, self.checked.interval)
            told["check"]["weight"] = self.check_weight
        return told


@dataclass(frozen=True, kw_only=True)
class Round:
    """A mixture, and the response that a search found to it."""

    number: int
    setups: int
    """In the set."""
    support: int
    """In the mixture."""
    inside: float
    """What a setup of the set might gain on the mixture at most, at 95 % confidence."""
    response: Response
    added: bool
    games: int
    """Of the whole round."""

    def to_dict(self) -> dict[str, Any]:
        """Return the round as plain JSON values."""
        return {
            "round": self.number,
            "setups": self.setups,
            "support": self.support,
            "inside": self.inside,
            "response": self.response.entrant.setup,
            "formation": list(self.response.formation),
            "exploitability": self.response.gain,
            "ci95": list(self.response.interval),
            "games": self.response.score.games,
            "added": self.added,
        }


@dataclass(frozen=True, kw_only=True)
class Named:
    """A named setup, and how far it is from the mixture."""

    entrant: Entrant
    weight: float
    """In the mixture of the named setups alone."""
    score: Score
    """Against the mixture that was found."""

    def to_dict(self) -> dict[str, Any]:
        """Return the setup as plain JSON values."""
        told = {"name": self.entrant.label, "setup": self.entrant.setup}
        told |= _score(self.score.rate, self.score.interval())
        return told | {"games": self.score.games, "named_weight": self.weight}


@dataclass(frozen=True, kw_only=True)
class Check:
    """The best that the second agent found to play against the mixture, of all that are known."""

    agent: str
    challenger: Entrant
    formation: tuple[str, ...]
    score: Score
    """On seeds that it was not chosen by."""

    def to_dict(self) -> dict[str, Any]:
        """Return the check as plain JSON values."""
        told = {"agent": self.agent, "setup": self.challenger.setup, "name": self.challenger.name}
        told |= _score(self.score.rate, self.score.interval())
        return told | {"games": self.score.games, "formation": list(self.formation)}


@dataclass(frozen=True, kw_only=True)
class Metagame:
    """The mixture, how it came about, and what it is measured by."""

    members: Sequence[Member]
    """The whole set, heaviest first."""
    rounds: Sequence[Round]
    named: Sequence[Named]
    """By their score, best first."""
    thesis: Score
    """Of the mixture of the named setups alone against the mixture."""
    usage: Sequence[Use]
    check: Check | None
    epsilon: float
    settled: bool
    """Whether the searches ended because no response gained; else because rounds were used up."""

    @property
    def mixture(self) -> list[Member]:
        """Those of the set that have weight."""
        return [member for member in self.members if member.weight > 0]

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain JSON values."""
        last = self.rounds[-1].response  # earlier rounds answered mixtures that have changed
        usage = {
            use.thing: {
                "number": use.number,
                "ci95": [use.number_low, use.number_high],
                "points": use.points,
                "named_number": use.named_number,
                "named_points": use.named_points,
            }
            for use in self.usage
        }
        kinds = {use.thing: use.kind for use in self.usage}
        return {
            "settled": self.settled,
            "epsilon": self.epsilon,
            "exploitability": last.gain,
            "exploitability_ci95": list(last.interval),
            "mixture": [member.to_dict() for member in self.mixture],
            "rounds": [one.to_dict() for one in self.rounds],
            "named": [one.to_dict() for one in self.named],
            "named_mixture": self._thesis() if self.named else None,
            "usage": {
                "troops": {name: use for name, use in usage.items() if kinds[name] == "troop"},
                "commands": {name: use for name, use in usage.items() if kinds[name] == "command"},
            },
            "check": self.check.to_dict() if self.check else None,
        }

    def _thesis(self) -> dict[str, Any]:
        score = self.thesis
        return _score(score.rate, score.interval()) | {"games": score.games}


def _score(rate: float, interval: Interval) -> dict[str, Any]:
    return {"score": rate, "ci95": list(interval)}
