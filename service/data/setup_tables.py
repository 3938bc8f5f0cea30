"""Every maximal setup of the rulesets that were asked for last, made once."""

import threading
from collections import OrderedDict
from typing import Final

from ...api.setup_data.selection import SetupSelection
from ...engine.rules.ruleset import Ruleset

KEPT: Final = 4
"""Rulesets whose setups are kept: some 6 MB each."""


class SetupTables:
    """Setups by ruleset. Any number of threads may ask."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[int, ...], SetupSelection] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, rules: Ruleset) -> SetupSelection:
        """Return the maximal setups of a ruleset; the first time that takes about a second."""
        decisive = _what_decides(rules)
        with self._lock:  # the second that asks waits for the first, which makes it
            if decisive not in self._kept:
                self._kept[decisive] = SetupSelection.of(rules)
            self._kept.move_to_end(decisive)
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
            return self._kept[decisive]


def _what_decides(rules: Ruleset) -> tuple[int, ...]:
    """Return the numbers that decide which setups there are."""
    prices = [part.cost for group in (rules.troops, rules.commands) for part in group.values()]
    return rules.limits.points, rules.limits.troops, rules.limits.commands, *prices
