"""The games of a comparison: each level's, under one set of rules after the other.

    player = RulesPlayer(context, levels, touched, seed=1)
    before = player.played("before", entrants, rules)
    after = player.played("after", entrants_after, rules_after)

The first rules are those before. Under the others only match-ups that are touched are played; the
games of the rest are those before (`dealing`). Seeds do not depend on the rules: what differs
between two games of a number is the rules and what follows from them.
"""

from collections.abc import Sequence
from typing import Final

import msgspec
import numpy as np

from ...agents.spec.spec import called
from ...arena.play.entrant import Entrant
from ...arena.play.result_board import ResultBoard
from ...arena.play.schedule import Schedule
from ...arena.run.context import RunContext
from ...engine.rules.ruleset import Ruleset
from ...engine.rules.seeds import derive
from ..measures.boards import merged, side_by_side
from ..measures.usage import UsageCounts
from .comparison import RulesSample
from .dealing import DealtGames, Matchup

TRACED_STREAM: Final = 1 << 21
REST_STREAM: Final = TRACED_STREAM + 1
"""Streams of the seed for the judge's games: with events, and without."""

LEVEL_STREAM: Final = TRACED_STREAM + 16
"""Stream of the games of the first level below the judge; the next one has the next."""

SAME, FURTHER = 32, 64
"""What is added to the stream of a level's touched match-ups: those that are not, further pairs."""


class RulesPlayer:
    """Plays the games of all levels, the judge's last."""

    def __init__(
        self,
        context: RunContext,
        levels: Sequence[tuple[str, DealtGames]],
        touched: tuple[bool, ...],
        *,
        seed: int,
    ) -> None:
        """Begin; levels are agents and their games."""
        self._context, self._levels = context, levels
        self._touched, self._seed = touched, seed
        self._same: list[ResultBoard | None] = []
        """Of each level, once the rules before have been played."""
        self._same_counts = np.zeros(0)

    def reseeded(self, seed: int) -> "RulesPlayer":
        """Return a player of other seeds, once the rules before were played: all luck is new."""
        other = RulesPlayer(self._context, self._levels, self._touched, seed=seed)
        other._same, other._same_counts = self._same, self._same_counts
        return other

    def played(self, name: str, entrants: Sequence[Entrant], rules: Ruleset) -> RulesSample:
        """Return the games under rules of such a name, as so fitted setups play them."""
        first, boards, further = self._context.evaluator.games, [], []
        before, counts = not self._same, np.zeros(0)
        for number, (agent, games) in enumerate(self._levels):
            judge = number == len(self._levels) - 1
            stage = f"{name}, {called(agent)}" if self._levels[1:] else name
            self._context.progress.stage(stage, games.before if before else games.after)
            level = _LevelPlayer(self._context, agent, entrants, rules, self._seed)
            streams = (TRACED_STREAM, REST_STREAM) if judge else (None, LEVEL_STREAM + number)
            rounds, counts = level.rounds(games.touched, games.pairs, streams)
            further.append(level.further(games.further, FURTHER + streams[1]))
            if before:
                shifted = (streams[0] and SAME + streams[0], SAME + streams[1])
                same, self._same_counts = level.rounds(games.same, games.pairs, shifted)
                self._same.append(same)
            boards.append(_whole(rounds, self._same[number]))
        return RulesSample(
            boards=tuple(boards),
            further=tuple(further),
            touched=self._touched,
            counts=np.concatenate([counts, self._same_counts]),
            first_game=first,
            games=self._context.evaluator.games - first,
        )


def _whole(rounds: ResultBoard | None, same: ResultBoard | None) -> ResultBoard:
    board = side_by_side(rounds, same) if rounds and same else rounds
    assert board is not None  # some match-up is touched
    return board


class _LevelPlayer:
    """Plays the games of one agent under some rules."""

    def __init__(
        self,
        context: RunContext,
        agent: str,
        entrants: Sequence[Entrant],
        rules: Ruleset,
        seed: int,
    ) -> None:
        self._context, self._rules, self._seed = context, rules, seed
        self._entrants = tuple(msgspec.structs.replace(one, agent=agent) for one in entrants)

    def rounds(
        self, matchups: Sequence[Matchup], pairs: int, streams: tuple[int | None, int]
    ) -> tuple[ResultBoard | None, np.ndarray]:
        """Return so many pairs of each match-up, and what was used in those with events.

        With a first stream, the first pair of each match-up has events and is of that.
        """
        if not matchups:
            return None, np.zeros((0, UsageCounts(0).counts.shape[1]))
        traced, rest = streams
        if traced is None:
            return self._play(self._schedule(matchups, pairs, rest)), np.zeros(0)
        schedule, first = self._schedule(matchups, 1, traced), self._context.evaluator.games
        counts = UsageCounts(len(schedule))
        boards = [self._context.evaluator.play_schedule(schedule, on_results=counts.record)]
        counts.complete(self._context.store, self._context.run, first)
        if pairs > 1:
            boards.append(self._play(self._schedule(matchups, pairs - 1, rest)))
        return merged(boards), counts.counts

    def further(self, matchups: Sequence[Matchup], stream: int) -> ResultBoard | None:
        """Return a pair of each match-up, which may be there several times."""
        return self._play(self._schedule(matchups, 1, stream)) if matchups else None

    def _play(self, schedule: Schedule) -> ResultBoard:
        return self._context.evaluator.play_schedule(schedule)

    def _schedule(self, matchups: Sequence[Matchup], pairs: int, stream: int) -> Schedule:
        return Schedule(
            entrants=self._entrants,
            matchups=matchups,
            pairs=pairs,
            rules=self._rules,
            seed=derive(self._seed, stream),
        )
