"""What an explanation shows: what carries the score, what happens, and when it is decided."""

from collections.abc import Sequence
from typing import Any

import msgspec

from ...agents.spec.spec import called
from ...results.page.blocks import Block, Text
from ...results.page.words import share_text
from ..play.entrant import Entrant
from ..run.result import ResultValues
from ..stats.quantity import Quantity, score_quantity
from ..stats.values import ScoreValues
from .sentences import claims, nothing_shown
from .summary import summary_tables
from .values import CourseValues, Happenings, MeanValues, PartValues, leaves_out


class ExplainResult(ResultValues, frozen=True, kw_only=True):
    """Why A beats B, or loses; everything seen from A."""

    a: Entrant
    b: Entrant
    judge: str
    seed: int
    score: ScoreValues
    corrected: tuple[float, float]
    """The interval of the score with all questions of the explanation asked at once."""
    parts: tuple[PartValues, ...]
    """A without each component, with the best swap of each, and without pairs."""
    happenings: Happenings
    course: CourseValues | None
    """None if the judge has no values of turns, or none were asked for."""

    def json(self, run: str | None) -> dict[str, Any]:
        """Return the sentences first, then what they rest on."""
        sentences = [
            {"family": claim.family, "text": claim.text, "corrected": claim.corrected}
            for claim in claims(self)
        ]
        return {"run": run, "sentences": sentences} | msgspec.to_builtins(self)

    def summary(self) -> list[Block]:
        """Return the sentences, then tables."""
        claim_texts = [Text(claim.text) for claim in claims(self)]
        if not claim_texts:
            claim_texts = [Text(nothing_shown(self))]
        elif not leaves_out(self.corrected, 0.5):
            claim_texts.insert(0, Text(self._undecided()))
        return [Text(self.who()), *claim_texts, *summary_tables(self)]

    def quantities(self) -> list[Quantity]:
        """Return the score, its changes, what happened and the decisive turn."""
        against = {"another_opponent": self.b.setup}
        parts = [
            Quantity(
                f"changes of the score ({_GROUPS[part.kind]})",
                part.name,
                part.change,
                part.ci95,
                form="share",
                basis={"another setup": (self.a.setup, self.b.setup)},
            )
            for part in self.parts
        ]
        return [
            score_quantity(
                "scores", "A's score", self.score, another_setup=self.a.setup, **against
            ),
            *parts,
            *self._happened(),
            *self._decided(),
        ]

    def _happened(self) -> list[Quantity]:
        sides = ("A", self.happenings.a), ("B", self.happenings.b)
        setups = {"another setup": (self.a.setup, self.b.setup)}

        def quantity(name: str, mean: MeanValues) -> Quantity:
            return Quantity("events a game", name, mean.value, mean.ci95, basis=setups)

        return [
            quantity(f"{name} of {label}", mean)
            for label, side in sides
            for name, mean in (
                ("damage", side.dealt),
                ("kills", side.kills),
                ("survivors", side.survivors),
                ("health brought by commands", side.brought),
            )
        ]

    def _decided(self) -> list[Quantity]:
        if self.course is None:
            return []
        ends = float(self.course.decisive_ci95[0]), float(self.course.decisive_ci95[1])
        setups = {"another setup": (self.a.setup, self.b.setup)}
        return [Quantity("turns", "decisive turn", self.course.decisive, ends, basis=setups)]

    def games_shown(self) -> Sequence[int]:
        """Return the numbers of the games that it names."""
        return [one.game for one in self.course.examples] if self.course else []

    @property
    def labels(self) -> tuple[str, str]:
        """What A and B are called in sentences."""
        a, b = self.a.name or "A", self.b.name or "B"
        return (f"{a} (A)", f"{b} (B)") if a == b else (a, b)

    def who(self) -> str:
        """Return what is explained, and who played."""
        a, b = self.a.title(), self.b.title()
        return f"{a} (A) against {b} (B), both played by {called(self.judge)}"

    def _undecided(self) -> str:
        score = share_text(self.score.score, self.corrected)
        return f"Neither was shown to be better: {self.labels[0]} scores {score}."


_GROUPS = {"out": "without a component", "swap": "with a swap", "pair": "without a pair"}
