"""What `whatif` is worth: false alarms where nothing changed, and the games that pairing saves.

    python -m benchmarks.whatif [--trials 100] [--setups 8] [--levels greedy=12 quick=4 medium=2/4]

1. Identical rules. As the command plays them, with common seeds, every game is the same and nothing
   can differ. The harder trial gives the games after other seeds: then everything differs by luck,
   and a trial fails if any of all its questions is called beyond noise.
2. Two known edits, played with the seeds of before and with others. The variance of a setup's
   change falls by pairing; its ratio is how many times the games an unpaired comparison needs for
   an interval of the same width.

Games are of several levels, as those of the command: AGENT=GAMES for each two setups, the judge
last; with /OPPONENTS each setup meets so many others. The default is small: a trial takes about six
seconds on one core.
"""

import argparse
from collections.abc import Sequence

import msgspec
import numpy as np
from conquest_opt.arena.play.entrant import Entrant
from conquest_opt.arena.play.result_board import ResultBoard
from conquest_opt.arena.play.schedule import Schedule
from conquest_opt.arena.play.threads import Threads
from conquest_opt.arena.run.evaluator import Evaluator
from conquest_opt.balance.measures.boards import merged
from conquest_opt.balance.measures.change import Change
from conquest_opt.balance.measures.usage import UsageCounts
from conquest_opt.balance.rules.fitting import refitted_entrant
from conquest_opt.balance.whatif.comparison import RulesSample, compared
from conquest_opt.balance.whatif.sizes import LevelPlan
from conquest_opt.engine.rules.ruleset import Ruleset
from conquest_opt.engine.rules.seeds import derive
from conquest_opt.setups import catalogue

EDITS = (["archer.range=5"], ["charge.cooldown=3"])
MEETING_SEED = 1
"""Who meets whom where not all do: the same in all trials."""


class TrialPlayer:
    """Plays the games of all levels under some rules."""

    def __init__(self, levels: Sequence[LevelPlan], evaluator: Evaluator) -> None:
        self._levels, self._evaluator = levels, evaluator

    def played(self, entrants: Sequence[Entrant], rules: Ruleset, seed: int) -> RulesSample:
        """Return the games of each level, the first pairs of the judge's with events."""
        *below, judge = self._levels
        boards = [
            self._evaluator.play_schedule(
                _schedule(entrants, rules, level, level.pairs, derive(seed, number + 2))
            )
            for number, level in enumerate(below)
        ]
        traced = _schedule(entrants, rules, judge, 1, derive(seed, 0))
        counts = UsageCounts(len(traced))
        judged = [self._evaluator.play_schedule(traced, on_results=counts.record)]
        if judge.pairs > 1:
            rest = _schedule(entrants, rules, judge, judge.pairs - 1, derive(seed, 1))
            judged.append(self._evaluator.play_schedule(rest))
        every: list[ResultBoard] = [*boards, merged(judged)]
        return RulesSample(boards=tuple(every), counts=counts.counts, first_game=0)


def _schedule(
    entrants: Sequence[Entrant], rules: Ruleset, level: LevelPlan, pairs: int, seed: int
) -> Schedule:
    return Schedule(
        entrants=tuple(msgspec.structs.replace(one, agent=level.agent) for one in entrants),
        matchups=level.met(len(entrants), MEETING_SEED),
        pairs=pairs,
        rules=rules,
        seed=seed,
    )


def beyond(changes: dict[str, tuple[Change, ...]]) -> list[str]:
    """Return the family of each change that is beyond noise."""
    return [family for family, some in changes.items() for change in some if change.beyond]


def false_alarms(entrants: Sequence[Entrant], player: TrialPlayer, trials: int) -> None:
    """Print in how many trials with identical rules anything is called beyond noise."""
    rules, same, other, questions = Ruleset(), 0, 0, 0
    families: dict[str, int] = {}
    for trial in range(trials):
        before = player.played(entrants, rules, 2 * trial)
        if trial < 3:
            again = player.played(entrants, rules, 2 * trial)
            same += bool(beyond(compared(before, again, seed=trial, variants=1).changes))
        after = player.played(entrants, rules, 2 * trial + 1)
        changes = compared(before, after, seed=trial, variants=1).changes
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


def saved_games(entrants: Sequence[Entrant], player: TrialPlayer) -> None:
    """Print how many times the games a comparison needs without common seeds."""
    standard = Ruleset()
    before = player.played(entrants, standard, 1)
    for edits in EDITS:
        rules = standard.edit(*edits)
        fitted = [refitted_entrant(e, rules, before=standard)[0] for e in entrants]
        variances = []
        for seed in (1, 2):
            after = player.played(fitted, rules, seed)
            setups = compared(before, after, seed=1, variants=1).changes["setups"]
            widths = [change.high - change.low for change in setups]
            variances.append(np.mean(np.square(widths)))
            pairs = before.beside(after)[-1]
            alike = float((pairs.before == pairs.after).mean())
            certain = sum(change.beyond for change in setups)
            print(
                f"{', '.join(edits)}, {'common' if seed == 1 else 'other'} seeds: mean interval "
                f"of a setup's change +-{50 * np.mean(widths):.2f} %, {100 * alike:.0f} % of the "
                f"judge's pairs end alike, {certain} of {len(widths)} setups beyond noise"
            )
        print(f"  an unpaired comparison needs {variances[1] / variances[0]:.2f} times the games")


def _level(text: str) -> LevelPlan:
    """Return a level from AGENT=GAMES or AGENT=GAMES/OPPONENTS."""
    agent, _, size = text.rpartition("=")
    games, _, opponents = size.partition("/")
    return LevelPlan(
        agent=Entrant.of("Default", agent).agent,
        games=int(games),
        opponents=int(opponents) if opponents else None,
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--trials", type=int, default=100)
    parser.add_argument("--setups", type=int, default=8)
    parser.add_argument("--levels", nargs="+", default=["greedy=12", "quick=4", "medium=2/4"])
    parser.add_argument("--threads", type=int)
    given = parser.parse_args()
    names = list(catalogue())
    chosen = [names[n] for n in np.linspace(0, len(names) - 1, given.setups).astype(int)]
    levels = [_level(text) for text in given.levels]
    entrants = [Entrant.of(name, levels[-1].agent) for name in chosen]
    player = TrialPlayer(levels, Evaluator(Threads(given.threads), Ruleset()))
    print(f"{given.setups} setups, games for each two: {', '.join(given.levels)}")
    false_alarms(entrants, player, given.trials)
    saved_games(entrants, player)


if __name__ == "__main__":
    main()
