"""What `whatif` is worth: false alarms where nothing changed, and the games that are saved.

    python -m benchmarks.whatif [--trials 100] [--setups 8] [--levels greedy=12 quick=4 medium=2/4]

1. Identical rules. As the command plays them, with common seeds, every game is the same and nothing
   can differ. The harder trial gives the games after other seeds: then everything differs by luck,
   and a trial fails if any of all its questions is called beyond noise. It is made with all setups
   touched and, as games are dealt where an edit leaves some alone, with a third of them.
2. Known edits, played with the seeds of before and with others. The variance of a setup's change
   falls by pairing; its ratio is how many times the games an unpaired comparison needs for an
   interval of the same width.
3. The same edits and as many games, dealt evenly and to the match-ups that the edit touches.

Games are of several levels, as those of the command: AGENT=GAMES for each two setups, the judge
last; with /OPPONENTS each setup meets so many others. The default is small: a trial takes about six
seconds on one core.
"""

import argparse
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from conquest_opt.arena.play.entrant import Entrant
from conquest_opt.arena.play.threads import Threads
from conquest_opt.arena.run.context import RunContext
from conquest_opt.arena.run.evaluator import Evaluator
from conquest_opt.balance.measures.change import Change
from conquest_opt.balance.rules.fitting import refitted_entrant
from conquest_opt.balance.whatif.comparison import compared
from conquest_opt.balance.whatif.dealing import dealt, touched_setups
from conquest_opt.balance.whatif.playing import RulesPlayer
from conquest_opt.balance.whatif.sizes import LevelPlan
from conquest_opt.engine.rules.ruleset import Ruleset
from conquest_opt.setups import catalogue

EDITS = (["archer.range=5"], ["charge.cooldown=3"], ["knight.cost=75"])
MEETING_SEED = 1
"""Who meets whom where not all do: the same in all trials."""


class Trials:
    """Setups, levels and an evaluator: everything but rules and seeds."""

    def __init__(
        self, names: Sequence[str], levels: Sequence[LevelPlan], evaluator: Evaluator
    ) -> None:
        self.entrants = [Entrant.of(name, levels[-1].agent) for name in names]
        self._levels, self._context = levels, RunContext(evaluator=evaluator)

    def player(self, touched: Sequence[bool], seed: int) -> RulesPlayer:
        """Return who plays the games that are dealt where only some setups are touched."""
        levels = [
            (level.agent, dealt(level, touched, variants=1, seed=MEETING_SEED))
            for level in self._levels
        ]
        return RulesPlayer(self._context, levels, tuple(touched), seed=seed)

    @property
    def everyone(self) -> list[bool]:
        """All setups as touched."""
        return [True] * len(self.entrants)


def beyond(changes: dict[str, tuple[Change, ...]]) -> list[str]:
    """Return the family of each change that is beyond noise."""
    return [family for family, some in changes.items() for change in some if change.beyond]


def false_alarms(trials: Trials, touched: Sequence[bool], count: int) -> None:
    """Print in how many trials with identical rules anything is called beyond noise."""
    rules, entrants, same, other, questions = Ruleset(), trials.entrants, 0, 0, 0
    families: dict[str, int] = {}
    for trial in range(count):
        player = trials.player(touched, 2 * trial)
        before = player.played("before", entrants, rules)
        if trial < 3:
            again = player.played("again", entrants, rules)
            same += bool(beyond(compared(before, again, seed=trial, variants=1).changes))
        after = player.reseeded(2 * trial + 1).played("after", entrants, rules)
        changes = compared(before, after, seed=trial, variants=1).changes
        questions = sum(map(len, changes.values()))
        other += bool(beyond(changes))
        for family in set(beyond(changes)):
            families[family] = families.get(family, 0) + 1
        if (trial + 1) % 10 == 0:
            print(f"  {trial + 1} trials: {other} with a false alarm {families}", flush=True)
    print(f"identical rules, {sum(touched)} of {len(touched)} setups touched")
    print(f"  common seeds: {same} of {min(count, 3)} trials show a change")
    print(
        f"  other seeds: {count - other} of {count} trials show no change in any "
        f"of {questions} questions (false alarms by family: {families or 'none'})"
    )


def saved_games(trials: Trials, edits: Sequence[str]) -> None:
    """Print how many times the games a comparison needs without common seeds."""
    rules, fitted, _ = _edited(trials, edits)
    player = trials.player(trials.everyone, 1)
    before = player.played("before", trials.entrants, Ruleset())
    variances = []
    for seeds in ("common", "other"):
        chosen = player if seeds == "common" else player.reseeded(2)
        after = chosen.played("after", fitted, rules)
        setups = compared(before, after, seed=1, variants=1).changes["setups"]
        variances.append(np.mean(np.square(_widths(setups))))
        pairs = before.beside(after)[-1]
        alike = float((pairs.before == pairs.after).mean())
        print(
            f"{', '.join(edits)}, {seeds} seeds: mean interval of a setup's change "
            f"+-{50 * np.mean(_widths(setups)):.2f} %, {100 * alike:.0f} % of the judge's pairs "
            f"end alike, {sum(c.beyond for c in setups)} of {len(setups)} setups beyond noise"
        )
    print(f"  an unpaired comparison needs {variances[1] / variances[0]:.2f} times the games")


def dealt_games(trials: Trials, edits: Sequence[str]) -> None:
    """Print the intervals of as many games, dealt evenly and where an edit changes something.

    Dealt evenly, once as if every setup were touched, and once with what is known of those that are
    not: their match-ups did not change.
    """
    rules, fitted, touched = _edited(trials, edits)
    played = []
    for some in (trials.everyone, touched):
        player = trials.player(some, 1)
        before = player.played("before", trials.entrants, Ruleset())
        played.append((before, player.played("after", fitted, rules)))
    (before, after), dealing = played
    dealt_before = replace(before, touched=touched)
    widths = {}
    for way, (old, new) in (
        ("blindly", (before, after)),
        ("evenly", (dealt_before, after)),
        ("dealt", dealing),
    ):
        changes = compared(old, new, seed=1, variants=1).changes
        widths[way], matchups = (_widths(changes[family]) for family in ("setups", "matchups"))
        print(
            f"{', '.join(edits)}, {way}: {old.games + new.games} games, mean interval of a "
            f"setup's change +-{50 * np.mean(widths[way]):.2f} %, of a match-up's "
            f"+-{50 * np.mean(matchups):.2f} %",
            flush=True,
        )
    whole, own = (
        np.mean(widths["dealt"][some]) / np.mean(widths["evenly"][some])
        for some in (np.array(trials.everyone), np.array(touched))
    )
    print(
        f"  {sum(touched)} of {len(touched)} setups are touched; dealt, intervals are {whole:.3f} "
        f"times as wide as evenly, {own:.3f} times for those touched"
    )


def _edited(
    trials: Trials, edits: Sequence[str]
) -> tuple[Ruleset, list[Entrant], tuple[bool, ...]]:
    """Return rules with edits, the setups that play by them, and which of them are touched."""
    standard = Ruleset()
    rules = standard.edit(*edits)
    fitted = [refitted_entrant(e, rules, before=standard, fill=True)[0] for e in trials.entrants]
    return rules, fitted, touched_setups(trials.entrants, standard, [(fitted, rules)])


def _widths(changes: Sequence[Change]) -> np.ndarray:
    return np.array([change.high - change.low for change in changes])


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
    options = parser.parse_args()
    names = list(catalogue())
    chosen = [names[n] for n in np.linspace(0, len(names) - 1, options.setups).astype(int)]
    levels = [_level(text) for text in options.levels]
    trials = Trials(chosen, levels, Evaluator(Threads(options.threads), Ruleset()))
    print(f"{options.setups} setups, games for each two: {', '.join(options.levels)}")
    third = [number % 3 == 0 for number in range(options.setups)]
    for touched in (trials.everyone, third) if options.trials else ():
        false_alarms(trials, touched, options.trials)
    for edits in EDITS:
        saved_games(trials, edits)
    for edits in EDITS:
        dealt_games(trials, edits)


if __name__ == "__main__":
    main()
