"""Sheets of pages and parts reach nothing else, and the look at layouts sees what goes wrong."""

import re
from pathlib import Path

import pytest
from conquest_opt.service.routes import pages
from playwright.sync_api import Page, expect

from tests.browser.board_driver import begin
from tests.browser.layout import WIDTHS, faults, faults_at_all_widths
from tests.servers import Server

STYLE = Path(pages.__file__).parents[1] / "web" / "style"
SHARED = ("base.css", "parts.css")
"""Sheets for all: plain elements, and words that all pages share."""

SHEETS = """() => Object.fromEntries([...document.styleSheets].map((sheet) => [
  sheet.href.split("/").at(-1),
  [...sheet.cssRules].map((rule) => [rule.constructor.name, rule.start ?? null, rule.end ?? null]),
]))"""
UNMARKED = """(starts) => starts.flatMap((start) =>
  [...document.querySelectorAll(start)].filter((one) => !one.classList.contains("part"))
    .map((one) => one.outerHTML.slice(0, 80)))"""

THE_BUG = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`.commands { display: grid;
    grid-template-columns: repeat(auto-fill, minmax(9.5rem, 1fr)); gap: .35rem; padding: 0; }`);
  document.adoptedStyleSheets.push(sheet);
}"""
"""A style of the board that also hits the table of commands on the page of rules."""

PLANTED = {
    "squeezed": '<p style="width: 30px; overflow-wrap: anywhere">Words that nobody can read</p>',
    "overlapping": '<p style="margin-bottom: -2em">Above the other</p><p>Below the other</p>',
    "covered": '<div style="position: relative"><button>Press</button>'
    '<div style="position: absolute; inset: 0">&nbsp;</div></div>',
    "sideways": '<div style="width: 3000px">wide</div>',
    "cut": '<p style="width: 80px; overflow: hidden; white-space: nowrap">It goes on and on</p>',
    "out of its box": '<p style="width: 80px; border: 1px solid; white-space: nowrap">'
    "It goes on and on</p>",
    "tiny": '<p style="font-size: 6px">Hardly there</p>',
}
SOUND = """<p style="overflow: hidden; width: 80px; white-space: nowrap; text-overflow: ellipsis">
  It goes on and on</p>
<div style="overflow-x: auto; width: 200px"><div style="width: 3000px">wide</div></div>
<table><tr><td style="width: 30px">in 2 turns</td><td>12</td></tr></table>
<header style="position: sticky; top: 0">It stays</header><button>Press</button>
<dialog open style="position: fixed; top: 0">A question <button>Yes</button></dialog>"""


@pytest.fixture
def opened(module_server: Server, page: Page) -> Page:
    page.goto(f"{module_server.url}/rules")
    expect(page.get_by_role("heading", name="Commands")).to_be_visible()
    return page


def test_every_sheet_of_a_page_or_part_is_one_scope_of_its_own(opened: Page):
    sheets = opened.evaluate(SHEETS)
    assert set(sheets) == {file.name for file in STYLE.glob("*.css")}
    starts = []
    for name in set(sheets) - set(SHARED):
        [[kind, start, end]] = sheets[name]
        assert kind == "CSSScopeRule", f"{name} is not one @scope"
        assert re.fullmatch(r"\.[\w-]+(, \.[\w-]+)*", start), f"{name} begins at {start}"
        assert end == ":scope .part > *", f"{name} reaches into the parts within it"
        starts += [one for one in start.split(", ") if one not in starts]
    for name in SHARED:
        assert "CSSScopeRule" not in {kind for kind, _, _ in sheets[name]}
    assert opened.evaluate(UNMARKED, starts) == []


def test_a_style_that_reaches_the_commands_of_the_rules_is_found(opened: Page):
    assert faults_at_all_widths(opened) == []
    opened.evaluate(THE_BUG)
    found = faults_at_all_widths(opened)
    for width in [width for width in WIDTHS if width >= 1024]:
        here = [one for one in found if one.startswith(f"{width} light")]
        assert any("squeezed: " in one and ".commands" in one for one in here), width
        assert any("overlapping: " in one for one in here), width


@pytest.mark.parametrize("fault", PLANTED)
def test_a_planted_fault_is_found(page: Page, fault: str):
    page.set_content(f"<main><h1>A page</h1>{PLANTED[fault]}</main>")
    assert {one.partition(":")[0] for one in faults(page)} == {fault}


def test_what_is_meant_so_is_no_fault(page: Page):
    page.set_content(f"<main><h1>A page</h1>{SOUND}</main>")
    assert faults(page) == []


def test_panels_stand_beside_the_board(module_server: Server, page: Page):
    game = begin(module_server, first="Default", second="Rush")
    page.goto(f"{module_server.url}/play/{game}")
    board, panels = (
        page.locator(".play-board").bounding_box(),
        page.locator(".play-side").bounding_box(),
    )
    assert board and panels
    assert panels["x"] >= board["x"] + board["width"]
    assert abs(panels["y"] - board["y"]) < 40
