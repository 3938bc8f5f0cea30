"""`army`: a catalogue name or setup text such as `SSFFHHAMKC:battle-cry,charge` -> `Army`."""

import difflib

from ..engine.army import Army, Placement
from ..engine.stats import COMMANDS, LETTERS
from .catalogue import catalogue

_FRONT_TO_BACK = "CKFHSMA"
"""Who stands in front of whom where no formation is given: the sturdy before the ranged."""

_COLUMNS = 20
_PER_ROW = 6


class SetupError(ValueError):
    """A setup name or text that cannot be read; the message says what would be right."""


def army(text: str) -> Army:
    """Return the army of a catalogue name (in any case) or of setup text."""
    setups = catalogue()
    by_lower = {name.lower(): setup for name, setup in setups.items()}
    wanted = text.strip()
    if wanted.lower() in by_lower:
        return by_lower[wanted.lower()].army
    troops, _, commands = wanted.partition(":")
    letters = "".join(troops.split()).upper()
    if not letters or set(letters) - set(LETTERS):
        raise SetupError(_explain(wanted, letters, list(setups)))
    return Army(place(letters), _commands(commands))


def place(letters: str) -> tuple[Placement, ...]:
    """Return a formation for troops: rows of six around the middle, every second column."""
    order = sorted(letters, key=_FRONT_TO_BACK.index)
    rows = [order[i : i + _PER_ROW] for i in range(0, len(order), _PER_ROW)]
    return tuple(
        Placement(letter, row, _COLUMNS // 2 - len(line) + 2 * i)
        for row, line in enumerate(rows)
        for i, letter in enumerate(line)
    )


def _commands(text: str) -> tuple[str, ...]:
    slugs = [part.strip().lower() for part in text.split(",") if part.strip()]
    for slug in slugs:
        if slug not in COMMANDS:
            near = difflib.get_close_matches(slug, COMMANDS, n=1)
            hint = f"did you mean {near[0]}?" if near else f"commands are {', '.join(COMMANDS)}"
            raise SetupError(f"unknown command {slug!r}; {hint}")
        if slugs.count(slug) > 1:
            raise SetupError(f"{slug} is there twice; commands are different ones")
    return tuple(c for c in COMMANDS if c in slugs)


def _explain(text: str, letters: str, names: list[str]) -> str:
    near = difflib.get_close_matches(text, names, n=1)
    if near:
        return f"unknown setup {text!r}; did you mean {near[0]}?"
    wrong = next((letter for letter in letters if letter not in LETTERS), "")
    if wrong and ":" in text:
        position = letters.index(wrong) + 1
        return f"unknown troop {wrong!r} at position {position}; troops are {' '.join(LETTERS)}"
    return (
        f"unknown setup {text!r}; give a name such as {names[0]} or {names[-2]}, or troops and "
        "commands such as SSFFHHAMKC:battle-cry,charge"
    )
