"""The pages of setups: three lists with one filter, and the page of one setup."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import conquest_opt as cq
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.known_games import SETUPS, TARGET, play_known_games
from tests.servers import Server, own_home

HOSTILE = "<img src=x onerror=document.title='taken'>"
OWN = f"""
[Hammer]
setup = "SSCCC:charge,regenerate"
note = "{HOSTILE}"
"""
PHONE = {"width": 390, "height": 800}


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose database has a tournament, counters to Rush and a ranking; one own setup."""
    folder = tmp_path_factory.mktemp("known")
    play_known_games(folder / "results.duckdb")
    home = own_home(folder)
    Path(home["CONQUEST_SETUPS"]).write_text(OWN)
    server = Server(folder / "results.duckdb", (), home).start()
    yield server
    server.kill()


def matching(server: Server, **params: Any) -> int:
    return server.get("/setups/maximal", params=params).json()["matching"]


def matches(page: Page, number: int) -> None:
    """Wait until the page says how many match."""
    words = "1 setup matches." if number == 1 else f"{number:,} setups match."
    expect(page.locator(".matches")).to_have_text(words)


def chip(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=re.compile(f"^{name}: "))


def rows(page: Page) -> list[str | None]:
    """Return the setups of the long list, as texts."""
    links = page.locator("tbody .setup-link")
    expect(links.first).to_be_visible()
    return [link.get_attribute("title") for link in links.all()]


def query_of(page: Page) -> dict[str, list[str]]:
    return parse_qs(urlsplit(page.url).query)


# ---- the lists -----------------------------------------------------------------------------------


def test_the_long_list_is_filtered_while_typing(known: Server, page: Page):
    page.goto(f"{known.url}/setups?list=all")
    matches(page, 283_717)
    field = page.get_by_label("Filter", exact=True)
    field.press_sequentially("C>=3 charge troops>=6 troops<=7")
    matches(page, 397)  # as `conquest-opt enumerate` says, in its help
    expect(field).to_be_focused()
    field.fill("S+F<=4 -mage points>=990")
    found = cq.enumerate(require=["S+F<=4", "M=0", "points>=990"])
    matches(page, len(found))
    assert len(found) == matching(known, q="S+F<=4 -mage points>=990")
    assert query_of(page) == {"list": ["all"], "q": ["S+F<=4 -mage points>=990"]}


def test_chips_say_with_without_and_either(known: Server, page: Page):
    page.goto(f"{known.url}/setups?list=all&q=C>%3D2")
    field = page.get_by_label("Filter", exact=True)
    chip(page, "Charge").click()
    matches(page, matching(known, q="C>=2 charge"))
    chip(page, "Mage").press("Enter")
    chip(page, "Mage").press("Enter")
    expect(field).to_have_value("C>=2 charge -mage")
    expect(chip(page, "Mage")).to_be_focused()
    expect(chip(page, "Mage")).to_have_accessible_name("Mage: without")
    matches(page, matching(known, q="C>=2 charge -mage"))
    chip(page, "Charge").click()
    chip(page, "Charge").click()
    expect(field).to_have_value("C>=2 -mage")
    matches(page, matching(known, q="C>=2 -mage"))


def test_one_filter_is_for_all_three_lists(known: Server, page: Page):
    page.goto(f"{known.url}/setups")
    matches(page, 31)
    chip(page, "Regenerate").click()
    named = known.get("/setups", params={"q": "regenerate"}).json()
    matches(page, len(named))
    cards = page.locator(".cards h2").all_inner_texts()
    assert cards == [one["name"] for one in named if "regenerate" in one["commands"]]
    page.get_by_role("link", name="Own 1").click()
    expect(page.get_by_role("link", name="Hammer")).to_be_visible()
    expect(chip(page, "Regenerate")).to_have_accessible_name("Regenerate: with")
    page.get_by_role("link", name=re.compile("^Every maximal")).click()
    matches(page, matching(known, q="regenerate"))
    page.go_back()
    expect(page.get_by_role("link", name="Hammer")).to_be_visible()


def test_a_half_typed_filter_is_explained_and_the_list_stays(
    known: Server, page: Page, expected_errors: list[str]
):
    expected_errors.append("422")
    page.goto(f"{known.url}/setups?list=all")
    before = rows(page)
    page.get_by_label("Filter", exact=True).press_sequentially("C>=")
    expect(page.locator("#filter-fault")).to_contain_text("something is missing after >=")
    expect(page.get_by_label("Filter", exact=True)).to_have_attribute("aria-invalid", "true")
    assert rows(page) == before
    page.get_by_label("Filter", exact=True).press_sequentially("2")
    matches(page, matching(known, q="C>=2"))
    expect(page.locator("#filter-fault")).to_be_empty()


def test_the_list_is_sorted_paged_and_shared(known: Server, page: Page, new_page):
    page.goto(f"{known.url}/setups?list=all&q=charge")
    page.get_by_label("Sort by").select_option("Scout")
    asked = {"q": "charge", "sort": "S", "descending": True}
    listed = known.get("/setups/maximal", params=asked).json()
    expect(page.locator("tbody .setup-link").first).to_have_attribute(
        "title", listed["setups"][0]["setup"]
    )
    page.get_by_role("button", name="Next").press("Enter")
    expect(page.locator(".pager")).to_contain_text(re.compile("51.100 of"))
    expect(page.get_by_role("button", name="Next")).to_be_focused()
    second = known.get("/setups/maximal", params=asked | {"offset": 50}).json()
    assert rows(page) == [one["setup"] for one in second["setups"]]
    other = new_page()
    other.goto(page.url)
    assert rows(other) == rows(page)
    page.get_by_role("button", name="Points").click()
    expect(page.locator("th[aria-sort=descending]")).to_have_text("Points")
    assert query_of(page)["sort"] == ["points"]
    assert "offset" not in query_of(page)


def test_setups_are_sorted_by_rating_which_says_who_judged(known: Server, page: Page):
    page.goto(f"{known.url}/setups?list=all")
    page.get_by_label("Sort by").select_option("rating")
    asked = {"sort": "rating", "descending": True}
    listed = known.get("/setups/maximal", params=asked).json()
    expect(page.locator("tbody .setup-link").first).to_have_attribute(
        "title", listed["setups"][0]["setup"]
    )
    expect(page.locator("tbody svg.interval")).to_have_count(50)
    expect(page.get_by_text("judged by greedy")).to_be_visible()
    run = listed["ranking"]["run"]
    expect(page.get_by_role("link", name="the run")).to_have_attribute("href", f"/runs/{run}")


def test_changed_rules_are_kept_and_have_no_ranking(known: Server, page: Page):
    page.goto(f"{known.url}/setups?list=all&set=champion.cost%3D225")
    matches(page, matching(known, set="champion.cost=225"))
    expect(page.locator(".other-rules")).to_contain_text("Champion costs 225 instead of 200")
    expect(page.get_by_role("link", name="Start a ranking")).to_have_attribute(
        "href", "/start/rank?set=champion.cost%3D225"
    )
    page.locator("tbody .setup-link").first.click()
    expect(page.locator(".other-rules")).to_be_visible()
    assert query_of(page)["set"] == ["champion.cost=225"]


# ---- one setup -----------------------------------------------------------------------------------


def test_a_setup_has_a_page_with_what_is_known(known: Server, page: Page):
    page.goto(f"{known.url}/setups")
    page.get_by_role("link", name=TARGET, exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(TARGET)
    facts = known.get("/setups/known", params={"setup": TARGET}).json()["data"]
    assert {one["name"] for one in facts["matchups"]} == set(SETUPS) - {TARGET}
    plots = page.locator("figure.chart")
    expect(plots.nth(1).locator("a")).to_have_count(len(SETUPS) - 1)
    expect(plots.nth(1).locator(".whisker")).to_have_count(len(SETUPS) - 1)
    expect(plots.nth(1).locator(".reference")).to_have_count(1)
    assert facts["counters"]
    expect(plots.nth(0).locator("a")).to_have_count(len(facts["counters"]))
    for run in facts["runs"]:
        expect(page.locator(f"li a[href='/runs/{run['run']}']")).to_be_visible()
    good = sum(one["low"] > 0.5 for one in facts["matchups"])
    bad = sum(one["high"] < 0.5 for one in facts["matchups"])
    expect(page.get_by_text(f"It beats {good} and loses to {bad} of these 3")).to_be_visible()
    expect(page.get_by_role("row", name="Champions")).to_have_text("C 2 Champions200400")


def test_a_setup_shows_its_rating_and_its_place(known: Server, page: Page):
    best = known.get("/setups/maximal", params={"sort": "rating", "descending": True}).json()
    page.goto(f"{known.url}/setup?setup={best['setups'][0]['setup']}")
    expect(page.get_by_text("place 1 of 573")).to_be_visible()
    expect(page.locator(".rating svg.interval .whisker")).to_have_count(1)


@pytest.mark.parametrize(
    ("button", "address"),
    [
        ("Test it against another", "/start/match?a=Rush"),
        ("Find counters", "/start/counter?target=Rush"),
        ("Improve it", "/start/improve?setup=Rush"),
        ("Find its best formation", "/start/formation?setup=Rush"),
        ("Explain it against another", "/start/explain?a=Rush"),
    ],
)
def test_runs_are_started_from_a_setup(known: Server, page: Page, button: str, address: str):
    page.goto(f"{known.url}/setup?setup=Rush")
    expect(page.get_by_role("link", name=button)).to_have_attribute("href", address)


def test_what_still_fits_is_a_click_away(known: Server, page: Page):
    page.goto(f"{known.url}/setup?setup=HKKCC:charge")
    page.get_by_role("link", name="+ Mage").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("HMKKCC:charge")
    page.get_by_role("link", name="+ Shield wall").click()
    expect(page.get_by_label("Text")).to_have_value("HMKKCC:charge,shield-wall")


def test_a_setup_that_does_not_exist_is_answered_with_a_suggestion(
    known: Server, page: Page, expected_errors: list[str]
):
    expected_errors.append("422")
    page.goto(f"{known.url}/setup?setup=Rsh")
    expect(page.locator("main").get_by_role("alert")).to_contain_text(
        "Unknown setup 'Rsh'; did you mean Rush?"
    )
    page.get_by_role("link", name="Rush", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Rush")


def test_hostile_texts_are_shown_as_text(known: Server, page: Page, expected_errors: list[str]):
    expected_errors.append("422")
    page.goto(f"{known.url}/setups?list=own")
    expect(page.get_by_text(HOSTILE)).to_be_visible()
    page.get_by_role("link", name="Hammer").click()
    expect(page.get_by_text(HOSTILE)).to_be_visible()
    page.goto(f"{known.url}/setup?setup={HOSTILE}")
    expect(page.locator("main").get_by_role("alert")).to_contain_text("<img")
    assert page.title() != "taken"
    assert page.locator("main img").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    "address",
    ["/setups", "/setups?list=all&q=charge+-mage&sort=rating&descending=true", "/setup?setup=Rush"],
)
def test_pages_fit_a_phone_and_have_no_serious_fault(
    known: Server, new_page: Callable[..., Page], axe, address: str, scheme: str
):
    page = new_page(viewport=PHONE, color_scheme=scheme)
    page.goto(f"{known.url}{address}")
    expect(page.locator("main h2, main tbody tr").first).to_be_visible()
    expect(page.locator(".reading")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    axe(page)
