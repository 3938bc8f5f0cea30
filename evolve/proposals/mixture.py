"""Fields made of entrants: all alike, as often as their Nash mixture says, or as is known."""

from collections.abc import Sequence

import numpy as np

from ...arena.play.entrant import Entrant
from ...arena.play.result_board import ResultBoard
from ...arena.stats.nash import nash
from ...engine.rules.ruleset import Ruleset
from ...setups.metagame import metagame
from ...setups.notation import read_text
from ...setups.setup import Setup
from .field import Field

NEGLIGIBLE = 0.01
"""Share of a Nash mixture below which a setup is left out of the field."""


def equal_shares(entrants: Sequence[Entrant]) -> Field:
    """Return the field of entrants who are met equally often."""
    return Field(opponents=tuple(entrants), weights=(1.0,) * len(entrants))


def mixture(entrants: Sequence[Entrant], board: ResultBoard) -> Field:
    """Return the Nash mixture of entrants who played a round robin, without what is negligible."""
    rates = np.full((len(entrants),) * 2, 0.5)
    for (one, other), tally in zip(board.schedule.matchups, board.tallies(), strict=True):
        rates[one, other] = tally.score.rate
        rates[other, one] = 1 - tally.score.rate
    weights = nash(rates).weights
    pairs = [(e, float(w)) for e, w in zip(entrants, weights, strict=True) if w >= NEGLIGIBLE]
    pairs.sort(key=lambda pair: -pair[1])
    total = sum(weight for _, weight in pairs)
    return Field(
        opponents=tuple(entrant for entrant, _ in pairs),
        weights=tuple(round(weight / total, 6) for _, weight in pairs),
    )


def metagame_field(rules: Ruleset, agent: str) -> Field | None:
    """Return the mixture of the metagame; None if one of its setups is illegal by these rules."""
    field = Field.of(metagame(), agent)
    setups = [Setup(*read_text(entrant.setup)) for entrant in field.opponents]
    return None if any(setup.faults(rules) for setup in setups) else field
