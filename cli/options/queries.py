"""Which setups are wanted: --require, --with, --without, --points and --troops."""

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from ...arena.run.headings import SEARCH
from ...setups.notation import read_commands
from ...setups.require import parse_requirement
from .grouped import grouped_option

if TYPE_CHECKING:
    from ...setups.enumerate import Query


class Range(click.ParamType):
    """`A..B`, or one number for both."""

    name = "A..B"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        """Return the two ends."""
        if isinstance(value, tuple):
            return value
        low, dots, high = str(value).partition("..")
        ends = [end.strip() for end in (low, high if dots else low)]
        if not all(end.isascii() and end.isdigit() for end in ends):
            self.fail(f"{value!r} is no range such as 900..1000", param, ctx)
        first, last = map(int, ends)
        if first > last:
            self.fail(f"{value!r}: {first} is more than {last}", param, ctx)
        return first, last


@dataclass(frozen=True, kw_only=True)
class QueryOptions:
    """What the options ask for, as typed."""

    requirements: tuple[str, ...]
    wanted: tuple[str, ...]
    unwanted: tuple[str, ...]
    points: tuple[int, int] | None
    troops: tuple[int, int] | None

    def read(self) -> "Query":
        """Return the query; errors point at what was not understood."""
        from ...setups.enumerate import Query  # noqa: PLC0415  (brings OR-Tools)

        return Query(
            requirements=tuple(parse_requirement(text) for text in self.requirements),
            with_commands=read_commands(list(self.wanted)),
            without_commands=read_commands(list(self.unwanted)),
            points=self.points,
            troops=self.troops,
        )


def query_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options; the command receives `query`, as QueryOptions."""

    @grouped_option(
        "--require",
        "requirements",
        group=SEARCH,
        multiple=True,
        metavar="TEXT",
        help="A constraint such as C>=2, S+F<=4 or 2*charge+M<K+3. May be repeated.",
    )
    @grouped_option(
        "--with",
        "wanted",
        group=SEARCH,
        multiple=True,
        metavar="COMMAND",
        help="Only with it; repeatable.",
    )
    @grouped_option(
        "--without",
        "unwanted",
        group=SEARCH,
        multiple=True,
        metavar="COMMAND",
        help="Only without it; repeatable.",
    )
    @grouped_option("--points", group=SEARCH, type=Range(), help="Only of this cost.")
    @grouped_option("--troops", group=SEARCH, type=Range(), help="Only with this many troops.")
    @functools.wraps(command)
    def wrapped(*args: object, **kwargs: Any) -> object:
        names = ("requirements", "wanted", "unwanted", "points", "troops")
        query = QueryOptions(**{name: kwargs.pop(name) for name in names})
        return command(*args, query=query, **kwargs)

    return wrapped
