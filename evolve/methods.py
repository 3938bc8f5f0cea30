"""What a search for the metagame calls its rows of `setup_ratings`."""

from typing import Final

AGAINST: Final = "score against the mixture"
"""How named setups are rated; with ` by AGENT` behind it, how the second agent's best one is."""

OF_NAMED: Final = "weight among the named setups"
"""Weights in the Nash mixture of the named setups alone."""

NAMED_MIXTURE: Final = "mixture of the named setups"
"""The entrant that stands for that mixture where it is rated itself."""
