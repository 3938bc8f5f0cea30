"""What a rule may be: a number within limits, a switch, or one of a few words.

    points: Annotated[int, NumberRule("Points that a setup may cost.", 1, 1_000_000)] = 1000

What a rule does and what it may be stand at its field, once. `Value` checks every field by that,
and what people read about the rules (`listing`) is made from the same, so the limits shown are the
limits checked.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from ..reading.input_error import InputError
from ..reading.names import shown


class RulesError(InputError):
    """A rule value or rule edit that cannot be; the message says what would be right."""


class UnknownRule(RulesError):
    """A name that is no rule's."""


@dataclass(frozen=True)
class Bound:
    """The most a number may be where other rules decide it."""

    words: str
    of: Callable[[Any], int]
    """The bound, given the value that holds the number."""


@dataclass(frozen=True)
class NumberRule:
    """A whole number within limits; `about` says what it does, by command where that differs."""

    about: str | Mapping[str, str]
    low: int
    high: int | Bound
    even: str = ""
    """Why only even numbers can be, if so."""

    def most(self, owner: object) -> int:
        """Return the highest value, in the part of the rules that holds the number."""
        return self.high.of(owner) if isinstance(self.high, Bound) else self.high

    def check(self, name: str, value: object, owner: object) -> None:
        """Refuse what is no whole number within the limits."""
        low, high = self.low, self.most(owner)
        if isinstance(value, bool) or not isinstance(value, int):
            limits = f"from {low} to {high}"
            raise RulesError(f"{name} must be a whole number {limits}, not {shown(value)}")
        if not low <= value <= high:
            raise RulesError(f"{name} must be from {low} to {high}, not {shown(value)}")
        if self.even and value % 2:
            raise RulesError(f"{name} {self.even}: an even number, not {value}")


@dataclass(frozen=True)
class SwitchRule:
    """True or false."""

    about: str

    def check(self, name: str, value: object, _owner: object) -> None:
        """Refuse what is neither."""
        if not isinstance(value, bool):
            raise RulesError(f"{name} must be true or false, not {shown(value)}")


@dataclass(frozen=True)
class ChoiceRule:
    """One of a few words, each with what it means."""

    about: str
    choices: Mapping[str, str]

    def check(self, name: str, value: object, _owner: object) -> None:
        """Refuse another word."""
        if not isinstance(value, str) or value not in self.choices:
            choices = ", ".join(self.choices)
            raise RulesError(f"{name} must be one of {choices}, not {shown(value)}")


RuleKind = NumberRule | SwitchRule | ChoiceRule


@cache
def described(part: type) -> dict[str, RuleKind]:
    """Return what the fields of a part of the rules may be, in order."""
    hints = get_type_hints(part, include_extras=True)
    return {
        name: kind
        for name, hint in hints.items()
        for kind in (get_args(hint)[1:] if get_origin(hint) is Annotated else ())
        if isinstance(kind, RuleKind)
    }


def check_fields(part: object) -> None:
    """Refuse a part of the rules with a field that cannot be; one that may be None is left out."""
    for name, kind in described(type(part)).items():
        value = getattr(part, name)
        if value is not None or getattr(type(part), name, ...) is not None:
            kind.check(name, value, part)


def digest(value: object) -> str:
    """Return 16 hex digits that identify a JSON-able value."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@dataclass(frozen=True, kw_only=True)
class Value:
    """A part of the rules: a frozen value that is checked and can be identified."""

    def __post_init__(self) -> None:
        check_fields(self)

    def digest(self) -> str:
        """Return 16 hex digits that identify this value."""
        return digest(asdict(self))
