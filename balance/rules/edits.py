"""Edits of rules: read and checked before any game is played, and said in words.

    after = edited(rules, ["champion.cost=225", "archer.range=5"])
    in_words("champion.cost=225", rules)        # Champion costs 225 instead of 200
    free_numbers(["*.cost", "champion.*"], rules)

The engine knows names, types and limits of every rule (`Ruleset.edit`). What it lets through may
still be no game: troops that no side can pay for, that nothing can hurt, that walk off the board.
That is refused here. Numbers that a search may turn have limits and steps: the engine's limits, and
steps in which the rules' own numbers go.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Final

from ...engine.rules.ruleset import Ruleset
from ...engine.rules.stats import COMMANDS, MAX_FIGURE, MAX_SIZE, MAX_TROOPS, TROOPS, RulesError

_TROOP_FIELDS: Final = {
    "cost": (25, MAX_FIGURE, 25),
    "movement": (0, MAX_SIZE - 1, 1),
    "range": (0, MAX_SIZE - 1, 1),
    "health": (100, MAX_FIGURE, 100),
    "damage": (0, MAX_FIGURE, 100),
}
_COMMAND_FIELDS: Final = {
    "cost": (25, MAX_FIGURE, 25),
    "cooldown": (0, 99, 1),
    "health": (0, MAX_FIGURE, 100),
    "damage": (0, MAX_FIGURE, 100),
    "factor": (1, 5, 1),
    "cap": (0, MAX_FIGURE, 100),
}
_OTHERS: Final = {
    "limits.points": (25, 1_000_000, 25),
    "limits.troops": (1, MAX_TROOPS, 1),
    "limits.commands": (0, len(COMMANDS), 1),
    "board.width": (2, MAX_SIZE, 1),
    "board.height": (3, MAX_SIZE, 1),
    "board.home_rows": (1, (MAX_SIZE - 1) // 2, 1),
    "economy.start": (0, 1_000_000, 25),
    "economy.income": (0, MAX_FIGURE, 5),
    "obstacles": (0, MAX_SIZE * MAX_SIZE, 2),
    "max_turns": (10, 30_000, 10),
}
"""Least, most and step of the numbers that belong to no troop or command."""

_SWEEP = re.compile(r"\s*([0-9]{1,9})\s*\.\.\s*([0-9]{1,9})\s*(?::\s*([0-9]{1,9})\s*)?")

MOST_VALUES: Final = 40
"""Values of a sweep: each is a round robin of its own."""


@dataclass(frozen=True, kw_only=True)
class RuleNumber:
    """A number of the rules that can be turned."""

    name: str
    """As in edits: `champion.cost`."""
    value: int
    """What it is by the rules that were asked."""
    low: int
    high: int
    step: int
    """Values that a search tries are multiples of it."""

    def values(self, low: int | None = None, high: int | None = None) -> list[int]:
        """Return the multiples of the step from low to high, within the limits."""
        first = max(self.low, self.low if low is None else low)
        last = min(self.high, self.high if high is None else high)
        return list(range(-(-first // self.step) * self.step, last + 1, self.step))


# ---- reading and checking ------------------------------------------------------------------------


def edited(rules: Ruleset, edits: Sequence[str]) -> Ruleset:
    """Return rules with edits applied; raise if an edit, or the game they make, cannot be."""
    _check_once(edits)
    after = rules.edit(*edits)
    check_playable(after, rules)
    return after


def check_playable(rules: Ruleset, before: Ruleset | None = None) -> None:
    """Refuse rules that make no game; where `before` is given, walks off the board are new ones."""
    limits, troops = rules.limits, rules.troops
    name, cheapest = min(troops.items(), key=lambda item: item[1].cost)
    if cheapest.cost > limits.points:
        raise RulesError(
            f"no setup is legal: the cheapest troop, {name}, costs {cheapest.cost}, and a setup "
            f"may cost {limits.points}"
        )
    farthest = max(rules.board.width, rules.board.height) - 1
    for name, stats in troops.items():
        old = before.troops[name] if before else None
        for field in ("movement", "range"):
            reach = getattr(stats, field)
            if reach > farthest and (old is None or reach != getattr(old, field)):
                raise RulesError(
                    f"{name}.{field}={reach} goes beyond the board, whose farthest squares are "
                    f"{farthest} steps apart"
                )
    bought = [stats for stats in troops.values() if stats.cost <= limits.points]
    if not any(stats.damage for stats in bought):
        raise RulesError("no side could win: no troop that can be bought deals damage")
    apart = rules.board.height - 2 * rules.board.home_rows + 1
    if not any(stats.movement or stats.range >= apart for stats in bought):
        raise RulesError("no side could win: no troop that can be bought moves or reaches across")


def _check_once(edits: Sequence[str]) -> None:
    names = [edit.partition("=")[0].strip().lower() for edit in edits]
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise RulesError(f"{twice[0]} is set twice; give each rule one value")


def parse_sweep(text: str, rules: Ruleset) -> list[str]:
    """Return the edits of a sweep such as `champion.cost=150..250:25`; the step may be left out."""
    name, equals, rest = text.partition("=")
    name = name.strip().lower()
    found = _SWEEP.fullmatch(rest)
    if not equals or not found:
        raise RulesError(
            f"{text!r}: a sweep is NAME=FROM..TO:STEP, such as champion.cost=150..250:25"
        )
    rules.edit(f"{name}={found[1]}")  # raises if there is no such rule, or it is no number
    numbers = {number.name: number for number in rule_numbers(rules)}
    first, last = int(found[1]), int(found[2])
    step = int(found[3]) if found[3] else numbers[name].step
    if step < 1 or last < first:
        raise RulesError(f"{text!r}: a sweep goes upwards, by a step of 1 at least")
    values = range(first, last + 1, step)
    if len(values) > MOST_VALUES:
        raise RulesError(f"{text!r}: {len(values):,} values; a sweep has {MOST_VALUES} at most")
    return [f"{name}={value}" for value in values]


# ---- numbers that can be turned ------------------------------------------------------------------


def rule_numbers(rules: Ruleset) -> list[RuleNumber]:
    """Return every number of the rules, in table order."""
    found: list[RuleNumber] = []
    for slug, stats in rules.troops.items():
        for field, (low, high, step) in _TROOP_FIELDS.items():
            found.append(_number(f"{slug}.{field}", getattr(stats, field), low, high, step))
    for slug, command in rules.commands.items():
        for field, value in command.figures.items():
            found.append(_number(f"{slug}.{field}", value, *_COMMAND_FIELDS[field]))
    for name, (low, most, step) in _OTHERS.items():
        high = rules.max_obstacles if name == "obstacles" else most
        head, _, tail = name.partition(".")
        value = getattr(getattr(rules, head), tail) if tail else getattr(rules, head)
        found.append(_number(name, value, low, high, step))
    return found


def free_numbers(patterns: Iterable[str], rules: Ruleset) -> list[RuleNumber]:
    """Return the numbers that any pattern names (`*.cost`, `champion.*`), each once.

    A pattern that names nothing is an error.
    """
    every = rule_numbers(rules)
    chosen: set[str] = set()
    for pattern in patterns:
        wanted = pattern.strip().lower()
        names = [number.name for number in every if fnmatchcase(number.name, wanted)]
        if not names:
            raise RulesError(
                f"{pattern!r} names no number of the rules; try *.cost, champion.*, "
                f"{'*.health' if wanted != '*.health' else '*.damage'} or limits.points"
            )
        chosen.update(names)
    return [number for number in every if number.name in chosen]


def _number(name: str, value: int, low: int, high: int, step: int) -> RuleNumber:
    return RuleNumber(name=name, value=value, low=low, high=high, step=step)


# ---- in words ------------------------------------------------------------------------------------

_WORDS: Final = {
    "cost": "{who} costs {value}",
    "movement": "{who} moves {value} squares",
    "range": "{who} reaches {value} squares",
    "health": "{who} has {value} health",
    "damage": "{who} deals {value} damage",
    "cooldown": "{who} rests {value} turns",
    "factor": "{who} multiplies movement by {value}",
    "cap": "{who} lets {value} damage of a hit through",
    "battle-cry.health": "{who} gives {value} health",
    "battle-cry.damage": "{who} adds {value} damage",
    "stoicism.health": "{who} gives {value} health",
    "limits.points": "a setup may cost {value} points",
    "limits.troops": "a setup may have {value} troops",
    "limits.commands": "a setup may have {value} commands",
    "board.width": "the board is {value} squares wide",
    "board.height": "the board is {value} squares deep",
    "board.home_rows": "each side sets up on {value} rows",
    "economy.start": "sides begin with {value} command points",
    "economy.income": "a turn brings {value} command points",
    "actions.single_move": "one move a turn: {value}",
    "actions.trim": "no wasted actions: {value}",
    "actions.command_window": "commands may be used in {value}",
    "winds": "Winds of Fate is {value}",
    "obstacles": "the board has {value} obstacles",
    "max_turns": "games end drawn after {value} turns",
}


def in_words(edit: str, rules: Ruleset) -> str:
    """Return an edit as a person says it, beside what the rules say now."""
    name, _, _ = edit.partition("=")
    name = name.strip().lower()
    head, _, field = name.partition(".")
    after = rules.edit(edit)
    value, old = _said(_value(name, after)), _said(_value(name, rules))
    form = _WORDS.get(name) or _WORDS[field]
    if value == "1":
        form = re.sub(r"(\{value\} \w+?)s\b", r"\1", form)
    now = form.format(who=title(head), value=value)
    return f"{now} as before" if value == old else f"{now} instead of {old}"


def title(slug: str) -> str:
    """Return the name of a troop or command as it is written: Foot Soldier, Winds of Fate."""
    words = slug.replace("-", " ").title().replace(" Of ", " of ")
    return words if slug in (*TROOPS, *COMMANDS) else slug


def _value(name: str, rules: Ruleset) -> object:
    head, _, field = name.partition(".")
    if head in TROOPS:
        return getattr(rules.troops[head], field)
    if head in COMMANDS:
        return rules.commands[head].figures[field]
    return getattr(getattr(rules, head), field) if field else getattr(rules, head)


def _said(value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case "any":
            return "any phase"
        case _:
            return str(value)
