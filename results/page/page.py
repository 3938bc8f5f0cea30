"""`Page`: a title, facts and sections, as one HTML page or as Markdown.

page = Page("Title", "what it is about", [Section("Standings", [Text("..."), grid, picture])])
page.html()
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ..text.first_use import FirstUses
from .blocks import Section, explained_blocks
from .html import html_page
from .markdown import markdown_page


@dataclass(frozen=True)
class Page:
    """A page: title, a line on what it is, facts on how it was made, and sections."""

    title: str
    about: str
    sections: Sequence[Section]
    facts: Sequence[tuple[str, str]] = field(default_factory=tuple)

    def html(self) -> str:
        """Return the page as HTML that needs no other file."""
        return html_page(*self._explained())

    def markdown(self) -> str:
        """Return the page as Markdown; pictures are links to their PNG files."""
        return markdown_page(*self._explained())

    def _explained(self) -> tuple[str, str, list[tuple[str, str]], list[Section]]:
        """Return the parts of the page, in which terms are explained where they are used first."""
        terms = FirstUses()
        about, facts = terms.text(self.about), terms.facts(self.facts)
        sections = [
            replace(section, parts=explained_blocks(section.on_page, terms))
            for section in self.sections
        ]
        return self.title, about, facts, sections
