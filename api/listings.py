"""Setups, rules and agents as plain values: what `--json` of their commands prints.

No kernel is imported.
"""

from collections.abc import Sequence
from typing import Any

from ..agents.spec.kinds import Kind
from ..balance.rules.edits import RuleNumber, in_words, rule_numbers
from ..engine.rules.listing import ListedRule, part_text
from ..engine.rules.ruleset import Ruleset, as_text
from ..engine.rules.values import ChoiceRule
from ..setups import NamedSetup, Setup
from ..setups.naming import OTHERWISE, known_name
from ..setups.own_setups import OwnSetup
from .setup_data.lab import standing


def rules_values(chosen: Sequence[ListedRule], rules: Ruleset) -> dict[str, Any]:
    """Return some of the rules with their texts, limits and values."""
    numbers = {number.name: number for number in rule_numbers(rules)}
    return {
        "digest": rules.digest(),
        "standard_digest": Ruleset().digest(),
        "parts": {rule.part: part_text(rule.part) for rule in chosen},
        "rules": [_rule_values(rule, numbers.get(rule.name)) for rule in chosen],
    }


def _rule_values(rule: ListedRule, number: RuleNumber | None) -> dict[str, Any]:
    """Return all about a rule; `free` is what `balance --free` may make of it."""
    changed = rule.value != rule.standard
    return {
        "name": rule.name,
        "group": rule.group,
        "part": rule.part,
        "about": rule.about,
        "standard": rule.standard,
        "value": rule.value,
        "low": rule.low,
        "high": rule.high,
        "limits": rule.limits,
        "bound": rule.bound or None,
        "choices": rule.kind.choices if isinstance(rule.kind, ChoiceRule) else None,
        "free": {n: getattr(number, n) for n in ("low", "high", "step")} if number else None,
        "change": in_words(f"{rule.name}={as_text(rule.value)}", Ruleset()) if changed else None,
    }


def agent_values(kind: Kind) -> dict[str, Any]:
    """Return an agent with its parameters."""
    return {
        "name": kind.name,
        "source": kind.source,
        "about": kind.about,
        "parameters": [
            {
                "name": p.name,
                "default": p.default,
                "about": p.about,
                **({"choices": p.choices} if p.choices else {"low": p.low, "high": p.high}),
            }
            for p in kind.parameters
        ],
    }


def setup_values(
    setup: Setup, rules: Ruleset, named: NamedSetup | OwnSetup | None = None
) -> dict[str, Any]:
    """Return all that can be said about a setup under rules."""
    return {
        **({"name": named.name} if named else {}),
        "setup": str(setup),
        "troops": setup.letters,
        "commands": list(setup.commands),
        "points": setup.cost(rules),
        "legal": not setup.faults(rules),
        "maximal": setup.is_maximal(rules),
        "faults": setup.faults(rules),
        "fits": setup.additions(rules),
        "formation": list(setup.formation or standing(setup, rules)),
        **({"note": note} if (note := _note(setup, rules, named)) else {}),
    }


def _note(setup: Setup, rules: Ruleset, named: NamedSetup | OwnSetup | None) -> str:
    """Return what is unusual about a setup, or that it is one that has a name."""
    if named:
        return named.note
    known = known_name(str(setup), setup.formation, rules)
    if known is None:
        return ""
    own = isinstance(known.named, OwnSetup)
    this = f"this is {known.name} {'of your own' if own else 'of the catalogue'}"
    if known.exact:
        return f"{this}, in its formation" if known.named.setup.formation else this
    stands = "as saved" if own else "as published"
    return f"{this}, but {OTHERWISE}; by its name, {known.name}, it stands {stands}"
