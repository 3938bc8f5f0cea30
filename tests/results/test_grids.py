"""Tables for reading, and figures."""

import math
from xml.etree import ElementTree

import pytest
from conquest_opt.results.page import charts
from conquest_opt.results.page.axes import Scale
from conquest_opt.results.page.blocks import Section, Text
from conquest_opt.results.page.estimates import columns, estimate
from conquest_opt.results.page.grids import Column, Grid, cell_text
from conquest_opt.results.page.page import Page


@pytest.mark.parametrize(
    ("value", "form", "text"),
    [
        (None, "share", "–"),  # noqa: RUF001
        (math.nan, "number", "–"),  # noqa: RUF001
        (0.58, "share", "58.0 %"),
        (1234567, "count", "1,234,567"),
        (24.25, "count", "24.2"),
        (-0.4, "whole", "0"),
        (98.41, "whole", "98"),
        (3.614, "number", "3.61"),
        (12345.6, "number", "12,346"),
        (55.4, "signed", "+55"),
        (-0.2, "signed", "0"),
        (-math.inf, "signed", "−∞"),  # noqa: RUF001
        (0.0001, "chance", "<0.001"),
        (True, "answer", "yes"),
        ("a", "text", "a"),
    ],
)
def test_values_as_they_are_read(value: object, form: str, text: str):
    assert cell_text(value, form) == text


def small() -> Grid:
    columns = [Column("who", "Who"), Column("share", "Share", "share", "how <much>")]
    return Grid("small", "A & B", columns, [("a|b", 0.5), ("<c>", None)], "a note")


def test_a_grid_in_three_forms():
    assert small().csv() == "who,share\na|b,0.5\n<c>,\n"
    assert "| a\\|b | 50.0 % |" in small().markdown()
    assert "|---|---:|" in small().markdown()
    html = Page("T & U", "about", [Section("One", [small(), Text("x < y")])]).html()
    assert "<td>&lt;c&gt;</td>" in html
    assert 'data-key="0.5">50.0&nbsp;%</td>' in html
    assert 'title="how &lt;much&gt;"' in html
    assert "x &lt; y" in html


def test_a_value_and_its_interval_stand_in_one_cell_of_a_page():
    head = [
        *columns("text", who="Who"),
        *columns("count", lost="Lost"),
        *estimate("score", "Score"),
    ]
    rows = [("a", 3, 0.746, 0.697, 0.789), ("b", 4, 0.5, None, None)]
    grid = Grid("scores", "Scores", head, rows)
    html = Page("T", "about", [Section("One", [grid])]).html()
    assert "Score [95&nbsp;%]</th></tr>" in html
    assert 'data-key="0.746">74.6&nbsp;% [69.7, 78.9]</td></tr>' in html
    assert 'data-key="4">4</td><td class="number" data-key="0.5">50.0&nbsp;%</td></tr>' in html
    assert grid.csv().splitlines()[0] == "who,lost,score,score_low,score_high"


def test_wide_tables_go_across_the_columns_of_a_page():
    narrow, wide = (
        Grid("g", "G", [Column(f"c{n}", "share", "share") for n in range(count)], [(0.5,) * count])
        for count in (4, 16)
    )
    html = Page("T", "about", [Section("One", [narrow])]).html()
    assert '<div class="block">' in html
    html = Page("T", "about", [Section("One", [wide])]).html()
    assert '<div class="block wide">' in html


def test_a_table_without_rows_or_labels_can_be_shown():
    assert (
        "<h3>G</h3>"
        in Page("T", "", [Section("One", [Grid("g", "G", [Column("a", "")], [])])]).html()
    )


def test_long_and_folded_tables_are_folded_and_long_ones_can_be_searched():
    rows = [(str(i), i / 100) for i in range(60)]
    long = Grid("long", "Long", small().columns, rows)
    folded = Grid("folded", "Folded", small().columns, rows[:2], folded=True)
    html = Page("T", "about", [Section("One", [long, folded])]).html()
    assert html.count("<details ") == 2
    assert html.count("<input") == 1


def test_rows_that_do_not_fit_are_refused():
    with pytest.raises(ValueError, match="2 columns"):
        Grid("x", "X", small().columns, [("a",)])


def test_figures_have_hints_and_take_the_colour_of_the_page():
    cells = charts.Cells(rows=["a", "b"], columns=["a", "b"])
    cells.put((0, 1), 0.7, "7", "7 < 8")
    cells.put((1, 0), 0.3, "3")
    drawn = charts.heat_map("m", "Title", cells)
    assert drawn.png.startswith(b"\x89PNG")
    assert "<title>7 &lt; 8</title>" in drawn.inline
    assert "currentColor" in drawn.inline
    assert "http" not in drawn.inline
    assert 'id="m-cell-0-1"' in drawn.inline
    assert "cell-0-0" not in drawn.inline
    ElementTree.fromstring(drawn.svg)
    cells.hints.clear()
    again = charts.heat_map("m", "Title", cells)
    assert again.png == drawn.png
    assert again.svg == drawn.svg


def test_figures_of_next_to_nothing_can_be_drawn():
    assert charts.bars("b", "B", [], {}, Scale("x")).png
    assert charts.bars("b", "B", ["a"], {"one": [None], "two": [1.0]}, Scale("x")).png
    assert charts.histogram("h", "H", [5.0], axis="x", counted="y").png
    assert charts.dot_plot("d", "D", [("a", 0.5, 0.1, 0.9)], Scale("x")).png
    links = {("a", "b"): "x", ("b", "a"): "y"}
    assert "<title>a → b: x</title>" in charts.circles("c", "C", [["a", "b"]], links).inline
