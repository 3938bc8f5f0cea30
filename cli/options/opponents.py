"""--target, --opponents and --against: whom setups are played against, with weights."""

from collections.abc import Callable
from typing import Any

from ...arena.run.headings import SEARCH
from ..parameters.style_texts import SETUP, SETUPS
from .grouped import grouped_option
from .setups_file import setups_file_option
from .stored import Form, share_options


def opponent_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --target, --opponents and --setups-file; the command receives the first two."""
    target = grouped_option(
        "--target", group=SEARCH, type=SETUP, metavar="SETUP", help="The setup to beat."
    )
    opponents = grouped_option(
        "--opponents",
        group=SEARCH,
        type=SETUPS,
        multiple=True,
        metavar="SETUPS",
        help="Several, as for --setups of a tournament, each with =WEIGHT if wanted, such as "
        "Rush=2,Venom=1; a query may have a column weight. May be repeated.",
    )
    return target(opponents(setups_file_option(command)))


def against_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --against and --setups-file; the command receives `against`, the values as given."""
    option = grouped_option(
        "--against",
        group=SEARCH,
        type=SETUPS,
        multiple=True,
        metavar="SETUPS",
        help="The opponents: a setup, several with weights such as Rush=2,Venom=1, all (the 31 "
        "named ones), a file, or a query, which may have a column weight; default: the mixture "
        "of the metagame. May be repeated.",
    )
    return option(setups_file_option(command))


def against_options_of(form: Form) -> dict[str, Any]:
    """Return the option of a stored task."""
    return {"against": share_options(form["field"])}
