"""`Space`: which setups a search may propose: legal, maximal, playable, within constraints.

Whatever genes come in, a member of the space comes out. Without constraints repair is direct: take
away at random until the limits hold, add at random until nothing fits. Constraints are first tried
by luck; where that fails CP-SAT finds the member nearest to what was wanted (`repair`), or proves
that there is none.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random

from ...engine.rules.ruleset import Ruleset
from ...engine.rules.stats import COMMANDS, LETTERS
from ...setups.enumerate import Query
from ...setups.notation import SetupError
from ...setups.require import Requirement
from ...setups.setup import Setup
from .errors import EvolveError
from .repair import nearest

_TRIES = 12
"""Repairs by chance before CP-SAT is asked: about as long as one of its answers takes."""


@dataclass(frozen=True)
class Space:
    """The setups of a ruleset that are maximal, can be played, and answer a query."""

    rules: Ruleset
    query: Query = field(default_factory=Query)

    def accepts(self, setup: Setup) -> bool:
        """Return whether a setup belongs to the space."""
        return (
            setup.is_maximal(self.rules)
            and self.answers(setup)
            and 1 <= sum(setup.counts) <= self.room
        )

    def random(self, generator: Random) -> Setup:
        """Return a member: things that fit, one after the other, until nothing does."""
        return self.repaired([0] * len(LETTERS), [], generator)

    def repaired(self, counts: Sequence[int], commands: Sequence[str], generator: Random) -> Setup:
        """Return a member near to what is wanted, without a formation."""
        wanted = Setup(tuple(counts), tuple(commands))
        for _ in range(_TRIES):
            candidate = self._filled(self._trimmed(wanted, generator), generator)
            if self.accepts(candidate):
                return candidate
        empty = not any(counts) and not commands
        target = self._filled(wanted, generator) if empty else wanted
        candidate = nearest(target, self.rules, self.query, self.room, generator)
        if candidate is None:
            reason = "that answers the constraints" if self.query != Query() else "by these rules"
            raise EvolveError(f"there is no maximal setup {reason}: nothing to search among")
        return candidate

    @cached_property
    def room(self) -> int:
        """The most troops that the rules allow and the board has room for."""
        for number in range(self.rules.limits.troops, 0, -1):
            try:
                army = Setup((number, *[0] * (len(LETTERS) - 1))).army(self.rules)
            except SetupError:
                continue
            if len(army.troops) == number:
                return number
        board = self.rules.board
        raise EvolveError(
            f"{board.home_rows} rows of {board.width} columns have no room for a troop"
        )

    # ---- repair ----------------------------------------------------------------------------------

    def _trimmed(self, setup: Setup, generator: Random) -> Setup:
        """Return a setup without what breaks a limit, which goes at random."""
        limits, counts = self.rules.limits, list(setup.counts)
        commands = [c for c in setup.commands if c not in self.query.without_commands]
        while True:
            current = Setup(tuple(counts), tuple(commands))
            troops = [n for n, count in enumerate(counts) for _ in range(count)]
            dear = current.cost(self.rules) > limits.points
            crowded = len(troops) > min(limits.troops, self.room)
            if not dear and not crowded and len(commands) <= limits.commands:
                return current
            bought: list[int | str] = []
            bought += troops if dear or crowded else []
            bought += commands if dear or len(commands) > limits.commands else []
            gone = generator.choice(bought)
            if isinstance(gone, int):
                counts[gone] -= 1
            else:
                commands.remove(gone)

    def _filled(self, setup: Setup, generator: Random) -> Setup:
        """Return a setup to which things that fit were added at random until nothing did."""
        counts, commands = list(setup.counts), list(setup.commands)
        for slug in self.query.with_commands:
            if slug in setup.additions(self.rules):
                commands.append(slug)
                setup = Setup(tuple(counts), tuple(commands))
        while fits := setup.additions(self.rules):
            liked = [f for f in fits if f not in self.query.without_commands] or fits
            added = generator.choice(liked)
            if added in COMMANDS:
                commands.append(added)
            else:
                counts[LETTERS.index(added)] += 1
            setup = Setup(tuple(counts), tuple(commands))
        return setup

    # ---- constraints -----------------------------------------------------------------------------

    def answers(self, setup: Setup) -> bool:
        """Return whether a setup is within the constraints, legal or not."""
        query, points, troops = self.query, setup.cost(self.rules), sum(setup.counts)
        return (
            set(query.with_commands) <= set(setup.commands)
            and not set(query.without_commands) & set(setup.commands)
            and (query.points is None or query.points[0] <= points <= query.points[1])
            and (query.troops is None or query.troops[0] <= troops <= query.troops[1])
            and all(r.holds(_value(r, setup, points)) for r in query.requirements)
        )


def _value(requirement: Requirement, setup: Setup, points: int) -> int:
    """Return a requirement's left side for a setup."""
    figures = dict(zip(LETTERS, setup.counts, strict=True))
    figures |= {slug: int(slug in setup.commands) for slug in COMMANDS}
    figures |= {"troops": sum(setup.counts), "commands": len(setup.commands), "points": points}
    terms = (factor * figures[name] for name, factor in requirement.factors.items())
    return sum(terms) + requirement.constant
