"""Which setups are wanted: --require, --with, --without, --points and --troops."""

import functools
from collections.abc import Callable
from typing import Any

import click

from ...api.texts.keywords import KEYWORDS, MOST_POINTS
from ...engine.rules.stats import COMMANDS, MAX_TROOPS
from ...setups.notation import SetupError
from ...setups.query_text import QueryText, read_range
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
        try:
            return read_range(str(value), self._most, self._example)
        except SetupError as error:
            self.fail(str(error), param, ctx)


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
