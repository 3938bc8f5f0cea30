"""What a change of the rules does: round robins with common seeds, before and after.

1. The same setups meet under the rules before and, refitted, under each set of rules after. Game i
   has the same seed everywhere, so what differs is the rules and what follows from them. Each level
   of agents plays its own: a cheap one many games, the judge few (`sizes`). Games that the edit
   cannot change are played once, and the others more often for it (`dealing`, `playing`).
2. Differences are taken pair by pair (`measures.compare`), the levels' put together as estimates
   for the judge, and called beyond noise with all questions asked at once: setups, match-ups, first
   player, length and draws, usage, and the matrix as a whole.
3. If players adapt, they do so to the rules before and after, each by the same search (`adapting`).

A sweep is one before and several afters. Nothing depends on the clock: a resumed run asks for the
same stages, finds the games it has stored, and ends the same.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, ClassVar

import msgspec
import numpy as np

from ...arena.levels.combined import FEWEST
from ...arena.levels.settings import Levels, LevelSettings
from ...arena.play.entrant import Entrant
from ...arena.play.schedule import Schedule, round_robin
from ...arena.run.context import RunContext
from ...arena.run.parts import Part
from ...arena.run.result import RunResult
from ...arena.run.settings import settings_of
from ...arena.run.task import Task
from ...engine.rules.ruleset import Ruleset
from ...engine.rules.seeds import derive
from ..rules.edits import check_playable, in_words
from ..rules.errors import BalanceError
from ..rules.space_change import SetupChange, SetupCounter, setup_changes
from .adapting import Adapted, adapted
from .comparison import Compared, RulesSample, compared, matrix_of, rules_values, variant_values
from .dealing import DealtGames, dealt, touched_setups
from .playing import TRACED_STREAM, RulesPlayer
from .result import PlayedLevel, RulesValues, WhatifResult
from .settings import AdaptSettings
from .sizes import LEAST_GAMES, LevelPlan
from .tables import ruleset_tables, whatif_tables

ADAPT_STREAM, NOISE_STREAM, MEET_STREAM = (TRACED_STREAM + n for n in (2, 3, 4))
"""Streams of the run's seed: of players who adapt, of swaps and samples, and of who meets whom."""


class WhatifTask(Task, frozen=True, kw_only=True):
    """A comparison: who plays, by which rules, and how often. `edits` are the rules before."""

    kind: ClassVar[str] = "whatif"
    first_form: ClassVar[int] = 4

    variants: tuple[tuple[str, ...], ...]
    """The edits of each set of rules after."""
    entrants: tuple[Entrant, ...]
    """As they play before; their agent is the judge."""
    levels: tuple[LevelPlan, ...]
    """What each level plays, the judge's last."""
    fill: bool = True
    """Whether setups that gained room are filled up."""
    sweep: str | None = None
    """The rule that is swept, if one is."""
    adapting: AdaptSettings | None = None
    """How players adapt; None if they do not."""
    adapting_agents: Levels | None = None
    """By which agents they do; None if they do not."""

    def __post_init__(self) -> None:
        if not self.variants:
            raise BalanceError("what would change? Give edits, such as champion.cost=225")
        if len(self.entrants) < 2:
            raise BalanceError("a comparison needs two setups at least")
        judged = self.levels[-1].games
        if len(self.entrants) < FEWEST and judged < LEAST_GAMES:
            raise BalanceError(
                f"games are {LEAST_GAMES} at least for each two of fewer than {FEWEST} setups, not "
                f"{judged}: noise is seen where pairs of the same setups differ"
            )
        labels = [entrant.label for entrant in self.entrants]
        twice = [label for label, number in Counter(labels).items() if number > 1]
        if twice:
            raise BalanceError(f"two setups are called {twice[0]}; give one another name")
        check_playable(self.rules, Ruleset())
        for rules in self.rules_after:
            check_playable(rules, self.rules)

    @cached_property
    def rules_after(self) -> tuple[Ruleset, ...]:
        """Each set of rules after."""
        return tuple(self.rules.edit(*edits) for edits in self.variants)

    @property
    def agents(self) -> Sequence[str]:
        """The agents that play, the judge last."""
        every = (*(level.agent for level in self.levels), *(self.adapting_agents or ()))
        return *dict.fromkeys(agent for agent in every if agent != self.judge), self.judge

    @property
    def judge(self) -> str:
        """The agent that results are estimates for."""
        return self.levels[-1].agent

    @property
    def at_most(self) -> bool:
        """Players adapt no more once a search finds a setup that plays already."""
        return bool(self.adapting)

    def parts(self) -> list[Part]:
        """Return what it will play: each level, and the rounds in which players adapt."""
        count, setups = 1 + len(self.variants), len(self.entrants)
        parts = [
            self._part(name, level.agent, self.dealt(level).total(len(self.variants)))
            for name, level in zip(self._level_names, self.levels, strict=True)
        ]
        if self.adapting and self.adapting_agents:
            agents = self.adapting_agents
            totals = self.adapting.totals(agents, setups).items()
            parts += [
                self._part(f"adapting {name}", getattr(agents, name), count * games)
                for name, games in totals
                if games
            ]
        return parts

    def _part(self, name: str, agent: str, games: int) -> Part:
        def sample() -> Schedule:
            entrants = (msgspec.structs.replace(one, agent=agent) for one in self.entrants)
            everyone = round_robin(len(self.entrants))
            return Schedule(entrants=tuple(entrants), matchups=everyone, pairs=1, rules=self.rules)

        return Part(name=name, games=games, agent=agent, sample=sample)

    @property
    def touched(self) -> tuple[bool, ...]:
        """Whether each setup plays otherwise by any rules after."""
        return _touched(self.edits, self.variants, self.entrants, self.fill)

    @property
    def same_matchups(self) -> int:
        """How many two setups play the same games before and after."""
        alone = self.touched.count(False)
        return alone * (alone - 1) // 2

    def estimate_values(self) -> dict[str, Any]:
        """Return how many match-ups are played once, because nothing can change in them."""
        return {"same_matchups": self.same_matchups}

    def dealt(self, level: LevelPlan) -> DealtGames:
        """Return who meets whom at a level."""
        seed = derive(self.seed, MEET_STREAM)
        return dealt(level, self.touched, variants=len(self.variants), seed=seed)

    @property
    def _level_names(self) -> tuple[str, ...]:
        """What the levels' games are for."""
        return (*("screen", "race")[: len(self.levels) - 1], "judge")

    def scaled(self, size: float) -> "WhatifTask":
        """Return the same comparison with so many times the games; players adapt as before."""
        setups = len(self.entrants)
        levels = tuple(
            level.scaled(size, setups, everyone=level is self.levels[0]) for level in self.levels
        )
        return msgspec.structs.replace(self, levels=levels)

    def sizes(self, names: Sequence[str], given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the games and opponents of each level."""
        agents = {name: given[name] for name in settings_of(LevelSettings) if name in given}
        screen, sizes = LevelSettings(**agents).levels.screen, dict[str, Any]()
        for level in self.levels:
            what = "screen_" if level.agent == screen else "race_"
            what = "" if level is self.levels[-1] else what
            sizes |= {f"{what}games": level.games, f"{what}opponents": level.opponents}
        return {name: sizes.get(name) for name in names}

    def run(self, context: RunContext) -> RunResult[WhatifResult]:
        """Play and compare."""
        return _Comparison(self, context).run()

    def setup_changes(self, number: int) -> list[SetupChange]:
        """Return what becomes of the setups under a set of rules after."""
        return setup_changes(self.entrants, self.rules, self.rules_after[number], fill=self.fill)

    def words(self, number: int) -> list[str]:
        """Return the edits of a variant in words."""
        return [in_words(edit, self.rules) for edit in self.variants[number]]

    def name(self, number: int) -> str:
        """Return what a set of rules is called where progress is shown; 0 is before."""
        after = "after" if len(self.variants) == 1 else f"after {number}"
        return after if number else "before"


class _Comparison:
    """A comparison under way."""

    def __init__(self, task: WhatifTask, context: RunContext) -> None:
        self._task, self._context = task, context
        self._noise = derive(task.seed, NOISE_STREAM)

    def run(self) -> RunResult[WhatifResult]:
        """Play everything, then compare each after with the one before."""
        task, context = self._task, self._context
        rules = [task.rules, *task.rules_after]
        context.write("rulesets", ruleset_tables(rules))
        changed = [task.setup_changes(number) for number in range(len(task.variants))]
        fielded = [task.entrants, *([one.entrant for one in some] for some in changed)]
        levels = [(level.agent, task.dealt(level)) for level in task.levels]
        player = RulesPlayer(context, levels, task.touched, seed=task.seed)
        samples = [
            player.played(task.name(number), entrants, rule)
            for number, (rule, entrants) in enumerate(zip(rules, fielded, strict=True))
        ]
        context.progress.say("counting setups and comparing")
        comparisons = [self._compared(samples, number) for number in range(len(task.variants))]
        rates = [comparisons[0].sides[0], *(one.sides[1] for one in comparisons)]
        counter = SetupCounter()
        sides = [
            rules_values(sample, one, counter.count(sample.rules), self._noise)
            for sample, one in zip(samples, rates, strict=True)
        ]
        matrices = [matrix_of(samples[0], one.values) for one in rates]
        ends = self._adapted(samples, matrices)
        if ends:
            sides = [_with_adapted(side, end) for side, end in zip(sides, ends, strict=True)]
        values = WhatifResult(
            seed=task.seed,
            agent=task.judge,
            games=context.evaluator.games,
            sweep=task.sweep,
            before=sides[0],
            variants=tuple(
                variant_values(
                    task.variants[n], task.words(n), changed[n], sides[n + 1], comparisons[n]
                )
                for n in range(len(task.variants))
            ),
            same_matchups=task.same_matchups,
            levels=tuple(
                PlayedLevel(agent=level.agent, games=task.dealt(level).total(len(task.variants)))
                for level in task.levels
            ),
        )
        return RunResult(values, whatif_tables(values, samples, ends), batch="findings")

    def _compared(self, samples: Sequence[RulesSample], number: int) -> Compared:
        """Return what changed under a set of rules after."""
        seed = derive(self._noise, number + 1)
        before, after = samples[0], samples[number + 1]
        return compared(before, after, seed=seed, variants=len(self._task.variants))

    def _adapted(
        self, samples: Sequence[RulesSample], matrices: Sequence[np.ndarray]
    ) -> list[Adapted]:
        """Let players adapt to each set of rules, all by the same search."""
        task, context = self._task, self._context
        if not (task.adapting and task.adapting_agents):
            return []
        seed = derive(task.seed, ADAPT_STREAM)
        parts = [part for part in task.parts() if part.name.startswith("adapting")]
        context.progress.stage("adapting", sum(part.games for part in parts))
        return [
            adapted(
                sample.judged.schedule.entrants,
                matrix,
                sample.rules,
                task.adapting,
                task.adapting_agents,
                seed=seed,
                context=context,
            )
            for sample, matrix in zip(samples, matrices, strict=True)
        ]


def _with_adapted(side: RulesValues, end: Adapted) -> RulesValues:
    return msgspec.structs.replace(side, adapted=end.values())


@lru_cache(maxsize=8)  # a budget of time asks for it again and again
def _touched(
    edits: tuple[str, ...],
    variants: tuple[tuple[str, ...], ...],
    entrants: tuple[Entrant, ...],
    fill: bool,
) -> tuple[bool, ...]:
    before = Ruleset().edit(*edits)
    afters = [before.edit(*some) for some in variants]
    changes = [setup_changes(entrants, before, after, fill=fill) for after in afters]
    fielded = [[one.entrant for one in some] for some in changes]
    return touched_setups(entrants, before, list(zip(fielded, afters, strict=True)))
