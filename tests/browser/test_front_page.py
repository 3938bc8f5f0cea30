"""The front page opens, logs nothing, and has no serious faults of accessibility."""

from playwright.sync_api import Page, expect

from tests.servers import Server


def test_the_front_page_answers_without_errors(server: Server, page: Page, axe):
    answer = page.goto(server.url)
    assert answer
    assert answer.ok
    expect(page).to_have_title("conquest-opt")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_text("no finished run yet")).to_be_visible()
    axe(page)
