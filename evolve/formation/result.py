"""What a search for formations ends with: where the troops stand, and what that gains."""

import json
from dataclasses import replace
from typing import Any, Final

import msgspec

from ...agents.spec.spec import called
from ...arena.run.result import ResultValues
from ...arena.stats.gain_values import GainValues
from ...arena.stats.quantity import Quantity, score_quantity
from ...arena.stats.values import ScoreValues
from ...engine.rules.ruleset import Ruleset
from ...results.page.blocks import Block, Facts, Lines, Text
from ...results.page.words import gain_text, plural
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


class FormationGain(GainValues, frozen=True, kw_only=True):
    """By how much one formation scores more than another, pair by pair of games."""

    formation: str
    reference: str
    """Both by their roles."""

    @property
    def name(self) -> str:
        """Which two."""
        return f"{self.formation} over {self.reference}"

    @property
    def verdict(self) -> str:
        """Better, worse, or no difference shown."""
        worse = self.ci95[1] < 0
        return "better" if self.shown else "worse" if worse else "no difference shown"


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
    """Over the made one, what was found first; then over the published or given one."""
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
    def best_setup(self) -> Setup:
        """The setup in the formation that was found."""
        return replace(Setup.from_text(self.setup), formation=self.best.formation)

    def json(self, run: str | None) -> dict[str, Any]:
        """Return all values, and the setup as a file or a command takes it."""
        values = {"run": run} | msgspec.to_builtins(self)
        for gain, own in zip(values["gains"], self.gains, strict=True):
            gain["verdict"] = own.verdict
        return values | {"best": self.best_setup.to_dict()}

    def quantities(self) -> list[Quantity]:
        """Return the gains, the scores of the formations, and the effects of features."""
        about: dict[str, object] = {"another_setup": self.setup, "other_opponents": self.field}
        effects = {"another setup": self.setup, "other opponents": self.field}
        return [
            *(gain.quantity("gains", gain.name, **about) for gain in self.gains),
            *(score_quantity("scores", one.role, one.score, **about) for one in self.formations),
            *(
                Quantity("effects", one.change, one.points, one.ci95, form="gain", basis=effects)
                for one in self.effects
            ),
        ]

    # ---- in words --------------------------------------------------------------------------------

    def summary(self) -> list[Block]:
        """Return what was found, before and after, and which features matter."""
        drawings = [
            Lines(self._drawn(one), terminal_only=True) for one in reversed(self.formations)
        ]
        gains = [(gain.name, f"{gain.text}: {gain.verdict}") for gain in self.gains]
        blocks: list[Block] = [
            Text(self.headline()),
            *drawings,
            Facts(gains, title="gains on held-out seeds, with 95 % intervals"),
            Text(self._features()),
            Lines(self._effect_lines(), terminal_only=True),
        ]
        return [*blocks, *([Lines(self._saving(), terminal_only=True)] if self.better else [])]

    @property
    def better(self) -> bool:
        """Whether the best was shown to be better than the made formation."""
        return self.gains[0].shown

    def headline(self) -> str:
        """Return one sentence that the intervals carry."""
        played = f"against {self.field}, played by {called(self.check_agent)} on held-out seeds"
        gain = self.gains[0].text
        if self.better:
            return f"This formation of {self.label} gains {gain} on the made one, {played}."
        return (
            f"No formation of {self.label} was shown to be better than the made one, {played}. "
            f"The best that was found, of {self.tried:,} that were tried: {gain}."
        )

    def _drawn(self, one: CheckedFormation) -> list[str]:
        title = f"{one.role}: {one.score.text} of {plural(one.score.games, 'game')}"
        return [title, *formation_lines(one.formation, self.rules)]

    def _features(self) -> str:
        effects = [one for one in self.effects if one.shown]
        if not effects:
            return "No feature of the formation was shown to matter, with all asked at once."
        were = "was" if len(effects) == 1 else "were"
        texts = "; ".join(f"{one.change}: {gain_text(one.points, one.ci95)}" for one in effects)
        count = f"{len(effects)} of {plural(len(self.effects), 'feature')}"
        return f"{count} {were} shown to matter, with all asked at once: {texts}."

    def _effect_lines(self) -> list[str]:
        wide = max(len(one.change) for one in self.effects)
        return [
            "what changes the score, by the model of all games",
            *(f"  {e.change:<{wide}} {gain_text(e.points, e.ci95)}" for e in self.effects),
        ]

    def _saving(self) -> list[str]:
        text = json.dumps(self.best_setup.to_dict(), ensure_ascii=False)
        return [
            "to keep it as a setup of your own, under a name that you choose:",
            f"  {command_line('setups save NAME', text)}",
        ]
