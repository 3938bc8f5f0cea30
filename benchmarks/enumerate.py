"""How much faster the joined parts are than one model of whole setups, in one run.

    python -m benchmarks.enumerate [--json] [--solutions N]

The one model enumerates maximal setups and is stopped after N solutions (default 40,000: about ten
seconds); its rate over all of them is what the ratio is taken from, which favours it, since the
proof that nothing is left comes on top.
"""

import argparse
import json
import resource
import time

from conquest_opt.engine.rules.ruleset import Ruleset
from conquest_opt.setups.enumerate import enumerate_setups
from ortools.sat.python import cp_model


class _Stop(cp_model.CpSolverSolutionCallback):
    """Reads every solution, as a user would, and stops after so many."""

    def __init__(self, variables: list[cp_model.IntVar], solutions: int) -> None:
        super().__init__()
        self.variables, self.left, self.rows = variables, solutions, []

    def on_solution_callback(self) -> None:
        self.rows.append([self.value(v) for v in self.variables])
        self.left -= 1
        if not self.left:
            self.stop_search()


def one_model(rules: Ruleset, solutions: int) -> float:
    """Return solutions a second of one CP-SAT model of all maximal setups."""
    model, limits = cp_model.CpModel(), rules.limits
    counts = [model.new_int_var(0, limits.troops, name) for name in rules.troops]
    chosen = [model.new_bool_var(name) for name in rules.commands]
    prices = [t.cost for t in rules.troops.values()]
    fees = [c.cost for c in rules.commands.values()]
    cost = sum(p * n for p, n in zip(prices, counts, strict=True))
    cost += sum(f * x for f, x in zip(fees, chosen, strict=True))
    model.add(sum(counts) <= limits.troops)
    model.add(sum(chosen) <= limits.commands)
    model.add(cost <= limits.points)
    # Each of these is decided by the setup, in both directions, so that no solution repeats.
    full, complete = model.new_bool_var("full"), model.new_bool_var("complete")
    model.add(sum(counts) == limits.troops).only_enforce_if(full)
    model.add(sum(counts) < limits.troops).only_enforce_if(~full)
    model.add(sum(chosen) == limits.commands).only_enforce_if(complete)
    model.add(sum(chosen) < limits.commands).only_enforce_if(~complete)
    model.add(cost > limits.points - min(prices)).only_enforce_if(~full)
    for fee, x in zip(fees, chosen, strict=True):
        model.add(cost > limits.points - fee).only_enforce_if(~complete, ~x)
    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    collector = _Stop([*counts, *chosen], solutions)
    begin = time.perf_counter()
    solver.solve(model, collector)
    return len(collector.rows) / (time.perf_counter() - begin)


def measure(solutions: int) -> dict[str, float]:
    rules = Ruleset()
    rate = one_model(rules, solutions)
    begin = time.perf_counter()
    counts = enumerate_setups(rules).counts()
    parts = time.perf_counter() - begin
    return {
        "maximal": counts["maximal"],
        "parts_s": parts,
        "one_model_solutions_per_s": rate,
        "one_model_s": counts["maximal"] / rate,
        "ratio": counts["maximal"] / rate / parts,
        "max_rss_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.add_argument("--solutions", type=int, default=40_000)
    options = parser.parse_args()
    figures = measure(options.solutions)
    if options.json:
        print(json.dumps(figures))
        return
    print(f"joined parts           {figures['parts_s']:8.2f} s for all {figures['maximal']:,}")
    print(f"one model              {figures['one_model_s']:8.2f} s at its rate over the first")
    print(f"                       {figures['one_model_solutions_per_s']:8.0f} solutions/s")
    print(f"ratio                  {figures['ratio']:8.1f} x   bar 10 x")
    print(f"memory                 {figures['max_rss_mb']:8.0f} MB")


if __name__ == "__main__":
    main()
