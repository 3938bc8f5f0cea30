"""Rulesets: standard figures, edits, digests, errors."""

import pickle

import pytest
from conquest_opt.engine import ActionSpace, Game, Limits, RulesError, Ruleset
from conquest_opt.setups import army


def every_edit_name(rules: Ruleset) -> dict[str, object]:
    """Return every rule by the name an edit uses, with its value."""
    flat: dict[str, object] = {}
    data = rules.to_dict()
    for group in ("troops", "commands"):
        for name, stats in data.pop(group).items():
            flat |= {f"{name}.{field}": value for field, value in stats.items()}
    for name, value in data.items():
        if isinstance(value, dict):
            flat |= {f"{name}.{field}": v for field, v in value.items()}
        else:
            flat[name] = value
    return flat


def test_the_tables_of_the_rules():
    rules = Ruleset()
    troops = {n: tuple(vars(t).values()) for n, t in rules.troops.items()}
    assert troops == {
        "scout": (25, 6, 1, 100, 100),
        "foot-soldier": (50, 4, 1, 300, 100),
        "halberdier": (75, 4, 2, 200, 200),
        "archer": (100, 3, 6, 100, 100),
        "mage": (100, 4, 4, 100, 200),
        "knight": (100, 4, 1, 300, 300),
        "champion": (200, 4, 1, 500, 400),
    }
    assert {n: tuple(c.figures.items()) for n, c in rules.commands.items()} == {
        "battle-cry": (("cost", 75), ("cooldown", 5), ("health", 200), ("damage", 200)),
        "stoicism": (("cost", 75), ("cooldown", 5), ("health", 400)),
        "regenerate": (("cost", 150), ("cooldown", 4)),
        "bombard": (("cost", 200), ("cooldown", 2), ("damage", 100)),
        "winds-of-fate": (("cost", 150), ("cooldown", 2)),
        "charge": (("cost", 75), ("cooldown", 5), ("factor", 2)),
        "chastise": (("cost", 50), ("cooldown", 3)),
        "vigilance": (("cost", 50), ("cooldown", 3)),
        "shield-wall": (("cost", 50), ("cooldown", 5), ("cap", 100)),
    }
    assert rules.limits == Limits(points=1000, troops=10, commands=4)
    assert (rules.economy.start, rules.economy.income, rules.max_turns) == (0, 25, 500)
    assert (rules.winds, rules.obstacles) == ("seeded", 0)
    assert rules.actions == ActionSpace.thesis()


def test_every_number_can_be_edited_and_changes_the_digest():
    rules = Ruleset()
    for name, value in every_edit_name(rules).items():
        other = another(name, value)
        edited = rules.edit(f"{name}={other}")
        assert edited.digest() != rules.digest(), name
        assert rules.differences(edited) == [f"{name}={other}"]
        assert edited.edit(*edited.differences(rules)) == rules


def test_every_edit_reaches_the_kernels_or_the_start_or_the_limits():
    from conquest_opt.engine.kernels.packing import pack_rules
    from conquest_opt.setups import Setup

    def reached(rules: Ruleset) -> tuple[bytes, ...]:
        first, second = army("SFHAMKC:charge", rules), army("SFHAMKC", rules)
        start = Game.new(first, second, rules=rules, seed=3).state
        fits = str([Setup.parse(text).faults(rules) for text in FULL_SETUPS]).encode()
        return pack_rules(rules).tobytes(), start.tobytes(), fits

    rules = Ruleset()
    standard = reached(rules)
    for name, value in every_edit_name(rules).items():
        edited = rules.edit(f"{name}={another(name, value)}")
        assert reached(edited) != standard, name


FULL_SETUPS = ["S" * 10, "CCCCC", "SSSSS:battle-cry,stoicism,regenerate,charge", "S" * 11]


def another(name: str, value: object) -> str:
    """Return another possible value of a rule."""
    if isinstance(value, bool):
        return str(not value).lower()
    if isinstance(value, int):
        special = {"limits.troops": 12, "limits.commands": 3, "limits.points": 900}
        special |= {"board.width": 18, "board.height": 16}
        return str(special.get(name, value + 2))
    return {"seeded": "random", "movement-rally": "any"}[str(value)]


def test_edits_take_effect_without_recompiling():
    from conquest_opt.engine.kernels import entry

    def reach(rules: Ruleset) -> int:
        game = Game.new(army("C:charge"), army("S"), rules=rules).apply("select k3")
        return sum(a.startswith("move") for a in game.legal_actions())

    standard = reach(Ruleset())
    compiled = len(entry.legal_actions.signatures)
    assert standard == 62  # 9 columns by 7 rows (two below the troop), less its own square
    assert reach(Ruleset().edit("champion.movement=2")) == 24
    assert reach(Ruleset().edit("champion.movement=0")) == 0
    assert len(entry.legal_actions.signatures) == compiled


@pytest.mark.parametrize(
    ("edit", "says"),
    [
        ("champion.cost", "NAME=VALUE"),
        ("champon.cost=2", "did you mean 'champion.cost'"),
        ("champion.speed=3", "it has cost, movement, range, health, damage"),
        ("champion.cost=x", "whole number"),
        ("champion.cost=-3", "champion.cost must be from 1 to 10000"),
        ("charge.cap=3", "it has cost, cooldown, factor"),
        ("wimds=random", "did you mean 'winds'"),
        ("winds=strong", "seeded, random"),
        ("obstacles=3", "even number"),
        ("obstacles=400", "from 0 to 92"),
        ("actions.trim=maybe", "true or false"),
        ("actions.command_window=never", "any, movement-rally, combat-rally"),
        ("max_turns=0", "from 1 to"),
        ("limits.troops=99", "limits.troops must be from 1 to 16"),
        ("xyz.q=1", "rules begin with scout"),
    ],
)
def test_impossible_edits_say_what_would_be_right(edit: str, says: str):
    with pytest.raises(RulesError) as error:
        Ruleset().edit(edit)
    assert says in str(error.value)


@pytest.mark.parametrize(
    "data",
    [
        {"troops": {"dragon": {}}},
        {"troops": {"scout": {"wings": 2}}},
        {"colour": "red"},
        {"commands": {"charge": {"cap": 3}}},
        {"max_turns": True},
        {"limits": 5},
        {"troops": 5},
        {"troops": {"scout": 5}},
        {"actions": None},
        {"commands": {"charge": {"cost": "75"}}},
    ],
)
def test_impossible_dicts_are_refused(data: dict):
    with pytest.raises(RulesError):
        Ruleset.from_dict(data)


@pytest.mark.parametrize("part", ["limits", "board", "economy", "actions", "troops", "commands"])
def test_parts_must_be_of_their_type(part: str):
    for wrong in (None, 5, dict.fromkeys(("scout", "charge"), 3)):
        with pytest.raises(RulesError, match=part):
            Ruleset(**{part: wrong})  # pyright: ignore[reportArgumentType]


def test_an_edit_must_be_text():
    with pytest.raises(RulesError, match="an edit is text"):
        Ruleset().edit(5)  # pyright: ignore[reportArgumentType]


def test_values_are_frozen_hashable_and_identified_by_content():
    rules = Ruleset()
    with pytest.raises(AttributeError):
        rules.max_turns = 3  # pyright: ignore[reportAttributeAccessIssue]
    with pytest.raises(TypeError):
        rules.troops["scout"] = rules.troops["mage"]  # pyright: ignore[reportIndexIssue]
    again = Ruleset().edit("mage.cost=7", "scout.cost=30").edit("scout.cost=25", "mage.cost=100")
    assert again == rules
    assert hash(again) == hash(rules)
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert Ruleset.from_dict(rules.to_dict()) == rules
    parts = [rules.limits, rules.board, rules.economy, rules.actions, rules.troops["mage"]]
    assert all(len(part.digest()) == 16 for part in parts)
    assert ActionSpace.full().digest() != ActionSpace.thesis().digest()


def test_the_standard_digest_is_the_same_on_every_machine():
    assert Ruleset().digest() == "0f6bd6915dad16a5"
