"""Every page opens with nothing stored, logs nothing, and has no serious fault of accessibility."""

import re

import pytest
from conquest_opt.engine.rules.ruleset import Ruleset
from conquest_opt.service.routes.pages import ADDRESSES
from playwright.sync_api import Page, expect

from tests.servers import Server

PAGES = {
    "/": "Setups and balance for Conquest",
    "/runs": "Runs",
    "/runs/{run:str}": None,
    "/jobs/{job:int}": None,
    "/start": "Start a run",
    "/start/{kind:str}": None,
    "/compare": None,
    "/setups": "Setups",
    "/setup": None,
    "/lab": "Lab",
    "/rules": "Rules",
    "/balance": "Balance",
    "/data": "Data",
    "/play": "Play",
    "/play/{game:str}": None,
    "/analyse": "Analyse",
    "/games": "Games",
    "/review/{game:str}": None,
    "/review/{run:str}/{game:int}": None,
}
"""Headings; None for pages of something, which have tests of their own."""


def test_no_page_is_forgotten():
    assert set(PAGES) == set(ADDRESSES)


@pytest.mark.parametrize("address", [path for path, heading in PAGES.items() if heading])
def test_a_page_opens(module_server: Server, page: Page, axe, address: str):
    page.goto(module_server.url + address)
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile(PAGES[address] or ""))
    expect(page.locator(".reading")).to_have_count(0)
    axe(page)


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
