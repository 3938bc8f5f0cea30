"""What a change of the rules does: two round robins with common seeds, before and after.

1. The same setups meet under the rules before and, refitted, under each set of rules after. Game i
   has the same seed everywhere, so what differs is the rules and what follows from them.
2. Differences are taken pair by pair (`measures.compare`), and called beyond noise with all
   questions asked at once: setups, match-ups, first player, length and draws, usage, and the matrix
   as a whole.
3. If players adapt, they do so to the rules before and after, each by the same search (`adapting`).

A sweep is one before and several afters. Nothing depends on the clock: a resumed run asks for the
same stages, finds the games it has stored, and ends the same.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cached_property, partial
from typing import Any, ClassVar

import msgspec

from ...agents.spec.spec import AgentSpec
from ...arena.play.entrant import Entrant
from ...arena.play.schedule import Schedule, round_robin
from ...arena.run.context import RunContext
from ...arena.run.parts import Part
from ...arena.run.result import RunResult
from ...arena.run.task import Task
from ...engine.rules.ruleset import Ruleset
from ...engine.rules.seeds import derive
from ..measures.usage import UsageCounts
from ..rules.edits import check_playable, in_words
from ..rules.errors import BalanceError
from ..rules.space_change import SetupChange, SetupCounter, setup_changes
from .adapting import Adapted, adapted
from .comparison import RulesSample, compared, rules_values, variant_values
from .result import RulesValues, WhatifResult
from .settings import LEAST_GAMES, AdaptSettings
from .tables import ruleset_tables, whatif_tables

TRACED_STREAM, REST_STREAM, ADAPT_STREAM = 1 << 21, (1 << 21) + 1, (1 << 21) + 2
"""Streams of the run's seed for games: with events, without, and of players who adapt."""

NOISE_STREAM = (1 << 21) + 3
"""Stream of the run's seed that swaps and samples are drawn from."""


class WhatifTask(Task, frozen=True, kw_only=True):
    """A comparison: who plays, by which rules, and how often. `edits` are the rules before."""

    kind: ClassVar[str] = "whatif"

    variants: tuple[tuple[str, ...], ...]
    """The edits of each set of rules after."""
    entrants: tuple[Entrant, ...]
    """As they play before."""
    games: int
    """For each two setups, under each set of rules; rounded up to pairs."""
    fill: bool = True
    """Whether setups that gained room are filled up."""
    sweep: str | None = None
    """The rule that is swept, if one is."""
    adapting: AdaptSettings | None = None
    """How players adapt; None if they do not."""

    def __post_init__(self) -> None:
        if not self.variants:
            raise BalanceError("what would change? Give edits, such as champion.cost=225")
        if self.games < LEAST_GAMES:
            raise BalanceError(
                f"games are {LEAST_GAMES} at least for each two setups, not {self.games}: "
                "noise is seen where pairs of the same setups differ"
            )
        if len(self.entrants) < 2:
            raise BalanceError("a comparison needs two setups at least")
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
        """The one agent that plays."""
        return (str(AgentSpec.parse(self.entrants[0].agent)),)

    @property
    def pairs(self) -> int:
        """Pairs for each two setups."""
        return (self.games + 1) // 2

    @property
    def at_most(self) -> bool:
        """Players adapt no more once a search finds a setup that plays already."""
        return bool(self.adapting)

    def parts(self) -> list[Part]:
        """Return what it will play: before, after, and the rounds in which players adapt."""
        count, [agent] = 1 + len(self.variants), self.agents
        each = 2 * self.pairs * len(round_robin(len(self.entrants)))
        sample = partial(self.schedule, self.entrants, self.rules, 1, REST_STREAM)
        names = ["before", *(self._name(number) for number in range(len(self.variants)))]
        parts = [Part(name=name, games=each, agent=agent, sample=sample) for name in names]
        if self.adapting:
            games = count * self.adapting.total(agent, len(self.entrants))
            parts.append(Part(name="adapting", games=games, agent=agent, sample=sample))
        return parts

    def run(self, context: RunContext) -> RunResult[WhatifResult]:
        """Play and compare."""
        return _Comparison(self, context).run()

    @classmethod
    def from_form_1(cls, data: dict[str, Any]) -> dict[str, Any]:
        """Return the fields of a task that called the rules before by that name."""
        return {name: data[name] for name in data if name != "before"} | {"rules": data["before"]}

    def setup_changes(self, number: int) -> list[SetupChange]:
        """Return what becomes of the setups under a set of rules after."""
        return setup_changes(self.entrants, self.rules, self.rules_after[number], fill=self.fill)

    def words(self, number: int) -> list[str]:
        """Return the edits of a variant in words."""
        return [in_words(edit, self.rules) for edit in self.variants[number]]

    def schedule(
        self, entrants: Sequence[Entrant], rules: Ruleset, pairs: int, stream: int
    ) -> Schedule:
        """Return a round robin; its seeds do not depend on the rules."""
        return Schedule(
            entrants=tuple(entrants),
            matchups=round_robin(len(entrants)),
            pairs=pairs,
            rules=rules,
            seed=derive(self.seed, stream),
        )

    def _name(self, number: int) -> str:
        """Return what a variant is called where progress is shown."""
        return "after" if len(self.variants) == 1 else f"after {number + 1}"


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
        samples = [
            self._played(part, entrants, rule)
            for part, rule, entrants in zip(task.parts(), rules, fielded, strict=False)
        ]
        context.progress.say("counting setups and comparing")
        counter = SetupCounter()
        sides = [
            rules_values(sample, counter.count(sample.rules), self._noise) for sample in samples
        ]
        changes = [self._changes(samples, number) for number in range(len(task.variants))]
        ends = self._adapted(samples)
        if ends:
            sides = [_with_adapted(side, end) for side, end in zip(sides, ends, strict=True)]
        values = WhatifResult(
            seed=task.seed,
            agent=task.agents[0],
            games=context.evaluator.games,
            sweep=task.sweep,
            before=sides[0],
            variants=tuple(
                variant_values(
                    task.variants[n], task.words(n), changed[n], sides[n + 1], changes[n]
                )
                for n in range(len(task.variants))
            ),
        )
        return RunResult(values, whatif_tables(values, samples, ends), batch="findings")

    def _played(self, part: Part, entrants: Sequence[Entrant], rules: Ruleset) -> RulesSample:
        """Play a round robin: its first pairs with events, the others without."""
        task, context = self._task, self._context
        context.progress.stage(part.name, part.games)
        first = context.evaluator.games
        traced = task.schedule(entrants, rules, 1, TRACED_STREAM)
        counts = UsageCounts(len(traced))
        boards = [context.evaluator.play_schedule(traced, on_results=counts.record)]
        counts.complete(context.store, context.run, first)
        if task.pairs > 1:
            rest = task.schedule(entrants, rules, task.pairs - 1, REST_STREAM)
            boards.append(context.evaluator.play_schedule(rest))
        return RulesSample.of(boards, counts.counts, first)

    def _changes(self, samples: Sequence[RulesSample], number: int) -> Any:
        """Return what changed under a set of rules after, by family."""
        seed = derive(self._noise, number + 1)
        before, after = samples[0], samples[number + 1]
        return compared(before, after, seed=seed, variants=len(self._task.variants))

    def _adapted(self, samples: Sequence[RulesSample]) -> list[Adapted]:
        """Let players adapt to each set of rules, all by the same search."""
        task, context = self._task, self._context
        if not task.adapting:
            return []
        seed, part = derive(task.seed, ADAPT_STREAM), task.parts()[-1]
        context.progress.stage(part.name, part.games)
        return [
            adapted(sample.board, sample.rules, task.adapting, seed=seed, context=context)
            for sample in samples
        ]


def _with_adapted(side: RulesValues, end: Adapted) -> RulesValues:
    return msgspec.structs.replace(side, adapted=end.values())
