"""`Page`: a title, facts and sections, as one HTML page or as Markdown.

page = Page("Title", "what it is about", [Section("Standings", [Text("..."), grid, picture])])
page.html()
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from .blocks import Section
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
        return html_page(self.title, self.about, self.facts, self.sections)

    def markdown(self) -> str:
        """Return the page as Markdown; pictures are links to their PNG files."""
        return markdown_page(self.title, self.about, self.facts, self.sections)
