"""`15m`, `8h`, `1h30m`: spans of time as typed."""

import re

import click

from ...engine.reading.names import shown

_UNITS = {"h": 3600, "m": 60, "s": 1}
_SPAN = re.compile(r"(\s*[0-9]+(\.[0-9]+)?\s*(h|m|s|min|sec|hours?|minutes?|seconds?))+")
_LONGEST = 1000 * 86_400
"""Seconds that a search may be given."""


class Budget(click.ParamType):
    """A span of time, in seconds."""

    name = "TIME"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the seconds."""
        if isinstance(value, float):
            return value
        text = str(value).strip().lower()
        parts = re.findall(r"([0-9]+(?:\.[0-9]+)?)\s*([hms])[a-z]*", text)
        whole = _SPAN.fullmatch(text) if text.isascii() else None
        seconds = sum(float(number) * _UNITS[unit] for number, unit in parts)
        if not whole or seconds <= 0:
            self.fail(f"{shown(text)} is no time such as 15m, 8h or 1h30m", param, ctx)
        if seconds > _LONGEST:
            self.fail(f"{shown(text)} is longer than {_LONGEST // 86_400} days", param, ctx)
        return seconds
