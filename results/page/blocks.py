"""What a result is shown as: texts, facts, tables and pictures, in sections.

The same blocks become HTML (`html`), Markdown (`markdown`) and terminal text (`terminal`), so a
finding is put into words once. Tables are `grids.Grid`, pictures are `figures.Picture`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from .figures import Picture
from .grids import Grid


@dataclass(frozen=True)
class Text:
    """A paragraph; `kind` may be note (smaller) or headline (large)."""

    text: str
    kind: str = ""


@dataclass(frozen=True)
class Facts:
    """Labels and their values, one a line."""

    facts: Sequence[tuple[str, str]]
    title: str = ""


@dataclass(frozen=True)
class Lines:
    """Text that is aligned already, such as a formation."""

    lines: Sequence[str]
    terminal_only: bool = False
    """Whether a page leaves it out, where it has a table or a picture instead."""


Block = Text | Facts | Lines | Grid | Picture


@dataclass(frozen=True)
class Section:
    """A heading and what stands under it."""

    title: str
    parts: Sequence[Block]

    @property
    def on_page(self) -> list[Block]:
        """The blocks without those that are for terminals only."""
        return [part for part in self.parts if not getattr(part, "terminal_only", False)]

    @property
    def anchor(self) -> str:
        """The address of the section within the page."""
        kept = "".join(c if c.isalnum() else "-" for c in self.title.lower())
        return "-".join(word for word in kept.split("-") if word)
