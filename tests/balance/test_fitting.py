"""Setups under changed rules: repaired by as little as possible, filled, never silently kept."""

from itertools import product

import pytest
from conquest_opt.arena.play.entrant import Entrant
from conquest_opt.balance.rules.fitting import refitted, refitted_entrant
from conquest_opt.engine.rules.ruleset import Ruleset
from conquest_opt.engine.rules.stats import COMMANDS
from conquest_opt.setups import catalogue
from conquest_opt.setups.setup import Setup

STANDARD = Ruleset()


def distance(one: Setup, other: Setup, rules: Ruleset) -> int:
    """Return the points bought and sold between two setups."""
    troops = zip(one.counts, other.counts, rules.troops.values(), strict=True)
    apart = sum(abs(a - b) * troop.cost for a, b, troop in troops)
    differing = set(one.commands) ^ set(other.commands)
    return apart + sum(rules.commands[slug].cost for slug in differing)


@pytest.mark.parametrize(
    "edits",
    [
        ["champion.cost=225"],
        ["champion.cost=175", "charge.cost=50"],
        ["limits.troops=7"],
        ["limits.commands=2"],
        ["limits.points=600"],
        ["board.width=9", "limits.points=700"],
    ],
)
def test_every_named_setup_is_legal_or_said_to_be_over(edits: list[str]):
    rules = STANDARD.edit(*edits)
    for name in catalogue():
        entrant = Entrant.of(name, "random")
        moved, fitted = refitted_entrant(entrant, rules, before=STANDARD, fill=True)
        assert moved.label == name
        moved.army(rules)
        if fitted.kind == "over":
            assert name == "MeleeMeltdown"
            assert "over the limits before" in fitted.change
            continue
        assert not fitted.setup.faults(rules)
        changed = moved.setup != entrant.setup or moved.formation != entrant.formation
        assert bool(fitted.change) == changed
        if fitted.kind in ("repaired", "filled"):
            assert fitted.setup.is_maximal(rules)
        strict = refitted(Setup.parse(str(fitted.setup)), rules)
        assert strict.kind == "kept"


def test_the_same_rules_keep_everything():
    for name in catalogue():
        entrant = Entrant.of(name, "random")
        moved, fitted = refitted_entrant(entrant, STANDARD, before=STANDARD, fill=True)
        assert moved == entrant
        assert fitted.kind == ("over" if name == "MeleeMeltdown" else "kept")
    alone, fitted = refitted_entrant(Entrant.of("MeleeMeltdown", "random"), STANDARD)
    assert fitted.kind == "repaired"
    assert "50 over the limit" in fitted.change
    assert alone.label == "MeleeMeltdown"


def test_a_repair_is_the_smallest_there_is():
    rules = STANDARD.edit("limits.points=350", "limits.troops=4", "limits.commands=2")
    wanted = Setup.from_text("SFHKC:charge,chastise")
    chosen = [c for n in range(3) for c in _some(COMMANDS, n)]
    every = (
        Setup(counts, commands)
        for counts in product(*(range(n + 1) for n in (4, 4, 4, 3, 3, 3, 1)))
        if 0 < sum(counts) <= 4
        for commands in chosen
    )
    least = min(distance(wanted, s, rules) for s in every if s.is_maximal(rules))
    setup = refitted(wanted, rules)
    assert setup.setup.is_maximal(rules)
    assert distance(wanted, setup.setup, rules) == least
    assert setup == refitted(wanted, rules)


def _some(names: tuple[str, ...], number: int) -> list[tuple[str, ...]]:
    if not number:
        return [()]
    rest = _some(names, number - 1)
    return [(*some, n) for some in rest for n in names if not some or n > some[-1]]


def test_room_is_filled_only_if_asked_and_new():
    rules = STANDARD.edit("champion.cost=175")
    setup = Setup.parse("SuperChampioneer")
    kept = refitted(setup, rules)
    assert (kept.kind, kept.change, kept.room) == ("kept", "", 100)
    filled = refitted(setup, rules, fill=True)
    assert filled.change == "leaves 100 points: it buys an Archer"
    assert filled.setup.cost(rules) == 1000
    spare = Setup.parse("IAmWarrior")  # leaves 25 points by the standard rules already
    assert refitted(spare, rules, before=STANDARD, fill=True).kind == "kept"
    assert refitted(spare, rules, fill=True).kind == "filled"


def test_troops_that_stay_keep_their_squares():
    rules = STANDARD.edit("champion.cost=225")
    old = Entrant.of("Default", "random")
    new, fitted = refitted_entrant(old, rules)
    assert fitted.change == "costs 1025, 25 over the limit of 1000: it sells a Scout"
    assert old.formation is not None
    assert new.formation is not None
    before = {(r, c): x for r, row in enumerate(old.formation) for c, x in enumerate(row)}
    after = {(r, c): x for r, row in enumerate(new.formation) for c, x in enumerate(row)}
    troops = {square for square, letter in after.items() if letter.strip(". ")}
    assert all(before[square] == after[square] for square in troops)
    assert len(troops) == 9
