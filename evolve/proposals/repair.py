"""`nearest`: the maximal setup within constraints that is nearest to a wanted one, by CP-SAT.

Near means that little has to be bought or sold: each troop or command that differs counts its
price, made up to a half dearer at random, so that of many setups as near as each other not always
the same is found. One worker and no limit of time: the same generator gives the same setup.
"""

from random import Random
from typing import Any

from ortools.sat.python import cp_model

from ...engine.rules.ruleset import Ruleset
from ...engine.rules.stats import COMMANDS, LETTERS
from ...setups.enumerate import Query
from ...setups.setup import Setup


def nearest(
    target: Setup, rules: Ruleset, query: Query, room: int, generator: Random
) -> Setup | None:
    """Return the nearest maximal setup of 1 to `room` troops; None if there is none at all."""
    model = cp_model.CpModel()
    counts = [model.new_int_var(0, room, letter) for letter in LETTERS]
    chosen = [model.new_bool_var(slug) for slug in COMMANDS]
    low, high = query.troops or (1, room)
    model.add_linear_constraint(sum(counts), max(low, 1), min(high, room))
    prices = [t.cost for t in rules.troops.values()]
    fees = [c.cost for c in rules.commands.values()]
    cost = sum(p * n for p, n in zip(prices, counts, strict=True))
    cost += sum(p * x for p, x in zip(fees, chosen, strict=True))
    low, high = query.points or (0, rules.limits.points)
    model.add_linear_constraint(cost, low, min(high, rules.limits.points))
    model.add(sum(chosen) <= rules.limits.commands)
    _constrain(model, query, counts, chosen, cost)
    _make_maximal(model, rules, counts, chosen, cost)
    model.minimize(_distance(model, target, (prices, fees), counts, chosen, generator))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.catch_sigint_signal = False
    if solver.solve(model) != cp_model.OPTIMAL:
        return None
    bought = [slug for slug, x in zip(COMMANDS, chosen, strict=True) if solver.value(x)]
    return Setup(tuple(solver.value(n) for n in counts), tuple(bought))


def _constrain(
    model: cp_model.CpModel, query: Query, counts: list[Any], chosen: list[Any], cost: Any
) -> None:
    for slug in query.with_commands:
        model.add(chosen[COMMANDS.index(slug)] == 1)
    for slug in query.without_commands:
        model.add(chosen[COMMANDS.index(slug)] == 0)
    figures: dict[str, Any] = dict(zip((*LETTERS, *COMMANDS), (*counts, *chosen), strict=True))
    figures |= {"troops": sum(counts), "commands": sum(chosen), "points": cost}
    for requirement in query.requirements:
        terms = [factor * figures[name] for name, factor in requirement.factors.items()]
        if terms:
            left: Any = sum(terms) + requirement.constant
            model.add(requirement.holds(left))  # pyright: ignore[reportArgumentType]
        elif not requirement.holds(requirement.constant):
            model.add_bool_or([])  # 1 > 2, say: nothing answers it


def _make_maximal(
    model: cp_model.CpModel, rules: Ruleset, counts: list[Any], chosen: list[Any], cost: Any
) -> None:
    """Allow only setups to which nothing can be added: no troop, and no command."""
    limits = rules.limits
    crowded = model.new_bool_var("all troops")
    model.add(sum(counts) >= limits.troops).only_enforce_if(crowded)
    model.add_bool_or([crowded, _dear(model, rules, cost, min(_prices(rules.troops)))])
    complete = model.new_bool_var("all commands")
    model.add(sum(chosen) >= limits.commands).only_enforce_if(complete)
    for x, fee in zip(chosen, _prices(rules.commands), strict=True):
        model.add_bool_or([x, complete, _dear(model, rules, cost, fee)])


def _dear(model: cp_model.CpModel, rules: Ruleset, cost: Any, price: int) -> Any:
    """Return a variable that may be true only if something of this price no longer fits."""
    dear = model.new_bool_var(f"no {price} points left")
    model.add(cost >= rules.limits.points - price + 1).only_enforce_if(dear)
    return dear


def _distance(
    model: cp_model.CpModel,
    setup: Setup,
    prices: tuple[list[int], list[int]],
    counts: list[Any],
    chosen: list[Any],
    generator: Random,
) -> Any:
    terms: list[Any] = []
    for price, n, target in zip(prices[0], counts, setup.counts, strict=True):
        apart = model.new_int_var(0, 1000, "")
        model.add(apart >= n - target)
        model.add(apart >= target - n)
        terms.append(_dearer(price, generator) * apart)
    for price, x, slug in zip(prices[1], chosen, COMMANDS, strict=True):
        other = 1 - x if slug in setup.commands else x
        terms.append(_dearer(price, generator) * other)
    return sum(terms)


def _dearer(price: int, generator: Random) -> int:
    return 2 * price + generator.randrange(price + 1)


def _prices(table: Any) -> list[int]:
    return [entry.cost for entry in table.values()]
