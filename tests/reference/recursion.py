"""Every setup by plain recursion: no solver, no arrays; the oracle of the enumeration.

A setup is kept as one number: counts as base-17 digits, then commands as bits.
"""

from collections.abc import Iterator

from conquest_opt.engine import Ruleset


def key(counts: list[int], commands: set[int]) -> int:
    """Return a setup's number."""
    number = 0
    for count in counts:
        number = 17 * number + count
    return (number << 9) + sum(1 << c for c in commands)


def all_setups(rules: Ruleset) -> Iterator[tuple[int, int, bool]]:
    """Yield (key, cost, maximal) of every legal setup but the empty one."""
    troop_costs = [t.cost for t in rules.troops.values()]
    command_costs = [c.cost for c in rules.commands.values()]
    limits = rules.limits

    def add_commands(
        counts: list[int], left: int, chosen: set[int], first: int
    ) -> Iterator[tuple[int, int, bool]]:
        if sum(counts) or chosen:
            troop_fits = sum(counts) < limits.troops and min(troop_costs) <= left
            command_fits = len(chosen) < limits.commands and any(
                cost <= left for i, cost in enumerate(command_costs) if i not in chosen
            )
            yield key(counts, chosen), limits.points - left, not troop_fits and not command_fits
        if len(chosen) < limits.commands:
            for i in range(first, len(command_costs)):
                if command_costs[i] <= left:
                    yield from add_commands(counts, left - command_costs[i], chosen | {i}, i + 1)

    def add_troops(counts: list[int], left: int, kind: int) -> Iterator[tuple[int, int, bool]]:
        if kind == len(troop_costs):
            yield from add_commands(counts, left, set(), 0)
            return
        room = limits.troops - sum(counts)
        for number in range(min(room, left // troop_costs[kind]) + 1):
            spent = number * troop_costs[kind]
            yield from add_troops([*counts, number], left - spent, kind + 1)

    yield from add_troops([], limits.points, 0)
