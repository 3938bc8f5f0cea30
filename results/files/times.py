"""Dates and times that Python cannot hold, as DuckDB writes them: infinity, 290308-12-22 (BC)."""

from datetime import date
from typing import Any, Final

import pyarrow as pa
import pyarrow.types as kinds

_DAY: Final = 86_400
_UNITS: Final = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}
_EPOCH: Final = date(1970, 1, 1).toordinal()
_CYCLE: Final = 146_097
"""Days of 400 years, after which the calendar repeats itself."""


def beyond_python(column: pa.Array) -> bool:
    """Return whether dates or times of a column are outside the years 1 to 9999."""
    if not (kinds.is_date(column.type) or kinds.is_timestamp(column.type)):
        return False
    a_day = _a_day(column.type)
    first = (date.min.toordinal() - _EPOCH) * a_day
    last = (date.max.toordinal() + 1 - _EPOCH) * a_day - 1
    numbers = column.view(pa.int32() if column.type.bit_width == 32 else pa.int64())
    return any(number is not None and not first <= number <= last for number in numbers.to_pylist())


def time_text(scalar: Any) -> str:
    """Return a date or time."""
    number, a_day = scalar.value, _a_day(scalar.type)
    endless = (1 << (scalar.type.bit_width - 1)) - 1
    if abs(number) == endless:
        return "infinity" if number > 0 else "-infinity"
    days, rest = divmod(number, a_day)
    cycles, day = divmod(days, _CYCLE)
    like = date.fromordinal(_EPOCH + day)
    year = like.year + 400 * cycles
    text = f"{year if year > 0 else 1 - year:04}{like:-%m-%d}" + ("" if year > 0 else " (BC)")
    if kinds.is_date(scalar.type):
        return text
    seconds, part = divmod(rest, a_day // _DAY)
    clock = f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    digits = len(str(a_day // _DAY)) - 1
    fraction = f".{part:0{digits}}".rstrip("0") if part else ""
    return f"{text} {clock}{fraction}" + ("+00" if scalar.type.tz else "")


def _a_day(kind: Any) -> int:
    """Return how many of a type's units a day has."""
    if kinds.is_date32(kind):
        return 1
    return _DAY * _UNITS["ms" if kinds.is_date64(kind) else kind.unit]
