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

from ...engine.rules.listing import ListedRule, listed_rules
from ...engine.rules.ruleset import Ruleset
from ...engine.rules.stats import title
from ...engine.rules.values import RulesError, UnknownRule

_STEPS: Final = {
    "cost": 25,
    "movement": 1,
    "range": 1,
    "health": 100,
    "damage": 100,
    "cooldown": 1,
    "factor": 1,
    "cap": 100,
    "points": 25,
    "troops": 1,
    "commands": 1,
    "width": 1,
    "height": 1,
    "home_rows": 1,
    "start": 25,
    "income": 5,
    "obstacles": 2,
    "max_turns": 10,
}
"""The steps in which numbers go, by field."""

_REACHES: Final = ("movement", "range")
"""Fields of troops that make no sense beyond the board."""

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
    most = farthest(rules)
    for name, stats in troops.items():
        old = before.troops[name] if before else None
        for field in _REACHES:
            reach = getattr(stats, field)
            if reach > most and (old is None or reach != getattr(old, field)):
                raise RulesError(
                    f"{name}.{field}={reach} goes beyond the board, whose farthest squares are "
                    f"{most} steps apart"
                )
    bought = [stats for stats in troops.values() if stats.cost <= limits.points]
    if not any(stats.damage for stats in bought):
        raise RulesError("no side could win: no troop that can be bought deals damage")
    apart = rules.board.height - 2 * rules.board.home_rows + 1
    if not any(stats.movement or stats.range >= apart for stats in bought):
        raise RulesError("no side could win: no troop that can be bought moves or reaches across")


def farthest(rules: Ruleset) -> int:
    """Return the steps between the farthest squares of the board."""
    return max(rules.board.width, rules.board.height) - 1


def _check_once(edits: Sequence[str]) -> None:
    names = [edit.partition("=")[0].strip().lower() for edit in edits]
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise RulesError(f"{twice[0]} is set twice; give each rule one value")


def parse_sweep(text: str, rules: Ruleset) -> list[str]:
    """Return the edits of a sweep such as `champion.cost=150..250:25`; the step may be left out."""
    name, equals, rest = text.partition("=")
    name = name.strip().lower()
    match = _SWEEP.fullmatch(rest)
    if not equals or not match:
        raise RulesError(
            f"{text!r}: a sweep is NAME=FROM..TO:STEP, such as champion.cost=150..250:25"
        )
    rules.edit(f"{name}={match[1]}")  # raises if there is no such rule, or it is no number
    numbers = {number.name: number for number in rule_numbers(rules)}
    first, last = int(match[1]), int(match[2])
    step = int(match[3]) if match[3] else numbers[name].step
    if step < 1 or last < first:
        raise RulesError(f"{text!r}: a sweep goes upwards, by a step of 1 at least")
    values = range(first, last + 1, step)
    if len(values) > MOST_VALUES:
        raise RulesError(f"{text!r}: {len(values):,} values; a sweep has {MOST_VALUES} at most")
    return [f"{name}={value}" for value in values]


# ---- numbers that can be turned ------------------------------------------------------------------


def rule_numbers(rules: Ruleset) -> list[RuleNumber]:
    """Return every number of the rules, in table order."""
    numbers = (_number(rule, rules) for rule in listed_rules(rules))
    return [number for number in numbers if number]


def _number(rule: ListedRule, rules: Ruleset) -> RuleNumber | None:
    """Return a number with the multiples of its step that are within the engine's limits."""
    if rule.low is None or rule.high is None or isinstance(rule.value, str):
        return None
    step = _STEPS[rule.field]
    first = -(-rule.low // step) * step
    high = min(rule.high, farthest(rules)) if rule.field in _REACHES else rule.high
    return RuleNumber(name=rule.name, value=rule.value, low=first, high=high, step=step)


def free_numbers(patterns: Iterable[str], rules: Ruleset) -> list[RuleNumber]:
    """Return the numbers that any pattern names (`*.cost`, `champion.*`), each once.

    A pattern that names nothing is an error.
    """
    every = rule_numbers(rules)
    chosen: set[str] = set()
    for pattern in patterns:
        glob = pattern.strip().lower()
        names = [number.name for number in every if fnmatchcase(number.name, glob)]
        if not names:
            raise UnknownRule(
                f"{pattern!r} names no number of the rules; try *.cost, champion.*, "
                f"{'*.health' if glob != '*.health' else '*.damage'} or limits.points"
            )
        chosen.update(names)
    return [number for number in every if number.name in chosen]


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
    value, old = _value_text(after.by_name()[name]), _value_text(rules.by_name()[name])
    form = _WORDS.get(name) or _WORDS[field]
    if value == "1":
        form = re.sub(r"(\{value\} \w+?)s\b", r"\1", form)
    now = form.format(who=title(head), value=value)
    return f"{now} as before" if value == old else f"{now} instead of {old}"


def _value_text(value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case "any":
            return "any phase"
        case _:
            return str(value)
