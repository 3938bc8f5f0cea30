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

TYPES = {"setup": "SetupLike | None", "setups": "SetupsLike"}
"""The types of keywords that take a setup, or several, in any form."""


def stub() -> str:
    """Return the whole file."""
    parts = [
        f'"""{conquest_opt.__doc__}"""\n',
        "import os\nfrom collections.abc import Sequence\n",
        "\n".join(_imports()) + "\n",
        "__all__: list[str]\nHOMES: dict[str, str]\nRUNS: tuple[str, ...]\n",
        "".join(_function(kind) for kind in conquest_opt.RUNS),
    ]
    return "\n".join(parts)


def _imports() -> list[str]:
    """Return the imports, sorted: what the package offers, and types of keywords and results."""
    homes = [(home, f"{name} as {name}") for name, home in conquest_opt.HOMES.items()]
    homes += [("api.setups", "SetupLike, SetupsLike")]
    homes += [(f"{_home(kind)}.result", KINDS[kind].result) for kind in conquest_opt.RUNS]
    return [f"from .{home} import {names}" for home, names in sorted(homes)]


def _home(kind: str) -> str:
    """Return the package of a kind, below the program's."""
    return KINDS[kind].home.partition(".")[2]


def _function(kind: str) -> str:
    lines, named = [], False
    for one in signature(kind).parameters.values():
        if one.kind is Parameter.KEYWORD_ONLY and not named:
            named = True
            lines.append("    *,")
        lines.append(f"    {one.name}: {_type(kind, one)} = ...,")
    return "\n".join([f"def {kind}(", *lines, f") -> Result[{KINDS[kind].result}]: ...", ""])


def _type(kind: str, one: Parameter) -> str:
    keyword = KINDS[kind].keywords.get(one.name)
    return TYPES.get(keyword.input if keyword else "") or _text(one.annotation)


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
