"""Blocks as one HTML page that needs nothing else: opens offline, light and dark, on any width.

Styles and script stand in the page; it asks for no address. Without the script everything can still
be read; with it tables sort by a click on a heading, long ones can be searched, and rows that stand
for points of a figure are highlighted together with them.
"""

import math
from collections.abc import Sequence
from importlib import resources

from ...results.page.words import plural
from ..text.escape import markup
from .blocks import Block, Facts, Lines, Section, Text
from .figures import Picture
from .grids import NOTHING, Grid, cell_text

LONG = 40
"""Rows from which a table is folded away and can be searched."""
COLUMN = 600
"""Pixels of a column of a page that has two and is 1280 wide; wider tables go across both."""
LARGE = 900
"""Pixels of a picture from which it goes across both: smaller, its text could not be read."""
LETTER, PADDING = 7.4, 15
"""Pixels of a letter of a table, and beside the text of a cell."""
BROKEN = 40
"""Letters after which a cell's text goes on in the next line."""


def html_page(
    title: str, about: str, facts: Sequence[tuple[str, str]], sections: Sequence[Section]
) -> str:
    """Return a whole page."""
    links = "".join(f'<li><a href="#{s.anchor}">{markup(s.title)}</a></li>' for s in sections)
    terms = "".join(f"<div><dt>{markup(k)}</dt><dd>{markup(v)}</dd></div>" for k, v in facts)
    body = "\n".join(_section(section) for section in sections)
    return (
        '<!DOCTYPE html>\n<html lang="en-GB">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{markup(title)}</title>\n<style>\n{_asset('page.css')}</style>\n</head>\n"
        f"<body>\n<header><h1>{markup(title)}</h1>\n<p>{markup(about)}</p>\n"
        f"<dl>{terms}</dl></header>\n<nav><ul>{links}</ul></nav>\n<main>\n{body}\n</main>\n"
        f"<script>\n{_asset('page.js')}</script>\n</body>\n</html>\n"
    )


def html_blocks(blocks: Sequence[Block]) -> str:
    """Return blocks as they stand in a page, for a notebook; without styles and script."""
    return "\n".join(_block(block) for block in blocks)


def _section(section: Section) -> str:
    parts = "\n".join(_block(part) for part in section.on_page)
    title = f'<h2 id="{section.anchor}">{markup(section.title)}</h2>'
    return f'<section>\n{title}\n<div class="parts">\n{parts}\n</div>\n</section>'


def _text(text: str) -> str:
    """Return text for the page, in which no line ends between a number and its per cent."""
    return markup(text).replace(" %", "&nbsp;%")


def _block(part: Block) -> str:
    match part:
        case Text():
            kind = f' class="{part.kind}"' if part.kind else ""
            return f"<p{kind}>{_text(part.text)}</p>"
        case Facts():
            title = f"<h3>{markup(part.title)}</h3>\n" if part.title else ""
            rows = "".join(f"<dt>{_text(k)}</dt><dd>{_text(v)}</dd>" for k, v in part.facts)
            return f'<div class="block">{title}<dl class="facts">{rows}</dl></div>'
        case Lines():
            return f"<pre>{markup(chr(10).join(part.lines))}</pre>"
        case Grid():
            return _grid(part)
        case Picture():
            style = f"min-width:{part.least_width}px;max-width:{part.width}px"
            wide = ' class="wide"' if max(part.width, part.least_width) > LARGE else ""
            return (
                f'<figure{wide}><div class="scroll"><div style="{style}">{part.inline}</div></div>'
                f"<figcaption>{markup(part.title)}</figcaption></figure>"
            )


def _grid(grid: Grid) -> str:
    places = [n for n, column in enumerate(grid.columns) if not column.ends]
    heads = "".join(_head(grid, n) for n in places)
    rows = "\n".join(
        f"<tr{_link(grid, number)}>{''.join(_cell(grid, row, n) for n in places)}</tr>"
        for number, row in enumerate(grid.rows)
    )
    note = f'<p class="note">{_text(grid.note)}</p>' if grid.note else ""
    table = (
        f'<div class="scroll"><table class="sortable" id="table-{markup(grid.name)}">'
        f"<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}\n</tbody></table></div>"
    )
    search = ""
    if len(grid.rows) >= LONG or grid.links:
        search = f'<input type="search" placeholder="search" aria-label="{markup(grid.title)}">'
    wide = " wide" if _width(grid, places) > COLUMN else ""
    if len(grid.rows) < LONG and not grid.folded:
        whole = f'<div class="searched">{search}{table}</div>' if search else table
        return f'<div class="block{wide}"><h3>{markup(grid.title)}</h3>{note}\n{whole}</div>'
    count = plural(len(grid.rows), "row")
    return (
        f'<details class="wide"><summary>{markup(grid.title)} ({count})</summary>'
        f"{note}{search}{table}</details>"
    )


def _head(grid: Grid, place: int) -> str:
    column = grid.columns[place]
    span = " [95&nbsp;%]" if _ends(grid, place) else ""
    about, kind = _title(column.about), _class(column.form)
    return f'<th scope="col"{about}{kind}>{markup(column.label)}{span}</th>'


def _cell(grid: Grid, row: Sequence[object], place: int) -> str:
    value, column = row[place], grid.columns[place]
    text = _text(_cell_text(grid, row, place))
    return f"<td{_class(column.form, value)}{_sort_key(value)}>{text}</td>"


def _cell_text(grid: Grid, row: Sequence[object], place: int) -> str:
    """Return a value as it is read, with its interval if that is known."""
    text, form = cell_text(row[place], grid.columns[place].form), grid.columns[place].form
    ends = [cell_text(row[n], form).removesuffix(" %") for n in _ends(grid, place)]
    return f"{text} [{', '.join(ends)}]" if ends and NOTHING not in ends else text


def _ends(grid: Grid, place: int) -> list[int]:
    """Return the places of the ends of a value's interval, if it has one."""
    ends = [n for n in (place + 1, place + 2) if n < len(grid.columns) and grid.columns[n].ends]
    return ends if len(ends) == 2 else []


def _width(grid: Grid, places: Sequence[int]) -> float:
    """Return about how many pixels a table needs."""
    return sum(PADDING + LETTER * min(_longest(grid, n), BROKEN) for n in places)


def _longest(grid: Grid, place: int) -> int:
    """Return the letters that a column cannot break: a word of its label, or a cell."""
    words = map(len, grid.columns[place].label.split())
    return max([0, *words, *(len(_cell_text(grid, row, place)) for row in grid.rows[:LONG])])


def _link(grid: Grid, row: int) -> str:
    return f' data-point="{grid.links[row]}"' if grid.links else ""


def _class(form: str, value: object = None) -> str:
    if form != "text":
        return ' class="number"'
    return ' class="long"' if isinstance(value, str) and len(value) > BROKEN else ""


def _title(about: str) -> str:
    return f' title="{markup(about)}"' if about else ""


def _sort_key(value: object) -> str:
    """Return what a cell sorts by, where its text would sort wrongly."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return ""
    return ' data-key=""' if math.isnan(value) else f' data-key="{value:.9g}"'


def _asset(name: str) -> str:
    return (resources.files("conquest_opt.results.page") / "assets" / name).read_text(
        encoding="utf-8"
    )
