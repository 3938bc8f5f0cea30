"""`--setups`: which setups play, for commands that take several."""

from collections.abc import Callable
from typing import Any

from ...api.texts.kind_keywords import keyword_of
from ..parameters.style_texts import SETUPS
from .grouped import grouped_option
from .setups_file import setups_file_option


def setups_option(kind: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Add --setups of a kind of run, which may be repeated, and --setups-file."""
    option = grouped_option(
        "--setups",
        type=SETUPS,
        multiple=True,
        metavar="SETUPS",
        **keyword_of(kind, "setups").option(),
    )
    return lambda command: option(setups_file_option(command))
