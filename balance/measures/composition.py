"""What setups are made of: how common troops and commands are, of all alike or by weight."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from ...arena.play.result_board import ResultBoard
from ...engine.rules.stats import COMMANDS, TROOPS
from ...setups.notation import read_text

IN_USE: Final = 0.05
"""Share of what is played, by weight, from which a troop or command counts as in use."""


@dataclass(frozen=True, kw_only=True)
class Usage:
    """How common troops and commands are in setups of given weights."""

    troops: dict[str, float]
    """Mean number of each troop in a setup."""
    commands: dict[str, float]
    """Share of setups that have each command."""
    having: dict[str, float]
    """Share of setups that have each troop at all."""

    @property
    def in_use(self) -> tuple[str, ...]:
        """Troops and commands that enough of what is played has."""
        shares = self.having | self.commands
        return tuple(name for name, share in shares.items() if share >= IN_USE)


def usage(board: ResultBoard, weights: np.ndarray | None = None) -> Usage:
    """Return what setups are made of: of all alike, or by weight, such as the Nash mixture's."""
    read = [read_text(entrant.setup) for entrant in board.schedule.entrants]
    weights = np.full(len(read), 1 / len(read)) if weights is None else weights
    counts = np.array([counted for counted, _ in read], float)
    chosen = np.array([[slug in commands for slug in COMMANDS] for _, commands in read], float)
    return Usage(
        troops=_named(TROOPS, weights @ counts),
        commands=_named(COMMANDS, weights @ chosen),
        having=_named(TROOPS, weights @ (counts > 0)),
    )


def _named(names: Sequence[str], values: np.ndarray) -> dict[str, float]:
    return dict(zip(names, values.tolist(), strict=True))
