"""`--setups`: which setups play, for commands that take several."""

from collections.abc import Callable
from typing import Any

from ...arena.run.headings import SEARCH
from ..parameters.style_texts import SETUPS
from .grouped import grouped_option
from .setups_file import setups_file_option


def setups_option(what: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Add --setups, which may be repeated, and --setups-file.

    `what` says which setups there are without it.
    """
    option = grouped_option(
        "--setups",
        group=SEARCH,
        type=SETUPS,
        multiple=True,
        metavar="SETUPS",
        help="Names (all: the 31), texts, JSON, a file with one a line, or an SQL query with a "
        f"column setup. May be repeated. Default: {what}.",
    )
    return lambda command: option(setups_file_option(command))
