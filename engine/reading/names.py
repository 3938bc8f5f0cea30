"""Names and values that are safe to show, whoever chose them."""

import reprlib
from typing import Final

LONGEST_SHOWN: Final = 60
"""Characters of a value that an error quotes."""

LONGEST_NAME: Final = 300
"""Characters of a name: as long as the names of files, and longer than any setup's text."""

_REPR = reprlib.Repr()
_REPR.maxstring = _REPR.maxother = _REPR.maxlong = LONGEST_SHOWN
_REPR.maxlevel = 3


def visible(text: str) -> str:
    """Return a text whose characters that cannot be seen, or steer a terminal, are spelled out."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def shown(value: object) -> str:
    """Return a value as an error quotes it: short, whatever its size and depth."""
    try:
        return _REPR.repr(value)
    except (ValueError, RecursionError):  # a number of thousands of digits
        return f"this {type(value).__name__}"
