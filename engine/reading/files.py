"""Files that people give: text, lines, JSON, TOML and CSV, each read by one function.

    read_json(Path("mine.json"))        # plain values, or InputError in one line

Whatever is in a file, only InputError leaves these functions, and its message names the file: no
file or none that may be read, a directory, no UTF-8, no JSON, values nested too deeply, numbers of
thousands of digits, halves of surrogate pairs. What comes back can be printed, compared and stored.
"""

import csv
import json
import os
import re
import tomllib
from collections.abc import Iterator
from datetime import date, time
from io import StringIO
from math import isfinite
from pathlib import Path
from typing import Any, Final, NoReturn

from .input_error import InputError
from .names import LONGEST_NAME, shown
from .numbers import MOST_DIGITS

LARGEST_FILE: Final = 64 << 20
"""Bytes of a file that is read whole: a text of all maximal setups has 10 million."""

LONGEST_LINE: Final = 16 << 20
"""Bytes of a line: the longest games have 100,000."""

DEEPEST: Final = 32
"""Levels of lists and tables in each other; the files of this program have five."""

_LONG_KEY = re.compile(rf"""(?<![\w"'-])(?:[\w"'-]++[ \t]*+\.[ \t]*+){{{DEEPEST}}}""")
"""A TOML key of so many parts: tomllib takes minutes for one of 100,000."""


# ---- text ----------------------------------------------------------------------------------------


def _path_text(path: Path) -> str:
    """Return a file's name for an error: the end of a long one."""
    text = str(path)
    return text if len(text) <= LONGEST_NAME else f"...{text[-LONGEST_NAME:]}"


def open_bytes(path: Path) -> Any:
    """Open a file to read bytes; a pipe without a writer is an empty file."""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        number = os.open(path, flags)
        if hasattr(os, "set_blocking"):
            os.set_blocking(number, True)
        return os.fdopen(number, "rb")
    except OSError as error:
        raise InputError(f"{_path_text(path)}: {error.strerror}") from None
    except ValueError:  # a NUL, or half of a surrogate pair, in the name
        raise InputError(f"{shown(str(path))} is no file's name") from None


def read_text(path: Path, what: str = "text") -> str:
    """Return the text of a file; `what` is what it should be."""
    with open_bytes(path) as file:
        try:
            data = file.read(LARGEST_FILE + 1)
        except OSError as error:
            raise InputError(f"{_path_text(path)}: {error.strerror}") from None
    if len(data) > LARGEST_FILE:
        raise InputError(f"{_path_text(path)} is larger than {LARGEST_FILE >> 20} MB, the limit")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{_path_text(path)} is no {what}: not UTF-8") from None


def read_lines(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the lines of a file of any size with their numbers, from 1; blank ones are left out."""
    with open_bytes(path) as file:
        number = 0
        while True:
            number += 1
            try:
                line = file.readline(LONGEST_LINE + 1)
            except OSError as error:
                raise InputError(f"{_path_text(path)}: {error.strerror}") from None
            if not line:
                return
            if len(line) > LONGEST_LINE:
                most = f"{LONGEST_LINE >> 20} MB, the limit"
                raise InputError(f"{_path_text(path)}: line {number} is longer than {most}")
            if line.strip():
                yield number, line.decode("utf-8-sig", errors="replace")


# ---- formats -------------------------------------------------------------------------------------


def _whole(text: str) -> int:
    if len(text) > MOST_DIGITS:
        raise InputError(f"a number of {len(text):,} digits; {MOST_DIGITS} are the limit")
    return int(text)


def _real(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise InputError(f"{text[:MOST_DIGITS]} is no finite number")
    return number


def _no_number(text: str) -> NoReturn:
    raise InputError(f"{text} is no number")


def parse_json(text: str) -> Any:
    """Return the values of a JSON text; errors name no file."""
    try:
        data = json.loads(text, parse_int=_whole, parse_float=_real, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise InputError(f"no JSON: {error}") from None
    except RecursionError:
        raise InputError(_DEEP) from None
    _check(data)
    return data


def read_json(path: Path) -> Any:
    """Return the values of a JSON file."""
    return _named(path, parse_json, read_text(path))


def _parse_toml(text: str) -> dict[str, Any]:
    if _LONG_KEY.search(text):
        raise InputError(_DEEP)
    try:
        data = tomllib.loads(text, parse_float=_real)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"no TOML: {error}") from None
    except RecursionError:
        raise InputError(_DEEP) from None
    except InputError:
        raise
    except ValueError:  # the limit of Python's own int
        raise InputError(f"a number has more than {MOST_DIGITS} digits") from None
    _check(data)
    return data


def read_toml(path: Path) -> dict[str, Any]:
    """Return the tables of a TOML file."""
    return _named(path, _parse_toml, read_text(path))


def _parse_csv(text: str) -> list[list[str]]:
    try:
        return [row for row in csv.reader(StringIO(text, newline=""), skipinitialspace=True) if row]
    except csv.Error as error:
        raise InputError(f"no CSV: {error}") from None


def read_csv(path: Path) -> list[list[str]]:
    """Return the rows of a CSV file, the heading among them; blank lines are left out."""
    return _named(path, _parse_csv, read_text(path))


def _named(path: Path, parse: Any, text: str) -> Any:
    """Return what a text says; errors name the file."""
    try:
        return parse(text)
    except InputError as error:
        joint = " is " if str(error).startswith("no ") else ": "
        raise InputError(f"{_path_text(path)}{joint}{error}") from None


# ---- values --------------------------------------------------------------------------------------

_DEEP = f"lists or tables in each other, more than {DEEPEST} deep"


def _check(data: object) -> None:
    """Refuse values that could not be printed, compared or stored."""
    level: list[object] = [data]
    for _depth in range(DEEPEST + 1):
        below: list[object] = []
        for value in level:
            match value:
                case dict():
                    below += value
                    below += value.values()
                case list():
                    below += value
                case str() if not value.isascii():
                    _check_text(value)
                case int() if abs(value) >= 10**MOST_DIGITS:
                    raise InputError(f"a number has more than {MOST_DIGITS} digits")
                case None | str() | bool() | int() | float() | date() | time():
                    pass
                case _:
                    raise InputError(f"a value of an unknown kind, {type(value).__name__}")
        if not below:
            return
        level = below
    raise InputError(_DEEP)


def _check_text(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise InputError(f"{text[:40]!r} has half of a surrogate pair, which is no text") from None
