"""What `whatif` is worth: false alarms where nothing changed, and the games that pairing saves.

    python -m benchmarks.whatif [--trials 100] [--setups 8] [--games 16] [--agent greedy]

1. Identical rules. As the command plays them, with common seeds, every game is the same and nothing
   can differ. The harder trial gives the games after other seeds: then everything differs by luck,
   and a trial fails if any of all its questions is called beyond noise.
2. Two known edits, played with the seeds of before and with others. The variance of a setup's
   change falls by pairing; its ratio is how many times the games an unpaired comparison needs for
   an interval of the same width.
"""

import argparse
from collections.abc import Sequence

import numpy as np
from conquest_opt.arena.play.entrant import Entrant
from conquest_opt.arena.play.schedule import Schedule, round_robin
from conquest_opt.arena.play.threads import Threads
from conquest_opt.arena.run.evaluator import Evaluator
from conquest_opt.balance.measures.change import Change
from conquest_opt.balance.measures.usage import UsageCounts
from conquest_opt.balance.rules.fitting import refitted_entrant
from conquest_opt.balance.whatif.comparison import RulesSample, compared
from conquest_opt.engine.rules.ruleset import Ruleset
from conquest_opt.setups import catalogue

EDITS = (["archer.range=5"], ["charge.cooldown=3"])


def played(
    entrants: Sequence[Entrant], rules: Ruleset, pairs: int, seed: int, evaluator: Evaluator
) -> RulesSample:
    """Return a round robin, the first of its pairs with events."""
    boards, counts = [], UsageCounts(len(entrants) * (len(entrants) - 1))
    for number, count in enumerate((1, pairs - 1)):
        schedule = Schedule(
            entrants=tuple(entrants),
            matchups=round_robin(len(entrants)),
            pairs=count,
            rules=rules,
            seed=2 * seed + number,
        )
        boards.append(
            evaluator.play_schedule(schedule, on_results=None if number else counts.record)
        )
    return RulesSample.of(boards, counts.counts, 0)


def beyond(changes: dict[str, tuple[Change, ...]]) -> list[str]:
    """Return the family of each change that is beyond noise."""
    return [family for family, some in changes.items() for change in some if change.beyond]


def false_alarms(
    entrants: Sequence[Entrant], pairs: int, trials: int, evaluator: Evaluator
) -> None:
    """Print in how many trials with identical rules anything is called beyond noise."""
    rules, same, other, questions = Ruleset(), 0, 0, 0
    families: dict[str, int] = {}
    for trial in range(trials):
        before = played(entrants, rules, pairs, 2 * trial, evaluator)
        if trial < 3:
            again = played(entrants, rules, pairs, 2 * trial, evaluator)
            same += bool(beyond(compared(before, again, seed=trial, variants=1)))
        after = played(entrants, rules, pairs, 2 * trial + 1, evaluator)
        changes = compared(before, after, seed=trial, variants=1)
        questions = sum(map(len, changes.values()))
        other += bool(beyond(changes))
        for family in set(beyond(changes)):
            families[family] = families.get(family, 0) + 1
        if (trial + 1) % 10 == 0:
            print(f"  {trial + 1} trials: {other} with a false alarm {families}", flush=True)
    print(f"identical rules, common seeds: {same} of {min(trials, 3)} trials show a change")
    print(
        f"identical rules, other seeds: {trials - other} of {trials} trials show no change in any "
        f"of {questions} questions (false alarms by family: {families or 'none'})"
    )


def saved_games(entrants: Sequence[Entrant], pairs: int, evaluator: Evaluator) -> None:
    """Print how many times the games a comparison needs without common seeds."""
    standard = Ruleset()
    before = played(entrants, standard, pairs, 1, evaluator)
    for edits in EDITS:
        rules = standard.edit(*edits)
        fitted = [refitted_entrant(e, rules, before=standard)[0] for e in entrants]
        variances = []
        for seed in (1, 2):
            after = played(fitted, rules, pairs, seed, evaluator)
            setups = compared(before, after, seed=1, variants=1)["setups"]
            widths = [change.high - change.low for change in setups]
            variances.append(np.mean(np.square(widths)))
            alike = float((before.points == after.points).mean())
            certain = sum(change.beyond for change in setups)
            print(
                f"{', '.join(edits)}, {'common' if seed == 1 else 'other'} seeds: mean interval "
                f"of a setup's change +-{50 * np.mean(widths):.2f} %, {100 * alike:.0f} % of pairs "
                f"end alike, {certain} of {len(widths)} setups beyond noise"
            )
        print(f"  an unpaired comparison needs {variances[1] / variances[0]:.2f} times the games")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--trials", type=int, default=100)
    parser.add_argument("--setups", type=int, default=8)
    parser.add_argument("--games", type=int, default=16)
    parser.add_argument("--agent", default="greedy")
    parser.add_argument("--threads", type=int)
    given = parser.parse_args()
    names = list(catalogue())
    chosen = [names[n] for n in np.linspace(0, len(names) - 1, given.setups).astype(int)]
    entrants = [Entrant.of(name, given.agent) for name in chosen]
    evaluator = Evaluator(Threads(given.threads), Ruleset())
    print(f"{given.setups} setups, {given.games} games for each two, played by {given.agent}")
    saved_games(entrants, given.games // 2, evaluator)
    false_alarms(entrants, given.games // 2, given.trials, evaluator)


if __name__ == "__main__":
    main()
