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
from conquest_opt.balance.measures.usage import Counts
from conquest_opt.balance.rules.fitting import refitted_entrant
from conquest_opt.balance.whatif.result import Compared, Sampled, Side, compared, sampled
from conquest_opt.engine.rules.ruleset import Ruleset
from conquest_opt.setups import catalogue

EDITS = (["archer.range=5"], ["charge.cooldown=3"])
SPACE = {"legal": 0, "maximal": 0, "exact": 0}


def played(
    entrants: Sequence[Entrant], rules: Ruleset, pairs: int, seed: int, referee: Evaluator
) -> Sampled:
    """Return a round robin, the first of its pairs with events."""
    boards, counts = [], Counts(len(entrants) * (len(entrants) - 1))
    for number, count in enumerate((1, pairs - 1)):
        schedule = Schedule(
            entrants=tuple(entrants),
            matchups=round_robin(len(entrants)),
            pairs=count,
            rules=rules,
            seed=2 * seed + number,
        )
        boards.append(referee.play_schedule(schedule, heard=None if number else counts.hear))
    return sampled(boards, counts.counts, 0)


def beside(before: Sampled, after: Sampled, seed: int) -> Compared:
    """Return a comparison, as the command makes it."""
    sides = [Side.of(sample, SPACE, seed=seed) for sample in (before, after)]
    return compared(*sides, edits=(), words=(), fates=(), seed=seed, variants=1)


def false_alarms(entrants: Sequence[Entrant], pairs: int, trials: int, referee: Evaluator) -> None:
    """Print in how many trials with identical rules anything is called beyond noise."""
    rules, same, other, questions = Ruleset(), 0, 0, 0
    families: dict[str, int] = {}
    for trial in range(trials):
        before = played(entrants, rules, pairs, 2 * trial, referee)
        if trial < 3:
            again = played(entrants, rules, pairs, 2 * trial, referee)
            same += bool(beside(before, again, trial).beyond)
        after = played(entrants, rules, pairs, 2 * trial + 1, referee)
        found = beside(before, after, trial)
        questions = len(found.changes)
        other += bool(found.beyond)
        for family in {change.family for change in found.beyond}:
            families[family] = families.get(family, 0) + 1
        if (trial + 1) % 10 == 0:
            print(f"  {trial + 1} trials: {other} with a false alarm {families}", flush=True)
    print(f"identical rules, common seeds: {same} of {min(trials, 3)} trials show a change")
    print(
        f"identical rules, other seeds: {trials - other} of {trials} trials show no change in any "
        f"of {questions} questions (false alarms by family: {families or 'none'})"
    )


def saved_games(entrants: Sequence[Entrant], pairs: int, referee: Evaluator) -> None:
    """Print how many times the games a comparison needs without common seeds."""
    standard = Ruleset()
    before = played(entrants, standard, pairs, 1, referee)
    for edits in EDITS:
        rules = standard.edit(*edits)
        fitted = [refitted_entrant(e, rules, before=standard)[0] for e in entrants]
        variances = []
        for seed in (1, 2):
            after = played(fitted, rules, pairs, seed, referee)
            found = beside(before, after, 1)
            widths = [change.high - change.low for change in found.family("setups")]
            variances.append(np.mean(np.square(widths)))
            alike = float((before.points == after.points).mean())
            beyond = sum(change.beyond for change in found.family("setups"))
            print(
                f"{', '.join(edits)}, {'common' if seed == 1 else 'other'} seeds: mean interval "
                f"of a setup's change +-{50 * np.mean(widths):.2f} %, {100 * alike:.0f} % of pairs "
                f"end alike, {beyond} of {len(widths)} setups beyond noise"
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
    referee = Evaluator(Threads(given.threads), Ruleset())
    print(f"{given.setups} setups, {given.games} games for each two, played by {given.agent}")
    saved_games(entrants, given.games // 2, referee)
    false_alarms(entrants, given.games // 2, given.trials, referee)


if __name__ == "__main__":
    main()
