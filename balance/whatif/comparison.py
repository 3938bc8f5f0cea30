"""Games under sets of rules, as the values of a result: each by itself, and each beside before."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ...arena.play.player import DRAW
from ...arena.play.result_board import ResultBoard
from ...arena.stats.cycles import certain_dominance, count_circles, dominance
from ...engine.rules.ruleset import Ruleset
from ...engine.rules.stats import COMMANDS, TROOPS
from ..measures import game_figures
from ..measures.boards import cross_table, matrix, merged, pair_points
from ..measures.bootstrap import bootstrapped, resampled
from ..measures.change import FAMILIES, Change
from ..measures.compare import (
    PairedPoints,
    figure_changes,
    score_changes,
    share_changes,
    structure_changes,
)
from ..measures.equilibrium import HELD, Diversity, diversity
from ..measures.evenness import deviation, typical
from ..measures.structure import NAMES, structure, triples
from ..measures.usage import by_pair
from .result import MixturePart, RulesValues, SetupFate, VariantValues, WinMatrix

if TYPE_CHECKING:
    from ..measures.measured import Measured
    from ..rules.space_change import SetupChange

GAME_FIGURES = ("first player", "turns", "draws")


@dataclass(frozen=True, kw_only=True)
class RulesSample:
    """The games under one set of rules."""

    board: ResultBoard
    counts: np.ndarray
    """Selections and uses in the games with events: [games, figures]."""
    first_game: int
    """Number of its first game within the run."""

    @classmethod
    def of(
        cls, boards: Sequence[ResultBoard], counts: np.ndarray, first_game: int
    ) -> "RulesSample":
        """Return several round robins of the same setups as one."""
        return cls(board=merged(boards), counts=counts, first_game=first_game)

    @property
    def rules(self) -> Ruleset:
        """The rules."""
        return self.board.schedule.rules

    @property
    def labels(self) -> tuple[str, ...]:
        """The setups' names."""
        return tuple(entrant.label for entrant in self.board.schedule.entrants)

    @property
    def points(self) -> np.ndarray:
        """Of the first setup of each match-up, in pairs: [pairs, match-ups]."""
        return pair_points(self.board).mean(axis=2)

    def figures(self) -> np.ndarray:
        """Return first players' points, turns and draws of pairs: [pairs, match-ups, figures]."""
        board = self.board
        shape = (board.schedule.pairs, len(board.schedule.matchups), 2)
        won = np.where(board.winner == DRAW, 0.5, (board.winner == 0).astype(float))
        every = (won, board.turns.astype(float), (board.winner == DRAW).astype(float))
        return np.stack([figure.reshape(shape).mean(axis=2) for figure in every], axis=2)

    def usage(self) -> tuple[np.ndarray, np.ndarray]:
        """Return selections of troops and uses of commands in pairs: [1, match-ups, figures]."""
        pairs = by_pair(self.counts, len(self.board.schedule.matchups))
        return pairs[:, :, : len(TROOPS)], pairs[:, :, len(TROOPS) :] / 2


def rules_values(sample: RulesSample, space: dict[str, int], seed: int) -> RulesValues:
    """Return what games say about their rules, of which so many setups are legal."""
    board, rules = sample.board, sample.rules
    table, mixed = cross_table(board), diversity(board, seed=seed)
    rates = matrix(board).tolist()
    return RulesValues(
        ruleset=rules.digest(),
        rules=rules.edits,
        games=len(board.winner),
        setups=space,
        measures={name: one.values() for name, one in _measures(board, mixed, seed).items()},
        cycles=count_circles(dominance(table)),
        certain_cycles=count_circles(certain_dominance(table)),
        nash=_mixture(sample.labels, mixed),
        win_matrix=WinMatrix(
            setups=sample.labels,
            rates=tuple(tuple(None if np.isnan(rate) else rate for rate in row) for row in rates),
        ),
    )


def _measures(board: ResultBoard, mixed: Diversity, seed: int) -> "dict[str, Measured]":
    drawn = [triples(matrix(board, rates)) for rates in resampled(board, seed)]
    return {
        "first player": game_figures.first_player(board),
        "turns": game_figures.length(board),
        "draws": game_figures.draws(board),
        "deviation": typical(deviation(board)),
        "entropy": mixed.entropy,
        "effective": mixed.effective,
        "support": mixed.support,
        "triples": bootstrapped(triples(matrix(board)), drawn),
    }


def _mixture(labels: tuple[str, ...], mixed: Diversity) -> tuple[MixturePart, ...]:
    weights, part = mixed.mixture.weights, mixed.takes_part
    return tuple(
        MixturePart(name=labels[n], weight=float(weights[n]), takes_part=float(part[n]))
        for n in np.argsort(-weights, kind="stable").tolist()
        if weights[n] > HELD
    )


def variant_values(
    edits: Sequence[str],
    words: Sequence[str],
    changed: "Sequence[SetupChange]",
    after: RulesValues,
    changes: dict[str, tuple[Change, ...]],
) -> VariantValues:
    """Return a set of rules after: its edits, what became of setups, and what changed."""
    return VariantValues(
        edits=tuple(edits),
        words=tuple(words),
        fates=tuple(
            SetupFate(
                name=one.label,
                before=one.before,
                after=one.entrant.setup,
                fate=one.kind,
                change=one.change,
                room=one.room,
                gained_room=one.gained,
            )
            for one in changed
        ),
        after=after,
        changes=changes,
        beyond_noise=sum(change.beyond for family in changes.values() for change in family),
    )


def compared(
    before: RulesSample, after: RulesSample, *, seed: int, variants: int
) -> dict[str, tuple[Change, ...]]:
    """Return what changed, by family; `variants` afters share the level of the tests."""
    matchups, tests = before.board.schedule.matchups, len(FAMILIES) * variants
    paired = PairedPoints(
        labels=before.labels, matchups=matchups, before=before.points, after=after.points
    )
    setups, each = score_changes(paired, seed=seed, tests=tests)
    figures = figure_changes(
        GAME_FIGURES, before.figures(), after.figures(), seed=seed + 1, tests=tests
    )
    (troops, commands), (new_troops, new_commands) = before.usage(), after.usage()
    # Troops and commands are two families that share one part of the level.
    used = share_changes(TROOPS, troops, new_troops, seed=seed + 2, tests=2 * tests)
    used += figure_changes(COMMANDS, commands, new_commands, seed=seed + 3, tests=2 * tests)
    whole = structure_changes(
        NAMES,
        before.points,
        after.points,
        structure(matchups, len(before.labels)),
        seed=seed + 4,
        tests=tests,
    )
    every = (setups, each, figures, used, whole)
    return {family: tuple(changes) for family, changes in zip(FAMILIES, every, strict=True)}
