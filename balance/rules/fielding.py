"""The setups that changed rules are judged by, fitted to them: none plays what no player could buy.

fielded(entrants, rules, seed)       each refitted, and no two the same
diverse(rules, count)                named setups that are unlike each other
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import msgspec

from ...arena.play.entrant import Entrant
from ...engine.reading.input_error import mention
from ...engine.rules.ruleset import Ruleset
from ...engine.rules.seeds import derive
from ...engine.rules.stats import COMMANDS
from ...evolve.proposals.space import Space
from ...setups.catalogue import legal_catalogue
from ...setups.setup import Setup
from .errors import BalanceError
from .fitting import refitted_entrant


@dataclass(frozen=True, kw_only=True)
class FieldedSetup:
    """A setup at a place of the table, and how it came there."""

    entrant: Entrant
    fate: str = "kept"
    """kept, moved, repaired, filled, replaced or adapted."""
    change: str = ""
    """What became of it, in words."""


def diverse(rules: Ruleset, count: int) -> list[str]:
    """Return so many named setups that are legal by the rules and unlike each other.

    The first is the thesis's default; each further one is as far as can be from those chosen, by
    troops and commands.
    """
    setups = legal_catalogue(rules)
    if len(setups) < 2:
        said = f"these rules allow hardly any named setup: give {mention('setups')} of your own"
        raise BalanceError(said, field="setups")
    chosen = ["Default" if "Default" in setups else next(iter(setups))]
    while len(chosen) < min(count, len(setups)):
        left = [name for name in setups if name not in chosen]
        chosen.append(
            max(left, key=lambda n: min(_apart(setups[n].setup, setups[c].setup) for c in chosen))
        )
    return chosen


def _apart(one: Setup, other: Setup) -> int:
    """Return how many troops and commands two setups do not share."""
    troops = sum(abs(a - b) for a, b in zip(one.counts, other.counts, strict=True))
    return troops + sum((c in one.commands) != (c in other.commands) for c in COMMANDS)


def fielded(entrants: Sequence[Entrant], rules: Ruleset, seed: int) -> tuple[FieldedSetup, ...]:
    """Return setups under rules: each refitted, and no two the same."""
    setups: list[FieldedSetup] = []
    texts: set[str] = set()
    for number, entrant in enumerate(entrants):
        fitted, how = refitted_entrant(entrant, rules, fill=True)
        one = FieldedSetup(entrant=fitted, fate=how.kind, change=how.change)
        if fitted.setup in texts:
            one = _another(one, texts, rules, Random(derive(seed, number)))
        texts.add(one.entrant.setup)
        setups.append(one)
    return tuple(setups)


def _another(
    same: FieldedSetup, texts: set[str], rules: Ruleset, generator: Random
) -> FieldedSetup:
    """Return another setup in the place of one that became the same as another."""
    space, entrant = Space(rules), same.entrant
    for _ in range(100):
        text = str(space.random(generator))
        if text not in texts:
            change = f"became {entrant.setup}, which plays already: {text} plays instead"
            other = msgspec.structs.replace(entrant, setup=text, formation=None, name=entrant.label)
            return FieldedSetup(entrant=other, fate="replaced", change=change)
    raise BalanceError("these rules leave too few different setups to compare")
