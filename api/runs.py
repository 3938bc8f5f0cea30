"""A function for each kind of run, made from its request.

match = run_function("match")
match("Default", "Rush", games=200, agent="quick")
"""

import inspect
from collections.abc import Callable
from functools import cache
from typing import Any

from ..arena.run.settings import settings_of
from ..balance.kinds import KINDS
from ..engine.reading.input_error import InputError
from ..results.page.words import wrapped
from .options import in_python, read_options, signature
from .requests import request_of
from .results import Result
from .running import run


@cache
def run_function(kind: str) -> Callable[..., Result[Any]]:
    """Return the function that runs a kind."""

    def function(*first: Any, **given: Any) -> Result[Any]:
        try:
            return run(kind, read_options(kind, first, given))
        except InputError as error:
            error.args = (in_python(str(error)),)
            raise

    function.__name__ = function.__qualname__ = kind
    function.__module__ = __name__.partition(".")[0]
    function.__doc__ = explained(kind)
    vars(function)["__signature__"] = signature(kind).replace(return_annotation=Result)
    return function


def explained(kind: str) -> str:
    """Return the help of a function: what it does, and each of its settings."""
    request = request_of(kind)
    about = inspect.cleandoc(inspect.getmodule(request.make).__doc__ or "")
    lines = [about, "", f"The same as: conquest-opt {KINDS[kind].command}. Settings:", ""]
    for settings in request.SETTINGS:
        for name, meta in settings_of(settings).items():
            text = in_python(meta.description or "")
            lines += wrapped(f"{name}: {text}", 96, "    ", "        ")
    return "\n".join(lines)
