"""Text made safe for where it goes: one function for each kind of output.

    printable   a terminal
    plain       the texts of a drawing
    markup      HTML and SVG
    markdown    Markdown
    csv_cell    a cell of a CSV file that may be opened in a spreadsheet

Names of setups, files and records may hold anything: commands for the terminal, tags, formulas.
"""

import re
from html import escape
from typing import Final

from ...engine.reading.names import printable, spelled

__all__ = ["csv_cell", "markdown", "markup", "plain", "printable"]

_STEERING: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)
"""What no file should hold: control characters but tab and newline (XML allows no others), changes
of direction, and halves of characters, which cannot be written as UTF-8."""

_MARKDOWN: Final = re.compile(r"[\\`*<>|]|&(?=#?\w+;)|\](?=[(\[:])|~(?=~)|(?<!\w)_|_(?!\w)")
_MARKDOWN_START: Final = re.compile(r"(#{1,6}|[-+=]+|\d+[.)])(?=\s|$)")
_ENTITIES: Final = {"<": "&lt;", ">": "&gt;", "&": "&amp;"}

_FORMULA: Final = re.compile(r"\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n]")
_NUMBER: Final = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+|inf)(e[+-]?\d+)?", re.IGNORECASE | re.ASCII)


def plain(text: str) -> str:
    """Return a text that any file can hold: control characters and the like are spelled out."""
    return _STEERING.sub(lambda match: spelled(match[0]), text)


def markup(text: str) -> str:
    """Return a text for HTML and XML, between tags or as an attribute's value."""
    return escape(plain(text))


def markdown(text: str) -> str:
    """Return a text for a line or a table's cell of Markdown: no tags, links, emphasis, headings.

    Brackets are left as they are where they make no link: intervals have them.
    """
    line = " ".join(plain(text).split())
    safe = _MARKDOWN.sub(lambda m: _ENTITIES.get(m[0]) or f"\\{m[0]}", line)
    start = _MARKDOWN_START.match(safe)
    return f"{safe[: start.end() - 1]}\\{safe[start.end() - 1 :]}" if start else safe


def csv_cell(value: object) -> object:
    """Return what to write to a cell of CSV; a text that a spreadsheet would compute gets a '."""
    if not isinstance(value, str):
        return value
    text = plain(value)
    return f"'{text}" if _FORMULA.match(text) and not _NUMBER.fullmatch(text) else text
