"""`given_setup`: what a person gives for a setup -> the setup, and what it is called.

Everything that takes a setup reads it here: a catalogue name, text, JSON, a JSON file, an own name.
Text comes before own names, and no own name reads as text: the same words always mean the same
setup, whatever is saved later.
"""

import difflib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ..engine.reading.names import LONGEST_SHOWN, printable, shown
from ..engine.rules.stats import LETTERS
from .catalogue import NamedSetup, catalogue, catalogue_setup
from .notation import SetupError
from .own_setups import OwnSetup, own_setup, own_setups
from .setup import Setup, is_json

_LONGEST_LABEL: Final = 60
"""Characters of a file's name that stand for its setup: pages and tables have room for these."""


@dataclass(frozen=True, kw_only=True)
class GivenSetup:
    """A setup as it was given."""

    setup: Setup
    """As drawn in the catalogue, or as written; with its formation if it has one."""
    label: str | None = None
    """What it is called: its name, that in its JSON, or that of its file; None for text."""
    named: NamedSetup | OwnSetup | None = None
    """If it was given by name."""
    word: str
    """What gives the same setup again: its name, text or JSON as always written, or the file."""

    @property
    def playing(self) -> Setup:
        """What enters play: of a catalogue setup as published, which may be less than is drawn."""
        if not isinstance(self.named, NamedSetup):
            return self.setup
        army = self.named.army
        counts = tuple(sum(t.letter == letter for t in army.troops) for letter in LETTERS)
        return Setup(counts, army.commands, army.formation)


def given_setup(text: str) -> GivenSetup:
    """Return the setup of a name, of text, of JSON, or of a JSON file."""
    if not isinstance(text, str):
        raise SetupError(f"a setup is a name, text or file, not {shown(text)}")
    if is_json(text):
        return _of_json(text)
    if text.strip().lower().endswith(".json"):
        path = Path(text.strip())
        label = printable(path.stem)[:_LONGEST_LABEL]
        return GivenSetup(setup=Setup.from_file(path), label=label, word=text)
    if named := catalogue_setup(text):
        return GivenSetup(setup=named.setup, label=named.name, named=named, word=named.name)
    try:
        setup = Setup.from_text(text)
    except SetupError as error:
        if own := own_setup(text):
            return GivenSetup(setup=own.setup, label=own.name, named=own, word=own.name)
        if ":" not in text and (near := nearest_name(text, (*catalogue(), *own_setups()))):
            raise SetupError(f"unknown setup {shown(text)}; did you mean {near}?") from None
        raise SetupError(f"{shown(text)}: {error}") from None
    return GivenSetup(setup=setup, word=str(setup))


def _of_json(text: str) -> GivenSetup:
    """Return the setup of a JSON object; text is written for it if that says all of it."""
    setup, name = Setup.from_json(text)
    plain = name is None and setup.formation is None
    word = str(setup) if plain else json.dumps(setup.to_dict(name), ensure_ascii=False)
    return GivenSetup(setup=setup, label=name, word=word)


def nearest_name(text: str, names: Iterable[str]) -> str | None:
    """Return the name most like a text, or None if none is."""
    lower = {name.lower(): name for name in names}
    near = difflib.get_close_matches(text.strip().lower()[:LONGEST_SHOWN], lower, n=1)
    return lower[near[0]] if near else None
