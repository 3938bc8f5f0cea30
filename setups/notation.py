"""Setup text: `SSFFHHAMKC:battle-cry,charge`, read with care and written one way.

Reading takes letters in any order and case, spaces anywhere, commands in any order; writing puts
troops and commands in table order.
"""

import difflib
import re
from typing import Final

from ..engine.reading.input_error import InputError
from ..engine.reading.names import LONGEST_SHOWN, shown
from ..engine.rules.stats import COMMANDS, LETTERS

SHORT_NAMES: Final[dict[str, str]] = dict(
    zip(
        ("cry", "stoicism", "regen", "bombard", "winds", "charge", "chastise", "vigil", "shield"),
        COMMANDS,
        strict=True,
    )
)
"""Commands by a name of few letters, as lists show them."""


class SetupError(InputError):
    """A setup that cannot be read or used; the message says where and what would be right."""


def write_text(counts: tuple[int, ...], commands: tuple[str, ...]) -> str:
    """Return the one text of troop counts and commands."""
    letters = "".join(letter * n for letter, n in zip(LETTERS, counts, strict=True))
    return f"{letters}:{','.join(commands)}" if commands else letters


def read_text(text: str) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Return the troop counts and commands of setup text."""
    troops, _, commands = text.partition(":")
    return read_troops(troops), read_commands(commands.split(","))


def read_troops(text: str) -> tuple[int, ...]:
    """Return the count of each troop; errors give the letter's position in the text as typed."""
    for position, letter in enumerate(text, start=1):
        if letter not in _TROOPS:
            raise SetupError(_unknown_troop(text, letter, position))
    upper = text.upper()
    return tuple(upper.count(letter) for letter in LETTERS)


_TROOPS = {*LETTERS, *LETTERS.lower(), *" \t\r\n"}
_BLANK = re.compile(r"[ \t\r\n]+")


def _unknown_troop(text: str, letter: str, position: int) -> str:
    """Say which letter is no troop; or that a command begins before it, as in `SSC charge`."""
    start = max((blank.end() for blank in _BLANK.finditer(text, 0, position)), default=0)
    words = _BLANK.split(text[start : start + LONGEST_SHOWN])
    for count in (3, 2, 1):
        slug = "-".join(words[:count]).lower()
        if command := SHORT_NAMES.get(slug, slug if slug in COMMANDS else None):
            where = f"{' '.join(words[:count])!r} at position {start + 1} is a command"
            before = "".join(text[:start].split()) or "SSC"
            return f"{where}; commands follow a colon, such as {before}:{command}"
    return f"unknown troop {shown(letter)} at position {position}; troops are {' '.join(LETTERS)}"


def read_commands(names: list[str]) -> tuple[str, ...]:
    """Return commands in table order, by slug; `Battle Cry` and `cry` are read as battle-cry."""
    words = [word for name in names if (word := "-".join(name.split()))]
    slugs = [SHORT_NAMES.get(word.lower(), word.lower()) for word in words]
    for word, slug in zip(words, slugs, strict=True):
        if slug not in COMMANDS or not word.isascii():
            near = difflib.get_close_matches(slug[:LONGEST_SHOWN], COMMANDS, n=1)
            hint = f"did you mean {near[0]}?" if near else f"commands are {', '.join(COMMANDS)}"
            problem = slug[:LONGEST_SHOWN] if near else f"unknown command {shown(slug)}"
            raise SetupError(f"{problem}{':' if near else ';'} {hint}")
        if slugs.count(slug) > 1:
            raise SetupError(f"{slug} is there twice; a setup has different commands")
    return tuple(c for c in COMMANDS if c in slugs)
