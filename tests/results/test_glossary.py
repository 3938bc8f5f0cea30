"""The glossary, and terms that are explained where a result uses them first."""

from pathlib import Path

import pytest
from conquest_opt.results.page.blocks import Facts, Lines, Section, Text
from conquest_opt.results.page.grids import Column, Grid
from conquest_opt.results.page.page import Page
from conquest_opt.results.page.terminal import terminal_text
from conquest_opt.results.text import glossary
from conquest_opt.results.text.first_use import FirstUses

ROOT = Path(__file__).parents[2]

NASH = glossary.hint("Nash mixture")


@pytest.mark.parametrize("term", glossary.terms().values(), ids=lambda term: term.name)
def test_a_term_is_found_by_its_name_or_is_no_ordinary_word(term: glossary.Term):
    assert term.meaning.endswith(".")
    assert len(term.hint) <= 64
    assert not term.hint.endswith(".")
    written = "change" if term.name == "change" else term.name
    if term.hint and term.name not in (
        "change",
        "field",
        "front",
        "interval",
        "judge",
        "maximal",
        "resampled",
    ):
        assert term.pattern.search(f"the {written} is"), term.name


def test_a_text_explains_a_term_once():
    uses = FirstUses()
    assert uses.text("The Nash mixture has 3.") == f"The Nash mixture ({NASH}) has 3."
    assert uses.text("The Nash mixture has 4.") == "The Nash mixture has 4."


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Nash mixture (as before)", "Nash mixture (as before)"),
        ("by (a Nash mixture)", f"by (a Nash mixture) (Nash mixture: {NASH})"),
        ("played by fpu:advances=30", "played by fpu:advances=30"),
        ("the Elopement", "the Elopement"),
        ("seed 12 plays", f"seed 12 ({glossary.hint('seed')}) plays"),
        ("no change of rules", "no change of rules"),
    ],
)
def test_brackets_are_not_nested_and_words_that_only_look_alike_are_left(text: str, said: str):
    assert FirstUses().text(text) == said


def test_several_terms_of_a_text_are_explained_where_they_stand():
    text = FirstUses().text("A hypervolume and a Nash mixture")
    assert text == f"A hypervolume ({glossary.hint('hypervolume')}) and a Nash mixture ({NASH})"


def test_terminal_and_page_explain_tables_facts_and_lines():
    grid = Grid("one", "One", [Column("elo", "Elo"), Column("n", "advances")], [(1, 2)], "As is.")
    lines = Lines(["weight 3 of resampled mixtures"])
    blocks = [Facts([("Elo", "+3")]), grid, lines, Text("Elo again")]
    elo, advances, drawn = map(glossary.hint, ("Elo", "advances", "resampled"))
    text = terminal_text(blocks, 200)
    assert f"Elo +3 ({elo})" in text
    assert f"(As is. advances: {advances})" in text
    assert f"resampled mixtures: {drawn}" in text
    assert text.count(elo) == 1
    page = Page("T", "About the Nash mixture.", [Section("S", blocks)], [("Seed", "1")]).markdown()
    assert f"- Seed: 1 ({glossary.hint('seed')})" in page
    assert NASH in page
    assert page.count(elo) == 1


def test_what_only_terminals_show_explains_nothing_on_a_page():
    """Otherwise the page would use the term later without a word."""
    hidden = Lines(["Nash mixture of 3"], terminal_only=True)
    page = Page("T", "", [Section("S", [hidden, Text("The Nash mixture.")])]).markdown()
    assert f"The Nash mixture ({NASH})." in page


def test_links_to_the_methods_lead_to_headings():
    text = (ROOT / "docs" / "methods.md").read_text()
    titles = [line[3:] for line in text.splitlines() if line.startswith("## ")]
    headings = {
        "".join(c for c in t.lower() if c.isalnum() or c in " -").replace(" ", "-") for t in titles
    }
    assert {term.methods for term in glossary.terms().values() if term.methods} <= headings
