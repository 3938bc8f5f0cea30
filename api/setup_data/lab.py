"""A setup as somebody builds it: what still fits, where troops may stand, what it is equal to.

No kernel is imported.
"""

from collections.abc import Sequence
from typing import Any

from ...engine.reading.input_error import InputError
from ...engine.rules.army import Army
from ...engine.rules.ruleset import Ruleset
from ...engine.rules.stats import COMMANDS, LETTERS, TROOPS, title
from ...setups import Setup, catalogue
from ...setups.catalogue import NamedSetup
from ...setups.own_setups import OwnSetup, own_setups


def lab_values(setup: Setup, rules: Ruleset) -> dict[str, Any]:
    """Return what somebody who builds a setup wants to know, besides its cost and its faults."""
    formation = setup.formation or standing(setup, rules)
    return {
        "left": _left(setup, rules),
        "components": _components(setup, rules),
        "placing": _placing(rules),
        "formation_given": setup.formation is not None,
        "formation_faults": _formation_faults(setup, rules),
        "mirrored": mirrored(formation, rules),
        "same_as": _same_as(setup, formation),
    }


def _left(setup: Setup, rules: Ruleset) -> dict[str, int]:
    limits = rules.limits
    return {
        "points": limits.points - setup.cost(rules),
        "troops": limits.troops - sum(setup.counts),
        "commands": limits.commands - len(setup.commands),
    }


def _components(setup: Setup, rules: Ruleset) -> list[dict[str, Any]]:
    """Return each troop and command: its cost, how many the setup has, and how many more fit."""
    left = {name: max(value, 0) for name, value in _left(setup, rules).items()}
    troops = [
        {
            "component": letter,
            "name": title(slug),
            "kind": "troop",
            "cost": rules.troops[slug].cost,
            "has": has,
            "more": min(left["points"] // rules.troops[slug].cost, left["troops"]),
        }
        for letter, slug, has in zip(LETTERS, TROOPS, setup.counts, strict=True)
    ]
    commands = [
        {
            "component": slug,
            "name": title(slug),
            "kind": "command",
            "cost": rules.commands[slug].cost,
            "has": int(slug in setup.commands),
            "more": int(
                slug not in setup.commands
                and left["commands"] > 0
                and rules.commands[slug].cost <= left["points"]
            ),
        }
        for slug in COMMANDS
    ]
    return troops + commands


def _placing(rules: Ruleset) -> dict[str, Any]:
    """Return where troops may stand."""
    rows, columns = rules.board.home_rows, rules.board.width
    return {
        "rows": rows,
        "columns": columns,
        "front": 0,
        "text": f"Every troop stands on a square of its own, of {rows} rows of {columns} columns; "
        "row 0 is the front, towards the enemy. Both sides see their formation from behind it: the "
        "second side's is the first side's turned by 180 degrees.",
    }


def _formation_faults(setup: Setup, rules: Ruleset) -> list[str]:
    """Return what is wrong with the given formation, each troop by itself."""
    if setup.formation is None:
        return []
    rows, columns = rules.board.home_rows, rules.board.width
    outside = [
        f"{letter} stands in row {row + 1}, column {column + 1}: "
        f"there are {rows} rows of {columns} columns"
        for row, line in enumerate(setup.formation)
        for column, letter in enumerate(line)
        if letter != " " and not (row < rows and column < columns)
    ]
    if outside:
        return outside
    try:
        Army.from_formation(setup.formation, setup.commands).check(rules)
    except InputError as error:
        return [str(error)]
    return []


def mirrored(formation: Sequence[str], rules: Ruleset) -> list[str]:
    """Return a formation with left and right exchanged."""
    width = rules.board.width
    return [row.ljust(width)[::-1].rstrip() for row in formation]


def _same_as(setup: Setup, formation: Sequence[str]) -> list[dict[str, Any]]:
    """Return the named setups with the same troops and commands."""
    named: list[NamedSetup | OwnSetup] = [*catalogue().values(), *own_setups().values()]
    stands = _trimmed(formation)
    return [
        {
            "name": one.name,
            "own": isinstance(one, OwnSetup),
            "formation": "same" if _trimmed(_formation(one)) == stands else "other",
        }
        for one in named
        if str(one.setup) == str(setup)
    ]


def _formation(named: NamedSetup | OwnSetup) -> Sequence[str]:
    """Return how a named setup stands; one that was saved without a formation in the made one."""
    return named.setup.formation or standing(named.setup, Ruleset())


def _trimmed(formation: Sequence[str]) -> list[str]:
    rows = [row.rstrip() for row in formation]
    while rows and not rows[-1]:
        rows.pop()
    return rows


def standing(setup: Setup, rules: Ruleset) -> tuple[str, ...]:
    """Return how its troops stand where no formation is given; front row first."""
    return setup.army(rules).formation if any(setup.counts) else ()
