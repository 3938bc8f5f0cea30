"""Games under sets of rules, as the values of a result: each by itself, and each beside before.

Scores, match-ups and what follows from them are estimates for the judge from the games of all
levels. Figures of games, and what is chosen and used in them, are those of the judge's own: they
are too few to say how far another agent's are off. They are of the judge's rounds, in which every
match-up has as many games; further pairs, which only some have, count for scores alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ...arena.levels.combined import Figures
from ...arena.play.player import DRAW
from ...arena.play.result_board import ResultBoard
from ...arena.play.schedule import RoundRobin, round_robin
from ...arena.stats.cycles import count_circles
from ...engine.rules.ruleset import Ruleset
from ...engine.rules.stats import COMMANDS, TROOPS
from ..measures import game_figures
from ..measures.boards import matchups_of, rates_matrix, stacked_points
from ..measures.bootstrap import bootstrapped
from ..measures.change import FAMILIES, Change
from ..measures.compare import figure_changes, judged_changes, score_changes, share_changes
from ..measures.equilibrium import HELD, Diversity, diversity
from ..measures.evenness import deviation_of, typical
from ..measures.paired import PairedPoints
from ..measures.structure import dominance_of, drawn_rates, structure_changes, triples
from ..measures.usage import by_pair
from .result import LevelWorth, MixturePart, RulesValues, SetupFate, VariantValues, WinMatrix

if TYPE_CHECKING:
    from ..measures.measured import Measured
    from ..rules.space_change import SetupChange

GAME_FIGURES = ("first player", "turns", "draws")


@dataclass(frozen=True, kw_only=True)
class RulesSample:
    """The games under one set of rules."""

    boards: tuple[ResultBoard, ...]
    """The rounds of each level, the judge's last; games that are the same were played once."""
    further: tuple[ResultBoard | None, ...]
    """The further pairs of each level."""
    touched: tuple[bool, ...]
    """Whether each setup plays otherwise by the rules after."""
    counts: np.ndarray
    """Selections and uses in the games with events: [games, figures]."""
    first_game: int
    """Number of its first game within the run."""
    games: int
    """Games that were played by these rules, by all levels."""

    @property
    def judged(self) -> ResultBoard:
        """The judge's games."""
        return self.boards[-1]

    @property
    def rules(self) -> Ruleset:
        """The rules."""
        return self.judged.schedule.rules

    @property
    def labels(self) -> tuple[str, ...]:
        """The setups' names."""
        return tuple(entrant.label for entrant in self.judged.schedule.entrants)

    @property
    def matchups(self) -> RoundRobin:
        """Every two setups."""
        return round_robin(len(self.labels))

    def beside(self, after: "RulesSample") -> list[PairedPoints]:
        """Return the pairs of each level, before and after."""
        return [
            PairedPoints(
                matchups=matchups_of(*old),
                before=stacked_points(*old),
                after=stacked_points(*new),
                touched=self.touched,
            )
            for old, new in zip(self.played, after.played, strict=True)
        ]

    @property
    def played(self) -> list[tuple[ResultBoard, ResultBoard | None]]:
        """The rounds and the further pairs of each level."""
        return list(zip(self.boards, self.further, strict=True))

    def figures(self) -> np.ndarray:
        """Return first players' points, turns and draws of pairs: [pairs, match-ups, figures]."""
        board = self.judged
        shape = (board.schedule.pairs, len(board.schedule.matchups), 2)
        won = np.where(board.winner == DRAW, 0.5, (board.winner == 0).astype(float))
        every = (won, board.turns.astype(float), (board.winner == DRAW).astype(float))
        return np.stack([figure.reshape(shape).mean(axis=2) for figure in every], axis=2)

    def usage(self) -> tuple[np.ndarray, np.ndarray]:
        """Return selections of troops and uses of commands in pairs: [1, match-ups, figures]."""
        pairs = by_pair(self.counts, len(self.judged.schedule.matchups))
        return pairs[:, :, : len(TROOPS)], pairs[:, :, len(TROOPS) :] / 2


def matrix_of(sample: RulesSample, rates: np.ndarray) -> np.ndarray:
    """Return the rates of match-ups as those of each setup (row) against each."""
    return rates_matrix(rates, np.array(sample.matchups), len(sample.labels))


def rules_values(
    sample: RulesSample, rates: Figures, space: dict[str, int], seed: int
) -> RulesValues:
    """Return what games say about their rules, of which so many setups are legal."""
    rules, matrix = sample.rules, matrix_of(sample, rates.values)
    draws = [matrix_of(sample, one) for one in drawn_rates(rates, seed)]
    mixed = diversity(matrix, draws)
    measures = _measures(sample.judged, rates, mixed)
    measures["triples"] = bootstrapped(triples(matrix), [triples(one) for one in draws])
    cycles, certain = (
        count_circles(dominance_of(rates, sample.matchups, len(matrix), certain=certain))
        for certain in (False, True)
    )
    return RulesValues(
        ruleset=rules.digest(),
        rules=rules.edits,
        games=sample.games,
        setups=space,
        measures={name: one.values() for name, one in measures.items()},
        cycles=cycles,
        certain_cycles=certain,
        nash=_mixture(sample.labels, mixed),
        win_matrix=WinMatrix(
            setups=sample.labels,
            rates=tuple(
                tuple(None if np.isnan(rate) else rate for rate in row) for row in matrix.tolist()
            ),
        ),
    )


def _measures(judged: ResultBoard, rates: Figures, mixed: Diversity) -> "dict[str, Measured]":
    """Return figures of the judge's games, and of the matrix for the judge."""
    return {
        "first player": game_figures.first_player(judged),
        "turns": game_figures.length(judged),
        "draws": game_figures.draws(judged),
        "deviation": typical(deviation_of(rates.values, rates.variances)),
        "entropy": mixed.entropy,
        "effective": mixed.effective,
        "support": mixed.support,
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
    comparison: "Compared",
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
        changes=comparison.changes,
        beyond_noise=sum(c.beyond for family in comparison.changes.values() for c in family),
        levels=comparison.levels,
    )


@dataclass(frozen=True, kw_only=True)
class Compared:
    """What changed from before to after."""

    changes: dict[str, tuple[Change, ...]]
    """By family."""
    sides: tuple[Figures, Figures]
    """The scores of every match-up before and after, for the judge."""
    levels: tuple[LevelWorth, ...]
    """What the games of each level counted for."""


def compared(before: RulesSample, after: RulesSample, *, seed: int, variants: int) -> Compared:
    """Return what changed; `variants` afters share the level of the tests."""
    labels, every, tests = before.labels, before.matchups, len(FAMILIES) * variants
    levels = before.beside(after)
    # Levels draw their swaps from seeds that follow each other; the other questions from 16 on.
    setups, matchups = judged_changes(levels, len(labels), every, seed=seed, tests=tests)
    own, each = score_changes(setups, matchups, labels, every, tests=tests)
    figures = figure_changes(
        GAME_FIGURES, before.figures(), after.figures(), seed=seed + 16, tests=tests
    )
    (troops, commands), (new_troops, new_commands) = before.usage(), after.usage()
    # Troops and commands are two families that share one part of the level.
    used = share_changes(TROOPS, troops, new_troops, seed=seed + 17, tests=2 * tests)
    used += figure_changes(COMMANDS, commands, new_commands, seed=seed + 18, tests=2 * tests)
    whole = structure_changes(matchups, every, len(labels), seed=seed + 19, tests=tests)
    families = zip(FAMILIES, (own, each, figures, used, whole), strict=True)
    return Compared(
        changes={family: tuple(changes) for family, changes in families},
        sides=matchups.sides,
        levels=tuple(
            LevelWorth(
                agent=board.schedule.entrants[0].agent,
                share=float(share.mean()),
                own_error=float(bias**0.5) if np.isfinite(bias) else None,
            )
            for board, share, bias in zip(
                before.boards, setups.change.shares, setups.change.biases, strict=True
            )
        ),
    )
