"""Names that others chose, in every kind of output."""

import csv
import re
from html.parser import HTMLParser
from io import StringIO
from xml.etree import ElementTree

import pytest
from conquest_opt.results.page import charts, curves, lineups, scatters
from conquest_opt.results.page.axes import Scale
from conquest_opt.results.page.blocks import Facts, Lines, Section, Text
from conquest_opt.results.page.figures import Picture
from conquest_opt.results.page.grids import Column, Grid
from conquest_opt.results.page.page import Page
from conquest_opt.results.page.terminal import terminal_text
from conquest_opt.results.page.write import write_page
from conquest_opt.results.text.escape import csv_cell, markdown, markup, printable

NASTY = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "=cmd|' /C calc'!A0",
    "\x1b[2J\x1b]0;mine\x07",
    "a\x9b2Jb\x00c\x7f",
    "$\\frac{$ and \x1b$x$ \ud800",
    "a\u202eb\ud800c\udcffd",
    "[click](javascript:alert(1)) ![x](http://a.b/c.png)",
    "# heading\n\n- item\n```\n| a | b |",
    "&lt;b&gt; </pre></td></svg> ]]> -->",
    "漢字 🦆 é",
)


def page(*names: str) -> Page:
    """Return a page that has the names wherever a name can stand; some of them in figures."""
    return Page(
        " ".join(names),
        " ".join(names),
        [Section("Figures", figures(names[0], *names[3:7:2])), *map(section, names)],
        [(name, name) for name in names],
    )


def section(name: str) -> Section:
    columns = [Column("who", "Who"), Column(name, name, "text", name)]
    rows = [(name, name), ("b", None)]
    grid = Grid(f"grid-{NASTY.index(name)}", name, columns, rows, name)
    return Section(name, [Text(name), Facts([(name, name)], name), Lines([name]), grid])


def figures(*names: str) -> list[Picture]:
    joined = " ".join(names)
    cells = charts.Cells(rows=names, columns=names, labels=(names[0], names[-1]))
    for number, name in enumerate(names):
        cells.put((number, 0), 0.5, name, name)
    scale, ends = Scale(names[0]), {"b": curves.Curve([1], [2])}
    dots = [scatters.Dot(number=1, x=(0, 0, 0), y=(0, 0, 0), hint=joined, label=joined)]
    return [
        charts.heat_map("heat", joined, cells),
        charts.dot_plot("dots", joined, [(name, 0.5, 0.4, 0.6) for name in names], scale),
        charts.bars("bars", joined, names, {joined: [1.0] * len(names)}, scale),
        charts.circles("circles", joined, [names], {(names[0], names[-1]): joined}),
        curves.curves("curves", joined, {joined: curves.Curve([1], [2])} | ends, joined, scale),
        scatters.front_plot("front", joined, dots, [], scale, scale),
        lineups.lineups("lineups", joined, names, [["S"]] * len(names)),
    ]


class Tags(HTMLParser):
    """The tags of a page, with their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, frozenset[str]]] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, frozenset(name for name, _ in attrs)))


STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]")


def test_nothing_of_a_name_is_more_than_text(tmp_path):
    """No tag, attribute, formula or control character; and every file is whole."""
    written = page(*NASTY)
    files = write_page(written, tmp_path)
    texts = {
        file: (tmp_path / file).read_text(encoding="utf-8") for file in files if "png" not in file
    }
    assert not [file for file, text in texts.items() if STEERING.search(text)]
    drawn = [text for file, text in texts.items() if file.endswith(".svg")]
    assert len(drawn) == 7
    for svg in drawn:
        ElementTree.fromstring(svg)
    tags = Tags(texts["index.html"]).found
    assert sum(tag == "script" for tag, _ in tags) == 1
    assert {"b", "img"}.isdisjoint(tag for tag, _ in tags)
    assert not [name for _, names in tags for name in names if name.startswith("on")]
    for text in (text for file, text in texts.items() if file.endswith(".md")):
        assert "<" not in text.replace("<pre>", "").replace("</pre>", "")
        linked = re.sub("<pre>.*?</pre>", "", text, flags=re.DOTALL)
        assert not re.search(r"(?<!\\)\]\((?!figures/)", linked)
    for number in range(len(NASTY)):
        rows = list(csv.reader(StringIO(texts[f"tables/grid-{number}.csv"])))
        assert [len(row) for row in rows] == [2, 2, 2]
        assert not [cell for row in rows for cell in row if cell[:1] in tuple("=+-@\t\r")]


def test_nothing_of_a_name_steers_the_terminal():
    for name in NASTY:
        lines = terminal_text(section(name).parts, 80).splitlines()
        assert all(line.isprintable() for line in lines)


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("=1+1", "'=1+1"),
        (" @SUM(A1)", "' @SUM(A1)"),
        ("+cmd", "'+cmd"),
        ("-2+3+cmd|' /C calc'!A0", "'-2+3+cmd|' /C calc'!A0"),
        ("\t=1", "'\t=1"),
        ("-12.5e3", "-12.5e3"),
        ("Rush", "Rush"),
        ("", ""),
        (-5, -5),
        (None, None),
    ],
)
def test_what_a_spreadsheet_would_compute_is_text(value: object, written: object):
    assert csv_cell(value) == written


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("17.5 % [13.0, 23.2]", "17.5 % [13.0, 23.2]"),
        ("SSC:charge,battle-cry", "SSC:charge,battle-cry"),
        ("fpu:advances=300,roll_out=2", "fpu:advances=300,roll_out=2"),
        ("a < b & c", "a &lt; b & c"),
        ("&lt;", "&amp;lt;"),
        ("*x* `y` _z_ ~~w~~", r"\*x\* \`y\` \_z\_ \~~w\~~"),
        ("1. a", r"1\. a"),
        ("- a", r"\- a"),
        ("## a", r"#\# a"),
    ],
)
def test_markdown_says_what_the_text_says(text: str, written: str):
    assert markdown(text) == written


def test_the_others():
    assert printable("a\x1b[2J\nb") == "a\\x1b[2J\\nb"
    assert printable("a\x1b\nb", keep="\n") == "a\\x1b\nb"
    assert markup("<a b=\"c\" d='e'>&\x1b") == "&lt;a b=&quot;c&quot; d=&#x27;e&#x27;&gt;&amp;\\x1b"
    assert next(csv.reader(StringIO(str(csv_cell("a\x00b"))))) == ["a\\x00b"]
