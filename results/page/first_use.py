"""Terms are explained where they are used first: half a sentence of the glossary, in brackets.

    "the Nash mixture is ..."  ->  "the Nash mixture (how often to play each so that ...) is ..."

A text has it after the term, facts have it after the value, tables in their note, and lines that
are aligned already in a note below them. What stands in brackets already is left as it is. Terminal
and page do this to the same blocks, so that both use the same words.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ..text.glossary import Term, terms
from .blocks import Block, Facts, Lines, Section, Text
from .grids import Grid


class FirstUses:
    """The terms that have not been used yet."""

    def __init__(self) -> None:
        self._unused = [term for term in terms().values() if term.hint]

    def blocks(self, blocks: Iterable[Block]) -> list[Block]:
        """Return blocks with each term explained that they use first."""
        return [part for block in blocks for part in self._explained(block)]

    def sections(self, sections: Iterable[Section]) -> list[Section]:
        """Return the sections of a page with each term explained that they use first."""
        return [replace(section, parts=self.blocks(section.on_page)) for section in sections]

    def facts(self, facts: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
        """Return facts; a term that is a label is explained after the value."""
        return [(label, self._of_label(label, self.text(value))) for label, value in facts]

    def text(self, text: str) -> str:
        """Return a text with each term explained that it uses first."""
        places = [
            (found.end(), term) for term in self._unused if (found := term.pattern.search(text))
        ]
        for end, term in sorted(places, key=lambda place: -place[0]):
            self._unused.remove(term)
            if text[:end].count("(") > text[:end].count(")"):  # no brackets within brackets
                text = f"{text} ({_note([term])})"
            elif not text[end:].startswith(" ("):
                text = f"{text[:end]} ({term.hint}){text[end:]}"
        return text

    def _explained(self, block: Block) -> list[Block]:
        match block:
            case Text():
                return [replace(block, text=self.text(block.text))]
            case Facts():
                title = self.text(block.title)
                return [replace(block, title=title, facts=self.facts(block.facts))]
            case Lines():
                note = _note(self._used("\n".join(block.lines)))
                return [block, *([Text(note, "note")] if note else [])]
            case Grid():
                return [self._grid(block)]
            case _:
                return [block]

    def _grid(self, grid: Grid) -> Grid:
        heads = [part for column in grid.columns for part in (column.label, column.about)]
        note = _note(self._used("\n".join([grid.title, *heads, grid.note])))
        return replace(grid, note=" ".join(part for part in (grid.note, note) if part))

    def _of_label(self, label: str, value: str) -> str:
        used = self._used(label)
        return f"{value} ({used[0].hint})" if used else value

    def _used(self, text: str) -> list[Term]:
        """Return the terms that a text uses first, in its order; they are used from now on."""
        places = [(f.start(), term) for term in self._unused if (f := term.pattern.search(text))]
        used = [term for _, term in sorted(places, key=lambda place: place[0])]
        self._unused = [term for term in self._unused if term not in used]
        return used


def _note(used: Sequence[Term]) -> str:
    return "; ".join(f"{term.name}: {term.hint}" for term in used)
