"""The lab: a setup built by clicks, drags, touch and keys; tested, improved, saved, shared."""

import json
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.fingers import Finger
from tests.servers import Server

RUSH = "SSSSSSHKCC:battle-cry,stoicism,charge,shield-wall"
CHAMPIONS = "SSCCC:charge"
LONG = 240_000
"""Milliseconds for a job: kernels may have to compile first."""


@pytest.fixture
def lab(module_server: Server, page: Page) -> Callable[..., Page]:
    """Open the lab with a setup."""

    def opened(setup: str = "", at: Page | None = None, **more: str) -> Page:
        query = "&".join(f"{k}={quote(v)}" for k, v in ({"setup": setup} | more).items() if v)
        (at or page).goto(f"{module_server.url}/lab?{query}")
        expect((at or page).get_by_role("grid")).to_be_visible()
        return at or page

    return opened


def square(page: Page, row: int, column: int) -> Locator:
    """A square of the formation, counted from the front and from the left, from 1."""
    return page.get_by_role("row").nth(row - 1).get_by_role("gridcell").nth(column - 1)


def rows(page: Page) -> list[str]:
    """The formation as it is drawn, front row first; a dot for each free square."""
    return [
        "".join(cell.inner_text() or "." for cell in row.get_by_role("gridcell").all())
        for row in page.get_by_role("row").all()[:3]
    ]


def more(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=f"One more {name}")


def shared(page: Page) -> Any:
    """The setup of the address: its text, or its JSON."""
    text = parse_qs(urlsplit(page.url).query).get("setup", [""])[0]
    return json.loads(text) if text.startswith("{") else text


def text_of(page: Page) -> Locator:
    return page.get_by_label("Text, without formation", exact=True)


def drag(page: Page, start: Locator, end: Locator) -> None:
    start.hover()
    page.mouse.down()
    end.hover()
    page.mouse.up()


# ---- building ------------------------------------------------------------------------------------


def test_a_setup_is_built_by_clicks_and_the_rules_say_at_once_what_fits(lab, axe):
    page = lab()
    expect(page.get_by_text("0 of 1,000 points, 1,000 left")).to_be_visible()
    for name in ("Scout", "Champion", "Champion", "Champion", "Champion", "Charge"):
        more(page, name).click()
    expect(page.get_by_text("900 of 1,000 points, 100 left")).to_be_visible()
    expect(page.get_by_text("not maximal")).to_be_visible()
    refused = page.get_by_role("button", name=re.compile("One more Champion: it costs 200"))
    expect(refused).to_have_attribute("aria-disabled", "true")
    refused.click(force=True)
    expect(page.get_by_text("Champion: it costs 200, and 100 points are left")).to_be_visible()
    page.get_by_role("button", name=re.compile(r"^\+ Knight")).click()
    expect(page.get_by_text("1,000 of 1,000 points, 0 left")).to_be_visible()
    expect(page.get_by_text("maximal", exact=True)).to_be_visible()
    assert shared(page) == "SKCCCC:charge"
    page.get_by_role("button", name="One less Scout").click()
    expect(page.get_by_text("975 of 1,000 points, 25 left")).to_be_visible()
    axe(page)


def test_every_step_has_an_address_and_back_takes_it_back(lab):
    page = lab()
    for points, name in ((25, "Scout"), (225, "Champion"), (300, "Charge")):
        more(page, name).click()
        expect(page.get_by_text(f"{points} of 1,000 points")).to_be_visible()
    assert shared(page) == "SC:charge"
    page.go_back()
    expect(page.get_by_text("225 of 1,000 points")).to_be_visible()
    page.go_back()
    expect(page.get_by_text("25 of 1,000 points")).to_be_visible()
    page.go_forward()
    expect(page.get_by_text("225 of 1,000 points")).to_be_visible()
    page.reload()
    expect(page.get_by_text("225 of 1,000 points")).to_be_visible()
    assert shared(page) == "SC"


def test_many_quick_clicks_all_count_and_never_break_a_limit(lab):
    page = lab()
    champion = page.locator("[data-component=C] .more")
    champion.evaluate("button => { for (let n = 0; n < 8; n++) button.click(); }")
    expect(page.get_by_text("1,000 of 1,000 points, 0 left")).to_be_visible()
    assert shared(page) == "CCCCC"


def test_plus_and_minus_keys_and_arrows_build_a_setup(lab):
    page = lab()
    more(page, "Scout").focus()
    page.keyboard.press("+")
    page.keyboard.press("+")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("+")
    expect(page.get_by_text("100 of 1,000 points")).to_be_visible()
    expect(more(page, "Foot Soldier")).to_be_focused()
    page.keyboard.press("-")
    expect(page.get_by_text("50 of 1,000 points")).to_be_visible()
    assert shared(page) == "SS"


def test_other_rules_are_kept_in_the_address_and_in_what_is_built(lab):
    page = lab("SC", set="champion.cost=250")
    expect(page.get_by_text("275 of 1,000 points")).to_be_visible()
    more(page, "Champion").click()
    expect(page.get_by_text("525 of 1,000 points")).to_be_visible()
    assert "set=champion.cost%3D250" in page.url
    page.get_by_role("link", name="Standard rules").click()
    expect(page.get_by_text("425 of 1,000 points")).to_be_visible()


def test_an_illegal_setup_says_why_in_the_words_of_the_server(lab):
    page = lab("CCCCCC:charge")
    expect(page.get_by_text("not legal")).to_be_visible()
    expect(page.get_by_text("It costs 1275, 275 over the limit of 1000.")).to_be_visible()
    page.get_by_role("button", name="One less Champion").click()
    page.get_by_role("button", name="One less Charge").click()
    expect(page.get_by_text("legal", exact=True)).to_be_visible()


# ---- the formation -------------------------------------------------------------------------------


def test_a_formation_is_made_by_dragging_mirrored_and_given_back_to_the_rules(lab, axe):
    page = lab(CHAMPIONS)
    placed = [".......C.C..C.......", "........S..S........", "." * 20]
    assert rows(page) == placed
    drag(page, square(page, 1, 8), square(page, 3, 1))
    expect(square(page, 3, 1)).to_have_text("C")
    assert shared(page)["formation"] == ["         C  C", "        S  S", "C"]
    drag(page, square(page, 1, 10), square(page, 2, 9))  # the two change places
    expect(square(page, 2, 9)).to_have_text("C")
    expect(square(page, 1, 10)).to_have_text("S")
    page.get_by_role("button", name="Mirror").click()
    expect(square(page, 3, 20)).to_have_text("C")
    assert rows(page) == [".......C..S.........", "........S..C........", "." * 19 + "C"]
    axe(page)
    page.get_by_role("button", name="As the rules place it").click()
    expect(square(page, 3, 20)).to_have_text("")
    assert rows(page) == placed
    assert shared(page) == CHAMPIONS
    page.go_back()
    expect(square(page, 3, 20)).to_have_text("C")


def test_a_troop_that_is_dropped_beside_the_board_goes_back(lab):
    page = lab(CHAMPIONS)
    before = rows(page)
    drag(page, square(page, 1, 8), page.get_by_role("heading", level=1))
    expect(page.locator(".lab-ghost")).to_have_count(0)
    assert rows(page) == before
    assert shared(page) == CHAMPIONS


def test_a_cleared_board_is_filled_by_hand_and_its_address_keeps_who_waits(lab):
    page = lab("SC")
    page.get_by_role("button", name="Clear").click()
    expect(page.get_by_text("2 of 2 troops wait.")).to_be_visible()
    drag(page, page.get_by_role("button", name="Champion, waits"), square(page, 1, 5))
    expect(page.get_by_text("1 of 2 troops wait.")).to_be_visible()
    page.reload()
    expect(page.get_by_text("1 of 2 troops wait.")).to_be_visible()
    expect(square(page, 1, 5)).to_have_text("C")
    page.get_by_role("button", name="Test against").click()
    expect(page.get_by_text("Some troops wait beside the board")).to_be_visible()
    page.get_by_role("button", name="Scout, waits").click()
    square(page, 3, 2).click()
    expect(page.get_by_text("A formation of your own.")).to_be_visible()
    assert shared(page)["formation"] == ["    C", "", " S"]


def test_a_troop_that_is_added_to_a_formation_finds_a_square_and_one_less_leaves_it(lab):
    page = lab(json.dumps({"troops": "SC", "commands": [], "formation": ["C", "S"]}))
    more(page, "Knight").click()
    expect(page.get_by_text("325 of 1,000 points")).to_be_visible()
    assert sorted("".join(rows(page)).replace(".", "")) == ["C", "K", "S"]
    page.get_by_role("button", name="One less Champion").click()
    expect(page.get_by_text("125 of 1,000 points")).to_be_visible()
    assert sorted("".join(rows(page)).replace(".", "")) == ["K", "S"]


def test_a_formation_is_made_by_keys_alone(lab):
    page = lab("SC")
    champion = page.get_by_role("gridcell", name=re.compile("Champion"))
    page.get_by_role("gridcell").and_(page.locator("[tabindex='0']")).focus()
    for _ in range(20):
        if "Champion" in page.evaluate("document.activeElement.getAttribute('aria-label')"):
            break
        page.keyboard.press("ArrowLeft")
    expect(champion).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Champion taken up.")).to_be_attached()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    expect(square(page, 3, 1)).to_have_text("C")
    expect(square(page, 3, 1)).to_be_focused()
    expect(page.get_by_text("Champion on back row, column 1.")).to_be_attached()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    expect(page.get_by_text("Champion put back.")).to_be_attached()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Delete")
    expect(page.get_by_text("1 of 2 troops wait.")).to_be_visible()


def test_a_phone_builds_and_places_by_touch(lab, new_page, axe):
    page = new_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    lab("S", at=page)
    more(page, "Champion").tap()
    expect(page.get_by_text("225 of 1,000 points")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    here = page.get_by_role("gridcell", name=re.compile("Champion"))
    here.scroll_into_view_if_needed()
    here.tap()
    square(page, 2, 1).tap()
    expect(square(page, 2, 1)).to_have_text("C")
    swipe(page, square(page, 2, 1), square(page, 3, 20))
    expect(square(page, 3, 20)).to_have_text("C")
    assert shared(page)["formation"][2] == " " * 19 + "C"
    axe(page)


def swipe(page: Page, start: Locator, end: Locator) -> None:
    """Drag with a finger."""
    finger = Finger(page)
    finger.drag(_middle(start), _middle(end))
    finger.lift()


def _middle(one: Locator) -> tuple[float, float]:
    box = one.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


# ---- names, text and JSON ------------------------------------------------------------------------


def test_a_setup_of_the_catalogue_is_opened_by_its_name_and_known_by_it(lab):
    page = lab("Rush")
    expect(page.get_by_role("heading", level=1)).to_have_text("Lab: Rush")
    expect(page.get_by_role("listitem").filter(has_text="Rush, of the catalogue")).to_be_visible()
    expect(text_of(page)).to_have_value(RUSH)
    drag(page, square(page, 1, 8), square(page, 3, 1))
    expect(page.get_by_text("Rush, of the catalogue, in another formation")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text("Lab")


def test_own_setups_are_saved_replaced_loaded_and_deleted_but_never_unasked(lab, expected_errors):
    expected_errors.append("409")
    page = lab("SC:charge")
    name = page.get_by_label("Save under a name")
    name.fill("Hammer")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved as Hammer")).to_be_visible()
    expect(page.get_by_text("Hammer, your own")).to_be_visible()
    more(page, "Champion").click()
    expect(page.get_by_text("500 of 1,000 points")).to_be_visible()
    page.get_by_role("button", name="Save").click()
    question = page.get_by_role("dialog")
    expect(question).to_contain_text("Hammer is SC:charge")
    question.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Replace it").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Lab: Hammer")
    page.get_by_role("button", name="Start anew").click()
    expect(page.get_by_text("0 of 1,000 points")).to_be_visible()
    page.get_by_role("button", name="Load Hammer").click()
    expect(page.get_by_text("500 of 1,000 points")).to_be_visible()
    page.get_by_role("button", name="Delete Hammer").click()
    page.get_by_role("button", name="Delete it").click()
    expect(page.get_by_text("None is saved yet.")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text("Lab")


@pytest.mark.parametrize("name", ["Rush", "SSC", "<img src=x onerror=alert(1)>", "../../x", ""])
def test_names_that_cannot_be_are_refused_in_the_words_of_the_server(
    lab, expected_errors, name: str
):
    expected_errors.append("422")
    page = lab("SC:charge")
    page.get_by_label("Save under a name").fill(name)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert").filter(has_text=re.compile("name|setup"))).to_be_visible()
    assert page.locator("main img").count() == 0
    expect(page.get_by_text("None is saved yet.")).to_be_visible()


def test_text_and_json_are_pasted_and_what_is_wrong_is_said(lab, expected_errors):
    expected_errors.append("422")
    page = lab()
    field, use = page.get_by_label("Name, text or JSON"), page.get_by_role("button", name="Use it")
    field.fill("ccs : CHARGE")
    use.click()
    expect(page.get_by_text("500 of 1,000 points")).to_be_visible()
    field.fill('{"troops": "SC", "formation": ["", "S  C"]}')
    use.click()
    expect(square(page, 2, 4)).to_have_text("C")
    for wrong, words in (
        ("Rsh", "did you mean Rush?"),
        ("SX:charge", "unknown troop 'X'"),
        ('{"troops": "SC"', "JSON"),
        ('{"troops": "S", "formation": ["SS"]}', "The formation has SS"),
        ("<b>", "unknown troop '<'"),
        ("../../etc/passwd", "the service reads no files"),
    ):
        field.fill(wrong)
        use.click()
        expect(page.locator(".fault[role=alert]").filter(has_text=words)).to_be_visible()
        expect(field).to_have_value(wrong)
    expect(square(page, 2, 4)).to_have_text("C")  # what was there has stayed


@pytest.mark.parametrize("wrong", ["<script>alert(1)</script>", "Rsh", "{", '{"formation":[5]}'])
def test_an_address_that_cannot_be_read_says_so_and_begins_with_nothing(
    lab, expected_errors, wrong: str
):
    expected_errors.append("422")
    page = lab(wrong)
    fault = page.locator(".trouble")
    expect(fault).to_contain_text(re.compile(r"\w"))
    expect(page.get_by_label("Name, text or JSON")).to_have_value(wrong)
    expect(page.get_by_text("0 of 1,000 points")).to_be_visible()
    more(page, "Scout").click()
    expect(fault).to_have_count(0)


def test_text_and_json_are_copied(lab, page):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    lab("CS:charge")
    page.get_by_role("button", name="Copy: JSON, with formation").click()
    expect(page.get_by_text("Copied")).to_be_visible()
    copied = json.loads(page.evaluate("navigator.clipboard.readText()"))
    assert copied["troops"] == "SC"
    assert "".join(copied["formation"]).replace(" ", "") == "CS"


# ---- runs ----------------------------------------------------------------------------------------


def start(page: Page, action: str, against: str = "") -> None:
    page.get_by_role("button", name=action, exact=True).click()
    if against:
        page.get_by_label(re.compile("a name or a text")).fill(against)
    expect(page.locator(".lab-plan")).to_have_text(re.compile("games|fits"))
    page.get_by_role("button", name="Start", exact=True).click()


@pytest.mark.slow
def test_a_built_setup_is_tested_in_place_and_found_again_after_a_reload(lab, axe):
    page = lab()
    for name in ("Scout", "Scout", "Champion", "Champion", "Champion", "Charge"):
        more(page, name).click()
    expect(page.get_by_text("725 of 1,000 points")).to_be_visible()
    drag(page, square(page, 1, 8), square(page, 1, 6))
    expect(square(page, 1, 6)).to_have_text("C")
    start(page, "Test against", "Rush")
    job = page.get_by_role("article", name=re.compile("Test against Rush: quick"))
    expect(job).to_be_visible()
    scores = page.get_by_text(re.compile(r"It scores .* in 100 games against Rush"))
    expect(scores).to_be_visible(timeout=LONG)
    expect(page.get_by_text("How it did")).to_be_visible()
    axe(page)
    page.reload()
    expect(job).to_be_visible()
    expect(scores).to_be_visible()
    more(page, "Scout").click()  # another setup: nothing was started for it
    expect(page.get_by_text("750 of 1,000 points")).to_be_visible()
    page.reload()
    expect(page.get_by_text("Nothing was started for this setup yet.")).to_be_visible()


@pytest.mark.slow
def test_an_improvement_is_taken_over_with_a_click_and_back_undoes_it(lab):
    page = lab(CHAMPIONS)
    start(page, "Improve", "Rush")
    take = page.get_by_role("button", name=re.compile("^Take over: "))
    expect(take.first).to_be_visible(timeout=LONG)
    take.first.click()
    expect(page.get_by_text("Taken over.")).to_be_visible()
    better = shared(page)
    assert better != CHAMPIONS
    assert re.fullmatch("[A-Z]+(:[a-z,-]+)?", better)
    expect(text_of(page)).to_have_value(better)
    expect(page.get_by_text("About another setup.")).to_be_visible()
    page.go_back()
    expect(text_of(page)).to_have_value(CHAMPIONS)


@pytest.mark.slow
def test_counters_a_formation_and_an_explanation_come_in_place_side_by_side(lab, axe):
    page = lab("Venom")
    start(page, "Counters")
    start(page, "Formation", "Rush")
    start(page, "Explain", "Rush")
    expect(page.get_by_role("article")).to_have_count(3)
    opened = page.get_by_role("button", name=re.compile("^Open in the lab: "))
    expect(opened.first).to_be_visible(timeout=LONG)
    formation = page.get_by_role("button", name="Take over: The formation that was found")
    expect(formation).to_be_visible(timeout=LONG)
    expect(page.get_by_text(re.compile("Venom (loses to|beats) Rush"))).to_be_visible(timeout=LONG)
    axe(page)
    before = rows(page)
    formation.click()
    expect(page.get_by_text("Taken over.")).to_be_visible()
    assert rows(page) != before
    assert shared(page)["troops"] == "SSHAAMMKK"
    opened.first.click()
    expect(text_of(page)).not_to_have_value(re.compile("SSHAAMMKK"))


def test_what_cannot_be_played_is_said_before_it_starts(lab, expected_errors):
    expected_errors.append("422")
    page = lab("SC", do="test", against="Rsh")
    expect(page.locator(".lab-plan")).to_contain_text("did you mean Rush?")
    page.get_by_label(re.compile("a name or a text")).fill("Rush")
    expect(page.locator(".lab-plan")).to_have_text(re.compile("100 by quick"))
    assert "against=Rush" in page.url
    page.get_by_role("radio", name=re.compile("the metagame")).check()
    expect(page.locator(".lab-plan")).to_have_text(re.compile("150 by quick"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280, 1600])
def test_every_width_and_both_themes_are_usable(lab, new_page, axe, scheme: Any, width: int):
    page = new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
    lab("Rush", at=page, do="improve")
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_visible()
    expect(page.get_by_text("All about this setup")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    axe(page)
