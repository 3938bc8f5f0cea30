"""What a result is shown as: texts, facts, tables and pictures, in sections.

The same blocks become HTML (`html`), Markdown (`markdown`) and terminal text (`terminal`), so a
finding is put into words once. Tables are `grids.Grid`, pictures are `figures.Picture`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ..text.first_use import FirstUses
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
        slug = "".join(c if c.isalnum() else "-" for c in self.title.lower())
        return "-".join(word for word in slug.split("-") if word)


def explained_blocks(blocks: Iterable[Block], terms: FirstUses) -> list[Block]:
    """Return blocks with each term explained that they use first."""
    return [part for block in blocks for part in _explained(block, terms)]


def _explained(block: Block, terms: FirstUses) -> list[Block]:
    """Return a block with its terms explained: a table in its note, lines in a note below."""
    match block:
        case Text():
            return [replace(block, text=terms.text(block.text))]
        case Facts():
            title = terms.text(block.title)
            return [replace(block, title=title, facts=terms.facts(block.facts))]
        case Lines():
            note = terms.note(*block.lines)
            return [block, *([Text(note, "note")] if note else [])]
        case Grid():
            heads = [part for column in block.columns for part in (column.label, column.about)]
            note = terms.note(block.title, *heads, block.note)
            return [replace(block, note=" ".join(part for part in (block.note, note) if part))]
        case _:
            return [block]
