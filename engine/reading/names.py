"""Names and values that are safe to show, wherever they come from."""

import reprlib
from typing import Final

LONGEST_SHOWN: Final = 60
"""Characters of a value that an error quotes."""

LONGEST_NAME: Final = 300
"""Characters of a name: as long as the names of files, and longer than any setup's text."""

_REPR = reprlib.Repr()
_REPR.maxstring = _REPR.maxother = _REPR.maxlong = LONGEST_SHOWN
_REPR.maxlevel = 3


def printable(text: str, keep: str = "") -> str:
    """Return a text in which what cannot be seen, or would steer a terminal, is spelled out."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in keep else spelled(c) for c in text)


def spelled(character: str) -> str:
    """Return a character as plain text names it: \\x1b."""
    return ascii(character)[1:-1]


def shown(value: object) -> str:
    """Return a value as an error quotes it: short, whatever its size and depth."""
    try:
        return _REPR.repr(value)
    except (ValueError, RecursionError):  # a number of thousands of digits
        return f"this {type(value).__name__}"
