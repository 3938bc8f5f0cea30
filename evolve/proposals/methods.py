"""What searches call their rows of `setup_ratings` and `agent_ratings`: for them and their reports.

This module imports nothing, as a report does without all that plays games.
"""

from typing import Final

CHECK: Final = "score of the check"
"""What a search for counters, or a tuning, ended with scored on fresh seeds."""

COMPARISON: Final = "score against the default"
"""What the best configuration of a tuning scored against the agent as it was given."""

RATED: Final = "score against the field"
"""The method of every setup's rating in a ranking."""

CONFIRMED, SPREAD, NAMED = "confirmed", "carried over", "named setup"
"""Methods of scores by the judge on fresh seeds: the top, others of the ranking, named ones."""

AGAINST: Final = "score against the mixture"
"""How named setups are rated."""

RIVAL: Final = "rival's score against the mixture"
"""With ` by AGENT` behind it: how the response of an agent of another kind is rated."""

SCREENED, LEFT_OUT = "share of screened mixtures", "share of screened mixtures, left out"
"""How setups of a start are rated by the cheap games of a screen: those kept, and the others."""

OF_NAMED: Final = "weight among the named setups"
"""Weights in the Nash mixture of the named setups alone."""

NAMED_MIXTURE: Final = "mixture of the named setups"
"""The entrant that stands for that mixture where it is rated itself."""
