"""`Progress`: what follows how far a task is; the command line draws it, a page streams it."""

from collections.abc import Sequence
from typing import Protocol


class Ended(Protocol):
    """A game that has ended."""

    @property
    def duration(self) -> float:
        """The seconds that it took."""
        ...


class Progress(Protocol):
    """Follows how far a task is."""

    def stage(self, name: str, games: int) -> None:
        """A part of the task begins that has so many games."""
        ...

    def known(self, games: int) -> None:
        """So many games had been played before the run was resumed."""
        ...

    def played(self, results: Sequence[Ended]) -> None:
        """Games have ended; called every now and then without any."""
        ...

    def say(self, sentence: str, *, best: bool = False) -> None:
        """The task has found something out; `best`: which is the best so far."""
        ...


class NoProgress:
    """A progress that shows nothing."""

    def stage(self, name: str, games: int) -> None:
        """Do nothing."""

    def known(self, games: int) -> None:
        """Do nothing."""

    def played(self, results: Sequence[Ended]) -> None:
        """Do nothing."""

    def say(self, sentence: str, *, best: bool = False) -> None:
        """Do nothing."""
