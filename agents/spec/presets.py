"""Three agents by cost, of one code: names that are taken wherever an agent is.

`strong` judges, `medium` checks, `quick` screens. What a preset is may change with a release; rows
keep the full text of what played. A small search that is drawn to the enemy judges setups less like
a large one (rho with `strong` 0.72 in place of 0.84), so `quick` has the approach that was tuned.
"""

from types import MappingProxyType
from typing import Final

PRESETS: Final = MappingProxyType(
    {
        "strong": "strategist",
        "medium": "strategist:advances=10000",
        "quick": "strategist:advances=650,calm=0.6,reply=5,lists=lean,approach=0.00135",
    }
)
