"""`Roster`: every setup of a space, as arrays, and the games that some of them play."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow as pa

from ...arena.play.entrant import Entrant
from ...arena.play.result_board import ResultBoard
from ...arena.play.schedule import Schedule
from ...engine.rules.ruleset import Ruleset
from ...setups.enumerate import enumerate_setups
from ...setups.table import texts
from ..proposals.field import Field
from ..proposals.space import Space

_TURN = (5**0.5 - 1) / 2
"""Steps of this part of a circle spread evenly, wherever they begin and end."""


@dataclass(frozen=True)
class Roster:
    """The maximal setups of a space, in a fixed order."""

    texts: list[str]
    composition: np.ndarray
    """[setups, 16] how many of each troop, 0 or 1 for each command."""
    points: np.ndarray
    """What each costs."""

    @classmethod
    def of(cls, space: Space) -> "Roster":
        """Return all setups of a space."""
        enumeration = enumerate_setups(space.rules, space.query)
        names: list[pa.Array] = []
        composition: list[np.ndarray] = []
        points: list[np.ndarray] = []
        for block in enumeration.blocks():
            troops = enumeration.troops[block.troop_rows].sum(axis=1)
            chosen = block.where(block.maximal & (troops >= 1) & (troops <= space.room))
            names.append(texts(enumeration, chosen))
            parts = enumeration.troops[chosen.troop_rows], enumeration.commands[chosen.command_rows]
            composition.append(np.hstack(parts).astype(np.uint8))
            points.append(chosen.points)
        every: list[Any] = pa.concat_arrays(names).to_pylist()
        return cls(every, np.concatenate(composition), np.concatenate(points))

    def __len__(self) -> int:
        return len(self.texts)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each setup, by its text."""
        return {text: number for number, text in enumerate(self.texts)}

    def entrants(self, numbers: Sequence[int] | np.ndarray, agent: str) -> list[Entrant]:
        """Return some setups, played by an agent."""
        return [Entrant(setup=self.texts[number], agent=agent) for number in numbers]


def dealt(field: Field, offsets: np.ndarray, before: np.ndarray, pairs: int) -> np.ndarray:
    """Return the opponent of each of the next pairs of setups, a row for each setup.

    A setup goes round the field's weights, laid on a circle, in steps that spread evenly, from a
    place of its own: after any number of pairs it has met every opponent about as often as the
    weights say, and of setups with one pair each some have met every opponent.
    """
    ends = np.cumsum(field.weights) / np.sum(field.weights)
    turns = before[:, None] + np.arange(pairs)
    places = (offsets[:, None] + turns * _TURN) % 1.0
    return np.minimum(np.searchsorted(ends, places, side="right"), len(ends) - 1)


def schedule_of(
    candidates: Sequence[Entrant], field: Field, opponents: np.ndarray, rules: Ruleset, seed: int
) -> Schedule:
    """Return the schedule in which each candidate plays a pair with each in its row."""
    count = len(candidates)
    matchups = [
        (one, count + int(other))
        for column in opponents.T.tolist()
        for one, other in enumerate(column)
    ]
    return Schedule(
        entrants=(*candidates, *field.opponents),
        matchups=tuple(matchups),
        pairs=1,
        rules=rules,
        seed=seed,
    )


def pair_points(board: ResultBoard, candidates: int) -> np.ndarray:
    """Return the points of each candidate's pairs, a row for each candidate."""
    return board.scores().reshape(-1, candidates, 2).sum(axis=2).T
