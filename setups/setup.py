"""`Setup`: what a player buys: troop counts and commands, with a formation if one is given."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from ..engine.reading.files import parse_json, read_json
from ..engine.reading.input_error import InputError
from ..engine.reading.names import LONGEST_NAME, printable, shown
from ..engine.rules.army import Army
from ..engine.rules.ruleset import Ruleset
from ..engine.rules.stats import COMMANDS, LETTERS
from .formation import place
from .notation import SetupError, read_commands, read_text, read_troops, write_text

COMPONENTS: Final[tuple[str, ...]] = (*LETTERS, *COMMANDS)
"""What a setup is made of, troops by letter and commands by slug, in table order."""


def is_json(text: str) -> bool:
    """Return whether a setup is written as a JSON object, with its formation or its name."""
    return text.lstrip().startswith("{")


@dataclass(frozen=True)
class Setup:
    """Troop counts and commands in table order; equal setups are equal values."""

    counts: tuple[int, ...]
    """How many of each troop, in table order."""
    commands: tuple[str, ...] = ()
    formation: tuple[str, ...] | None = None
    """Rows of letters, front row first; None leaves the placement to `setups.formation`."""

    def __post_init__(self) -> None:
        if len(self.counts) != len(LETTERS) or min(self.counts) < 0:
            raise SetupError(f"counts are {len(LETTERS)} numbers from 0, not {shown(self.counts)}")
        object.__setattr__(self, "commands", read_commands(list(self.commands)))
        if self.formation is not None:
            object.__setattr__(self, "formation", tuple(row.upper() for row in self.formation))
            counts = read_troops("".join(self.formation))
            if counts != self.counts:
                has, says = write_text(counts, ()), write_text(self.counts, ())
                raise SetupError(f"the formation has {has or 'no troops'}, the troops are {says}")

    # ---- text and JSON ---------------------------------------------------------------------------

    @classmethod
    def from_text(cls, text: str) -> "Setup":
        """Return the setup of text such as `SSFFHHAMKC:battle-cry,charge`."""
        counts, commands = read_text(text)
        if not any(counts) and not commands:
            raise SetupError("a setup has at least one troop or command, such as SSC:charge")
        return cls(counts, commands)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Setup":
        """Return the setup of a dict with `troops` or `formation`, and `commands`."""
        if not isinstance(data, Mapping):
            raise SetupError(f"a setup is an object with troops and commands, not {shown(data)}")
        unknown = set(data) - {"troops", "commands", "formation", "name"}
        if unknown:
            keys = "troops, commands, formation, name"
            raise SetupError(f"unknown key {shown(min(unknown, key=str))}; a setup has {keys}")
        commands, rows = data.get("commands", []), data.get("formation")
        for name, value in (("commands", commands), ("formation", [] if rows is None else rows)):
            if not isinstance(value, list | tuple) or not all(isinstance(v, str) for v in value):
                raise SetupError(f"{name} must be a list of texts, not {shown(value)}")
        troops = data.get("troops", "".join(rows or ()))
        if not isinstance(troops, str):
            raise SetupError(f"troops must be letters such as SSFFKC, not {shown(troops)}")
        counts = read_troops(troops)
        if not any(counts) and not commands:
            raise SetupError("a setup has at least one troop or command")
        return cls(counts, tuple(commands), None if rows is None else tuple(rows))

    @classmethod
    def parse(cls, text: str) -> "Setup":
        """Return the setup of a name, of text, of JSON, or of a JSON file."""
        from .lookup import given_setup  # noqa: PLC0415  (it knows Setup)

        return given_setup(text).setup

    @classmethod
    def from_json(cls, text: str) -> "tuple[Setup, str | None]":
        """Return the setup of a JSON object as text, and the name in it, if it has one."""
        try:
            data = parse_json(text)
        except InputError as error:
            raise SetupError(f"{shown(text)}: {error}") from None
        setup, name = cls.from_dict(data), data.get("name")
        if name is not None and not (isinstance(name, str) and 0 < len(name) <= LONGEST_NAME):
            raise SetupError(f"a setup's name is a text of a few words, not {shown(name)}")
        return setup, None if name is None else printable(name)

    @classmethod
    def from_file(cls, path: Path) -> "Setup":
        """Return the setup of a JSON file."""
        try:
            data = read_json(path)
        except InputError as error:
            raise SetupError(error) from None
        try:
            return cls.from_dict(data)
        except SetupError as error:
            raise SetupError(f"{path}: {error}") from None

    def __str__(self) -> str:
        return write_text(self.counts, self.commands)

    @classmethod
    def of_amounts(cls, amounts: Sequence[int]) -> "Setup":
        """Return the setup that has so many of each component."""
        counts, chosen = amounts[: len(LETTERS)], amounts[len(LETTERS) :]
        return cls(tuple(counts), tuple(c for c, on in zip(COMMANDS, chosen, strict=True) if on))

    @property
    def amounts(self) -> tuple[int, ...]:
        """How many it has of each component, in table order."""
        return *self.counts, *(int(slug in self.commands) for slug in COMMANDS)

    @property
    def letters(self) -> str:
        """The troops as letters in table order."""
        return write_text(self.counts, ())

    def to_dict(self, name: str | None = None) -> dict[str, Any]:
        """Return the JSON form, with the formation if there is one, and a name if one is given."""
        data: dict[str, Any] = {"name": name} if name else {}
        data |= {"troops": self.letters, "commands": list(self.commands)}
        return data | ({"formation": list(self.formation)} if self.formation else {})

    # ---- under rules -----------------------------------------------------------------------------

    def cost(self, rules: Ruleset) -> int:
        """Return what troops and commands cost together."""
        prices = (t.cost for t in rules.troops.values())
        troops = sum(n * price for n, price in zip(self.counts, prices, strict=True))
        return troops + sum(rules.commands[c].cost for c in self.commands)

    def faults(self, rules: Ruleset) -> list[str]:
        """Return why the setup is not legal; nothing if it is."""
        limits, cost, troops = rules.limits, self.cost(rules), sum(self.counts)
        faults = []
        if cost > limits.points:
            over = cost - limits.points
            faults.append(f"costs {cost}, {over} over the limit of {limits.points}")
        if troops > limits.troops:
            faults.append(f"has {troops} troops, the limit is {limits.troops}")
        if len(self.commands) > limits.commands:
            faults.append(f"has {len(self.commands)} commands, the limit is {limits.commands}")
        if self.formation is not None and troops <= limits.troops:
            faults += self._misplaced(rules)
        return faults

    def _misplaced(self, rules: Ruleset) -> list[str]:
        """Return what is wrong with the given formation."""
        try:
            Army.from_formation(self.formation or (), self.commands).check(rules)
        except InputError as error:
            return [str(error)]
        return []

    def additions(self, rules: Ruleset) -> list[str]:
        """Return what still fits: troop letters and command slugs, in table order."""
        points = rules.limits.points - self.cost(rules)
        fits: list[str] = []
        if sum(self.counts) < rules.limits.troops:
            troops = zip(LETTERS, rules.troops.values(), strict=True)
            fits += [letter for letter, stats in troops if stats.cost <= points]
        if len(self.commands) < rules.limits.commands:
            unused = [c for c in COMMANDS if c not in self.commands]
            fits += [c for c in unused if rules.commands[c].cost <= points]
        return fits

    def is_maximal(self, rules: Ruleset) -> bool:
        """Return whether the setup keeps the limits and nothing can be added."""
        return not self.faults(rules) and not self.additions(rules)

    def army(self, rules: Ruleset | None = None) -> Army:
        """Return the army, in its formation or a made one, checked against the board."""
        rules = rules or Ruleset()
        if self.formation is not None:
            army = Army.from_formation(self.formation, self.commands)
        else:
            army = Army(place(self.counts, rules), self.commands)
        try:
            army.check(rules)
        except InputError as error:
            raise SetupError(f"{self}: {error}") from None
        return army
