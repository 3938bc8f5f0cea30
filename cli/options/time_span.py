"""`15m`, `8h`, `1h30m`: spans of time as typed."""

import re

import click

_UNITS = {"h": 3600, "m": 60, "s": 1}


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
        parts = re.findall(r"(\d+(?:\.\d+)?)\s*([hms])[a-z]*", text)
        whole = re.fullmatch(r"(\s*\d+(\.\d+)?\s*(h|m|s|min|sec|hours?|minutes?|seconds?))+", text)
        seconds = sum(float(number) * _UNITS[unit] for number, unit in parts)
        if not whole or seconds <= 0:
            self.fail(f"{value!r} is no time such as 15m, 8h or 1h30m", param, ctx)
        return seconds
