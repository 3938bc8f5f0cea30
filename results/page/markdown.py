"""Blocks as Markdown: texts, facts and tables; pictures are links to their PNG files."""

from collections.abc import Sequence

from ..text.escape import markdown, markup
from .blocks import Block, Facts, Lines, Section, Text
from .figures import Picture
from .grids import Grid


def markdown_page(
    title: str, about: str, facts: Sequence[tuple[str, str]], sections: Sequence[Section]
) -> str:
    """Return a whole page."""
    lines = [f"# {markdown(title)}", "", markdown(about), "", *_listed(facts), ""]
    for section in sections:
        lines += [f"## {markdown(section.title)}", ""]
        for part in section.on_page:
            lines += [*_block(part), ""]
    return "\n".join(lines)


def _block(part: Block) -> list[str]:
    match part:
        case Text():
            return [markdown(part.text)]
        case Facts():
            title = [markdown(part.title), ""] if part.title else []
            return title + _listed(part.facts)
        case Lines():
            return ["<pre>", *(markup(line) for line in part.lines), "</pre>"]
        case Grid():
            return ["#" + part.markdown()]
        case Picture():
            return [f"![{markdown(part.title)}](figures/{part.name}.png)"]


def _listed(facts: Sequence[tuple[str, str]]) -> list[str]:
    return [f"- {markdown(label)}: {markdown(value)}" for label, value in facts]
