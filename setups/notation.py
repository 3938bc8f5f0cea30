"""Setup text: `SSFFHHAMKC:battle-cry,charge`, read with care and written one way.

Reading takes letters in any order and case, spaces anywhere, commands in any order; writing puts
troops and commands in table order.
"""

import difflib

from ..engine.rules.stats import COMMANDS, LETTERS


class SetupError(ValueError):
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
        if not letter.isspace() and letter.upper() not in LETTERS:
            known = " ".join(LETTERS)
            raise SetupError(f"unknown troop {letter!r} at position {position}; troops are {known}")
    upper = text.upper()
    return tuple(upper.count(letter) for letter in LETTERS)


def read_commands(names: list[str]) -> tuple[str, ...]:
    """Return commands in table order, by slug; `Battle Cry` is read as battle-cry."""
    slugs = [slug for name in names if (slug := "-".join(name.lower().split()))]
    for slug in slugs:
        if slug not in COMMANDS:
            near = difflib.get_close_matches(slug, COMMANDS, n=1)
            hint = f"did you mean {near[0]}?" if near else f"commands are {', '.join(COMMANDS)}"
            raise SetupError(f"{slug}: {hint}" if near else f"unknown command {slug!r}; {hint}")
        if slugs.count(slug) > 1:
            raise SetupError(f"{slug} is there twice; a setup has different commands")
    return tuple(c for c in COMMANDS if c in slugs)
