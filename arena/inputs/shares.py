"""Setups with weights, as they are asked for: the opponents of a search."""

from collections.abc import Sequence
from math import isfinite
from typing import TYPE_CHECKING

from ...engine.reading.input_error import InputError, mention
from ...engine.reading.names import shown
from ...engine.reading.numbers import real_number
from ...setups.setup import is_json
from .asked import Asked
from .errors import RequestError
from .setup_lists import QUERIES, canonical, check_one, read_parts, texts

if TYPE_CHECKING:
    import pyarrow as pa

Share = tuple[str, float]
"""A setup in a form that `Entrant.of` reads, and its weight."""


def read_opponents(target: str | None, values: Sequence[str], asked: Asked) -> list[Share]:
    """Return the opponents that are named, each once, with the weights they have together."""
    beaten = [_share(target)] if target else []
    shares = _together([*beaten, *read_shares(values, asked)])
    if not shares:
        raise RequestError(
            f"which setup should be beaten? Give {mention('target', 'IAmWarrior')}, or "
            f"{mention('opponents')}",
            field="target",
        )
    return shares


def read_shares(values: Sequence[str], asked: Asked) -> list[Share]:
    """Return the setups that values name, each once, with the weights they have together."""
    return _together([share for value in values for share in _read(value.strip(), asked)])


def _together(found: Sequence[Share]) -> list[Share]:
    shares: dict[str, float] = {}
    for setup, weight in found:
        shares[setup] = shares.get(setup, 0.0) + weight
    return list(shares.items())


def _read(value: str, asked: Asked) -> list[Share]:
    first, _, rest = value.partition(" ")
    if rest and first.lower() in QUERIES and asked.db is not None:
        return _query(value, asked)
    setup, _ = _parted(value)
    if is_json(setup) or ":" in setup:
        if not is_json(setup):
            check_one(setup)
        return [_share(value)]
    return [_share(part) for part in read_parts(value, asked)]


def _parted(text: str) -> tuple[str, str]:
    """Return a setup and its weight as text, empty if there is none; JSON may have = in it."""
    start = text.rfind("}") + 1 if is_json(text) else 0
    before, _, weight = text[start:].partition("=")
    return text[:start] + before, weight


def _share(text: str) -> Share:
    """Return the setup and the weight of text such as `Rush=2`; without one it is 1."""
    setup, weight = _parted(text)
    if "=" not in text[len(setup) :]:
        return canonical(setup), 1.0
    try:
        share = real_number(weight)
    except InputError as error:
        said = f"a weight is a number, such as Rush=2; {error}"
        raise RequestError(f"{shown(text)}: {said}") from None
    return canonical(setup), share


def _query(sql: str, asked: Asked) -> list[Share]:
    rows = asked.query(sql)
    if "weight" not in rows.column_names:
        return [_share(part) for part in read_parts(sql, asked)]
    if "setup" not in rows.column_names:
        raise RequestError("the query has a column weight, but none called setup")
    pairs = zip(texts(rows, "setup"), _weights(rows), strict=True)
    return [(canonical(setup), weight) for setup, weight in pairs if setup is not None and weight]


def _weights(rows: "pa.Table") -> list[float]:
    """Return the column of weights; it may hold anything, of which some has no value in Python."""
    from pyarrow import types  # noqa: PLC0415  (queries only)

    kind = rows.schema.field("weight").type
    if not (types.is_integer(kind) or types.is_floating(kind) or types.is_decimal(kind)):
        raise RequestError(f"the column weight must hold numbers, not {kind}")
    weights = rows["weight"].to_pylist()
    if None in weights:
        raise RequestError("the column weight has no number in some rows; 0 leaves a setup out")
    numbers = [float(weight) for weight in weights]
    if others := [number for number in numbers if not isfinite(number)]:
        raise RequestError(f"a weight is a number above 0, not {others[0]}")
    return numbers
