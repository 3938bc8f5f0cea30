"""`InputError`: the base of every error that says what was wrong with an input.

    raise InputError(f"{mention('rounds')} goes with {mention('evolve')}", field="rounds")

A message mentions fields by their keywords, and knows which one it is about. Each interface spells
them as its users know them: --rounds, rounds=, the label of a form.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from .names import printable

Spelling = Callable[[str, str], str]
"""Spells a field by its keyword, with the value that stands beside it or none."""

_MARK: Final = re.compile(r"⟨([a-z][a-z0-9_]*)(?: ([^⟩]*))?⟩")


def mention(name: str, value: str = "") -> str:
    """Return a field as a message mentions it, alone or with a value: --set champion.cost=225."""
    return f"⟨{name} {value}⟩" if value else f"⟨{name}⟩"


def spelled(text: str, spelling: Spelling) -> str:
    """Return a text with the fields that it mentions as an interface spells them."""
    return _MARK.sub(lambda mark: spelling(mark[1], mark[2] or ""), text)


def as_keyword(name: str, value: str = "") -> str:
    """Spell a field as Python does; a value in capitals stands for what is to be given."""
    return f'{name}="{value}"' if value and not value.isupper() else f"{name}={value}"


def as_setting(name: str, value: str = "") -> str:
    """Spell a field as JSON has it."""
    return f"{name} {value}".rstrip()


class InputError(ValueError):
    """Something that was given cannot be used; the message says what would be right.

    Messages quote what was given, so characters that would steer a terminal are spelled out.
    """

    def __init__(self, message: object, *, field: str | None = None) -> None:
        """Make it; `field` is the one whose value is wrong."""
        super().__init__(printable(str(message)))
        self.field = field

    def __str__(self) -> str:
        return self.spelled(as_keyword)

    def spelled(self, spelling: Spelling) -> str:
        """Return the message for the users of an interface."""
        return spelled(super().__str__(), spelling)


@contextmanager
def errors_about(name: str) -> Iterator[None]:
    """Have errors within know that they are about a field, unless they know another."""
    try:
        yield
    except InputError as error:
        error.field = error.field or name
        raise
