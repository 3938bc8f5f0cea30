"""How far a run has come: on a terminal, in a notebook, or as a few plain lines.

    progress = RunProgress(executor, display_of())

A display shows one line that changes, if it can, and lines that stay: on a terminal that is
standard error, in a notebook an output of the cell. Where nothing can change, plain lines come now
and then.
"""

import contextlib
import sys
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from ..results.page.words import duration, plural
from ..results.text.escape import printable

if TYPE_CHECKING:
    from ..arena.play.play_schedule import Executor
    from ..arena.run.progress import Ended

ESTIMATE_AFTER = 2.0
"""Seconds of play that an estimate rests on."""

LONG = 10.0
"""Seconds: a longer wait is announced beforehand."""

_LINES = (10.0, 30.0, 60.0)
"""Seconds at which plain lines come; then one for each span of the last."""

_REDRAW = 0.2


class Display(Protocol):
    """Where progress is shown."""

    @property
    def changes(self) -> bool:
        """Whether a line can be drawn over."""
        ...

    def draw(self, text: str) -> None:
        """Show a text in place of the last one that was drawn."""
        ...

    def line(self, text: str) -> None:
        """Show lines that stay."""
        ...

    def clean(self) -> None:
        """Take away what is drawn."""
        ...


class StandardError:
    """A terminal's line, or plain lines where there is no terminal."""

    def __init__(self) -> None:
        self.changes = sys.stderr is not None and sys.stderr.isatty()
        self._drawn = 0

    def draw(self, text: str) -> None:
        """Show a text in place of the last one that was drawn."""
        self._write("\r" + text.ljust(self._drawn))
        self._drawn = len(text)

    def line(self, text: str) -> None:
        """Show lines that stay."""
        self.clean()
        self._write(printable(text, keep="\n") + "\n")

    def clean(self) -> None:
        """Take away what is drawn."""
        if self._drawn:
            self._write("\r" + " " * self._drawn + "\r")
            self._drawn = 0

    def _write(self, text: str) -> None:
        if sys.stderr is not None:
            with contextlib.suppress(OSError):  # a run does not end with its terminal
                sys.stderr.write(text)
                sys.stderr.flush()


class NotebookCell:
    """An output of the cell that runs, which is updated."""

    changes = True

    def __init__(self, display: Any) -> None:
        """Begin; `display` is IPython's."""
        self._display, self._handle, self._kept = display, None, ""

    def draw(self, text: str) -> None:
        """Show a text below the lines that stay."""
        shown = {"text/plain": printable(f"{self._kept}{text}".rstrip("\n"), keep="\n")}
        if self._handle is None:
            self._handle = self._display(shown, raw=True, display_id=True)
        else:
            self._handle.update(shown, raw=True)

    def line(self, text: str) -> None:
        """Show lines that stay."""
        self._kept += text + "\n"
        self.draw("")

    def clean(self) -> None:
        """Take away what is drawn."""
        if self._handle is not None:
            self.draw("")


class NoDisplay:
    """Shows nothing."""

    changes = False

    def draw(self, text: str) -> None:
        """Do nothing."""

    def line(self, text: str) -> None:
        """Do nothing."""

    def clean(self) -> None:
        """Do nothing."""


def display_of() -> Display:
    """Return where progress is shown: the cell of a notebook, or standard error."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if shell is not None and hasattr(shell, "kernel"):
        from IPython.display import display  # noqa: PLC0415  # pyright: ignore

        return NotebookCell(display)
    return StandardError()


class ProgressLine:
    """Counts the games that have ended, and shows how far it is."""

    def __init__(self, games: int, before: int, place: str, width: int, display: Display) -> None:
        """Begin at `before` of so many games."""
        self._games, self._before, self._place, self._width = games, before, place, width
        self._display = display
        self._began: float | None = None
        self._shown = 0.0
        self._lines = 0
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
        if self._began is None:
            return
        if not self._estimated and self.elapsed >= ESTIMATE_AFTER:
            self._estimated = True
            if self.left() >= LONG:
                missing = f"{self._games - self._before:,} of " if self._before else ""
                whole = duration(self.elapsed + self.left())
                games = f"{missing}{plural(self._games, 'game')}"
                self._display.line(f"{games} on {self._place}: about {whole}")
        if self._display.changes:
            self._draw()
        elif self.elapsed >= self._next_line():
            self._lines += 1
            self._display.line(self.text())

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
        """Leave a clean line."""
        self._display.clean()

    def _left_games(self) -> int:
        return max(0, self._games - self._before - self.played)

    def _next_line(self) -> float:
        if self._lines < len(_LINES):
            return _LINES[self._lines]
        return _LINES[-1] * (self._lines - len(_LINES) + 2)

    def _draw(self) -> None:
        if time.monotonic() - self._shown >= _REDRAW:
            self._display.draw(self.text())
            self._shown = time.monotonic()


class RunProgress:
    """Shows how far a task is: each part of it has a line of its own."""

    def __init__(self, executor: "Executor", display: Display) -> None:
        self._executor, self._display = executor, display
        self._line: ProgressLine | None = None
        self._games = self._known = 0

    def stage(self, name: str, games: int) -> None:
        """Begin with a part of the task."""
        self.close()
        place = f"{self._executor} ({name})" if name else str(self._executor)
        width = self._executor.width
        self._line = ProgressLine(games, 0, place, width, self._display)
        self._games += games

    def known(self, games: int) -> None:
        """Count games that had been played before."""
        self._known += games
        if self._line:
            self._line.known(games)

    def played(self, results: Sequence["Ended"]) -> None:
        """Count games."""
        self._known += len(results)
        if self._line:
            self._line(len(results), sum(result.duration for result in results))

    def say(self, sentence: str, *, best: bool = False) -> None:
        """Say what the task has found out."""
        self._display.line(sentence)

    def close(self) -> None:
        """Leave a clean line."""
        self._display.clean()

    @property
    def text(self) -> str:
        """How many games are known, of those of the parts that have begun."""
        return f"{self._known:,} of {self._games:,} games"
