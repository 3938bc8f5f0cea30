"""A function for each kind of run, made from its declaration.

match = run_function("match")
match("Default", "Rush", games=200, agent="quick")
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from ..arena.run.settings import settings_of
from ..balance.kinds import KINDS
from ..engine.reading.input_error import as_keyword, spelled
from ..results.page.words import wrapped
from .options import read_options, signature
from .progress import NoDisplay, display_of
from .results import Result
from .running import Follower, run
from .stopping import Stopping


@cache
def run_function(kind: str) -> Callable[..., Result[Any]]:
    """Return the function that runs a kind."""

    def function(*first: Any, **given: Any) -> Result[Any]:
        options = read_options(kind, first, given)
        display = display_of() if options.where["progress"] else NoDisplay()
        stopping = Stopping(say=display.line)
        return run(kind, options, Follower(display=display, stopping=stopping))

    function.__name__ = function.__qualname__ = kind
    function.__module__ = __name__.partition(".")[0]
    function.__doc__ = explained(kind)
    vars(function)["__signature__"] = signature(kind).replace(return_annotation=Result)
    return function


def explained(kind: str) -> str:
    """Return the help of a function: what it does, and each of its settings."""
    declared = KINDS[kind]
    lines = [declared.about, "", f"The same as: conquest-opt {declared.command}. Settings:", ""]
    texts = {name: one.about for name, one in declared.keywords.items()}
    for settings in declared.settings:
        described = settings_of(settings).items()
        texts |= {n: meta.description or "" for n, meta in described if n not in texts}
    for name, text in texts.items():
        lines += wrapped(f"{name}: {spelled(text, as_keyword)}", 96, "    ", "        ")
    return "\n".join(lines)
