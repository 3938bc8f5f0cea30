"""Which setups are wanted: --require, --with, --without, --points and --troops."""

import functools
from collections.abc import Callable
from typing import Any

import click

from ...api.texts.keywords import KEYWORDS, MOST_POINTS
from ...engine.reading.input_error import InputError
from ...engine.reading.numbers import whole_number
from ...engine.rules.stats import COMMANDS, MAX_TROOPS
from ...setups.query_text import QueryText
from ..parameters.completing import Named
from .grouped import grouped_option, with_options


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
        low, dots, high = str(value).partition("..")
        try:
            first, last = (whole_number(e, 0, self._most) for e in (low, high if dots else low))
        except InputError as error:
            self.fail(f"{value!r} is no range such as {self._example}: {error}", param, ctx)
        if first > last:
            self.fail(f"{value!r}: {first} is more than {last}", param, ctx)
        return first, last


_OPTIONS = (
    grouped_option(
        "--require",
        "requirements",
        multiple=True,
        metavar="TEXT",
        **KEYWORDS["require"].option(),
    ),
    grouped_option(
        "--with",
        "wanted",
        multiple=True,
        type=Named("COMMAND", lambda: COMMANDS),
        metavar="COMMAND",
        **KEYWORDS["with_commands"].option(),
    ),
    grouped_option(
        "--without",
        "unwanted",
        multiple=True,
        type=Named("COMMAND", lambda: COMMANDS),
        metavar="COMMAND",
        **KEYWORDS["without_commands"].option(),
    ),
    grouped_option("--points", type=Range("900..1000", MOST_POINTS), **KEYWORDS["points"].option()),
    grouped_option("--troops", type=Range("3..6", MAX_TROOPS), **KEYWORDS["troops"].option()),
)


def query_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options; the command receives `query`, as QueryText."""

    @functools.wraps(command)
    def wrapped(*args: object, **kwargs: Any) -> object:
        text = QueryText(
            require=kwargs.pop("requirements"),
            with_commands=kwargs.pop("wanted"),
            without_commands=kwargs.pop("unwanted"),
            points=kwargs.pop("points"),
            troops=kwargs.pop("troops"),
        )
        return command(*args, query=text, **kwargs)

    return with_options(wrapped, _OPTIONS)
