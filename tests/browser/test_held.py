"""Pages while another process holds the database: they say so, and ask again by themselves."""

from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from tests.locks import held
from tests.servers import Server

HELD = "This page asks again by itself."


@pytest.fixture(autouse=True)
def no_answer_is_no_fault(expected_errors: list[str]) -> None:
    expected_errors.append("503")


def test_what_was_never_read_is_read_once_the_database_is_free(server: Server, page: Page, axe):
    with held(server.db):
        page.goto(f"{server.url}/runs?kind=counter")
        expect(page.locator("#banner")).to_contain_text(HELD)
        expect(page.locator("#banner")).to_contain_text("The database results.duckdb is busy")
        expect(page.get_by_text("Reading the runs")).to_be_visible()
        expect(page.locator(".trouble")).to_have_count(0)
        axe(page)
    expect(page.get_by_text("No run matches.")).to_be_visible()
    expect(page.locator("#banner")).to_be_empty()


def test_a_page_that_is_left_asks_no_more(server: Server, page: Page):
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    with held(server.db):
        page.goto(f"{server.url}/runs?kind=counter")
        expect(page.locator("#banner")).to_contain_text(HELD)
        page.get_by_role("navigation", name="Pages").get_by_role("link", name="Rules").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Rules")
        expect(page.locator("#banner")).to_be_empty()
        asked.clear()
        page.wait_for_timeout(3000)  # longer than it would wait to ask again
        assert not [url for url in asked if "/runs" in url]


def test_a_query_waits_too_and_can_be_cancelled(server: Server, page: Page):
    with held(server.db):
        page.goto(f"{server.url}/data?{urlencode({'sql': 'SELECT 42 AS answer'})}")
        expect(page.locator("#banner")).to_contain_text(HELD)
        page.get_by_role("button", name="Cancel").click()
        expect(page.get_by_text("Cancelled.")).to_be_visible()
        expect(page.locator("#banner")).to_be_empty()
        page.get_by_role("button", name="Run", exact=True).click()
        expect(page.locator("#banner")).to_contain_text(HELD)
    expect(page.get_by_role("cell", name="42")).to_be_visible()
