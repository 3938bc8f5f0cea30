"""Texts of fields for the OpenAPI document: the strings below them, which Python does not keep."""

import ast
import inspect
import textwrap
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import msgspec

_PROGRAM = __name__.partition(".")[0]


@cache
def field_texts(name: str) -> dict[str, str]:
    """Return the texts of the fields of a struct; its name is used once in the whole program."""
    of_name = (cls for cls in _structs(msgspec.Struct) if cls.__name__ == name)
    ours = (cls for cls in of_name if cls.__module__.partition(".")[0] == _PROGRAM)
    found = next(ours, None)
    return _below_fields(inspect.getsource(found)) if found else {}


def _structs(cls: type) -> Iterator[type]:
    for below in cls.__subclasses__():
        yield below
        yield from _structs(below)


def _below_fields(source: str) -> dict[str, str]:
    """Return the strings that stand directly below annotated fields of a class."""
    [definition] = ast.parse(textwrap.dedent(source)).body
    body = definition.body if isinstance(definition, ast.ClassDef) else []
    return {
        field.target.id: inspect.cleandoc(below.value.value)
        for field, below in pairwise(body)
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and isinstance(below, ast.Expr)
        and isinstance(below.value, ast.Constant)
        and isinstance(below.value.value, str)
    }
