"""--target, --opponents and --against: whom setups are played against, with weights."""

from collections.abc import Callable
from typing import Any

from ...api.texts.keywords import KEYWORDS
from ..parameters.style_texts import SETUP, SETUPS
from .grouped import grouped_option
from .setups_file import setups_file_option
from .stored import Form, share_options


def opponent_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --target, --opponents and --setups-file; the command receives the first two."""
    target = grouped_option("--target", type=SETUP, metavar="SETUP", **KEYWORDS["target"].option())
    opponents = grouped_option(
        "--opponents",
        type=SETUPS,
        multiple=True,
        metavar="SETUPS",
        **KEYWORDS["opponents"].option(),
    )
    return target(opponents(setups_file_option(command)))


def against_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --against and --setups-file; the command receives `against`, the values as given."""
    option = grouped_option(
        "--against",
        type=SETUPS,
        multiple=True,
        metavar="SETUPS",
        **KEYWORDS["against"].option(),
    )
    return option(setups_file_option(command))


def against_options_of(form: Form) -> dict[str, Any]:
    """Return the option of a stored task."""
    return {"against": share_options(form["field"])}
