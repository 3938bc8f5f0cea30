"""What a tuning ends with: a configuration, and what it scored on held-out seeds."""

import math
from typing import Any, Final

import msgspec

from ...agents.spec.parameters import Value
from ...agents.spec.spec import written
from ...arena.run.result import ResultValues
from ...arena.stats.quantity import Quantity, score_quantity
from ...arena.stats.values import ScoreValues
from ...results.page.blocks import Block, Facts, Lines, Text

BETTER: Final = "better"
WORSE: Final = "worse"
NO_DIFFERENCE: Final = "no difference shown"
DEFAULT: Final = "default"

_VERDICTS: Final = {
    BETTER: "better than the default",
    WORSE: "worse than the default: keep the default",
    NO_DIFFERENCE: "no difference to the default shown",
    DEFAULT: "nothing better than the default was found",
}


class TuneResult(ResultValues, frozen=True, kw_only=True):
    """The best configuration of an agent."""

    seed: int
    default: str
    """The agent as it was given."""
    opponent: str
    space: dict[str, tuple[Value, ...]]
    """Parameters and the values to choose from."""
    iterations: int
    """Evaluations of the search."""
    agent: str
    """The best configuration."""
    parameters: dict[str, Value]
    """Its values of the parameters that were tuned."""
    total: ScoreValues
    """Against the opponent, on held-out seeds."""
    against_default: ScoreValues | None
    """Against the agent as given, on held-out seeds; None if it is the agent as given."""
    advances_a_decision: dict[str, float]
    """Of the best, the default and the opponent, in those games."""
    expected: float
    """What the model expected of it, by whose luck it was chosen too."""
    evaluations: int
    """How many of the search's evaluations were of it."""
    configurations: int
    """How many different ones were evaluated."""

    @property
    def verdict(self) -> str:
        """Better, worse, no difference shown, or the default itself."""
        if self.against_default is None:
            return DEFAULT
        low, high = self.against_default.ci95
        return BETTER if low > 0.5 else WORSE if high < 0.5 else NO_DIFFERENCE

    def json(self, run: str | None) -> dict[str, Any]:
        """Return the score beside the other values, and the verdict."""
        values: dict[str, Any] = msgspec.to_builtins(self)
        total = values.pop("total")
        return {"run": run} | values | total | {"verdict": self.verdict}

    def quantities(self) -> list[Quantity]:
        """Return the best configuration's scores on held-out seeds."""
        against = {"the opponent": (self.opponent, self.total)}
        if self.against_default is not None:
            against["the default"] = (self.default, self.against_default)
        return [
            score_quantity(
                "scores of the best configuration",
                f"against {name}",
                score,
                another_configuration=self.agent,
                another_opponent=opponent,
            )
            for name, (opponent, score) in against.items()
        ]

    def summary(self) -> list[Block]:
        """Return the best configuration, its scores, and what they show."""
        against = "itself" if self.opponent == self.default else self.opponent
        return [
            Text(f"{self.default} tuned against {against}"),
            Text(self.headline()),
            Lines(self._choice(), terminal_only=True),
            Facts(self._scores(), title="on held-out seeds, with 95 % intervals"),
        ]

    def headline(self) -> str:
        """Return one sentence that the interval of the comparison carries."""
        if self.against_default is None:
            return f"The search ended with {self.agent} itself: {_VERDICTS[DEFAULT]}."
        score = f"{_score(self.against_default)} against it"
        return {
            BETTER: f"{self.agent} is better than the default: {score}.",
            WORSE: f"{self.agent} is worse than the default: {score}. Keep the default.",
            NO_DIFFERENCE: f"No difference of {self.agent} to the default is shown: {score}.",
        }[self.verdict]

    def _choice(self) -> list[str]:
        count = math.prod(len(values) for values in self.space.values())
        width = max(len(name) for name in self.space)
        lines = [
            f"{self.iterations:,} evaluations of {self.configurations:,} of {count:,} "
            "configurations",
            f"best      {self.agent}",
        ]
        for name, values in self.space.items():
            every = ", ".join(written(value) for value in values)
            lines.append(f"  {name:<{width}}  {written(self.parameters[name]):<6} of {every}")
        return lines

    def _scores(self) -> list[tuple[str, str]]:
        facts = []
        if self.opponent != self.default or self.against_default is None:
            facts.append(("against the opponent", _score(self.total)))
        if self.against_default is not None:
            facts.append(("against the default", _score(self.against_default)))
        spent = (f"{name} {self.advances_a_decision[who]:,.0f}" for name, who in self._spenders())
        facts.append(("advances a decision", ", ".join(spent)))
        return [*facts, ("verdict", _VERDICTS[self.verdict])]

    def _spenders(self) -> list[tuple[str, str]]:
        """Return best, default and opponent with their agents, each agent once."""
        named = [("best", self.agent), ("default", self.default), ("opponent", self.opponent)]
        once = {who: name for name, who in reversed(named) if who in self.advances_a_decision}
        return [(name, who) for name, who in named if once.get(who) == name]


def _score(score: ScoreValues) -> str:
    return f"{score.text} of {score.games:,} games"
