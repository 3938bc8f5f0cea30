"""How often one client may ask: a bucket of requests that fills again with time."""

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

MOST_CLIENTS: Final = 10_000
"""Clients that are remembered; those that asked longest ago are forgotten first."""


class RateLimit:
    """So many requests a second for each client, and a few seconds' worth at once."""

    def __init__(
        self, per_second: float, burst: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._per_second, self._burst, self._clock = per_second, burst, clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, client: str) -> float:
        """Count a request; return the seconds to wait if it is one too many, else 0."""
        now = self._clock()
        left, since = self._buckets.pop(client, (self._burst, now))
        left = min(self._burst, left + (now - since) * self._per_second)
        allowed = left >= 1
        self._buckets[client] = (left - 1 if allowed else left), now
        if len(self._buckets) > MOST_CLIENTS:
            self._buckets.popitem(last=False)
        return 0.0 if allowed else (1 - left) / self._per_second
