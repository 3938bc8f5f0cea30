"""What is being done, once that takes long: a line that changes, or one plain line."""

import sys
import time

import click

from ...api.progress import ESTIMATE_AFTER
from .output import say


class BusyLine:
    """Says what is being done once that takes long: a line that changes, or one plain line."""

    def __init__(self) -> None:
        self._began, self._drawn, self._said = time.monotonic(), 0, False

    def __call__(self, text: str) -> None:
        """Show what is being done just now."""
        if time.monotonic() - self._began < ESTIMATE_AFTER:
            return
        if sys.stderr.isatty():
            click.echo("\r" + text.ljust(self._drawn), nl=False, err=True)
            self._drawn = len(text)
        elif not self._said:
            self._said = True
            say(text, err=True)

    def close(self) -> None:
        """Leave the terminal with a clean line."""
        if self._drawn:
            click.echo("\r" + " " * self._drawn + "\r", nl=False, err=True)
            self._drawn = 0
