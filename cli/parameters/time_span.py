"""`15m`, `8h`, `1h30m`: spans of time as typed."""

import click

from ...arena.inputs.errors import RequestError
from ...arena.inputs.time_span import seconds_of


class Budget(click.ParamType):
    """A span of time, in seconds."""

    name = "TIME"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the seconds."""
        if isinstance(value, float):
            return value
        try:
            return seconds_of(str(value))
        except RequestError as error:
            self.fail(str(error), param, ctx)
