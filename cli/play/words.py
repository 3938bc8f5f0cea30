"""Actions and what they did as lines of the terminal."""

import click

WIDTH = 79
_ACTION = 17
"""Columns of an action, its indent included: `battle-cry k10` and `shield-wall k10` fit."""


def with_action(action: str, words: str) -> str:
    """Return an action and what it did as lines of at most 79 columns."""
    if not words:
        return f"  {action}"
    return click.wrap_text(words, WIDTH, f"  {action:<{_ACTION - 2}} ", " " * (_ACTION + 1))
