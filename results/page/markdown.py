"""Blocks as Markdown: texts, facts and tables; pictures are links to their PNG files."""

from collections.abc import Sequence

from .blocks import Block, Facts, Lines, Section, Text
from .figures import Picture
from .grids import Grid


def markdown_page(
    title: str, about: str, facts: Sequence[tuple[str, str]], sections: Sequence[Section]
) -> str:
    """Return a whole page."""
    lines = [f"# {title}", "", about, "", *(f"- {key}: {value}" for key, value in facts), ""]
    for section in sections:
        lines += [f"## {section.title}", ""]
        for part in section.on_page:
            lines += [*_block(part), ""]
    return "\n".join(lines)


def _block(part: Block) -> list[str]:
    match part:
        case Text():
            return [part.text]
        case Facts():
            title = [part.title, ""] if part.title else []
            return title + [f"- {label}: {value}" for label, value in part.facts]
        case Lines():
            return ["```", *part.lines, "```"]
        case Grid():
            return ["#" + part.markdown()]
        case Picture():
            return [f"![{part.title}](figures/{part.name}.png)"]
