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


DEFAULT_WEIGHTS: Final = "w2"
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
        "w2": WeightSet(
            provenance="python -m benchmarks.weights --agent strategist:advances=7000,calm=0.25 "
            "--start w1 --pairs 24000 --seed 11; held out, against w1: 55.6 +-3.4 % under the "
            "usual rules, 57.6 +-3.3 % under ten edited ones, 800 games each; then approach by "
            "hand from 0.00135, which scores 50.5 +-4.0 % against it and draws half as often",
            values=MappingProxyType(
                {
                    "approach": 0.004,
                    "material": 1.0,
                    "alive": 0.207,
                    "points": 170.0,
                    "half": 159.0,
                    "cooldown": 0.262,
                    "threat": 0.93,
                    "scale": 500.0,
                    "reward": 0.087,
                    "cost": 0.662,
                    "health": 0.239,
                    "damage": 0.221,
                    "movement": 0.055,
                    "range": 0.183,
                }
            ),
        ),
    }
)
