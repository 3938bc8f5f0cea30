"""`15m`, `8h`, `1h30m`: spans of time as they are written."""

import re

from ...engine.reading.names import shown
from .errors import RequestError

_UNITS = {"h": 3600, "m": 60, "s": 1}
_SPAN = re.compile(r"(\s*[0-9]+(\.[0-9]+)?\s*(h|m|s|min|sec|hours?|minutes?|seconds?))+")
_LONGEST = 1000 * 86_400
"""Seconds that a search may be given."""


def seconds_of(text: str) -> float:
    """Return the seconds of a span of time."""
    text = text.strip().lower()
    parts = re.findall(r"([0-9]+(?:\.[0-9]+)?)\s*([hms])[a-z]*", text)
    whole = _SPAN.fullmatch(text) if text.isascii() else None
    seconds = sum(float(number) * _UNITS[unit] for number, unit in parts)
    if not whole or seconds <= 0:
        raise RequestError(f"{shown(text)} is no time such as 15m, 8h or 1h30m")
    if seconds > _LONGEST:
        raise RequestError(f"{shown(text)} is longer than {_LONGEST // 86_400} days")
    return seconds
