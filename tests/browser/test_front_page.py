"""The front page opens, logs nothing, and has no serious faults of accessibility."""

from playwright.sync_api import Page

from tests.servers import Server


def test_the_front_page_answers_without_errors(server: Server, page: Page, axe):
    answer = page.goto(server.url)
    assert answer
    assert answer.ok
    assert "conquest-opt" in page.title()
    assert page.get_by_role("heading", level=1).is_visible()
    axe(page)
