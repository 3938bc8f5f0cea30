"""`RulesCandidate`: rules that a search tries, with the setups that judge them and all their games.

A candidate that survives plays again on the seeds of a later generation, and its record grows, so
that luck does not hold the front; some of its games are then those of better agents. If players
adapt to its rules, the record begins anew.
"""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from ...arena.play.result_board import ResultBoard
from ...arena.play.schedule import Schedule, round_robin
from ...engine.rules.ruleset import Ruleset
from ...engine.rules.values import RulesError
from ...evolve.proposals.errors import EvolveError
from ...setups.setup import Setup
from ..measures.boards import merged
from ..measures.measured import Measured
from ..rules.errors import BalanceError
from ..rules.fielding import FieldedSetup, fielded
from .result import FieldedValues, PointValues
from .space import RuleSpace

Genes = tuple[int, ...]

FEWEST: Final = 3
"""Setups that rules are judged by at least."""
# Five Champions bought for 50 became one at 200: its match-ups made the repaired rules look as
# uneven (37 %, in place of 32 %) as the spoilt ones.
OUTPRICED: Final = 1.25
"""Share of the points that a setup may cost by other rules and still be repaired to them."""


@dataclass(kw_only=True)
class RulesCandidate:
    """Rules by their genes, and what became of them."""

    number: int
    genes: Genes
    generation: int
    """The round in which it was proposed."""
    rules: Ruleset | None
    """None if they make no game, or one that too few setups can play."""
    reason: str = ""
    """Why they do not."""
    setups: tuple[FieldedSetup, ...] = ()
    boards: dict[int, list[ResultBoard]] = field(default_factory=dict)
    """Boards of its setups by the level of their games."""
    adapted: bool = False
    measured: dict[str, Measured] = field(default_factory=dict)
    """Its objectives for the judge, by all games of the record."""
    games: int = 0
    """Games of round robins, those before players adapted among them."""

    def schedule(self, pairs: int, seed: int, agent: str) -> Schedule:
        """Return a round robin of its setups, played by an agent."""
        assert self.rules is not None
        return Schedule(
            entrants=tuple(one.entrant.played_by(agent) for one in self.setups),
            matchups=round_robin(len(self.setups)),
            pairs=pairs,
            rules=self.rules,
            seed=seed,
        )

    def played(self, level: int) -> int:
        """Return how often its setups have met at a level."""
        return len(self.boards.get(level, ()))

    def record(self, level: int) -> ResultBoard | None:
        """Return all games of its setups at a level as those of one round robin."""
        return merged(self.boards[level]) if self.played(level) else None


def proposed(
    number: int, genes: Genes, generation: int, space: RuleSpace, setups: Sequence[FieldedSetup]
) -> RulesCandidate:
    """Return a new candidate, its setups fitted to its rules; or one that says why it cannot be."""
    candidate = RulesCandidate(number=number, genes=genes, generation=generation, rules=None)
    try:
        rules = space.rules_of(genes)
        playing = [one.entrant for one in setups if not _outpriced(one, rules)]
        playing = playing if len(playing) >= FEWEST else [one.entrant for one in setups]
        candidate.setups = fielded(playing, rules, number)
        candidate.rules = rules
    except (RulesError, BalanceError, EvolveError) as error:
        candidate.reason = str(error)
    return candidate


def _outpriced(one: FieldedSetup, rules: Ruleset) -> bool:
    """Return whether a setup bred by other rules costs far too much by these.

    What is left of it after a repair is no setup that a player would choose: five Champions bought
    for 50 each become one and a few Scouts where they cost 200, and make these rules look uneven.
    """
    if one.fate != "adapted":
        return False
    return Setup.from_text(one.entrant.setup).cost(rules) > OUTPRICED * rules.limits.points


def whatif_command(space: RuleSpace, genes: Genes) -> str:
    """Return the command that examines rules, beside those at the origin."""
    words = ["conquest-opt", "whatif"]
    for edit in space.rules.edits:
        words += ["--base", edit]
    for edit in space.edits(genes):
        words += ["--set", edit]
    return shlex.join(words)


def point_values(
    candidate: RulesCandidate,
    space: RuleSpace,
    measured: Mapping[str, Measured],
    *,
    held: bool,
    stability: float,
) -> PointValues:
    """Return the values of a candidate that was measured again."""
    return PointValues(
        candidate=candidate.number,
        edits=tuple(space.edits(candidate.genes)),
        words=tuple(space.words(candidate.genes)),
        objectives={name: one.values() for name, one in measured.items()},
        stability=stability,
        whatif=whatif_command(space, candidate.genes),
        setups=tuple(
            FieldedValues(
                name=one.entrant.label, setup=one.entrant.setup, fate=one.fate, change=one.change
            )
            for one in candidate.setups
        ),
        held=held,
    )
