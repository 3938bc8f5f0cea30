"""What a comparison of rules found: each set of rules by itself, and each after beside before."""

from collections.abc import Sequence

import msgspec

from ...arena.run.result import ResultValues
from ...arena.stats.quantity import Quantity
from ...evolve.counter.result import CounterValues
from ...results.page.blocks import Block
from ..measures.change import FAMILIES, Change
from ..measures.labels import LABELS, form_of
from ..measures.measured import MeasuredValues
from . import wording


class MixturePart(msgspec.Struct, frozen=True, kw_only=True):
    """A setup of weight in a Nash mixture."""

    name: str
    weight: float
    takes_part: float
    """Share of resampled mixtures that it has weight in."""


class AdaptedPart(msgspec.Struct, frozen=True, kw_only=True):
    """A setup of weight in the mixture that players adapted to."""

    name: str
    setup: str
    weight: float
    new: bool
    """Whether a search came upon it."""


class AdaptedValues(msgspec.Struct, frozen=True, kw_only=True):
    """A metagame after players have adapted."""

    counters: tuple[CounterValues, ...]
    """The counter of each round, with its score against the mixture of that round."""
    entropy: float
    effective: float
    """Setups that the mixture amounts to."""
    support: int
    new_share: float
    """The weight of setups that were not there before."""
    mixture: tuple[AdaptedPart, ...]
    """Greatest weight first."""


class WinMatrix(msgspec.Struct, frozen=True, kw_only=True):
    """Score rates of each setup (row) against each; None where two never met."""

    setups: tuple[str, ...]
    rates: tuple[tuple[float | None, ...], ...]


class RulesValues(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is known about one set of rules."""

    ruleset: str
    rules: tuple[str, ...]
    """As edits of the standard ones."""
    games: int
    setups: dict[str, int]
    """How many are legal, maximal and exact."""
    measures: dict[str, MeasuredValues]
    cycles: int
    """Circles of dominance of any length; `MOST_CYCLES` stands for that many or more."""
    certain_cycles: int
    """Those of which every link is certain at 95 %, taken alone."""
    nash: tuple[MixturePart, ...]
    """Greatest weight first."""
    win_matrix: WinMatrix
    adapted: AdaptedValues | None = None


class SetupFate(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a setup under the rules after."""

    name: str
    before: str
    after: str
    fate: str
    change: str
    """In words; empty if nothing had to change."""
    room: int
    gained_room: bool


class LevelWorth(msgspec.Struct, frozen=True, kw_only=True):
    """What the games of one level counted for in the changes of setups' scores."""

    agent: str
    share: float
    """Mean over setups; the shares of all levels add up to 1."""
    own_error: float | None
    """How far its changes typically are from the judge's beyond chance; 0 for the judge.

    None where there are too few setups to say: then its games count for nothing."""


class PlayedLevel(msgspec.Struct, frozen=True, kw_only=True):
    """Who played, and how many games."""

    agent: str
    games: int


class VariantValues(msgspec.Struct, frozen=True, kw_only=True):
    """One set of rules after, beside the rules before."""

    edits: tuple[str, ...]
    words: tuple[str, ...]
    fates: tuple[SetupFate, ...]
    after: RulesValues
    changes: dict[str, tuple[Change, ...]]
    """By family."""
    beyond_noise: int
    """How many changes are."""
    levels: tuple[LevelWorth, ...] = ()
    """The judge's last; runs of earlier versions had one agent, and nothing here."""

    @property
    def value(self) -> str:
        """What the rule is that is swept."""
        return self.edits[-1].partition("=")[2]


class WhatifResult(ResultValues, frozen=True, kw_only=True):
    """Everything that a comparison found."""

    seed: int
    agent: str
    """Who judged: figures are estimates for this agent."""
    games: int
    sweep: str | None
    """The rule that is swept, if one is."""
    before: RulesValues
    variants: tuple[VariantValues, ...]
    levels: tuple[PlayedLevel, ...] = ()
    """Games by agent, without those of players who adapt; the judge last."""
    same_matchups: int = 0
    """Those of setups that no edit touches: their games are the same, and are played once."""

    @property
    def sides(self) -> dict[str, RulesValues]:
        """Each set of rules by its edits, the one before first."""
        after = {", ".join(variant.edits): variant.after for variant in self.variants}
        return {"before": self.before} | after

    def setup_series(self) -> dict[str, list[Change]]:
        """Return the changes of each setup's score, under each set of rules after."""
        every = (variant.changes["setups"] for variant in self.variants)
        return {changes[0].name: list(changes) for changes in zip(*every, strict=True)}

    def shown_setups(self) -> Sequence[str]:
        """Return the labels of the setups that played."""
        return self.before.win_matrix.setups

    def quantities(self) -> list[Quantity]:
        """Return what changed, and the figures of the game before and after.

        A single change has no name, so that two runs of another change each are compared with each
        other; the rules of a sweep go by the edit that is swept.
        """
        after = {f"{one.edits[-1]}: " if self.sweep else "": one for one in self.variants}
        fates = self.variants[0].fates
        basis = {"other setups": sorted((one.name, one.before) for one in fates)}
        changes = [
            change.quantity(family, swept, basis)
            for family in FAMILIES
            for swept, variant in after.items()
            for change in variant.changes[family]
        ]
        games = [("before", "", self.before)]
        games += [("after", swept, variant.after) for swept, variant in after.items()]
        return changes + [
            measured.quantity(f"the game {when}", f"{swept}{LABELS[name]}", form_of(name), basis)
            for when, swept, rules in games
            for name, measured in rules.measures.items()
        ]

    def summary(self) -> list[Block]:
        """Return first what is beyond noise, then the game before and after."""
        if self.sweep:
            return wording.sweep_blocks(self)
        return wording.change_blocks(self.before, self.variants[0], wording.judged_text(self))
