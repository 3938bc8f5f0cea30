"""Types of options that are numbers: plain digits, within limits that an error names."""

from typing import Any

import click

from ...engine.reading.input_error import InputError
from ...engine.reading.numbers import real_number, whole_number


class Whole(click.IntRange):
    """A whole number in plain digits, within limits that help shows."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number."""
        if isinstance(value, str):
            try:
                value = whole_number(value)
            except InputError as error:
                ends = [f"{end:,}" for end in (self.min, self.max) if end is not None]
                self.fail(f"{error}; the limits are {' and '.join(ends)}", param, ctx)
        return super().convert(value, param, ctx)


class Count(click.types.IntParamType):
    """A whole number in plain digits, up to a limit; how few there may be is checked elsewhere."""

    def __init__(self, most: int, least: int | None = None) -> None:
        self.max, self.min = most, least

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number."""
        try:
            return whole_number(str(value), high=self.max)
        except InputError as error:
            self.fail(str(error), param, ctx)


class Real(click.types.FloatParamType):
    """A finite number in plain digits; its limits are checked elsewhere."""

    def __init__(self, least: float | None = None, most: float | None = None) -> None:
        self.min, self.max = least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number."""
        try:
            return value if isinstance(value, float) else real_number(str(value))
        except InputError as error:
            self.fail(str(error), param, ctx)


SEED = Whole(0, (1 << 64) - 1)
"""What a seed may be."""
