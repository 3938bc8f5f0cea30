"""What things are worth in points, beside their prices, and how much that explains."""

from collections.abc import Sequence

import msgspec

from ...agents.spec.spec import called
from ...arena.run.result import ResultValues
from ...arena.stats.quantity import Quantity
from ...arena.stats.score import normal_quantile
from ...results.page.blocks import Block, Lines, Text
from ...results.page.text_table import text_table
from ...results.page.words import listed

WIDTH = 80
NOT_SHOWN = "not shown"
"""The verdict where the interval for all things together has the price in it."""
REACH = 1.96
"""Standard errors from the middle of a 95 % interval to its end."""


class WorthValues(msgspec.Struct, frozen=True, kw_only=True):
    """What a thing, or one copy of it, is worth."""

    thing: str
    copy: str
    price: float
    worth: float
    ci95: tuple[float, float]
    difference: float
    """Worth less price."""
    verdict: str | None
    """underpriced, overpriced or not shown, all things asked at once; None for single copies.

    Runs of earlier versions have `in line` where nothing was shown."""
    setups: int
    """How many of those sampled have it."""

    @property
    def interval(self) -> str:
        """The interval as text."""
        return f"[{self.ci95[0]:.0f}, {self.ci95[1]:.0f}]"

    @property
    def said(self) -> str:
        """The verdict as text."""
        return verdict_text(self.verdict)


def verdict_text(verdict: str | None) -> str:
    """Return a verdict in the words of now."""
    return NOT_SHOWN if verdict in (None, "in line") else verdict


def at_once(worth: float, low: float, things: int) -> tuple[float, float]:
    """Return the interval at 95 % for so many things together, of one whose own begins at `low`."""
    reach = (worth - low) * normal_quantile(1 - 0.05 / things) / normal_quantile(0.95)
    return worth - reach, worth + reach


class ModelValues(msgspec.Struct, frozen=True, kw_only=True):
    """How well a model foretells who wins."""

    model: str
    terms: int
    log_loss: float
    """Mean of a game that the model was not fitted to; chance has 0.693."""
    error: float
    """Standard error of the difference to price alone."""


class CostsLevel(msgspec.Struct, frozen=True, kw_only=True):
    """Who played, how many games, and what they counted for."""

    agent: str
    games: int
    share: float
    """Mean over things; the shares of all levels add up to 1."""
    own_error: float
    """How far its worths typically are from the judge's beyond chance, in points."""


class CostsResult(ResultValues, frozen=True, kw_only=True):
    """The worths of things, of copies, and the models compared."""

    seed: int
    agent: str
    """Who judged: worths are estimates for this agent."""
    things: tuple[WorthValues, ...]
    copies: tuple[WorthValues, ...]
    models: tuple[ModelValues, ...]
    """By games of the judge alone."""
    setups: int
    games: int
    levels: tuple[CostsLevel, ...] = ()
    """The judge's last; runs of earlier versions had one agent, and nothing here."""

    def quantities(self) -> list[Quantity]:
        """Return the worths of things and of copies."""
        named = [("worths in points", one.thing, one) for one in self.things]
        named += [("worths of copies in points", f"{o.copy} {o.thing}", o) for o in self.copies]
        return [
            Quantity(group, name, one.worth, one.ci95, form="whole", degrees=one.setups - 1)
            for group, name, one in named
        ]

    def summary(self) -> list[Block]:
        """Return worths beside prices, the verdicts, and how much worth explains."""
        return [
            Text(self._played()),
            Lines(self._things(), terminal_only=True),
            Text(self.headline()),
            Text(self._method_text()),
            Lines(
                ["worth of the first, second and each further one of a troop", "", *self._copies()],
                terminal_only=True,
            ),
            Text(self._explained()),
        ]

    def _played(self) -> str:
        """Return for whom worths are estimates, and by which games."""
        judge = called(self.agent)
        if len(self.levels) < 2:
            return f"point values by {judge}: {self.games:,} games of {self.setups:,} setups"
        played = [
            f"{one.games:,} by {called(one.agent)} (which make up {100 * one.share:.0f} %)"
            for one in self.levels
        ]
        errors = [
            f"{called(one.agent)}'s by about {one.own_error:.0f} points" for one in self.levels[:-1]
        ]
        return (
            f"point values for {judge}: {self.games:,} games of {self.setups:,} setups, "
            f"{listed(played)}. Of their own, beyond chance, worths are off {judge}'s: "
            f"{listed(errors)}."
        )

    def headline(self) -> str:
        """Return the verdicts, which are given where the intervals carry them."""
        sentences = []
        for verdict in ("underpriced", "overpriced"):
            some = [one for one in self.things if one.verdict == verdict]
            some.sort(key=lambda one: -abs(one.difference))
            names = [f"{one.thing} ({one.difference:+.0f})" for one in some]
            sentences.append(f"{verdict.capitalize()}: {listed(names, 9)}." if names else "")
        text = " ".join(sentence for sentence in sentences if sentence)
        return text or "No price was shown to be wrong by these games."

    def _method_text(self) -> str:
        """Return what a verdict rests on, and what the intervals say that carry none."""
        count = len(self.things)
        near = [
            one.thing
            for one in self.things
            if one.said == NOT_SHOWN and not one.ci95[0] <= one.price <= one.ci95[1]
        ]
        alone = f" Asked alone, these would lie outside: {listed(near, 16)}." if near else ""
        return (
            f"Verdicts ask about all {count} prices at once: a price is shown to be wrong where it "
            f"lies outside the interval at 95 % for all {count} together, which is wider than the "
            f"one of a single thing.{alone}"
        )

    def _things(self) -> list[str]:
        count = len(self.things)
        heads = ("thing", "price", "worth", "95 %", f"all {count}", "difference", "verdict")
        rows = [
            (
                one.thing,
                round(one.price),
                round(one.worth),
                one.interval,
                "[{:.0f}, {:.0f}]".format(*at_once(one.worth, one.ci95[0], count)),
                f"{one.difference:+.0f}",
                one.said,
            )
            for one in self.things
        ]
        return text_table(heads, rows, WIDTH)[0]

    def _copies(self) -> list[str]:
        troops = dict.fromkeys(one.thing for one in self.copies)
        rows = [(troop, *_worths(self.copies, troop)) for troop in troops]
        return text_table(("troop", "first", "second", "further"), rows, WIDTH)[0]

    def _explained(self) -> str:
        """Return how far worth explains who wins, as far as was shown."""
        loss = {model.model: model for model in self.models}
        gain = loss["price"].log_loss - loss["worth"].log_loss
        reach = REACH * loss["worth"].error
        verdict = "foretells" if gain > reach else "was not shown to foretell"
        every = ", ".join(f"{model.model} {model.log_loss:.3f}" for model in self.models)
        judge = called(self.agent)
        return (
            f"Worth {verdict} games better than price alone: the log loss falls by {gain:.4f} "
            f"(95 %: {gain - reach:.4f} to {gain + reach:.4f}). Log loss of games by {judge} not "
            f"fitted to (lower is better): {every}."
        )


def _worths(copies: Sequence[WorthValues], troop: str) -> list[str]:
    return [f"{one.worth:.0f} {one.interval}" for one in copies if one.thing == troop]
