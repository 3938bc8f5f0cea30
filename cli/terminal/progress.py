"""How far a run has come: one line that changes on a terminal, a few plain lines otherwise."""

import sys
import time

import click

from ...results.page.words import duration, plural
from .output import say

ESTIMATE_AFTER = 2.0
"""Seconds of play that an estimate rests on."""

LONG = 10.0
"""Seconds: a longer wait is announced beforehand."""

_LINES = (10.0, 30.0, 60.0)
"""Seconds at which plain lines come; then one for each span of the last."""

_REDRAW = 0.2


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


class ProgressLine:
    """Counts the games that have ended, and writes to standard error."""

    def __init__(self, games: int, before: int, place: str, width: int, *, quiet: bool) -> None:
        """Begin at `before` of so many games; quiet: only a terminal shows it."""
        self._games, self._before, self._place, self._width = games, before, place, width
        self._screen = sys.stderr.isatty()
        self._quiet = quiet and not self._screen
        self._began: float | None = None
        self._shown = 0.0
        self._lines = 0
        self._drawn = 0
        self._estimated = False
        self.played = 0
        self.seconds = 0.0
        """Of play, added up over the games."""

    @property
    def elapsed(self) -> float:
        """Seconds since the first result."""
        return 0.0 if self._began is None else time.monotonic() - self._began

    def __call__(self, ended: int, seconds: float) -> None:
        """Count so many more games that have ended, and the seconds of play they took."""
        if ended and self._began is None:
            self._began = time.monotonic() - seconds / max(self._width, 1)
        self.played += ended
        self.seconds += seconds
        if self._began is None or self._quiet:
            return
        if not self._estimated and self.elapsed >= ESTIMATE_AFTER:
            self._estimated = True
            if self.left() >= LONG:
                missing = f"{self._games - self._before:,} of " if self._before else ""
                whole = duration(self.elapsed + self.left())
                self._line(
                    f"{missing}{plural(self._games, 'game')} on {self._place}: about {whole}"
                )
        if self._screen:
            self._draw()
        elif self.elapsed >= self._next_line():
            self._lines += 1
            self._line(self.text())

    def known(self, games: int) -> None:
        """Count so many games that had been played before."""
        self._before += games

    def left(self) -> float:
        """Return the seconds that the remaining games will take, going by those played."""
        return self._left_games() * self.seconds / max(self.played, 1) / max(self._width, 1)

    def time(self) -> str:
        """Return those seconds as text."""
        return duration(self.left())

    def text(self) -> str:
        """Return how far it is."""
        rate = self.played / self.elapsed if self.elapsed else 0.0
        done = f"{self._before + self.played:,} of {self._games:,} games"
        return f"{done}, {rate:,.1f} games/s, {self.time()} left"

    def close(self) -> None:
        """Leave the terminal with a clean line."""
        if self._drawn:
            click.echo("\r" + " " * self._drawn + "\r", nl=False, err=True)
            self._drawn = 0

    def _left_games(self) -> int:
        return max(0, self._games - self._before - self.played)

    def _next_line(self) -> float:
        if self._lines < len(_LINES):
            return _LINES[self._lines]
        return _LINES[-1] * (self._lines - len(_LINES) + 2)

    def _draw(self) -> None:
        if time.monotonic() - self._shown >= _REDRAW:
            text = self.text()
            click.echo("\r" + text.ljust(self._drawn), nl=False, err=True)
            self._drawn, self._shown = len(text), time.monotonic()

    def _line(self, text: str) -> None:
        self.close()
        say(text, err=True)
