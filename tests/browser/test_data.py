"""The page of data: SQL by keyboard, its result as a table, a chart and files, links, errors."""

import io
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pyarrow.parquet as pq
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.known_games import SETUPS, play_tournament
from tests.servers import Server, own_home

HOSTILE = "<img src=x onerror=document.title='taken'>"
ENDLESS = "SELECT count(*) FROM range(1000000) a, range(1000000) b, range(1000000) c"
STANDINGS = "SELECT entrant, score, score_low, score_high, games, run FROM standings"
PHONE = {"width": 390, "height": 800}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose database has a tournament."""
    folder = tmp_path_factory.mktemp("played")
    play_tournament(folder / "results.duckdb")
    server = Server(folder / "results.duckdb", (), own_home(folder)).start()
    yield server
    server.kill()


def open_query(page: Page, server: Server, sql: str, **more: str) -> None:
    page.goto(f"{server.url}/data?{urlencode({'sql': sql} | more)}")


def asked(server: Server, sql: str) -> dict[str, Any]:
    return server.get("/sql", params={"query": sql}).json()


def editor(page: Page) -> Locator:
    return page.get_by_label("SQL")


def column(page: Page, number: int) -> list[str]:
    return page.locator(f"tbody td:nth-child({number})").all_inner_texts()


def said(page: Page, words: str) -> None:
    expect(page.locator(".data .actions [role=status]")).to_contain_text(words)


def test_a_query_is_asked_by_keyboard_and_its_address_shared(played: Server, page: Page, new_page):
    page.goto(f"{played.url}/data")
    editor(page).focus()
    page.keyboard.type("SELECT entrant, games FROM standings ORDER BY entrant")
    page.keyboard.press("Control+Enter")
    said(page, "4 rows. 2 columns, ")
    assert column(page, 1) == sorted(SETUPS)
    expect(editor(page)).to_be_focused()
    page.keyboard.press("Tab")  # the keyboard is not caught in the editor
    expect(page.get_by_role("button", name="Run", exact=True)).to_be_focused()
    other = new_page()
    other.goto(page.url)
    said(other, "4 rows.")
    assert column(other, 1) == sorted(SETUPS)
    page.go_back()
    expect(editor(page)).to_have_value("")


def test_an_error_is_the_sentence_of_the_database(
    played: Server, page: Page, expected_errors: list[str]
):
    expected_errors.append("400")
    open_query(page, played, "SELECT * FROM run")
    expect(page.locator("main").get_by_role("alert")).to_contain_text('Did you mean "runs"?')
    editor(page).fill("SELECT 1 AS one")
    page.get_by_role("button", name="Run", exact=True).click()
    said(page, "1 row. 1 column")
    expect(page.locator("main").get_by_role("alert")).to_have_count(0)


def test_a_query_that_is_too_slow_is_ended_and_says_so(
    played: Server, page: Page, expected_errors: list[str]
):
    expected_errors.append("400")
    open_query(page, played, ENDLESS)
    said(page, "Running the query")
    expect(page.locator("main").get_by_role("alert")).to_contain_text(
        "longer than 10 seconds", timeout=60_000
    )


def test_a_query_is_cancelled_and_the_next_need_not_wait(played: Server, page: Page):
    open_query(page, played, ENDLESS)
    page.get_by_role("button", name="Cancel").click()
    said(page, "Cancelled.")
    expect(page.get_by_role("button", name="Cancel")).to_be_hidden()
    editor(page).fill("SELECT 42 AS answer")
    editor(page).press("Control+Enter")
    said(page, "1 row.")
    assert column(page, 1) == ["42"]


def test_values_are_shown_for_what_they_are(played: Server, page: Page):
    values = "NULL AS none, 18446744073709551557::UBIGINT AS seed, repeat('long ', 60) AS text"
    open_query(page, played, f"SELECT {values}, 0.1234567 AS part")
    expect(page.locator("tbody .null")).to_have_text("NULL")
    assert column(page, 2) == ["18446744073709551557"]
    expect(page.locator("td.number")).to_have_count(2)
    whole = page.locator(".long span")
    expect(whole).to_be_hidden()
    page.locator(".long summary").click()
    expect(whole).to_contain_text("long long long")
    open_query(page, played, "FROM range(1500) t(number)")
    said(page, "The first 1,000 rows; there are more.")


def test_a_click_on_a_heading_sorts_and_is_in_the_address(played: Server, page: Page):
    open_query(page, played, "SELECT entrant, score FROM standings")
    page.get_by_role("button", name="score", exact=True).click()
    found = [row[1] for row in asked(played, "SELECT entrant, score FROM standings")["rows"]]
    assert [float(text) for text in column(page, 2)] == pytest.approx(
        sorted(found, reverse=True), abs=1e-5
    )
    page.locator("thead").get_by_role(
        "button", name="score"
    ).click()  # now with a mark of the order
    expect(page.locator("th[aria-sort=ascending]")).to_have_text("score")
    page.reload()
    expect(page.locator("th[aria-sort=ascending]")).to_have_text("score")


def test_runs_and_setups_are_linked(played: Server, page: Page):
    open_query(page, played, "SELECT run, first_setup, first_name FROM games LIMIT 1")
    [[run, setup, name]] = asked(played, "SELECT run, first_setup, first_name FROM games LIMIT 1")[
        "rows"
    ]
    expect(page.get_by_role("link", name=run)).to_have_attribute("href", f"/runs/{run}")
    expect(page.get_by_role("link", name=name, exact=True)).to_have_attribute(
        "href", f"/setup?setup={name}"
    )
    page.get_by_role("link", name=setup).click()
    expect(page.get_by_label("Text")).to_have_value(setup)


def test_the_result_is_a_chart_of_chosen_columns(played: Server, page: Page, new_page):
    open_query(page, played, STANDINGS)
    page.get_by_role("button", name="Chart").click()
    expect(page.get_by_role("group", name="score by entrant")).to_be_visible()
    expect(page.locator("figure .whisker")).to_have_count(len(SETUPS))  # with their intervals
    page.get_by_label("Shown").select_option("games")
    expect(page.locator("figure .bar")).to_have_count(len(SETUPS))
    expect(page.get_by_label("Shown")).to_be_focused()
    assert parse_qs(urlsplit(page.url).query)["y"] == ["games"]
    other = new_page()
    other.goto(page.url)
    expect(other.locator("figure .bar")).to_have_count(len(SETUPS))


def test_two_numbers_are_a_line_or_points(played: Server, page: Page):
    open_query(page, played, "SELECT range AS x, range * range AS y FROM range(9)", view="chart")
    expect(page.locator("figure polyline.line")).to_have_count(1)
    page.get_by_label("As", exact=True).select_option("Points")
    expect(page.locator("figure .point")).to_have_count(9)
    assert parse_qs(urlsplit(page.url).query)["chart"] == ["points"]


def test_the_result_is_downloaded(played: Server, page: Page):
    open_query(page, played, "SELECT entrant, games FROM standings ORDER BY entrant")
    with page.expect_download() as csv:
        page.get_by_role("link", name="CSV").click()
    rows = asked(played, "SELECT entrant, games FROM standings ORDER BY entrant")["rows"]
    lines = ["entrant,games", *(f"{entrant},{games}" for entrant, games in rows)]
    assert Path(csv.value.path()).read_text().splitlines() == lines
    with page.expect_download() as parquet:
        page.get_by_role("link", name="Parquet").click()
    table = pq.read_table(io.BytesIO(Path(parquet.value.path()).read_bytes()))
    assert [list(row.values()) for row in table.to_pylist()] == rows


def test_names_of_the_schema_are_found_and_inserted(played: Server, page: Page):
    page.goto(f"{played.url}/data")
    page.get_by_label("Filter tables and columns").fill("first_player")
    page.get_by_role("button", name="Insert first_player_advantage").click()
    editor(page).press("Home")
    page.keyboard.type("FROM ")
    expect(editor(page)).to_have_value("FROM first_player_advantage")
    editor(page).press("Control+Enter")
    said(page, "1 row.")
    page.get_by_label("Filter tables and columns").fill("first_score")
    page.locator(".schema").get_by_role("button", name="first_score").click()
    expect(editor(page)).to_have_value("FROM first_scorefirst_player_advantage")  # at the cursor


def test_common_questions_and_own_ones_are_a_click_away(played: Server, page: Page):
    page.goto(f"{played.url}/data")
    questions = played.get("/sql/saved").json()
    expect(page.locator(".queries li")).to_have_count(len(questions))
    page.get_by_role("link", name=questions[0]["title"]).click()
    said(page, "1 row.")
    editor(page).fill("SELECT 7 AS seven")
    page.get_by_text("Own queries").click()
    page.get_by_label("Keep this query as").fill(HOSTILE)
    page.keyboard.press("Enter")
    page.goto(f"{played.url}/data")
    page.get_by_text("Own queries").click()
    page.get_by_role("link", name=HOSTILE).click()
    said(page, "1 row.")
    assert column(page, 1) == ["7"]
    page.get_by_text("Own queries").click()
    page.get_by_role("button", name=re.compile("^Forget the query")).click()
    expect(page.get_by_role("link", name=HOSTILE)).to_have_count(0)
    assert page.title() != "taken"


def test_hostile_values_are_shown_as_text(played: Server, page: Page):
    text = HOSTILE.replace("'", "''")
    open_query(page, played, f"SELECT '{text}' AS run, '{text}' AS \"{HOSTILE}\", 3 AS n")
    expect(page.locator("tbody td").first).to_have_text(HOSTILE)
    page.get_by_role("button", name="Chart").click()
    expect(page.locator("figure .bar")).to_have_count(1)
    assert page.locator("main img").count() == 0
    assert page.title() != "taken"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("view", ["table", "chart"])
def test_the_page_fits_a_phone_and_has_no_serious_fault(
    played: Server, new_page: Callable[..., Page], axe, view: str, scheme: str
):
    page = new_page(viewport=PHONE, color_scheme=scheme)
    open_query(page, played, STANDINGS, view=view)
    expect(page.locator("tbody tr, figure .dot").first).to_be_visible()
    page.get_by_text("Tables and columns", exact=True).click()
    expect(page.get_by_label("Filter tables and columns")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    axe(page)
