"""`Places`: how many streams and analyses are under way at a time."""

from collections.abc import Iterator
from contextlib import contextmanager

from .problems import Refusal


class Places:
    """A number of things that may be under way at a time."""

    def __init__(self, most: int, what: str) -> None:
        self._most, self._what, self.taken = most, what, 0

    @contextmanager
    def one(self) -> Iterator[None]:
        """Take a place, or refuse where none is free; it is given back however the block ends."""
        if self.taken >= self._most:
            raise Refusal(503, f"{self._most} {self._what} are under way; close one of them")
        self.taken += 1
        try:
            yield
        finally:
            self.taken -= 1
