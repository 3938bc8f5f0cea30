"""The page of balance: the front to click, worth beside price, what-if runs."""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from conquest_opt import balance, costs, whatif
from playwright.sync_api import Page, expect

from tests.servers import Server, ended, own_home

SMALL: dict[str, Any] = {"progress": False, "seed": 22}
PLAYED = ["Default", "Rush", "Venom"]


@pytest.fixture(scope="module")
def searched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose database has a search, worths, and the what-if of a point of the front."""
    folder = tmp_path_factory.mktemp("balance")
    db = folder / "results.duckdb"
    levels = {"screen_agent": "random", "race_agent": "weighted-random", "judge": "greedy"}
    sizes = {"population": 4, "generations": 3, "front": 4, "check_games": 4}
    found = balance(
        free=["*.cost"],
        setups=PLAYED,
        games=4,
        rivals=0,
        adapt=0,
        **sizes,
        **levels,
        **SMALL,
        db=db,
    )
    edited = next(p for p in found.values.points if p.edits)
    whatif(set=edited.edits, setups=PLAYED, agent="greedy", quick=True, **SMALL, db=db)
    costs(setups=60, games=400, agent="greedy", **SMALL, db=db)
    server = Server(db, (), own_home(folder)).start()
    yield server
    server.kill()


def result_of(server: Server, kind: str) -> dict[str, Any]:
    return server.get(f"/runs/{kind}").json()["data"]["result"]


def points_of(server: Server) -> list[dict[str, Any]]:
    found = result_of(server, "balance")
    return [*found["front"], *found["fell"]]


def examined(server: Server) -> tuple[dict[str, Any], str]:
    """Return the point that a what-if had examined from the start, and that run."""
    first = server.known("/runs", kind="whatif", status="finished")["runs"][-1]
    edits = first["arguments"]["variants"][0]
    return next(point for point in points_of(server) if point["edits"] == edits), first["run"]


def open_balance(server: Server, page: Page, query: str = "") -> Page:
    page.goto(f"{server.url}/balance{query}")
    expect(page.get_by_role("table", name="The points of the front")).to_be_visible()
    return page


def test_the_front_shows_every_point_with_its_figures(searched: Server, page: Page, axe):
    open_balance(searched, page)
    points = points_of(searched)
    assert len(points) > 2
    rows = page.locator("tr[data-point]")
    expect(rows).to_have_count(len(points))
    expect(page.locator("svg .point[data-point]")).to_have_count(len(points))
    for point in points:
        row = page.locator(f"tr[data-point='{point['candidate']}']")
        expect(row).to_contain_text("; ".join(point["words"]) or "no change")
        uneven = point["objectives"]["unevenness"]
        expect(row).to_contain_text(f"{100 * uneven['value']:.1f}\u00a0%")
    expect(page.get_by_role("heading", name="Hypervolume over generations")).to_be_visible()
    axe(page)


def test_a_click_on_an_examined_point_opens_its_what_if(searched: Server, page: Page):
    point, run = examined(searched)
    open_balance(searched, page)
    mark = page.locator(f"svg .point[data-point='{point['candidate']}']")
    expect(mark).to_have_class(re.compile("examined"))
    mark.locator("circle").dispatch_event("click")  # another point may lie on it
    page.wait_for_url(f"**/runs/{run}")


def test_another_point_starts_its_what_if_and_then_leads_to_it(searched: Server, page: Page, axe):
    known, _ = examined(searched)
    point = next(p for p in points_of(searched) if p["edits"] and p["edits"] != known["edits"])
    open_balance(searched, page)
    page.locator(f"a:has(.point[data-point='{point['candidate']}'])").focus()
    lit = page.locator(f"tr[data-point='{point['candidate']}']")
    expect(lit).to_have_class(re.compile("lit"))
    page.keyboard.press("Enter")
    chosen = page.locator(".chosen-point")
    expect(chosen).to_contain_text("; ".join(point["words"]))
    assert parse_qs(urlsplit(page.url).query)["point"] == [str(point["candidate"])]
    page.reload()
    expect(chosen).to_contain_text("; ".join(point["words"]))
    axe(page)
    chosen.get_by_text("Setups and agent").click()
    chosen.get_by_label("Setups that play").fill(",".join(PLAYED))
    chosen.get_by_label("One agent for all games").fill("greedy")
    chosen.get_by_role("button", name="Start the what-if").click()
    expect(chosen.get_by_role("article", name="Job 1")).to_be_visible()
    assert searched.wait_for(ended)["state"] == "finished"
    expect(chosen.get_by_role("link", name="See the result")).to_be_visible()
    see = lit.get_by_role("link", name="What-if of")
    expect(see).to_be_visible()
    see.click()
    page.wait_for_url("**/runs/*-whatif-*")
    run = searched.get(f"/runs/{page.url.rpartition('/')[2]}").json()["data"]
    assert sorted(run["result"]["variants"][0]["edits"]) == sorted(point["edits"])


def test_axes_are_chosen_and_kept_in_the_address(searched: Server, page: Page):
    open_balance(searched, page)
    page.get_by_label("Across").select_option("change")
    page.get_by_label("Up").select_option("first-player")
    expect(page.get_by_role("group", name="The front by change and first-player")).to_be_visible()
    page.reload()
    expect(page.get_by_role("group", name="The front by change and first-player")).to_be_visible()
    expect(page.get_by_label("Across")).to_have_value("change")
    column = page.get_by_role("columnheader", name="first-player")
    expect(column).to_be_visible()


def test_a_row_lights_its_point(searched: Server, page: Page):
    open_balance(searched, page)
    candidate = points_of(searched)[1]["candidate"]
    page.locator(f"tr[data-point='{candidate}']").hover()
    expect(page.locator(f"svg .point[data-point='{candidate}']")).to_have_class(re.compile("lit"))
    expect(page.locator("svg .point.lit")).to_have_count(1)


def test_worth_stands_beside_price(searched: Server, page: Page):
    open_balance(searched, page)
    table = page.get_by_role("table", name="Worth and price of each troop and command")
    for one in result_of(searched, "costs")["things"]:
        name = one["thing"].replace("-", " ")
        row = table.get_by_role("row", name=re.compile(f"^{name} ", re.I))
        expect(row).to_contain_text(f"{one['price']:.0f}")
        expect(row).to_contain_text(one["verdict"])
    link = table.get_by_role("link").first
    edit = parse_qs(urlsplit(link.get_attribute("href") or "").query)["set"][0]
    link.click()
    page.wait_for_url("**/rules?set=*")
    name, value = edit.split("=")
    expect(page.locator(f"[data-rule='{name}'] input").first).to_have_value(value)


def test_points_open_as_sliders(searched: Server, page: Page):
    open_balance(searched, page)
    point, _ = examined(searched)
    page.locator(f"tr[data-point='{point['candidate']}']").get_by_role(
        "link", name="sliders"
    ).click()
    page.wait_for_url("**/rules?set=*")
    expect(page.get_by_role("heading", level=1)).to_have_text("Rules")
    for words in point["words"]:
        expect(page.get_by_text(words, exact=True)).to_be_visible()


def test_what_if_runs_are_listed_with_what_they_found(searched: Server, page: Page):
    open_balance(searched, page)
    run = searched.get(f"/runs/{examined(searched)[1]}").json()["data"]
    card = page.locator(f".card[href$='{run['run']}']")
    expect(card).to_contain_text(run["said"][0])


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_has_it_all(searched: Server, new_page, axe, scheme: str):
    page = new_page(viewport={"width": 390, "height": 844}, color_scheme=scheme)
    open_balance(searched, page)
    expect(page.get_by_role("table", name="Worth and price")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    axe(page)


def test_an_empty_database_says_what_would_be_shown(server: Server, page: Page, axe):
    page.goto(f"{server.url}/balance")
    for words in ("No search for balance", "No run has estimated worths", "There is none yet"):
        expect(page.get_by_text(words)).to_be_visible()
    href = page.get_by_role("link", name="Start one").first.get_attribute("href")
    assert href == "/start/balance?free=*.cost"
    axe(page)


def test_a_run_that_does_not_exist_is_named(server: Server, page: Page, expected_errors: list[str]):
    expected_errors.append("404")
    page.goto(f"{server.url}/balance?run=nothing&costs=nothing")
    expect(page.locator("main").get_by_role("alert").first).to_contain_text(
        re.compile("no run|holds no run")
    )
