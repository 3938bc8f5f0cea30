"""`Ruleset`: everything a game is played by, as one frozen value with a digest.

Rules are data. `Ruleset.edit("champion.cost=225")` returns a changed copy; `packing.pack_rules`
turns any of them into the record that the kernels read, so a changed number never recompiles.
The digest is stored beside every result.
"""

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from functools import cached_property
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal, Self, cast

from ..reading.input_error import InputError
from ..reading.names import LONGEST_SHOWN, shown
from ..reading.numbers import whole_number
from .stats import (
    COMMANDS,
    STANDARD_COMMANDS,
    STANDARD_TROOPS,
    TROOPS,
    Board,
    CommandStats,
    Economy,
    Limits,
    TroopStats,
)
from .values import (
    Bound,
    ChoiceRule,
    NumberRule,
    RulesError,
    SwitchRule,
    UnknownRule,
    Value,
    check_fields,
    digest,
)

CommandWindow = Literal["any", "movement-rally", "combat-rally"]
Winds = Literal["seeded", "random"]


@dataclass(frozen=True, kw_only=True)
class ActionSpace(Value):
    """Which of the thesis's action-space reductions (section 6) are on. Default: all off."""

    single_move: Annotated[
        bool,
        SwitchRule(
            "One move a turn, then only an attack and commands. Without it a troop may move "
            "several times, up to its movement in total."
        ),
    ] = False
    trim: Annotated[
        bool,
        SwitchRule(
            "No wasted actions. Charge is only for the selected troop before it moves, which then "
            "goes farther than it could without; Regenerate only for a troop that lacks health; "
            "Shield Wall only for one with more health than its cap; no turn ends before a troop "
            "is selected."
        ),
    ] = False
    command_window: Annotated[
        CommandWindow,
        ChoiceRule(
            "The phases of a turn in which its player may use commands.",
            {
                "any": "in every phase",
                "movement-rally": "Charge in Movement, the others in Movement before the move; all "
                "but Charge in Rally, after the attack",
                "combat-rally": "Charge and Winds of Fate in Movement; all but Charge in Combat, "
                "after the move, and in Rally, after the attack",
            },
        ),
    ] = "any"

    @classmethod
    def full(cls) -> Self:
        """Return the game without any reduction."""
        return cls()

    @classmethod
    def thesis(cls) -> Self:
        """Return the reductions every agent and tournament uses by default."""
        return cls(single_move=True, trim=True, command_window="movement-rally")


_PARTS: Final = {"limits": Limits, "board": Board, "economy": Economy, "actions": ActionSpace}


@dataclass(frozen=True, kw_only=True)
class Ruleset:
    """The rules of a game: every number of the rules page, and how actions are reduced."""

    troops: Mapping[str, TroopStats] = field(default_factory=lambda: STANDARD_TROOPS)
    commands: Mapping[str, CommandStats] = field(default_factory=lambda: STANDARD_COMMANDS)
    limits: Limits = field(default_factory=Limits)
    board: Board = field(default_factory=Board)
    economy: Economy = field(default_factory=Economy)
    actions: ActionSpace = field(default_factory=ActionSpace.thesis)
    winds: Annotated[
        Winds,
        ChoiceRule(
            "How Winds of Fate chooses the command that becomes ready.",
            {
                "seeded": "by the position, so that the same position always gives the same one",
                "random": "by the game's random numbers",
            },
        ),
    ] = "seeded"
    obstacles: Annotated[
        int,
        NumberRule(
            "Squares that no troop can enter; attacks pass over them. The game's seed places them "
            "between the home rows; a way from side to side stays open.",
            0,
            Bound(
                "at most a third of the squares between the home rows",
                lambda rules: rules.max_obstacles,
            ),
            even="come in symmetric pairs",
        ),
    ] = 0
    max_turns: Annotated[
        int,
        NumberRule(
            "Turns, those of both sides counted, after which the game is a draw.", 1, 30_000
        ),
    ] = 500

    def __post_init__(self) -> None:
        for name, kind in _PARTS.items():
            if not isinstance(getattr(self, name), kind):
                raise RulesError(
                    f"{name} must be {kind.__name__}, not {shown(getattr(self, name))}"
                )
        for name, names, kind in (
            ("troops", TROOPS, TroopStats),
            ("commands", COMMANDS, CommandStats),
        ):
            table: Mapping[str, Any] = getattr(self, name)
            if not isinstance(table, Mapping) or not all(
                isinstance(stats, kind) for stats in table.values()
            ):
                raise RulesError(f"{name} must be a mapping of names to {kind.__name__}")
            if set(table) != set(names):
                odd = sorted(map(str, set(table) ^ set(names)))
                raise RulesError(f"{name} must be exactly {', '.join(names)}; check {odd}")
            ordered = MappingProxyType({n: table[n] for n in names})
            object.__setattr__(self, name, ordered)
        for name, stats in self.commands.items():
            needed = set(STANDARD_COMMANDS[name].figures)
            if set(stats.figures) != needed:
                raise RulesError(f"{name} must have exactly {', '.join(sorted(needed))}")
        check_fields(self)

    def __hash__(self) -> int:
        return hash(self._digest)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as the plain dict (mapping proxies do not pickle)."""
        return Ruleset.from_dict, (self.to_dict(),)

    @property
    def max_obstacles(self) -> int:
        """The most obstacles the board takes: a third of the squares between the home rows."""
        open_rows = self.board.height - 2 * self.board.home_rows
        return self.board.width * open_rows // 3 // 2 * 2

    def edit(self, *edits: str) -> "Ruleset":
        """Return these rules with edits such as `champion.cost=225` or `winds=random` applied.

        All edits are applied before the result is checked, so their order does not matter.
        """
        return Ruleset.from_dict(_edited(self.to_dict(), edits))

    def by_name(self) -> dict[str, Any]:
        """Return every rule by the name that edits use: `champion.cost`, `limits.points`."""
        return _flatten(self.to_dict())

    @cached_property
    def edits(self) -> tuple[str, ...]:
        """The edits that lead here from the standard rules, in table order."""
        return tuple(Ruleset().differences(self))

    def differences(self, other: "Ruleset") -> list[str]:
        """Return the edits that turn these rules into `other`, in table order."""
        mine, theirs = self.by_name(), other.by_name()
        return [f"{k}={as_text(theirs[k])}" for k in mine if mine[k] != theirs[k]]

    def to_dict(self) -> dict[str, Any]:
        """Return the rules as plain JSON values."""
        return {
            "troops": {n: asdict(t) for n, t in self.troops.items()},
            "commands": {n: c.figures for n, c in self.commands.items()},
            "limits": asdict(self.limits),
            "board": asdict(self.board),
            "economy": asdict(self.economy),
            "actions": asdict(self.actions),
            "winds": self.winds,
            "obstacles": self.obstacles,
            "max_turns": self.max_turns,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Ruleset":
        """Return the rules of a dict as `to_dict` makes it; missing entries are standard."""
        if not isinstance(data, Mapping):
            raise RulesError(f"rules are a mapping of names, not {shown(data)}")
        base = cls()
        values: dict[str, Any] = {}
        for name, value in data.items():
            match name:
                case "troops" | "commands" if not isinstance(value, Mapping):
                    raise RulesError(f"{name} must be a mapping of names, not {shown(value)}")
                case "troops" | "commands":
                    part: Any = TroopStats if name == "troops" else CommandStats
                    default = getattr(base, name)
                    unknown = [n for n in value if n not in default]
                    if unknown:
                        raise RulesError(f"unknown name {shown(unknown[0])} among {name}")
                    built = {n: _build(part, n, default[n], v) for n, v in value.items()}
                    values[name] = {**default, **built}
                case "limits" | "board" | "economy" | "actions":
                    default = getattr(base, name)
                    values[name] = _build(type(default), name, default, value)
                case _:
                    values[name] = value
        unknown = set(values) - {f.name for f in fields(cls)}
        if unknown:
            raise RulesError(f"unknown rule {shown(min(unknown, key=str))}")
        return replace(base, **values)

    def digest(self) -> str:
        """Return 16 hex digits that identify these rules, whatever the way they were made."""
        return self._digest

    @cached_property
    def _digest(self) -> str:
        return digest(self.to_dict())


def _build(part: Any, name: str, default: Any, value: Mapping[str, Any]) -> Any:
    """Return a part of the rules from its dict; errors name the part."""
    if not isinstance(value, Mapping):
        raise RulesError(f"{name} must be a mapping of its fields, not {shown(value)}")
    known_values = asdict(default)
    unknown = set(value) - set(known_values)
    if unknown:
        raise RulesError(f"unknown field {shown(min(unknown, key=str))} of {name}")
    try:
        return part(**{**known_values, **value})
    except RulesError as error:
        raise RulesError(f"{name}.{error}") from None


# ---- edits ---------------------------------------------------------------------------------------

_GROUPS: Final = ("troops", "commands")


def _flatten(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return every value of nested rules by the name that edits use."""
    flat: dict[str, Any] = {}
    for key, value in data.items():
        for name, part in value.items() if key in _GROUPS else [(key, value)]:
            if isinstance(part, dict):
                flat |= {f"{name}.{k}": v for k, v in part.items()}
            else:
                flat[name] = part
    return flat


def _edited(data: dict[str, Any], edits: Iterable[str]) -> dict[str, Any]:
    """Return `data` with the edits' values put in place."""
    flat = _flatten(data)
    for edit in edits:
        if not isinstance(edit, str):
            raise RulesError(f"{shown(edit)}: an edit is text, such as 'champion.cost=225'")
        if not edit.isascii():
            raise RulesError(f"{shown(edit)}: rules are written in plain letters and digits")
        name, equals, text = edit.partition("=")
        name = name.strip().lower()
        if not equals:
            raise RulesError(f"{shown(edit)}: an edit is NAME=VALUE, such as champion.cost=225")
        if name not in flat:
            raise UnknownRule(f"{shown(edit)}: {unknown_rule(name[:LONGEST_SHOWN], flat)}")
        value = _from_text(edit, flat[name], text.strip())
        head, _, tail = name.partition(".")
        if not tail:
            data[head] = value
        elif head in TROOPS:
            data["troops"][head][tail] = value
        elif head in COMMANDS:
            data["commands"][head][tail] = value
        else:
            data[head][tail] = value
    return data


def _from_text(edit: str, old: object, text: str) -> object:
    """Return the edit's value in the type of the value it replaces."""
    if isinstance(old, bool):
        if text.lower() not in ("true", "false"):
            raise RulesError(f"{shown(edit)}: the value must be true or false")
        return text.lower() == "true"
    if isinstance(old, int):
        try:
            return whole_number(text)
        except InputError as error:
            reason = f"the value must be a whole number, now {old}: {error}"
            raise RulesError(f"{shown(edit)}: {reason}") from None
    return text


def as_text(value: object) -> str:
    """Return a rule's value as edits write it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def unknown_rule(name: str, flat: Mapping[str, object]) -> str:
    """Return what is wrong with an unknown rule name, and what would be right."""
    head, _, tail = name.partition(".")
    own = [k.partition(".")[2] for k in flat if k.startswith(f"{head}.")]
    if own and tail:
        return f"{head} has no {tail!r}; it has {', '.join(own)}"
    if own:
        return f"{head} is no number; it has {', '.join(own)}"
    near = difflib.get_close_matches(name, flat, n=1, cutoff=0.6)
    heads = list(dict.fromkeys(k.partition(".")[0] for k in flat))
    near_head = difflib.get_close_matches(head, heads, n=1, cutoff=0.6)
    hint = near or [f"{h}.{tail}" for h in near_head if f"{h}.{tail}" in flat]
    if hint:
        return f"unknown rule {name!r}; did you mean {cast('str', hint[0])!r}?"
    return f"unknown rule {name!r}; rules begin with {', '.join(heads)}"
