"""Sets of weights for the evaluation of whole turns, by name, with where they come from.

Agent texts name their set, so that a stored result says what played it also when there are newer
sets. A set is never changed: better weights are a new set. `benchmarks/weights.py` tunes one.
"""

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True, kw_only=True)
class WeightSet:
    """Weights and where they come from."""

    provenance: str
    values: MappingProxyType[str, float]
    """By parameter name."""


DEFAULT_WEIGHTS: Final = "w1"
WEIGHTS: Final = MappingProxyType(
    {
        "w1": WeightSet(
            provenance="SPSA on games of a whole-turn search at 6500 advances a turn (14,160 "
            "side-swapped pairs on random maximal setups, prices 54 +-6.5 % against the weights "
            "before), rounded; approach by self-play",
            values=MappingProxyType(
                {
                    "approach": 0.001,
                    "material": 1.0,
                    "alive": 0.55,
                    "points": 140.0,
                    "half": 200.0,
                    "cooldown": 0.2,
                    "threat": 0.63,
                    "scale": 500.0,
                    "reward": 0.15,
                    "cost": 1.0,
                    "health": 0.0,
                    "damage": 0.0,
                    "movement": 0.0,
                    "range": 0.0,
                }
            ),
        ),
    }
)
