"""Writes roof/__init__.pyi: what type checkers and editors know of the front door.

    python -m conquest_opt.api.stub roof/__init__.pyi

The functions of kinds of runs are made from their settings when they are used; here the same is
written out, with the type of every keyword and of the result.
"""

import sys
import types
from collections.abc import Sequence
from inspect import Parameter
from pathlib import Path
from typing import Any, get_args, get_origin

import conquest_opt

from ..balance.kinds import KINDS
from .options import signature

SETUP = ("a", "b", "setup", "target")
SETUPS = ("setups", "opponents", "field", "start")
"""Keywords that take a setup, or several, in any form."""

_HEAD = '''\
"""{about}"""

import os
from collections.abc import Sequence

from .api.agents import Agent as Agent
from .api.agents import agent as agent
from .api.database import Database as Database
from .api.database import open as open
from .api.results import Result as Result
from .api.results import Table as Table
from .api.setups import SetupLike, SetupsLike
from .api.setups import Setups as Setups
from .api.setups import enumerate as enumerate
from .api.setups import game as game
from .api.setups import setup as setup
{results}
from .engine import Game as Game
from .engine import Ruleset as Ruleset
from .engine.reading.input_error import InputError as InputError
from .results import StoreError as StoreError
from .setups import Setup as Setup

RUNS: tuple[str, ...]
'''


def stub() -> str:
    """Return the whole file."""
    homes = [KINDS[kind].result.split(":") for kind in conquest_opt.RUNS]
    results = "\n".join(f"from .{home} import {name}" for home, name in sorted(homes))
    head = _HEAD.format(about=conquest_opt.__doc__, results=results)
    return "\n".join([head, *(_function(kind) for kind in conquest_opt.RUNS)])


def _function(kind: str) -> str:
    lines, named = [], False
    for one in signature(kind).parameters.values():
        if one.kind is Parameter.KEYWORD_ONLY and not named:
            named = True
            lines.append("    *,")
        lines.append(f"    {one.name}: {_type(kind, one)} = ...,")
    _, result = KINDS[kind].result.split(":")
    return "\n".join([f"def {kind}(", *lines, f") -> Result[{result}]: ...", ""])


def _type(kind: str, one: Parameter) -> str:
    if one.name in SETUPS or (one.name == "against" and kind != "tournament"):
        return "SetupsLike"
    if one.name == "against" or (one.name in SETUP and kind != "balance"):
        return "SetupLike | None"
    return _text(one.annotation)


def _text(annotation: Any) -> str:
    if annotation in (Sequence[str], tuple[str, ...]):
        return "str | Sequence[str]"
    if isinstance(annotation, types.UnionType):
        return " | ".join(_text(part) for part in get_args(annotation))
    if annotation is type(None):
        return "None"
    if get_origin(annotation) is not None:
        return str(annotation)
    return getattr(annotation, "__name__", str(annotation))


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(stub(), encoding="utf-8")
