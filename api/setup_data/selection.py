"""`SetupSelection`: every maximal setup of a ruleset in memory, filtered and sorted in an instant.

every = SetupSelection.of(Ruleset())             # 283,717 rows, about a second, 6 MB
rows = every.rows(query, sort="points")          # numbers of the rows, in order
list(every.setups(rows[:50]))
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from ...engine.reading.names import shown
from ...engine.rules.ruleset import Ruleset
from ...engine.rules.stats import COMMANDS, LETTERS
from ...results.questions.rankings import FACTORS
from ...setups.enumerate import Query, enumerate_setups
from ...setups.notation import SetupError
from ...setups.require import Requirement
from ...setups.setup import COMPONENTS, Setup
from .counts import counted_setups

MOST_TROOP_SELECTIONS: Final = 60_000
MOST_SETUPS: Final = 3_000_000
"""Beyond these listing takes more than some seconds, and more memory than a page should cost."""

SORTED_BY: Final = ("points", "troops", "commands", *COMPONENTS)
"""What rows can be sorted by; a letter or a command is how many of it a setup has."""


@dataclass(frozen=True)
class SetupSelection:
    """Maximal setups of a ruleset, in the order in which they are enumerated."""

    rules: Ruleset
    amounts: np.ndarray
    """[rows, 16] how many of each component."""
    points: np.ndarray

    @classmethod
    def of(cls, rules: Ruleset) -> "SetupSelection":
        """Return every maximal setup; rules that allow far more than usual are refused."""
        counts = counted_setups(rules)
        if counts.troops > MOST_TROOP_SELECTIONS or counts.maximal > MOST_SETUPS:
            raise SetupError(
                f"these rules allow {counts.maximal:,} maximal setups of {counts.troops:,} "
                "selections of troops, too many to list at once: lower limits.points or "
                "limits.troops"
            )
        enumeration = enumerate_setups(rules)
        blocks = [block.where(block.maximal) for block in enumeration.blocks()]
        troops, commands = enumeration.troops.astype(np.int8), enumeration.commands.astype(np.int8)
        amounts = [np.hstack((troops[b.troop_rows], commands[b.command_rows])) for b in blocks]
        return cls(
            rules,
            np.concatenate(amounts),
            np.concatenate([block.points for block in blocks]).astype(np.int32),
        )

    @classmethod
    def among(cls, setups: Sequence[Setup], rules: Ruleset) -> "SetupSelection":
        """Return some setups, maximal or not, to be filtered and sorted in the same way."""
        amounts = np.array([setup.amounts for setup in setups], np.int8)
        points = np.array([setup.cost(rules) for setup in setups], np.int32)
        return cls(rules, amounts.reshape(-1, len(COMPONENTS)), points)

    def __len__(self) -> int:
        return len(self.points)

    @property
    def size(self) -> int:
        """The bytes that it takes, with its codes."""
        return self.amounts.nbytes + self.points.nbytes + 8 * len(self)

    def rows(
        self,
        query: Query,
        sort: str | np.ndarray = "",
        *,
        descending: bool = False,
        among: np.ndarray | None = None,
    ) -> np.ndarray:
        """Return the numbers of the rows that answer a query; the order is stable.

        `sort` names a column, or is one; its NaN come last. `among` says which rows may be there.
        """
        wanted = self._wanted(query)
        rows = np.flatnonzero(wanted if among is None else wanted & among)
        if isinstance(sort, str) and not sort:
            return rows[::-1] if descending else rows
        keys = (self._column(sort) if isinstance(sort, str) else sort)[rows]
        return rows[np.argsort(-keys if descending else keys, kind="stable")]

    @cached_property
    def codes(self) -> np.ndarray:
        """The code of each setup, by which rankings know it."""
        return self.amounts.astype(np.int64) @ np.array(FACTORS, np.int64)

    def row_of(self, setup: Setup) -> int | None:
        """Return the number of a setup's row, if it is among these."""
        code = int(np.array(setup.amounts, np.int64) @ np.array(FACTORS, np.int64))
        found = np.flatnonzero(self.codes == code)
        return int(found[0]) if len(found) else None

    def setups(self, rows: Sequence[int] | np.ndarray) -> Iterator[Setup]:
        """Yield the setups of rows."""
        for number in rows:
            yield Setup.of_amounts(self.amounts[int(number)].tolist())

    def _column(self, name: str) -> np.ndarray:
        if name not in SORTED_BY:
            raise SetupError(f"setups are sorted by {', '.join(SORTED_BY)}, not {shown(name)}")
        if name in COMPONENTS:
            return self.amounts[:, COMPONENTS.index(name)]
        return self._totals()[name]

    def _totals(self) -> dict[str, np.ndarray]:
        troops, commands = self.amounts[:, : len(LETTERS)], self.amounts[:, len(LETTERS) :]
        totals = {"troops": troops.sum(axis=1), "commands": commands.sum(axis=1)}
        return totals | {"points": self.points}

    def _wanted(self, query: Query) -> np.ndarray:
        wanted = np.ones(len(self), bool)
        for name, within in (("points", query.points), ("troops", query.troops)):
            if within:
                column = self._totals()[name]
                wanted &= (column >= within[0]) & (column <= within[1])
        for slugs, amount in ((query.with_commands, 1), (query.without_commands, 0)):
            for slug in slugs:
                wanted &= self.amounts[:, len(LETTERS) + COMMANDS.index(slug)] == amount
        for requirement in query.requirements:
            wanted &= np.asarray(requirement.holds(self._value(requirement)))  # pyright: ignore[reportArgumentType]
        return wanted

    def _value(self, requirement: Requirement) -> np.ndarray:
        """Return the left side of a requirement for every row."""
        value = np.full(len(self), requirement.constant, np.int64)
        for name, factor in requirement.factors.items():
            value += factor * self._column(name).astype(np.int64)
        return value
