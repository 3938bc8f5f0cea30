"""Numbers as typed: plain digits, no underscores, no digits of other scripts, no infinity.

Python's own `int` and `float` take `1_0`, `١٢` and `nan`, which are slips where people type.
"""

import re
from math import isfinite
from typing import Final

from .input_error import InputError
from .names import shown

MOST_DIGITS: Final = 30
"""Digits of a number at most: more than anything here is counted in."""

_WHOLE = re.compile(r"-?[0-9]+")
_REAL = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,4})?")


def whole_number(text: str, low: int | None = None, high: int | None = None) -> int:
    """Return the whole number of a text, within limits if they are given."""
    plain = text.strip(" \t\r\n")
    if not _WHOLE.fullmatch(plain):
        raise InputError(f"{shown(text)} is no whole number")
    number = int(plain) if len(plain) <= MOST_DIGITS else None
    if number is None or (high is not None and number > high):
        most = f"it is {high:,} at most" if high is not None else f"{MOST_DIGITS} digits at most"
        raise InputError(f"{shown(plain)[1:-1]} is too large; {most}")
    if low is not None and number < low:
        raise InputError(f"{number} is too small; it is {low:,} at least")
    return number


def real_number(text: str) -> float:
    """Return the number of a text, finite and in plain digits."""
    plain = text.strip(" \t\r\n")
    if not _REAL.fullmatch(plain):
        raise InputError(f"{shown(text)} is no number")
    number = float(plain)
    if not isfinite(number):
        raise InputError(f"{shown(plain)[1:-1]} is too large for a number")
    return number
