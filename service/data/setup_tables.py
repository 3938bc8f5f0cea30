"""Every maximal setup of the rulesets that were asked for last, made once, in a process of its own.

To enumerate takes a second for the standard rules, and half a minute for rules that allow much
more. So one ruleset is enumerated at a time, few wait, those who want the same rules wait for the
same enumeration, and it is ended when the last of them has gone or it takes too long.
"""

import threading
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Final

from litestar import Request

from ...api.setup_data.selection import SetupSelection
from ...engine.rules.ruleset import Ruleset
from ..common.last_used import LastUsed
from ..common.problems import Refusal
from .side_process import MOST_WAITING, SideProcess, TookTooLong
from .wanted import unless_gone

MOST_BYTES: Final = 48 << 20
"""Of all setups that are kept: six times those of the standard rules."""

Prices = tuple[int, ...]


class _Enumeration:
    """One that is under way or waits for its turn, and how many clients want it."""

    def __init__(self) -> None:
        self.future: Future[SetupSelection]
        self.given_up, self.clients = threading.Event(), 0


class SetupTables:
    """Setups by ruleset."""

    def __init__(self, seconds: float) -> None:
        """An enumeration may take so many seconds."""
        self._seconds, self._standard = seconds, _what_decides(Ruleset())
        self._kept = LastUsed[Prices, SetupSelection](MOST_BYTES)
        self._under_way: dict[Prices, _Enumeration] = {}
        self._lock = threading.Lock()
        self._side, self._thread = SideProcess(), ThreadPoolExecutor(1, "setups")

    def start(self) -> None:
        """Begin with the standard rules, which the first page may ask for."""
        self._wanted(Ruleset())

    def stop(self) -> None:
        """Enumerate no more."""
        self._side.stop()
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def of(self, rules: Ruleset, request: Request[Any, Any, Any]) -> SetupSelection:
        """Return the maximal setups of a ruleset, for as long as the request's client waits."""
        decisive = _what_decides(rules)
        if (known := self._kept.get(decisive)) is not None:
            return known
        wanted = self._wanted(rules)
        try:
            return await unless_gone(request, wanted.future)
        finally:
            self._leave(decisive, wanted)

    def _wanted(self, rules: Ruleset) -> _Enumeration:
        """Return the enumeration of a ruleset, with one client more."""
        decisive = _what_decides(rules)
        with self._lock:
            found = self._under_way.get(decisive)
            if found is None:
                if len(self._under_way) > MOST_WAITING:
                    raise Refusal(
                        503,
                        f"the setups of {MOST_WAITING} other rulesets are waited for already; ask "
                        "again in a moment",
                    )
                found = self._under_way[decisive] = _Enumeration()
                found.future = self._thread.submit(self._make, rules, found)
            found.clients += 1
            return found

    def _leave(self, decisive: Prices, wanted: _Enumeration) -> None:
        """Take a client away; without any an enumeration ends, or is not begun."""
        with self._lock:
            wanted.clients -= 1
            if not wanted.clients and self._under_way.get(decisive) is wanted:
                del self._under_way[decisive]
                wanted.given_up.set()
                wanted.future.cancel()

    def _make(self, rules: Ruleset, wanted: _Enumeration) -> SetupSelection:
        decisive = _what_decides(rules)
        try:
            made = self._enumerated(rules, wanted.given_up)
            self._kept.get(self._standard)  # which goes last
            self._kept.put(decisive, made, made.size)
            return made
        finally:
            with self._lock:
                if self._under_way.get(decisive) is wanted:
                    del self._under_way[decisive]
            if not self._under_way:
                self._side.rest()

    def _enumerated(self, rules: Ruleset, given_up: threading.Event) -> SetupSelection:
        try:
            return self._side.call(
                "maximal_setups", {"rules": rules}, seconds=self._seconds, given_up=given_up
            )
        except TookTooLong:
            raise Refusal(
                422,
                f"to list the setups of these rules took longer than {self._seconds:g} seconds and "
                "was ended: lower limits.points or limits.troops, or let the command enumerate "
                "list them",
            ) from None


def _what_decides(rules: Ruleset) -> Prices:
    """Return the numbers that decide which setups there are."""
    prices = [part.cost for group in (rules.troops, rules.commands) for part in group.values()]
    return rules.limits.points, rules.limits.troops, rules.limits.commands, *prices
