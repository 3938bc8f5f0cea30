"""Setups under changed rules: kept where they are legal, repaired where they are not.

    fitted = refitted(setup, rules)
    fitted.setup, fitted.change        # the second says in words what became of it

A setup that breaks a limit becomes the nearest maximal one: the fewest points bought and sold, by
CP-SAT. One that gained room is filled up if asked. Troops that stay keep their squares. The answer
depends on setup and rules alone. Nothing is kept that no player could buy, unless it was over the
limits before (`before`): two of the named setups are played as published, and go on to be.
"""

from dataclasses import dataclass, replace
from random import Random
from typing import Literal

import msgspec

from ...arena.play.entrant import Entrant
from ...engine.rules.ruleset import Ruleset
from ...engine.rules.stats import COMMANDS, LETTERS, TROOPS, title
from ...evolve.proposals import formations
from ...evolve.proposals.repair import nearest
from ...evolve.proposals.space import Space
from ...setups.enumerate import Query
from ...setups.notation import read_text
from ...setups.setup import Setup
from .errors import BalanceError

Kind = Literal["kept", "moved", "repaired", "filled", "over"]


@dataclass(frozen=True, kw_only=True)
class Fitted:
    """A setup as it is played under other rules."""

    setup: Setup
    change: str = ""
    """What became of it, in words; empty if it is as it was and legal."""
    kind: Kind = "kept"
    """kept, moved (only its formation), repaired, filled, or over the limits as before."""
    room: int = 0
    """Points that it leaves, as it was given, where something could be bought for them."""


class _Plain(Random):
    """A generator without chance: of prices that `nearest` would vary it gets the plain ones."""

    def randrange(self, *_: object, **__: object) -> int:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Return 0."""
        return 0


def refitted(
    setup: Setup, rules: Ruleset, *, before: Ruleset | None = None, fill: bool = False
) -> Fitted:
    """Return a setup under rules, the same, repaired or, if asked, filled up.

    With the rules before, one that broke a limit then is kept if it still does, and one that left
    room then is not filled.
    """
    bare = Setup(setup.counts, setup.commands)
    if before and bare.faults(before) and bare.faults(rules):
        change = (
            f"{'; '.join(bare.faults(rules))}; it was over the limits before and is kept as it is"
        )
        return Fitted(setup=_placed(setup, setup, rules), change=change, kind="over")
    crowded = sum(setup.counts) > Space(rules).room
    if bare.faults(rules) or crowded or not sum(setup.counts):
        return _changed(setup, rules, "repaired")
    room = _room(bare, rules)
    if room and fill and not (before and bare.additions(before)):
        return replace(_changed(setup, rules, "filled"), room=room)
    placed = _placed(setup, setup, rules)
    if placed.formation != setup.formation:
        change = "its formation does not fit the board: its troops stand anew"
        return Fitted(setup=placed, change=change, kind="moved", room=room)
    return Fitted(setup=setup, room=room)


def refitted_entrant(
    entrant: Entrant, rules: Ruleset, *, before: Ruleset | None = None, fill: bool = False
) -> tuple[Entrant, Fitted]:
    """Return an entrant under rules, by its own name, and what became of its setup."""
    counts, commands = read_text(entrant.setup)
    fitted = refitted(Setup(counts, commands, entrant.formation), rules, before=before, fill=fill)
    name = entrant.name or (entrant.setup if str(fitted.setup) != entrant.setup else None)
    moved = msgspec.structs.replace(
        entrant, setup=str(fitted.setup), name=name, formation=fitted.setup.formation
    )
    return moved, fitted


def _changed(setup: Setup, rules: Ruleset, kind: Kind) -> Fitted:
    """Return the nearest maximal setup; filled, nothing that was there may go."""
    space = Space(rules)
    fit = _filled(setup, rules) if kind == "filled" else None
    fit = fit or nearest(setup, rules, Query(), space.room, _Plain(0))
    if fit is None:
        raise BalanceError(f"{setup}: there is no maximal setup by these rules to repair it to")
    faults = Setup(setup.counts, setup.commands).faults(rules)
    why = "; ".join(faults) if kind == "repaired" else f"leaves {_room(setup, rules)} points"
    if not faults and kind == "repaired":
        why = (
            f"{sum(setup.counts)} troops have no room on the board"
            if any(setup.counts)
            else ("has no troop")
        )
    change = f"{why}: it {_difference(setup, fit)}"
    return Fitted(setup=_placed(fit, setup, rules), change=change, kind=kind)


def _filled(setup: Setup, rules: Ruleset) -> Setup | None:
    """Return the setup with the dearest things that fit added one after the other.

    None if what fits has no room on the board.
    """
    counts, commands, room = list(setup.counts), list(setup.commands), Space(rules).room
    while True:
        current = Setup(tuple(counts), tuple(commands))
        fits = [f for f in current.additions(rules) if f in COMMANDS or sum(counts) < room]
        if not fits:
            return current if current.is_maximal(rules) else None
        best = max(fits, key=lambda thing: _price(thing, rules))
        if best in COMMANDS:
            commands.append(best)
        else:
            counts[LETTERS.index(best)] += 1


def _price(thing: str, rules: Ruleset) -> int:
    if thing in COMMANDS:
        return rules.commands[thing].cost
    return rules.troops[TROOPS[LETTERS.index(thing)]].cost


def _room(setup: Setup, rules: Ruleset) -> int:
    """Return the points left, if anything can be had for them."""
    bare = Setup(setup.counts, setup.commands)
    return rules.limits.points - bare.cost(rules) if bare.additions(rules) else 0


def _placed(setup: Setup, parent: Setup, rules: Ruleset) -> Setup:
    """Return a setup that stands as its parent did, as far as the board lets it."""
    if parent.formation is None:
        return Setup(setup.counts, setup.commands)
    if parent.counts == setup.counts:
        rows = parent.formation
    else:
        rows = formations.inherited(parent.formation, setup.counts, rules, Random(0))
    placed = Setup(setup.counts, setup.commands, rows)
    try:
        placed.army(rules)
    except ValueError:
        return Setup(setup.counts, setup.commands)
    return placed


def _difference(old: Setup, new: Setup) -> str:
    """Return what was sold and bought, in words."""
    sold = [name for name, count in _things(old, new) for _ in range(count)]
    bought = [name for name, count in _things(new, old) for _ in range(count)]
    parts = [f"sells {_listed(sold)}" if sold else "", f"buys {_listed(bought)}" if bought else ""]
    return " and ".join(part for part in parts if part) or "stays as it is"


def _things(one: Setup, other: Setup) -> list[tuple[str, int]]:
    """Return what the first has more of, by name."""
    troops = [
        (slug, mine - theirs)
        for slug, mine, theirs in zip(TROOPS, one.counts, other.counts, strict=True)
        if mine > theirs
    ]
    return troops + [(c, 1) for c in one.commands if c not in other.commands]


def _listed(names: list[str]) -> str:
    """Return names with their numbers: 2 Scouts, a Knight and Charge."""
    words = []
    for name in dict.fromkeys(names):
        count = names.count(name)
        if name in COMMANDS:
            words.append(title(name))
        elif count > 1:
            words.append(f"{count} {title(name)}s")
        else:
            words.append(f"{'an' if name == 'archer' else 'a'} {title(name)}")
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
