"""What a change of the rules does: two round robins with common seeds, before and after.

1. The same setups meet under the rules before and, refitted, under each set of rules after. Game i
   has the same seed everywhere, so what differs is the rules and what follows from them.
2. Differences are taken pair by pair (`compare`), and called beyond noise with all questions asked
   at once: setups, match-ups, first player, length and draws, usage, and the matrix as a whole.
3. With `evolve` players adapt to the rules before and after, each by the same search (`adapting`).

A sweep is one before and several afters. Nothing depends on the clock: a resumed run asks for the
same stages, finds the games it has stored, and ends the same.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import Any, ClassVar

from ...agents.spec.spec import AgentSpec
from ...arena.play.entrant import Entrant
from ...arena.play.schedule import Schedule, round_robin
from ...arena.run.task import Part, RunContext
from ...engine.rules.ruleset import Ruleset
from ...engine.rules.seeds import derive
from ..measures.adapting import Adapting, adapted
from ..measures.usage import Counts
from ..rules.edits import check_playable, in_words
from ..rules.errors import BalanceError
from ..rules.space_change import Counter, SetupChange, fates
from .result import Compared, Sampled, Side, WhatIf, compared, sampled
from .tables import finding_tables, ruleset_tables

TRACED_STREAM, REST_STREAM, ADAPT_STREAM = 1 << 21, (1 << 21) + 1, (1 << 21) + 2
"""Streams of the run's seed for games: with events, without, and of players who adapt."""

LEAST_GAMES = 4
"""Two pairs for each two setups."""

NOISE_STREAM = (1 << 21) + 3
"""Stream of the run's seed that swaps and samples are drawn from."""


@dataclass(frozen=True, kw_only=True)
class WhatIfTask:
    """A comparison: who plays, by which rules, and how often."""

    kind: ClassVar[str] = "whatif"

    before: Ruleset
    variants: tuple[tuple[str, ...], ...]
    """The edits of each set of rules after."""
    entrants: tuple[Entrant, ...]
    """As they play before."""
    games: int
    """For each two setups, under each set of rules; rounded up to pairs."""
    seed: int = 1
    fill: bool = True
    """Whether setups that gained room are filled up."""
    sweep: str | None = None
    """The rule that is swept, if one is."""
    adapting: Adapting | None = None
    """How players adapt; None if they do not."""
    rules_after: tuple[Ruleset, ...] = field(init=False, repr=False)

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
        twice = [label for label in labels if labels.count(label) > 1]
        if twice:
            raise BalanceError(f"two setups are called {twice[0]}; give one another name")
        check_playable(self.before, Ruleset())
        after = tuple(self.before.edit(*edits) for edits in self.variants)
        for rules in after:
            check_playable(rules, self.before)
        object.__setattr__(self, "rules_after", after)

    @property
    def rules(self) -> Ruleset:
        """The rules before."""
        return self.before

    @property
    def agents(self) -> tuple[str]:
        """Who plays."""
        return (str(AgentSpec.parse(self.entrants[0].agent)),)

    @property
    def pairs(self) -> int:
        """Pairs for each two setups."""
        return (self.games + 1) // 2

    @property
    def total(self) -> int:
        """Games of all round robins."""
        return 2 * self.pairs * len(round_robin(len(self.entrants))) * (1 + len(self.variants))

    def parts(self) -> list[Part]:
        """Return what it will play: before, after, and the rounds in which players adapt."""
        count, [agent] = 1 + len(self.variants), self.agents
        each = self.total // count
        sample = partial(self.schedule, self.entrants, self.before, 1, REST_STREAM)
        found = [Part(name="before", games=each, agent=agent, sample=sample)]
        found += [
            Part(name=self._name(number), games=each, agent=agent, sample=sample)
            for number in range(len(self.variants))
        ]
        if self.adapting:
            games = count * self.adapting.total(agent, len(self.entrants))
            found.append(Part(name="adapting", games=games, agent=agent, sample=sample))
        return found

    def run(self, desk: RunContext) -> WhatIf:
        """Play and compare."""
        return _Comparison(self, desk).run()

    def fates(self, number: int) -> list[SetupChange]:
        """Return what becomes of the setups under a set of rules after."""
        return fates(self.entrants, self.before, self.rules_after[number], fill=self.fill)

    def words(self, number: int) -> list[str]:
        """Return the edits of a variant in words."""
        return [in_words(edit, self.before) for edit in self.variants[number]]

    def to_dict(self) -> dict[str, Any]:
        """Return the task as plain JSON values."""
        return {
            "before": list(self.before.edits),
            "variants": [list(edits) for edits in self.variants],
            "entrants": [entrant.to_dict() for entrant in self.entrants],
            "games": self.games,
            "seed": self.seed,
            "fill": self.fill,
            "sweep": self.sweep,
            "adapting": asdict(self.adapting) if self.adapting else None,
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "WhatIfTask":
        """Return the task of a dict as `to_dict` makes it."""
        return cls(
            before=Ruleset().edit(*data["before"]),
            variants=tuple(tuple(edits) for edits in data["variants"]),
            entrants=tuple(Entrant.from_dict(entrant) for entrant in data["entrants"]),
            games=data["games"],
            seed=data["seed"],
            fill=data["fill"],
            sweep=data["sweep"],
            adapting=Adapting(**data["adapting"]) if data["adapting"] else None,
        )

    def _name(self, number: int) -> str:
        """Return what a variant is called where progress is told."""
        return "after" if len(self.variants) == 1 else f"after {number + 1}"

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


class _Comparison:
    """A comparison under way."""

    def __init__(self, task: WhatIfTask, desk: RunContext) -> None:
        self._task, self._desk = task, desk
        self._counter = Counter()

    def run(self) -> WhatIf:
        """Play everything, then compare each after with the one before."""
        task, desk = self._task, self._desk
        desk.write("rulesets", ruleset_tables([task.before, *task.rules_after]))
        kept = [
            SetupChange(entrant=e, before=e.setup, kind="kept", change="", room=0, gained=False)
            for e in task.entrants
        ]
        fated = [kept, *(task.fates(number) for number in range(len(task.variants)))]
        rules = [task.before, *task.rules_after]
        samples = [
            self._played(part.name, part.games, rule, fate)
            for part, rule, fate in zip(task.parts(), rules, fated, strict=False)
        ]
        desk.watcher.told("counting setups and comparing")
        noise = derive(task.seed, NOISE_STREAM)
        sides = [self._side(sample, noise) for sample in samples]
        afters = self._afters(sides, fated[1:], noise)
        found = WhatIf(before=sides[0], afters=tuple(afters), sweep=task.sweep)
        found = self._adapted(found) if task.adapting else found
        desk.write("findings", finding_tables(found))
        return found

    def _played(
        self, name: str, games: int, rules: Ruleset, fated: Sequence[SetupChange]
    ) -> Sampled:
        """Play a round robin: its first pairs with events, the others without."""
        task, desk = self._task, self._desk
        desk.watcher.stage(name, games)
        entrants, first = [fate.entrant for fate in fated], desk.referee.games
        traced = task.schedule(entrants, rules, 1, TRACED_STREAM)
        counts = Counts(len(traced))
        boards = [desk.referee.play_schedule(traced, heard=counts.hear)]
        counts.complete(desk.store, desk.run, first)
        if task.pairs > 1:
            rest = task.schedule(entrants, rules, task.pairs - 1, REST_STREAM)
            boards.append(desk.referee.play_schedule(rest))
        return sampled(boards, counts.counts, first)

    def _side(self, sample: Sampled, noise: int) -> Side:
        return Side.of(sample, self._counter.count(sample.board.schedule.rules), seed=noise)

    def _afters(
        self, sides: Sequence[Side], fated: Sequence[Sequence[SetupChange]], noise: int
    ) -> list[Compared]:
        task, before = self._task, sides[0]
        return [
            compared(
                before,
                after,
                edits=task.variants[number],
                words=task.words(number),
                fates=fated[number],
                seed=derive(noise, number + 1),
                variants=len(task.variants),
            )
            for number, after in enumerate(sides[1:])
        ]

    def _adapted(self, found: WhatIf) -> WhatIf:
        """Let players adapt to each set of rules, all by the same search."""
        task, desk = self._task, self._desk
        assert task.adapting is not None
        seed = derive(task.seed, ADAPT_STREAM)
        part = task.parts()[-1]
        desk.watcher.stage(part.name, part.games)
        ends = [
            adapted(side.sample.board, side.rules, task.adapting, seed=seed, desk=desk)
            for side in (found.before, *(after.side for after in found.afters))
        ]
        return found.with_adapted(ends)
