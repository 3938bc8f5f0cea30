"""`RuleSpace`: the rules that a search may propose: numbers that are free, their limits and steps.

    space = RuleSpace.of(rules, ["*.cost", "champion.*", "archer.range=2..8:1"])
    space.edits(genes)                  # ["champion.cost=225"]
    space.rules_of(genes)               # the rules with these edits; raises where they make no game

Where a pattern gives no limits, a number may go from half of the smaller to the double of the
greater of what it is at the origin and by the standard rules, and two steps each way at least, but
not below one step: a troop that cannot attack is no answer to one that is too strong. It takes
multiples of its step, and the value that it began with. A gene counts places along these values, 0
being the origin.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from ...engine.reading.input_error import mention
from ...engine.rules.ruleset import Ruleset
from ...engine.rules.values import RulesError
from ..rules.edits import RuleNumber, check_playable, edited, free_numbers, in_words, rule_numbers

_LIMITS = re.compile(r"\s*([0-9]{1,9})?\s*\.\.\s*([0-9]{1,9})?\s*(?::\s*([0-9]{1,9})\s*)?")


@dataclass(frozen=True, kw_only=True)
class FreeNumber:
    """A number that may be turned, and the values that it takes."""

    name: str
    origin: int
    values: tuple[int, ...]
    """In rising order; the origin is one of them."""
    step: int

    @property
    def low(self) -> int:
        """Places below the origin, as a gene."""
        return -self.values.index(self.origin)

    @property
    def high(self) -> int:
        """Places above the origin."""
        return len(self.values) - 1 + self.low

    def at(self, gene: int) -> int:
        """Return the value at a gene."""
        return self.values[gene - self.low]

    def size(self, gene: int) -> float:
        """Return how far a gene is from the origin, as a share of the value there."""
        return abs(self.at(gene) - self.origin) / max(self.origin, self.step)


@dataclass(frozen=True, kw_only=True)
class RuleSpace:
    """Rules to begin with, and the numbers of them that are free."""

    rules: Ruleset
    numbers: tuple[FreeNumber, ...]
    patterns: tuple[str, ...]
    """As they were given."""

    @classmethod
    def of(cls, rules: Ruleset, patterns: Sequence[str]) -> "RuleSpace":
        """Return the space of patterns, each with limits if wanted: `*.cost=25..400:25`.

        Of several patterns that name a number the last that gives limits counts.
        """
        if not patterns:
            example = mention("free", "*.cost")
            said = f"which rules may change? Give {mention('free')}, such as {example}"
            raise RulesError(said, field="free")
        check_playable(rules, Ruleset())
        standard = {number.name: number.value for number in rule_numbers(Ruleset())}
        numbers_by_name: dict[str, FreeNumber] = {}
        for text in patterns:
            pattern, equals, limits = text.partition("=")
            for number in free_numbers([pattern], rules):
                if equals or number.name not in numbers_by_name:
                    bounds = _limits(text, limits) if equals else (None, None, None)
                    numbers_by_name[number.name] = _free(
                        number, standard[number.name], text, bounds
                    )
        order = [number.name for number in rule_numbers(rules) if number.name in numbers_by_name]
        numbers = tuple(numbers_by_name[name] for name in order)
        if not any(number.low or number.high for number in numbers):
            raise RulesError("no free number may take another value than it has: widen the limits")
        return cls(rules=rules, numbers=numbers, patterns=tuple(patterns))

    @cached_property
    def lows(self) -> np.ndarray:
        """The least gene of each number."""
        return np.array([number.low for number in self.numbers])

    @cached_property
    def highs(self) -> np.ndarray:
        """The greatest gene of each number."""
        return np.array([number.high for number in self.numbers])

    def edits(self, genes: Sequence[int]) -> list[str]:
        """Return genes as edits of the rules at the origin, in table order."""
        pairs = zip(self.numbers, genes, strict=True)
        return [f"{number.name}={number.at(gene)}" for number, gene in pairs if gene]

    def words(self, genes: Sequence[int]) -> list[str]:
        """Return the edits as a person says them."""
        return [in_words(edit, self.rules) for edit in self.edits(genes)]

    def rules_of(self, genes: Sequence[int]) -> Ruleset:
        """Return the rules with the edits of genes; raises `RulesError` where they make no game."""
        return edited(self.rules, self.edits(genes))

    def sizes(self, genes: Sequence[int]) -> list[float]:
        """Return the size of each edit, as a share of the value that it changes."""
        return [n.size(gene) for n, gene in zip(self.numbers, genes, strict=True) if gene]


def _limits(text: str, limits: str) -> tuple[int | None, int | None, int | None]:
    match = _LIMITS.fullmatch(limits)
    if not match:
        raise RulesError(
            f"{text!r}: limits are LOW..HIGH or LOW..HIGH:STEP, such as *.cost=25..400:25"
        )
    low, high, step = (int(group) if group else None for group in match.groups())
    if step == 0 or (low is not None and high is not None and low > high):
        raise RulesError(f"{text!r}: limits go upwards, by a step of 1 at least")
    return low, high, step


def _free(
    number: RuleNumber, standard: int, text: str, bounds: tuple[int | None, int | None, int | None]
) -> FreeNumber:
    low, high, step = bounds[0], bounds[1], bounds[2] or number.step
    less, more = min(number.value, standard), max(number.value, standard)
    if low is None:
        low = max(min(less // 2, number.value - 2 * step), min(step, number.value))
    high = max(2 * more, number.value + 2 * step) if high is None else high
    multiples = replace(number, step=step).values(low, high)
    if not multiples:
        raise RulesError(f"{text!r} leaves {number.name} no multiple of {step} to take")
    values = tuple(sorted({*multiples, number.value}))
    return FreeNumber(name=number.name, origin=number.value, values=values, step=step)
