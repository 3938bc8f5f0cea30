"""`LastUsed`: values that were used last, as many as fit into a number of bytes."""

import threading
from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Kept = TypeVar("Kept")


class LastUsed(Generic[Key, Kept]):
    """Values by key; of too many those that were used longest ago go. Any thread may ask."""

    def __init__(self, most_bytes: int, most: int | None = None) -> None:
        """Keep so many bytes, and so many values if that is fewer."""
        self._most_bytes, self._most = most_bytes, most
        self._kept: OrderedDict[Key, tuple[Kept, int]] = OrderedDict()
        self._lock = threading.Lock()
        self.size = 0
        """The bytes of all values."""

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: Key) -> Kept | None:
        """Return a value, which is used with that."""
        with self._lock:
            found = self._kept.get(key)
            if found is None:
                return None
            self._kept.move_to_end(key)
            return found[0]

    def put(self, key: Key, value: Kept, size: int) -> None:
        """Keep a value of about so many bytes, its key among them; the last one in any case."""
        with self._lock:
            self._pop(key)
            self._kept[key] = value, size
            self.size += size
            while len(self._kept) > 1 and self._too_much():
                self._pop(next(iter(self._kept)))

    def forget(self, key: Key) -> None:
        """Keep a value no more, if it was kept."""
        with self._lock:
            self._pop(key)

    def clear(self) -> None:
        """Keep nothing more."""
        with self._lock:
            self._kept.clear()
            self.size = 0

    def _too_much(self) -> bool:
        return self.size > self._most_bytes or len(self._kept) > (self._most or len(self._kept))

    def _pop(self, key: Key) -> None:
        _, size = self._kept.pop(key, (None, 0))
        self.size -= size
