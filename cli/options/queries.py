"""Which setups are wanted: --require, --with, --without, --points and --troops."""

import functools
from collections.abc import Callable
from typing import Any

from ...arena.run.keywords import CONSTRAINTS
from ...setups.query_text import QueryText
from .grouped import with_options
from .keywords import keyword_option


def query_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options; the command receives `query`, as QueryText."""

    @functools.wraps(command)
    def wrapped(*args: object, **kwargs: Any) -> object:
        query = QueryText(**{one.name: kwargs.pop(one.name) for one in CONSTRAINTS})
        return command(*args, query=query, **kwargs)

    return with_options(wrapped, [keyword_option(one) for one in CONSTRAINTS])
