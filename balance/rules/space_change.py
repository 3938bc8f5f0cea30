"""What changed rules do to the setups there are: how many, and what becomes of the named ones.

Counting enumerates every legal setup (`setups.enumerate`, proven complete), which takes a second or
two for each set of costs and limits; rules that share these share the count.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ...arena.play.entrant import Entrant
from ...engine.rules.ruleset import Ruleset
from ...setups.enumerate import enumerate_setups
from .fitting import Kind, refitted_entrant


@dataclass(frozen=True, kw_only=True)
class SetupChange:
    """What becomes of a setup under changed rules."""

    entrant: Entrant
    """As it plays after."""
    before: str
    """The setup as text before."""
    kind: Kind
    change: str
    """In words; empty if nothing has to change."""
    room: int
    """Points that the setup as it was leaves unused, where something could be had for them."""
    gained: bool
    """Whether it has room that it did not have."""

    @property
    def label(self) -> str:
        """Its name, or its text before."""
        return self.entrant.label


def setup_changes(
    entrants: Sequence[Entrant], before: Ruleset, after: Ruleset, *, fill: bool
) -> list[SetupChange]:
    """Return what becomes of setups; with `fill` those that gained room are filled up."""
    changes = []
    for entrant in entrants:
        moved, fitted = refitted_entrant(entrant, after, before=before, fill=fill)
        _, old = refitted_entrant(entrant, before, before=before)
        changes.append(
            SetupChange(
                entrant=moved,
                before=entrant.setup,
                kind=fitted.kind,
                change=fitted.change,
                room=fitted.room,
                gained=fitted.room > old.room,
            )
        )
    return changes


class SetupCounter:
    """Counts setups, once for each set of costs and limits."""

    def __init__(self) -> None:
        self._counts: dict[tuple[object, ...], dict[str, int]] = {}

    def count(self, rules: Ruleset) -> dict[str, int]:
        """Return how many setups are legal, maximal, and of exactly the points allowed."""
        key = (
            rules.limits,
            *(troop.cost for troop in rules.troops.values()),
            *(command.cost for command in rules.commands.values()),
        )
        if key not in self._counts:
            counts = enumerate_setups(rules).counts()
            self._counts[key] = {
                "legal": counts["all"],
                "maximal": counts["maximal"],
                "exact": counts["exact"],
            }
        return self._counts[key]
