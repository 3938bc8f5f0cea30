"""Blocks as terminal text: the same blocks that a page is made of."""

from conquest_opt.results.page.blocks import Facts, Lines, Section, Text
from conquest_opt.results.page.grids import Column, Grid
from conquest_opt.results.page.page import Page
from conquest_opt.results.page.terminal import terminal_text

GRID = Grid(
    "scores",
    "Scores",
    [
        Column("setup", "Setup"),
        Column("score", "Score", "share"),
        Column("games", "Games", "count"),
    ],
    [("SSC:charge", 0.5, 1200), ("CC", 0.25, 8)],
    "Of other games.",
)


def test_facts_and_tables_are_aligned():
    text = terminal_text([Facts([("won", "3"), ("drawn", "0")]), GRID], 60)
    assert text == (
        "  won   3\n  drawn 0\n\nScores\n\n"
        "Setup        Score  Games\n"
        "----------  ------  -----\n"
        "SSC:charge  50.0 %  1,200\n"
        "CC          25.0 %      8\n"
        "(Of other games.)"
    )


def test_a_paragraph_fits_and_keeps_per_cents_together():
    sentence = "the first of them all scored 75.0 % [55.5, 87.8] of the points"
    lines = terminal_text([Text(sentence)], 34).splitlines()
    assert all(len(line) <= 34 for line in lines)
    assert not any(line.startswith("%") for line in lines)
    assert " ".join(lines) == sentence


def test_a_narrow_terminal_is_said_what_it_misses():
    text = terminal_text([GRID], 14)
    assert "left out for width; --json" in text.replace("\n", " ")
    assert "SSC:charge" in text


def test_text_that_would_steer_the_terminal_is_spelled_out():
    assert "\x1b" not in terminal_text([Text("a\x1b[2J"), Lines(["b\x1b[2J"])], 40)


def test_lines_for_terminals_are_not_on_pages():
    parts = [Lines(["drawn by letters"], terminal_only=True), Lines(["as it is"])]
    page = Page("Title", "about", [Section("One", parts)])
    assert "drawn by letters" in terminal_text(parts, 80)
    for form in (page.html(), page.markdown()):
        assert "drawn by letters" not in form
        assert "as it is" in form
