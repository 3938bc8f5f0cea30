"""What a comparison found, as values: each set of rules by itself, and each after beside before."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ...arena.play.player import DRAW
from ...arena.play.result_board import ResultBoard
from ...arena.stats.cycles import certain_dominance, count_circles, dominance
from ...engine.rules.ruleset import Ruleset
from ...engine.rules.stats import COMMANDS, TROOPS
from ..measures import measures
from ..measures.adapting import Adapted
from ..measures.compare import (
    FAMILIES,
    Change,
    Sides,
    figure_changes,
    score_changes,
    share_changes,
    structure_changes,
)
from ..measures.measures import Diversity, Estimate
from ..measures.structure import NAMES, structure, triples
from ..measures.usage import by_pair
from ..rules.space_change import SetupChange

GAME_FIGURES = ("first player", "turns", "draws")


# ---- games ---------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Sampled:
    """The games under one set of rules."""

    board: ResultBoard
    counts: np.ndarray
    """Selections and uses in the games with events: [games, figures]."""
    first_game: int
    """Number of its first game within the run."""

    @property
    def points(self) -> np.ndarray:
        """Of the first setup of each match-up, in pairs: [pairs, match-ups]."""
        return measures.pair_points(self.board).mean(axis=2)

    def figures(self) -> np.ndarray:
        """Return first players' points, turns and draws of pairs: [pairs, match-ups, figures]."""
        board = self.board
        shape = (board.schedule.pairs, len(board.schedule.matchups), 2)
        won = np.where(board.winner == DRAW, 0.5, (board.winner == 0).astype(float))
        every = (won, board.turns.astype(float), (board.winner == DRAW).astype(float))
        return np.stack([figure.reshape(shape).mean(axis=2) for figure in every], axis=2)

    def usage(self) -> tuple[np.ndarray, np.ndarray]:
        """Return selections of troops and uses of commands in pairs: [1, match-ups, figures]."""
        found = by_pair(self.counts, len(self.board.schedule.matchups))
        return found[:, :, : len(TROOPS)], found[:, :, len(TROOPS) :] / 2


def sampled(boards: Sequence[ResultBoard], counts: np.ndarray, first_game: int) -> Sampled:
    """Return several round robins of the same setups as one."""
    return Sampled(board=measures.merged(boards), counts=counts, first_game=first_game)


# ---- one set of rules ----------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Side:
    """What is known about one set of rules."""

    sample: Sampled
    space: dict[str, int]
    """How many setups are legal, maximal and exact."""
    measures: dict[str, Estimate]
    diversity: Diversity
    cycles: int
    """Circles of dominance of any length; `MOST_CYCLES` stands for that many or more."""
    certain_cycles: int
    """Those of which every link is certain at 95 %, taken alone."""
    adapted: Adapted | None = None

    @property
    def rules(self) -> Ruleset:
        """The rules."""
        return self.sample.board.schedule.rules

    @property
    def labels(self) -> tuple[str, ...]:
        """The setups' names."""
        return tuple(entrant.label for entrant in self.sample.board.schedule.entrants)

    @classmethod
    def of(cls, sample: Sampled, space: dict[str, int], *, seed: int) -> "Side":
        """Return what games say about their rules."""
        board = sample.board
        table = measures.cross_table(board)
        found = measures.diversity(board, seed=seed)
        matrices = [measures.matrix(board, r) for r in measures.resampled(board, seed)]
        return cls(
            sample=sample,
            space=space,
            measures={
                "first player": measures.first_player(board),
                "turns": measures.length(board),
                "draws": measures.draws(board),
                "deviation": measures.typical(measures.deviation(board)),
                "entropy": found.entropy,
                "effective": found.effective,
                "support": found.support,
                "triples": measures.bootstrapped(
                    triples(measures.matrix(board)), [triples(drawn) for drawn in matrices]
                ),
            },
            diversity=found,
            cycles=count_circles(dominance(table)),
            certain_cycles=count_circles(certain_dominance(table)),
        )

    @property
    def mixture(self) -> list[tuple[str, float, float]]:
        """Setups of weight in the Nash mixture, greatest first: name, weight, share of samples."""
        weights, part = self.diversity.mixture.weights, self.diversity.takes_part
        held = [n for n in np.argsort(-weights, kind="stable").tolist() if weights[n] > 1e-4]
        return [(self.labels[n], float(weights[n]), float(part[n])) for n in held]

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain JSON values."""
        return {
            "ruleset": self.rules.digest(),
            "rules": list(self.rules.edits),
            "games": len(self.sample.board.winner),
            "setups": self.space,
            "measures": {name: found.to_dict() for name, found in self.measures.items()},
            "cycles": self.cycles,
            "certain_cycles": self.certain_cycles,
            "nash": [
                {"name": name, "weight": weight, "takes_part": part}
                for name, weight, part in self.mixture
            ],
            "win_matrix": {
                "setups": list(self.labels),
                "rates": [
                    [None if np.isnan(rate) else rate for rate in row]
                    for row in measures.matrix(self.sample.board).tolist()
                ],
            },
        } | ({"adapted": self.adapted.to_dict()} if self.adapted else {})


# ---- before and after ----------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Compared:
    """One set of rules after, beside the rules before."""

    edits: tuple[str, ...]
    words: tuple[str, ...]
    fates: tuple[SetupChange, ...]
    side: Side
    changes: tuple[Change, ...]
    """Of all families, in order."""

    def family(self, name: str) -> list[Change]:
        """Return the changes of a family."""
        return [change for change in self.changes if change.family == name]

    @property
    def beyond(self) -> list[Change]:
        """The changes that are beyond noise."""
        return [change for change in self.changes if change.beyond]

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain JSON values."""
        return {
            "edits": list(self.edits),
            "words": list(self.words),
            "fates": [fate.to_dict() for fate in self.fates],
            "after": self.side.to_dict(),
            "changes": {
                family: [change.to_dict() for change in self.family(family)] for family in FAMILIES
            },
            "beyond_noise": len(self.beyond),
        }


def compared(
    before: Side,
    after: Side,
    *,
    edits: Sequence[str],
    words: Sequence[str],
    fates: Sequence[SetupChange],
    seed: int,
    variants: int,
) -> Compared:
    """Return an after beside a before; `variants` afters share the level of the tests."""
    old, new = before.sample, after.sample
    matchups, tests = old.board.schedule.matchups, len(FAMILIES) * variants
    sides = Sides(labels=before.labels, matchups=matchups, before=old.points, after=new.points)
    setups, each = score_changes(sides, seed=seed, tests=tests)
    figures = figure_changes(
        "games", GAME_FIGURES, old.figures(), new.figures(), seed=seed + 1, tests=tests
    )
    (troops, commands), (new_troops, new_commands) = old.usage(), new.usage()
    # Troops and commands are two families that share one part of the level.
    used = share_changes(TROOPS, troops, new_troops, seed=seed + 2, tests=2 * tests)
    used += figure_changes(
        "usage", COMMANDS, commands, new_commands, seed=seed + 3, tests=2 * tests
    )
    whole = structure_changes(
        NAMES,
        old.points,
        new.points,
        structure(matchups, len(before.labels)),
        seed=seed + 4,
        tests=tests,
    )
    return Compared(
        edits=tuple(edits),
        words=tuple(words),
        fates=tuple(fates),
        side=after,
        changes=(*setups, *each, *figures, *used, *whole),
    )


@dataclass(frozen=True, kw_only=True)
class WhatIf:
    """Everything that a comparison found."""

    before: Side
    afters: tuple[Compared, ...]
    sweep: str | None = None

    def with_adapted(self, ends: Sequence[Adapted]) -> "WhatIf":
        """Return the same with what players adapted to: before, then each after."""
        afters = [
            replace(after, side=replace(after.side, adapted=end))
            for after, end in zip(self.afters, ends[1:], strict=True)
        ]
        return replace(self, before=replace(self.before, adapted=ends[0]), afters=tuple(afters))

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain JSON values."""
        return {
            "sweep": self.sweep,
            "before": self.before.to_dict(),
            "variants": [after.to_dict() for after in self.afters],
        }
