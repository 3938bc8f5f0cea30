"""`A..B` and `A,B`: two numbers as typed."""

import click

from ...engine.reading.input_error import InputError
from ...engine.reading.numbers import real_number
from ...setups.notation import SetupError
from ...setups.query_text import read_range


class Range(click.ParamType):
    """`A..B`, or one number for both."""

    name = "A..B"

    def __init__(self, example: str, most: int) -> None:
        self._example, self._most = example, most

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        """Return the two ends."""
        if isinstance(value, tuple):
            return value
        try:
            return read_range(str(value), self._most, self._example)
        except SetupError as error:
            self.fail(str(error), param, ctx)


class Bounds(click.ParamType):
    """`ELO0,ELO1`, or one number for 0 and that."""

    name = "ELO0,ELO1"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[float, float]:
        """Return the two numbers."""
        if isinstance(value, tuple):
            return value
        try:
            numbers = [real_number(part) for part in str(value).split(",")]
        except InputError:
            numbers = []
        if len(numbers) == 1:
            numbers.insert(0, 0.0)
        if len(numbers) != 2 or not numbers[0] < numbers[1]:
            self.fail(f"{value!r} is no two numbers such as 0,20, the lower first", param, ctx)
        return numbers[0], numbers[1]
