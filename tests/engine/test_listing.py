"""Every rule is described, and the limits shown are the limits checked."""

from dataclasses import dataclass, fields
from typing import Annotated, get_args

import pytest
from conquest_opt.engine import ActionSpace, Board, CommandStats, Economy, Limits, Ruleset
from conquest_opt.engine.rules.listing import (
    ListedRule,
    alike_rules,
    listed_rules,
    named_rules,
    part_text,
)
from conquest_opt.engine.rules.ruleset import CommandWindow, Winds
from conquest_opt.engine.rules.stats import COMMANDS, TROOPS, TroopStats
from conquest_opt.engine.rules.texts import COMMAND_TEXTS, GROUP_TEXTS
from conquest_opt.engine.rules.values import (
    ChoiceRule,
    NumberRule,
    RulesError,
    SwitchRule,
    UnknownRule,
    Value,
    described,
)

EVERY = listed_rules(Ruleset())
NUMBERS = [rule for rule in EVERY if isinstance(rule.kind, NumberRule)]
CHOICES = [rule for rule in EVERY if isinstance(rule.kind, ChoiceRule)]
SWITCHES = [rule for rule in EVERY if isinstance(rule.kind, SwitchRule)]
PARTS = ("troops", "commands", "limits", "board", "economy", "actions")

BESIDE = {"board.height": ["board.home_rows=1"]}
"""Edits that a number needs beside it at one of its limits."""


def named(rule: ListedRule) -> str:
    return rule.name


def undescribed(part: type) -> set[str]:
    """Return the fields of a part that nothing describes."""
    return {field.name for field in fields(part)} - set(described(part))


@pytest.mark.parametrize("part", [TroopStats, CommandStats, Limits, Board, Economy, ActionSpace])
def test_every_field_is_described(part: type):
    assert not undescribed(part)


def test_every_other_rule_is_described():
    assert undescribed(Ruleset) == set(PARTS)
    assert [rule.name for rule in EVERY] == list(Ruleset().by_name())
    assert len(NUMBERS) + len(CHOICES) + len(SWITCHES) == len(EVERY) == 73


def test_a_field_without_a_description_is_noticed():
    @dataclass(frozen=True, kw_only=True)
    class Weather(Value):
        rain: Annotated[int, NumberRule("How much it rains.", 0, 5)] = 0
        wind: int = 0

    assert undescribed(Weather) == {"wind"}
    with pytest.raises(RulesError, match="rain must be from 0 to 5, not 6"):
        Weather(rain=6)


@pytest.mark.parametrize("rule", EVERY, ids=named)
def test_every_rule_says_what_it_does(rule: ListedRule):
    assert rule.about[0].isupper()
    assert rule.about[-1] == "."
    assert len(rule.about) > 20
    assert rule.standard == rule.value == Ruleset().by_name()[rule.name]
    assert part_text(rule.part)


def test_every_group_and_command_has_its_sentences():
    assert list(GROUP_TEXTS) == list(dict.fromkeys(rule.group for rule in EVERY))
    assert list(COMMAND_TEXTS) == list(COMMANDS)
    assert len(set(COMMAND_TEXTS.values())) == len(COMMANDS)
    for text in (*GROUP_TEXTS.values(), *COMMAND_TEXTS.values()):
        assert text[-1] == "."


# ---- limits --------------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", NUMBERS, ids=named)
def test_a_number_may_be_at_its_limits_and_not_beyond(rule: ListedRule):
    assert rule.low is not None
    assert rule.high is not None
    beside = BESIDE.get(rule.name, [])
    for value in (rule.low, rule.high):
        assert Ruleset().edit(f"{rule.name}={value}", *beside).by_name()[rule.name] == value
    for value in (rule.low - 1, rule.high + 1):
        with pytest.raises(RulesError) as error:
            Ruleset().edit(f"{rule.name}={value}", *beside)
        assert f"{rule.name} must be from {rule.low} to {rule.high}" in str(error.value)


@pytest.mark.parametrize(
    ("name", "board", "high"),
    [
        ("board.home_rows", ["board.height=9"], 4),
        ("board.home_rows", ["board.height=8"], 3),
        ("obstacles", ["board.width=10"], 46),
        ("obstacles", ["board.height=7"], 6),
        ("obstacles", ["board.home_rows=9"], 12),
    ],
)
def test_limits_that_other_rules_decide(name: str, board: list[str], high: int):
    rules = Ruleset().edit(*board)
    [rule] = named_rules(name, listed_rules(rules))
    assert rule.high == high
    assert rule.bound
    rules.edit(f"{name}={high}")
    with pytest.raises(RulesError, match=f"from {rule.low} to {high}"):
        rules.edit(f"{name}={high + 2}")


def test_obstacles_are_even():
    [rule] = named_rules("obstacles", EVERY)
    assert rule.limits == "0 to 92, even"
    with pytest.raises(RulesError, match="obstacles come in symmetric pairs: an even number"):
        Ruleset().edit("obstacles=5")


@pytest.mark.parametrize("rule", [*CHOICES, *SWITCHES], ids=named)
def test_words_are_those_that_are_listed(rule: ListedRule):
    choices = rule.kind.choices if isinstance(rule.kind, ChoiceRule) else ("true", "false")
    for choice in choices:
        assert choice in rule.limits
        Ruleset().edit(f"{rule.name}={choice}")
    with pytest.raises(RulesError):
        Ruleset().edit(f"{rule.name}=perhaps")


def test_the_choices_are_those_of_the_types():
    kinds = {rule.name: rule.kind for rule in CHOICES}
    for name, kind in (("winds", Winds), ("actions.command_window", CommandWindow)):
        choice = kinds[name]
        assert isinstance(choice, ChoiceRule)
        assert tuple(choice.choices) == get_args(kind)


def test_a_figure_that_a_command_lacks_is_none_and_others_are_not():
    assert CommandStats(cost=1, cooldown=0).cap is None
    for wrong in ({"cost": None, "cooldown": 0}, {"cost": 1, "cooldown": None}):
        with pytest.raises(RulesError, match="must be a whole number"):
            CommandStats(**wrong)  # pyright: ignore[reportArgumentType]
    with pytest.raises(RulesError, match="points must be a whole number"):
        Limits(points=None)  # pyright: ignore[reportArgumentType]


# ---- parts ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("vigilance", ["vigilance.cost", "vigilance.cooldown"]),
        ("Winds of Fate", ["winds-of-fate.cost", "winds-of-fate.cooldown"]),
        ("winds", ["winds"]),
        ("champion.COST", ["champion.cost"]),
        ("limits", ["limits.points", "limits.troops", "limits.commands"]),
        ("game", ["winds", "obstacles", "max_turns"]),
        ("cap", ["shield-wall.cap"]),
        ("c*.cost", ["champion.cost", "charge.cost", "chastise.cost"]),
    ],
)
def test_parts_by_name(text: str, names: list[str]):
    assert [rule.name for rule in named_rules(text, EVERY)] == names


def test_groups_of_troops_and_commands():
    assert {rule.part for rule in named_rules("troops", EVERY)} == set(TROOPS)
    assert {rule.part for rule in named_rules("commands", EVERY)} == set(COMMANDS)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("vigilence", "did you mean 'vigilance'?"),
        ("troop", "did you mean 'troops'?"),
        ("champion.cots", "champion has no 'cots'; it has cost, movement"),
        ("champon.cost", "did you mean 'champion.cost'?"),
        ("maxturns", "did you mean 'max_turns'?"),
        ("*.speed", "unknown rule"),
        ("", "rules begin with scout"),
        ("x" * 10_000, "rules begin with scout"),
    ],
)
def test_an_unknown_part_says_what_would_be_right(text: str, says: str):
    with pytest.raises(UnknownRule) as error:
        named_rules(text, EVERY)
    assert says in str(error.value)
    assert len(str(error.value)) < 400


def test_what_means_the_same_is_said_once():
    names = [[rule.name for rule in alike] for alike in alike_rules(named_rules("damage", EVERY))]
    assert names == [
        [f"{troop}.damage" for troop in TROOPS],
        ["battle-cry.damage"],
        ["bombard.damage"],
    ]
