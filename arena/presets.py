"""Agents for those who name none."""

from typing import Final

DEFAULT_AGENT: Final = "fpu"
"""The thesis's best agent, at its budget of 3000 advances a decision."""

QUICK_AGENT: Final = "fpu:advances=150"
"""A twentieth of the cost, for a first look."""
