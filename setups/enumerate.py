"""Every setup of a ruleset: CP-SAT enumerates the parts, their costs join them.

A setup is troops and commands, and but for the points (and constraints that name both) the two are
independent. CP-SAT therefore enumerates all troop multisets (15,635 for the standard rules) and all
command sets (256), each to completeness: a status other than OPTIMAL is an error, never a short
answer. Every pair of a troop row and a command row is one candidate; costs and mixed constraints
decide with whole-array arithmetic which are setups. One model of everything gives the same set at
4-6 thousand solutions a second; this takes about a second for all 1.7 million.

The variables are the counts and the memberships themselves, so no solution comes twice.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from ortools.sat.python import cp_model

from ..engine.rules.ruleset import Ruleset
from ..engine.rules.stats import COMMANDS, LETTERS
from .notation import SetupError
from .require import Requirement
from .setup import Setup

Progress = Callable[[int], None]
_BLOCK = 4_000_000
"""Pairs looked at in one go: a few dozen megabytes."""


@dataclass(frozen=True, kw_only=True)
class Query:
    """Which setups are wanted, beyond being legal."""

    requirements: tuple[Requirement, ...] = ()
    with_commands: tuple[str, ...] = ()
    without_commands: tuple[str, ...] = ()
    points: tuple[int, int] | None = None
    troops: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        both = set(self.with_commands) & set(self.without_commands)
        if both:
            raise SetupError(f"{sorted(both)[0]} is asked for both with and without")

    def to_dict(self) -> dict[str, Any]:
        """Return the query as plain JSON values, without what was not asked."""
        values = {
            "require": [r.text for r in self.requirements],
            "with": list(self.with_commands),
            "without": list(self.without_commands),
            "points": self.points and list(self.points),
            "troops": self.troops and list(self.troops),
        }
        return {name: value for name, value in values.items() if value}


@dataclass(frozen=True)
class Block:
    """Some setups: rows of the parts, by number, and what they cost."""

    troop_rows: np.ndarray
    command_rows: np.ndarray
    points: np.ndarray
    maximal: np.ndarray
    exact: np.ndarray

    def __len__(self) -> int:
        return len(self.points)

    def where(self, mask: np.ndarray) -> "Block":
        """Return the setups a mask selects."""
        arrays = (self.troop_rows, self.command_rows, self.points, self.maximal, self.exact)
        return Block(*(a[mask] for a in arrays))


@dataclass(frozen=True)
class Enumeration:
    """The parts of every setup of a query, and their join."""

    rules: Ruleset
    query: Query
    troops: np.ndarray = field(repr=False)
    """[rows, 7] counts of each troop."""
    commands: np.ndarray = field(repr=False)
    """[rows, 9] 1 for each command of the set."""

    def blocks(self) -> Iterator[Block]:
        """Yield all legal setups of the query but the empty one, in a fixed order.

        There is always one block, if only an empty one.
        """
        rows = max(_BLOCK // max(len(self.commands), 1), 1)
        for first in range(0, max(len(self.troops), 1), rows):
            yield self._join(np.arange(first, min(first + rows, len(self.troops))))

    def _join(self, troop_rows: np.ndarray) -> Block:
        limits = self.rules.limits
        troop_costs = self.troops[troop_rows] @ _prices(self.rules.troops)
        command_costs = self.commands @ _prices(self.rules.commands)
        points = troop_costs[:, None] + command_costs[None, :]
        low, high = self.query.points or (0, limits.points)
        wanted = (points <= min(limits.points, high)) & (points >= max(low, 1))
        for requirement in self.query.requirements:
            if not _one_sided(requirement):
                value = self._value(requirement, troop_rows, points)
                wanted &= np.asarray(requirement.holds(value))  # pyright: ignore[reportArgumentType]
        i, j = np.nonzero(wanted)
        points_spent = points[i, j]
        left = limits.points - points_spent
        return Block(
            troop_rows[i],
            j,
            points_spent,
            self._full(troop_rows[i], j, left),
            points_spent == limits.points,
        )

    def _value(self, requirement: Requirement, troop_rows: np.ndarray, points: np.ndarray) -> Any:
        """Return a requirement's left side for every pair of a block."""
        troops, commands = _factors(requirement)
        total = (self.troops[troop_rows] @ troops)[:, None] + (self.commands @ commands)[None, :]
        return total + requirement.constant + requirement.factors.get("points", 0) * points

    def _full(self, troop_rows: np.ndarray, command_rows: np.ndarray, left: np.ndarray) -> Any:
        """Return where nothing can be added: no troop, and no command."""
        limits = self.rules.limits
        no_troop = self.troops.sum(axis=1) >= limits.troops
        no_troop_fits = no_troop[troop_rows] | (left < _prices(self.rules.troops).min())
        beyond = limits.points + 1
        fees = _prices(self.rules.commands)
        unused = np.where(self.commands == 1, beyond, fees).min(axis=1, initial=beyond)
        unused[self.commands.sum(axis=1) >= limits.commands] = beyond
        return no_troop_fits & (left < unused[command_rows])

    def counts(self) -> dict[str, int]:
        """Return how many setups there are: all, maximal, and of exactly the limit's points."""
        totals = {"all": 0, "maximal": 0, "exact": 0}
        for block in self.blocks():
            totals["all"] += len(block)
            totals["maximal"] += int(block.maximal.sum())
            totals["exact"] += int(block.exact.sum())
        return totals

    def setups(self, block: Block) -> Iterator[Setup]:
        """Yield a block's setups as values."""
        for i, j in zip(block.troop_rows.tolist(), block.command_rows.tolist(), strict=True):
            slugs = tuple(c for c, on in zip(COMMANDS, self.commands[j], strict=True) if on)
            yield Setup(tuple(self.troops[i].tolist()), slugs)


def enumerate_setups(
    rules: Ruleset, query: Query | None = None, progress: Progress = lambda _: None
) -> Enumeration:
    """Return all setups of the rules that answer the query; `progress` gets the number of parts."""
    query = query or Query()
    return Enumeration(
        rules, query, _troop_parts(rules, query, progress), _command_parts(rules, query)
    )


# ---- the parts, by CP-SAT ------------------------------------------------------------------------


class _Collector(cp_model.CpSolverSolutionCallback):
    """Keeps every solution's values."""

    def __init__(self, variables: list[cp_model.IntVar], progress: Progress) -> None:
        super().__init__()
        self._variables, self._progress = variables, progress
        self.rows: list[list[int]] = []

    def on_solution_callback(self) -> None:
        self.rows.append([self.value(v) for v in self._variables])
        if len(self.rows) % 1000 == 0:
            self._progress(len(self.rows))


def _solve_all(
    model: cp_model.CpModel, variables: list[cp_model.IntVar], progress: Progress
) -> np.ndarray:
    """Return all solutions in sorted order, proven complete."""
    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    solver.parameters.catch_sigint_signal = False  # it would swallow Ctrl-C, and the next one too
    collector = _Collector(variables, progress)
    status = solver.solve(model, collector)
    if status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
        raise RuntimeError(f"the enumeration is not complete: {solver.status_name(status)}")
    return np.array(sorted(collector.rows), np.int64).reshape(-1, len(variables))


def _troop_parts(rules: Ruleset, query: Query, progress: Progress) -> np.ndarray:
    limits, model = rules.limits, cp_model.CpModel()
    counts = [model.new_int_var(0, limits.troops, letter) for letter in LETTERS]
    low, high = query.troops or (0, limits.troops)
    model.add_linear_constraint(sum(counts), low, min(high, limits.troops))
    cost = sum(t.cost * n for t, n in zip(rules.troops.values(), counts, strict=True))
    model.add(cost <= min(limits.points, query.points[1] if query.points else limits.points))
    for requirement in query.requirements:
        if _one_sided(requirement) == "troops":
            _add(model, requirement, counts, _factors(requirement)[0])
    return _solve_all(model, counts, progress)


def _command_parts(rules: Ruleset, query: Query) -> np.ndarray:
    limits, model = rules.limits, cp_model.CpModel()
    switches = [model.new_bool_var(slug) for slug in COMMANDS]
    model.add(sum(switches) <= limits.commands)
    cost = sum(c.cost * x for c, x in zip(rules.commands.values(), switches, strict=True))
    model.add(cost <= limits.points)
    for slug in query.with_commands:
        model.add(switches[COMMANDS.index(slug)] == 1)
    for slug in query.without_commands:
        model.add(switches[COMMANDS.index(slug)] == 0)
    for requirement in query.requirements:
        if _one_sided(requirement) == "commands":
            _add(model, requirement, switches, _factors(requirement)[1])
    return _solve_all(model, switches, lambda _: None)


def _add(model: cp_model.CpModel, requirement: Requirement, variables: Any, factors: Any) -> None:
    terms = zip(factors.tolist(), variables, strict=True)
    left = sum(f * v for f, v in terms) + requirement.constant
    model.add(requirement.holds(left))  # pyright: ignore[reportArgumentType]


def _factors(requirement: Requirement) -> tuple[np.ndarray, np.ndarray]:
    """Return a requirement's factors of each troop and each command, without `points`."""
    names = requirement.factors
    troops = [names.get(letter, 0) + names.get("troops", 0) for letter in LETTERS]
    commands = [names.get(slug, 0) + names.get("commands", 0) for slug in COMMANDS]
    return np.array(troops, np.int64), np.array(commands, np.int64)


def _one_sided(requirement: Requirement) -> str | None:
    """Return the part a requirement is about, or None if it is about both."""
    troops, commands = _factors(requirement)
    if "points" in requirement.factors or (troops.any() and commands.any()):
        return None
    return "commands" if commands.any() else "troops"


def _prices(table: Any) -> np.ndarray:
    return np.array([entry.cost for entry in table.values()], np.int64)
