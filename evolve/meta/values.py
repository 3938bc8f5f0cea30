"""What a metagame is made of, as plain values: members of the set, rounds, and measures.

Scores are kept as counts, so shares and intervals are worked out in one place, `Score`.
"""

from typing import Any

import msgspec

from ...arena.play.entrant import Entrant
from ...arena.stats.quantity import Basis, Quantity
from ...arena.stats.score import Interval, Score


class SetMember(msgspec.Struct, frozen=True, kw_only=True):
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

    def json(self) -> dict[str, Any]:
        """Return it as `--json` has it."""
        return {
            "setup": self.entrant.setup,
            "name": self.entrant.name,
            "weight": self.weight,
            "ci95": list(self.interval),
            "certainty": self.certainty,
            "round": self.round,
            "formation": list(self.formation),
        }


class Response(msgspec.Struct, frozen=True, kw_only=True):
    """The best answer to a mixture that a search came up with."""

    entrant: Entrant
    formation: tuple[str, ...]
    """Where its troops stood."""
    score: Score
    """Against the mixture, on held-out seeds."""

    @property
    def gain(self) -> float:
        """What it scores above one half."""
        return self.score.rate - 0.5

    @property
    def interval(self) -> Interval:
        """The 95 % interval of the gain."""
        low, high = self.score.interval()
        return Interval(low - 0.5, high - 0.5)

    def gains(self, epsilon: float) -> bool:
        """Return whether it was shown to gain, by more than epsilon as far as is known."""
        return self.gain > epsilon and self.interval.low > 0


class OracleRound(msgspec.Struct, frozen=True, kw_only=True):
    """A mixture, and the response to it."""

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

    def json(self) -> dict[str, Any]:
        """Return it as `--json` has it."""
        return {
            "round": self.number,
            "setups": self.setups,
            "support": self.support,
            "inside": self.inside,
            "response": self.response.entrant.setup,
            "formation": list(self.response.formation),
            "exploitability": self.response.gain,
            "ci95": list(self.response.interval),
            "score": self.response.score.rate,
            "score_ci95": list(self.response.score.interval()),
            "games": self.response.score.games,
            "added": self.added,
        }


class NamedScore(msgspec.Struct, frozen=True, kw_only=True):
    """A named setup, and how far it is from the mixture."""

    entrant: Entrant
    weight: float
    """In the mixture of the named setups alone."""
    score: Score
    """Against the mixture of the metagame."""

    def json(self) -> dict[str, Any]:
        """Return it as `--json` has it."""
        who = {"name": self.entrant.label, "setup": self.entrant.setup}
        return who | score_json(self.score) | {"named_weight": self.weight}


class RivalResponse(msgspec.Struct, frozen=True, kw_only=True):
    """What an agent of another kind evolved against the final mixture."""

    agent: str
    response: Response
    """With its score by this agent, which plays both sides."""
    judged: Response
    """The same setup, with its score by the judge."""

    def json(self) -> dict[str, Any]:
        """Return it as `--json` has it."""
        return {
            "agent": self.agent,
            "setup": self.response.entrant.setup,
            "formation": list(self.response.formation),
            **gain_json(self.response),
            "judge": gain_json(self.judged),
        }


class ScreenedSetup(msgspec.Struct, frozen=True, kw_only=True):
    """A setup of the start, by the cheap games of the screen."""

    entrant: Entrant
    share: float
    """Of the mixtures that the judge's games might lead to, those that it takes part in."""
    games: int
    kept: bool
    """Whether the judge plays it."""

    def json(self) -> dict[str, Any]:
        """Return it as `--json` has it."""
        who = {"setup": self.entrant.setup, "name": self.entrant.name}
        return who | {"share": self.share, "games": self.games, "kept": self.kept}


class Use(msgspec.Struct, frozen=True, kw_only=True):
    """How much one troop or command is used in a mixture, and in the named setups."""

    thing: str
    """The troop or the command, as the rules call it."""
    kind: str
    """troop or command."""
    number: float
    """How many of it a setup of the mixture has."""
    number_low: float
    number_high: float
    """Where 95 % of the mixtures have it that the same games might have led to."""
    points: float
    """The share of its points that a setup of the mixture spends on it."""
    named_number: float
    named_points: float
    """The same of the named setups, each counted once."""

    def quantity(self, basis: Basis) -> Quantity:
        """Return its number as a quantity."""
        interval = self.number_low, self.number_high
        group = "numbers in a setup of the mixture"
        return Quantity(group, self.thing, self.number, interval, basis=basis)

    def json(self) -> dict[str, Any]:
        """Return it as `--json` has it, under its name."""
        return {
            "number": self.number,
            "ci95": [self.number_low, self.number_high],
            "points": self.points,
            "named_number": self.named_number,
            "named_points": self.named_points,
        }


def score_json(score: Score) -> dict[str, Any]:
    """Return a score as `--json` has it."""
    return {"score": score.rate, "ci95": list(score.interval()), "games": score.games}


def gain_json(response: Response) -> dict[str, Any]:
    """Return what a response gains as `--json` has it."""
    gain = {"gain": response.gain, "ci95": list(response.interval)}
    return gain | {"games": response.score.games}


def gain_text(response: Response) -> str:
    """Return what a response gains, in points of 100 with the interval: +1.5 [-3.4, 6.4]."""
    low, high = response.interval
    return f"{100 * response.gain:+.1f} [{100 * low:.1f}, {100 * high:.1f}]"
