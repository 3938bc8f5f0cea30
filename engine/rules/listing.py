"""Every rule with its name, sentence, limits and values, and parts of them by name.

    rules = listed_rules(Ruleset().edit("champion.cost=225"))
    named_rules("vigilance", rules)             # cost and cooldown of Vigilance

Nothing is said here: sentences and limits come from the fields of the rules (`values`).
"""

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Final

from ..reading.names import LONGEST_SHOWN
from .ruleset import Ruleset, unknown_rule
from .stats import COMMANDS, TROOPS, CommandStats, TroopStats
from .texts import COMMAND_TEXTS, GROUP_TEXTS
from .values import Bound, ChoiceRule, NumberRule, RuleKind, UnknownRule, described

GAME: Final = "game"
"""The group of the rules that belong to no part."""


@dataclass(frozen=True, kw_only=True)
class ListedRule:
    """One rule: what it does, what it may be, and what it is."""

    name: str
    """As in edits: `champion.cost`, `limits.points`, `winds`."""
    group: str
    """A key of GROUP_TEXTS."""
    part: str
    """The troop or command that it belongs to, or else its group."""
    about: str
    kind: RuleKind
    standard: int | str
    value: int | str
    """By the rules that were asked."""
    low: int | None
    high: int | None
    """The least and the most it may be by these rules, if it is a number."""

    @property
    def field(self) -> str:
        """The name within its part."""
        return self.name.rpartition(".")[2]

    @property
    def limits(self) -> str:
        """What it may be: `0 to 99`, `true or false`, `seeded or random`."""
        match self.kind:
            case NumberRule(even=even):
                return f"{self.low:,} to {self.high:,}" + (", even" if even else "")
            case ChoiceRule(choices=choices):
                *others, last = choices
                return f"{', '.join(others)} or {last}"
            case _:
                return "true or false"

    @property
    def bound(self) -> str:
        """Why it may not be higher, where other rules decide that."""
        high = self.kind.high if isinstance(self.kind, NumberRule) else None
        return high.words if isinstance(high, Bound) else ""


def listed_rules(rules: Ruleset) -> list[ListedRule]:
    """Return every rule, in table order."""
    standard = Ruleset().by_name()
    return [_rule(name, value, standard[name], rules) for name, value in rules.by_name().items()]


def _rule(name: str, value: int | str, standard: int | str, rules: Ruleset) -> ListedRule:
    head, dot, field = name.rpartition(".")
    owner: object = getattr(rules, head) if dot and hasattr(rules, head) else rules
    group, part, holder = head or GAME, head or GAME, type(owner)
    if head in TROOPS:
        group, holder = "troops", TroopStats
    elif head in COMMANDS:
        group, holder = "commands", CommandStats
    kind = described(holder)[field]
    return ListedRule(
        name=name,
        group=group,
        part=part,
        about=kind.about if isinstance(kind.about, str) else kind.about[head],
        kind=kind,
        standard=standard,
        value=value,
        low=kind.low if isinstance(kind, NumberRule) else None,
        high=kind.most(owner) if isinstance(kind, NumberRule) else None,
    )


def alike_rules(rules: Iterable[ListedRule]) -> list[list[ListedRule]]:
    """Return the rules by what they mean: the cost of all troops together, each damage apart."""
    meanings: dict[tuple[str, str], list[ListedRule]] = {}
    for rule in rules:
        meanings.setdefault((rule.field, rule.about), []).append(rule)
    return list(meanings.values())


def part_text(part: str) -> str:
    """Return what a troop, a command or a group is, in sentences."""
    return COMMAND_TEXTS.get(part) or GROUP_TEXTS["troops" if part in TROOPS else part]


def named_rules(text: str, rules: Sequence[ListedRule]) -> list[ListedRule]:
    """Return the rules of a group, a troop, a command, a field, a name or a pattern (`*.cost`)."""
    name = "-".join(text.lower().split())
    for of in ("group", "part", "name", "field"):
        matches = [rule for rule in rules if getattr(rule, of) == name]
        if matches:
            return matches
    matches = [rule for rule in rules if fnmatchcase(rule.name, name)]
    if not matches:
        raise UnknownRule(_unknown(name[:LONGEST_SHOWN], rules))
    return matches


def _unknown(name: str, rules: Iterable[ListedRule]) -> str:
    """Return what would be right: a part that is written alike, or the name of a rule."""
    names = {rule.name: rule.value for rule in rules}
    parts = dict.fromkeys([*GROUP_TEXTS, *(rule.part for rule in rules)])
    near = difflib.get_close_matches(name, parts, n=1)
    if near and "." not in name:
        return f"no part of the rules is called {name!r}; did you mean {near[0]!r}?"
    return unknown_rule(name, names)
