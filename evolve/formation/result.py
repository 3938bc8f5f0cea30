"""What a search for formations ends with: where the troops stand, and what that gains."""

import json
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from ...agents.spec.spec import called
from ...arena.run.result import ResultValues
from ...arena.stats.quantity import Quantity, share_quantity
from ...arena.stats.values import ScoreValues
from ...engine.rules.ruleset import Ruleset
from ...results.page.blocks import Block, Facts, Lines, Text
from ...results.page.words import plural
from ...results.text.command_lines import command_line
from ...setups.formation import formation_lines
from ...setups.setup import Setup

FOUND: Final = "found"
MADE: Final = "made"
PUBLISHED: Final = "published"
GIVEN: Final = "given"
KNOWN: Final = (MADE, PUBLISHED, GIVEN)
"""Roles of formations that were there before the search, in the order of comparisons."""


class FeatureEffect(msgspec.Struct, frozen=True, kw_only=True):
    """What a step of a feature changes in the score, the other features being equal."""

    feature: str
    change: str
    """What a step is, such as `champions a row further back`."""
    points: float
    """As a share of the points."""
    ci95: tuple[float, float]
    shown: bool
    """Whether it was shown to matter, with all features asked at once."""


class CheckedFormation(msgspec.Struct, frozen=True, kw_only=True):
    """A formation, and what it scored on held-out seeds."""

    role: str
    """found, made, published or given; several of equal rows are one, under the first."""
    formation: tuple[str, ...]
    score: ScoreValues


class FormationGain(msgspec.Struct, frozen=True, kw_only=True):
    """By how much one formation scores more than another, pair by pair of games."""

    formation: str
    reference: str
    """Both by their roles."""
    gain: float
    """Difference of the shares of the points."""
    ci95: tuple[float, float]
    """Of what is asked about a formation at once, all intervals hold together."""
    pairs: int
    """Pairs of games of each."""
    degrees: int
    """Of freedom of the interval's error."""

    @property
    def name(self) -> str:
        """Which two."""
        return f"{self.formation} over {self.reference}"

    @property
    def verdict(self) -> str:
        """Better, worse, or no difference shown."""
        low, high = self.ci95
        return "better" if low > 0 else "worse" if high < 0 else "no difference shown"

    @property
    def text(self) -> str:
        """The gain with its interval, in points of a hundred."""
        return points_text(self.gain, self.ci95)

    def quantity(self, **basis: object) -> Quantity:
        """Return it as a quantity."""
        return Quantity(
            "gains",
            self.name,
            self.gain,
            self.ci95,
            form="share",
            degrees=self.degrees,
            basis={word.replace("_", " "): value for word, value in basis.items()},
        )


def points_text(gain: float, interval: Sequence[float]) -> str:
    """Return a difference of shares in points: +4.2 points [1.3, 7.1]."""
    low, high = (100 * end for end in interval)
    return f"{100 * gain:+.1f} points [{low:+.1f}, {high:+.1f}]"


class FormationResult(ResultValues, frozen=True, kw_only=True):
    """The best formation of a setup, beside the made and the published one."""

    setup: str
    name: str | None
    """What it is called."""
    field: str
    check_agent: str
    formations: tuple[CheckedFormation, ...]
    """Those that were checked, the best that was found first."""
    gains: tuple[FormationGain, ...]
    """What was found over the others, then the published or given one over the made one."""
    effects: tuple[FeatureEffect, ...]
    """Of the features, the greatest first."""
    tried: int
    """How many formations played."""
    edits: tuple[str, ...]
    """The rules, as changes of the standard ones."""

    @property
    def rules(self) -> Ruleset:
        """The rules."""
        return Ruleset().edit(*self.edits)

    @property
    def best(self) -> CheckedFormation:
        """The formation that the search ended with."""
        return self.formations[0]

    @property
    def label(self) -> str:
        """What the setup is called, or its text."""
        return self.name or self.setup

    @property
    def document_of_best(self) -> dict[str, Any]:
        """The setup in the formation that was found, as every command reads it."""
        plain = Setup.from_text(self.setup)
        return Setup(plain.counts, plain.commands, self.best.formation).to_dict()

    def json(self, run: str | None) -> dict[str, Any]:
        """Return all values, and the setup as a file or a command takes it."""
        values = {"run": run} | msgspec.to_builtins(self)
        verdicts = [gain | {"verdict": one.verdict} for gain, one in self._with(values["gains"])]
        return values | {"gains": verdicts, "best": self.document_of_best}

    def _with(self, gains: Sequence[dict[str, Any]]) -> list[tuple[dict[str, Any], FormationGain]]:
        return list(zip(gains, self.gains, strict=True))

    def quantities(self) -> list[Quantity]:
        """Return the gains, the scores of the formations, and the effects of features."""
        about = {"another_setup": self.setup, "other_opponents": self.field}
        scores = [
            share_quantity(
                "scores",
                one.role,
                one.score.score,
                one.score.ci95,
                one.score.games,
                another_formation=None if one.role.startswith(FOUND) else one.formation,
                **about,
            )
            for one in self.formations
        ]
        effects = [
            Quantity("effects", e.change, e.points, e.ci95, form="share", basis=dict(about))
            for e in self.effects
        ]
        return [*(gain.quantity(**about) for gain in self.gains), *scores, *effects]

    # ---- in words --------------------------------------------------------------------------------

    def summary(self) -> list[Block]:
        """Return what was found, before and after, and which features matter."""
        blocks: list[Block] = [Text(self.headline())]
        for one in reversed(self.formations):
            title = f"{one.role}: {one.score.text} of {plural(one.score.games, 'game')}"
            drawn = formation_lines(one.formation, self.rules)
            blocks.append(Lines([title, *drawn], terminal_only=True))
        gains = [
            (f"{g.formation} over {g.reference}", f"{g.text}: {g.verdict}") for g in self.gains
        ]
        if gains:
            blocks.append(Facts(gains, title="gains on held-out seeds, with 95 % intervals"))
        blocks += self._feature_blocks()
        if self.gains[0].verdict == "better":
            blocks.append(Lines(self._saving(), terminal_only=True))
        return blocks

    def headline(self) -> str:
        """Return one sentence that the intervals carry."""
        played = f"against {self.field}, played by {called(self.check_agent)} on held-out seeds"
        first = self.gains[0]
        if first.verdict == "better":
            return (
                f"This formation of {self.label} gains {first.text} on the {first.reference} one, "
                f"{played}."
            )
        return (
            f"No formation of {self.label} was shown to be better than the {first.reference} one, "
            f"{played}; what the search found of {self.tried:,} gains {first.text} on it."
        )

    def _feature_blocks(self) -> list[Block]:
        if not self.effects:
            return []
        shown = [effect for effect in self.effects if effect.shown]
        said = (
            "No feature of the formation was shown to matter, all asked at once."
            if not shown
            else f"{plural(len(shown), 'feature')} of {len(self.effects)} "
            f"{'was' if len(shown) == 1 else 'were'} shown to matter, all asked at once: "
            + "; ".join(f"{e.change} {points_text(e.points, e.ci95)}" for e in shown)
            + "."
        )
        facts = [(e.change, points_text(e.points, e.ci95)) for e in self.effects]
        return [
            Text(said),
            Facts(facts, title="what changes the score, by the model of all games"),
        ]

    def _saving(self) -> list[str]:
        text = json.dumps(self.document_of_best, ensure_ascii=False)
        save = command_line("setups save NAME", text)
        return ["to keep it as a setup of your own, under a name that you choose:", f"  {save}"]
