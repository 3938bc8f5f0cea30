"""The decisions of a recorded game, and the positions that a decision can lead to.

A decision is a turn. Where Winds of Fate is random it ends a decision: what it brings is no choice,
and what its player makes of it is the next decision of the same turn. So no player is charged for
luck: a choice is worth the mean of the positions that it can lead to.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from ...engine import GameRecord
from ...engine.kernels.layout import NO_WINNER, STATE, WINDS_OF_FATE
from ...engine.notation.replay import Replayer
from ...engine.records import RecordedTurn
from ...engine.rules.ruleset import Ruleset
from ...engine.rules.stats import COMMANDS

_WINDS: Final = COMMANDS[WINDS_OF_FATE]
_DRAWS: Final = 64
"""Draws of Winds of Fate from which its outcomes are collected: one of three is missed once in
sixty thousand million times."""


@dataclass(frozen=True)
class TurnDecision:
    """A choice of a player: a turn, or its part before or after a random event."""

    turn: int
    player: int
    first: int
    """How many actions of the game were played before it."""
    actions: tuple[str, ...]
    start: np.record
    """The position it was made in."""
    complete: bool
    """Whether it was played to its end; the last of a game that was left may not be."""


def known_actions(actions: Sequence[str], rules: Ruleset) -> tuple[str, ...]:
    """Return the actions up to the first whose effect is drawn at random."""
    if rules.winds != "random" or _WINDS not in actions:
        return tuple(actions)
    return tuple(actions[: list(actions).index(_WINDS) + 1])


def decisions_of(record: GameRecord) -> list[TurnDecision]:
    """Return the decisions of a game, every action verified; the last may have no action yet."""
    replayer, state, decisions = Replayer(), record.start().state, []
    for turn in record.turns():
        for first, actions in _parts(turn, record.rules):
            before = copied(state)
            decisions.append(TurnDecision(turn.number, turn.player, first, actions, before, True))
            state = replayer.follow(record.rules, state, actions).end
    over = int(state.winner) != NO_WINNER
    last = decisions[-1]
    if not over and not (last.actions and known_actions(last.actions, record.rules)[-1] == _WINDS):
        decisions[-1] = TurnDecision(
            last.turn, last.player, last.first, last.actions, last.start, complete=False
        )
    return decisions


def _parts(turn: RecordedTurn, rules: Ruleset) -> list[tuple[int, tuple[str, ...]]]:
    """Return the decisions of a turn, each with how many actions were played before it."""
    parts, first, left = [], turn.first, turn.actions
    while len(part := known_actions(left, rules)) < len(left):
        parts.append((first, part))
        first, left = first + len(part), left[len(part) :]
    return [*parts, (first, left)]


def outcomes(rules: Ruleset, start: np.record, actions: Sequence[str]) -> list[np.record]:
    """Return the positions that a decision can lead to, all equally likely: several by chance."""
    replayer, chance = Replayer(), rules.winds == "random" and actions[-1] == _WINDS
    ends = {}
    for stream in range(_DRAWS if chance else 1):
        state = copied(start)
        state.stream = stream
        end = replayer.play(rules, state, actions)
        if end is None:
            raise ValueError(f"not legal in this position: {'; '.join(actions)}")
        ends[copied(end).tobytes()] = copied(end)
    return list(ends.values())


def copied(state: np.record) -> np.record:
    """Return a copy of a position without the secret of what chance will bring."""
    states = np.zeros(1, STATE)
    states[0] = state
    states[0].stream = 0
    return states[0]
