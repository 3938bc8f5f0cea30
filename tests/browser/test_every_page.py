"""Every page opens with nothing stored, logs nothing, can be read, and can be used by all."""

import re

import pytest
from conquest_opt.engine.rules.ruleset import Ruleset
from conquest_opt.service.routes.pages import ADDRESSES
from playwright.sync_api import Page, expect

from tests.browser.every_page import STATES, PageState
from tests.browser.layout import faults_at_all_widths
from tests.servers import Server

EMPTY = [state for state in STATES if state.empty]


def test_no_page_is_forgotten():
    paths = [state.address.partition("?")[0] for state in STATES]
    for address in ADDRESSES:
        pattern = re.compile(re.sub(r"\{\w+:\w+\}", "[^/]+", address))
        assert any(pattern.fullmatch(path) for path in paths), address


@pytest.mark.parametrize("state", EMPTY, ids=lambda state: state.name)
def test_a_page_opens_and_can_be_read(
    module_server: Server, page: Page, axe, expected_errors: list[str], state: PageState
):
    expected_errors.extend(state.errors)
    state.open(page, module_server.url + state.address)
    expect(page.locator(".reading")).to_have_count(0)
    axe(page)
    assert not (found := faults_at_all_widths(page)), "\n".join(found)


def test_the_front_page_of_a_new_database(module_server: Server, page: Page):
    page.goto(module_server.url)
    expect(page).to_have_title("conquest-opt")
    expect(page.get_by_text("no finished run yet")).to_be_visible()
    points = f"{Ruleset().limits.points:,} points"
    expect(page.locator("main p").first).to_contain_text(f"troops and commands for {points}.")
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Rules").click()
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    page.go_back()
    expect(page.get_by_role("heading", name="Four things to do first")).to_be_visible()


def test_an_address_that_is_no_page(module_server: Server, page: Page, expected_errors: list[str]):
    expected_errors.append("404")
    page.goto(f"{module_server.url}/nothing-here")
    expect(page.locator("body")).to_contain_text("404")
