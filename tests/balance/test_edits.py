"""Edits of rules: refused before any game, said in words, numbers that can be turned."""

import pytest
from conquest_opt.balance.rules.edits import (
    check_playable,
    edited,
    free_numbers,
    in_words,
    parse_sweep,
    rule_numbers,
)
from conquest_opt.engine.rules.ruleset import Ruleset
from conquest_opt.engine.rules.stats import COMMANDS, TROOPS
from conquest_opt.engine.rules.values import RulesError

STANDARD = Ruleset()


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        ("champion.cost=225", "Champion costs 225 instead of 200"),
        ("foot-soldier.movement=5", "Foot Soldier moves 5 squares instead of 4"),
        ("archer.range=1", "Archer reaches 1 square instead of 6"),
        ("mage.health=200", "Mage has 200 health instead of 100"),
        ("scout.damage=0", "Scout deals 0 damage instead of 100"),
        ("winds-of-fate.cost=100", "Winds of Fate costs 100 instead of 150"),
        ("charge.cooldown=4", "Charge rests 4 turns instead of 5"),
        ("charge.factor=3", "Charge multiplies movement by 3 instead of 2"),
        ("battle-cry.health=300", "Battle Cry gives 300 health instead of 200"),
        ("battle-cry.damage=100", "Battle Cry adds 100 damage instead of 200"),
        ("bombard.damage=200", "Bombard deals 200 damage instead of 100"),
        ("shield-wall.cap=200", "Shield Wall lets 200 damage of a hit through instead of 100"),
        ("limits.points=1100", "a setup may cost 1100 points instead of 1000"),
        ("economy.income=50", "a turn brings 50 command points instead of 25"),
        ("winds=random", "Winds of Fate is random instead of seeded"),
        ("actions.single_move=false", "one move a turn: no instead of yes"),
        ("max_turns=60", "games end drawn after 60 turns instead of 500"),
        ("champion.cost=200", "Champion costs 200 as before"),
    ],
)
def test_an_edit_in_words(edit: str, words: str):
    assert in_words(edit, STANDARD) == words


def test_every_rule_has_words():
    flat = STANDARD.differences(STANDARD.edit("winds=random", "actions.trim=false"))
    names = [number.name for number in rule_numbers(STANDARD)]
    edits = [f"{number.name}={number.value}" for number in rule_numbers(STANDARD)]
    for edit in [*edits, *flat, "actions.command_window=any"]:
        assert in_words(edit, STANDARD)
    assert len(names) == len(set(names))
    assert {name.partition(".")[0] for name in names} >= {*TROOPS, *COMMANDS}


def test_the_limits_of_numbers_are_the_engines():
    for number in rule_numbers(STANDARD):
        if number.name in ("board.width", "board.height"):
            continue  # obstacles and rows at home hang on them
        for value in (number.low, number.high):
            if number.name != "board.home_rows":
                STANDARD.edit(f"{number.name}={value}")
        assert number.low <= number.value <= number.high
        assert number.value % number.step == 0
        assert number.value in number.values()
    [cost] = [n for n in rule_numbers(STANDARD) if n.name == "champion.cost"]
    assert cost.values(160, 260) == [175, 200, 225, 250]


def test_patterns_choose_numbers_and_must_match():
    costs = [number.name for number in free_numbers(["*.cost"], STANDARD)]
    assert costs == [f"{slug}.cost" for slug in (*TROOPS, *COMMANDS)]
    both = [number.name for number in free_numbers(["champion.*", "*.cost"], STANDARD)]
    assert len(both) == len(set(both)) == len(costs) + 4
    steps = {number.name: number.step for number in rule_numbers(STANDARD)}
    assert [steps[f"champion.{f}"] for f in ("cost", "health", "movement")] == [25, 100, 1]
    with pytest.raises(RulesError, match=r"'champ\.\*' names no number of the rules; try"):
        free_numbers(["*.cost", "champ.*"], STANDARD)


@pytest.mark.parametrize(
    ("edits", "says"),
    [
        (["champoin.cost=3"], "did you mean 'champion.cost'"),
        (["champion.cots=3"], "champion has no 'cots'"),
        (["champion.health=0"], "champion.health must be from 1"),
        (["champion.health=-100"], "champion.health must be from 1"),
        (["champion.cost=much"], "must be a whole number"),
        (["limits.points=20"], "no setup is legal: the cheapest troop, scout, costs 25"),
        ([f"{slug}.cost=1100" for slug in TROOPS], "no setup is legal: the cheapest troop"),
        (["champion.movement=20"], "champion.movement=20 goes beyond the board"),
        (["champion.movement=99"], "champion.movement must be from 0 to 20"),
        (["board.width=9", "board.height=9", "archer.range=9"], "archer.range=9 goes beyond"),
        ([f"{slug}.damage=0" for slug in TROOPS], "no side could win: no troop"),
        ([f"{slug}.movement=0" for slug in TROOPS], "no side could win: no troop"),
        (["champion.cost=225", "Champion.cost=250"], "champion.cost is set twice"),
    ],
)
def test_bad_edits_are_refused(edits: list[str], says: str):
    with pytest.raises(RulesError) as raised:
        edited(STANDARD, edits)
    assert says in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_smaller_board_is_no_reason_to_refuse_what_nobody_edited():
    small = edited(STANDARD, ["board.width=6", "board.height=7"])
    assert small.troops["archer"].range == 6
    check_playable(STANDARD)


def test_sweeps():
    assert parse_sweep("champion.cost=150..200:25", STANDARD) == [
        "champion.cost=150", "champion.cost=175", "champion.cost=200",
    ]  # fmt: skip
    assert parse_sweep("archer.range = 4..6", STANDARD) == [f"archer.range={n}" for n in (4, 5, 6)]
    for bad in ("champion.cost=150", "champion.cost=200..100", "champion.cost=1..99:1", "x.y=1..2"):
        with pytest.raises(RulesError):
            parse_sweep(bad, STANDARD)
