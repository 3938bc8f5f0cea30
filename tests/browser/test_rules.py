"""The page of rules: sliders, counts as they move, and a what-if from there to its result."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.servers import Server, ended

SHARED = "/rules?set=champion.cost%3D225&set=winds%3Drandom"


@pytest.fixture
def rules(module_server: Server, page: Page) -> Page:
    page.goto(f"{module_server.url}/rules")
    expect(page.get_by_role("heading", level=1)).to_have_text("Rules")
    return page


def slider(page: Page, name: str) -> Locator:
    return page.get_by_label(f"{name}, slider", exact=True)


def number(page: Page, name: str) -> Locator:
    return page.get_by_role("spinbutton", name=name, exact=True)


def expect_counts(page: Page, server: Server, *edits: str) -> None:
    """Compare the counts of the page with those of the API."""
    answer = server.get("/rules/check", params={"set": list(edits)}).json()
    for kind in ("legal", "maximal", "exact"):
        expect(page.locator(f"[data-count={kind}]")).to_have_text(f"{answer[kind]:,}")


def edits_of(page: Page) -> list[str]:
    """Return the edits that the address names."""
    return parse_qs(urlsplit(page.url).query).get("set", [])


def test_every_rule_has_a_control_with_its_text(rules: Page, module_server: Server, axe):
    listed = module_server.get("/rules").json()["rules"]
    shown = rules.locator("[data-rule]")
    assert shown.evaluate_all("all => all.map(one => one.dataset.rule)") == [
        rule["name"] for rule in listed
    ]
    for rule in listed:
        control = rules.locator(f"[data-rule='{rule['name']}']").locator("input, select").first
        described = control.evaluate(
            "field => field.getAttribute('aria-describedby').split(' ')"
            ".map(id => document.getElementById(id)?.textContent).join(' ')"
        )
        assert rule["about"] in described
        standard = str(rule["standard"])
        standard = standard.lower() if isinstance(rule["standard"], bool) else standard
        expect(control).to_have_value(standard)
    axe(rules)


def test_counts_follow_the_sliders(rules: Page, module_server: Server):
    expect_counts(rules, module_server)
    slider(rules, "Champion cost").fill("225")
    expect_counts(rules, module_server, "champion.cost=225")
    number(rules, "Limits points").fill("1100")
    expect_counts(rules, module_server, "champion.cost=225", "limits.points=1100")
    slider(rules, "Limits commands").fill("2")
    edits = ["champion.cost=225", "limits.points=1100", "limits.commands=2"]
    expect_counts(rules, module_server, *edits)
    assert edits_of(rules) == edits
    rules.get_by_role("button", name="Reset Limits points to 1,000").click()
    expect(number(rules, "Limits points")).to_have_value("1000")
    expect(number(rules, "Limits points")).to_be_focused()
    expect_counts(rules, module_server, edits[0], edits[2])
    rules.get_by_role("button", name="Reset all").click()
    expect_counts(rules, module_server)
    expect(rules.get_by_text("these are the standard rules")).to_be_visible()
    assert edits_of(rules) == []


def test_late_answers_are_dropped(rules: Page, module_server: Server):
    """The answer for 225 arrives after that for 250, and changes nothing."""
    late: list[Route] = []

    def hold(route: Route) -> None:
        late.append(route)

    rules.route(re.compile(r"rules/check.*champion\.cost%3D225"), hold)
    slider(rules, "Champion cost").fill("225")
    rules.wait_for_function("() => location.search.includes('225')")
    while not late:
        rules.wait_for_timeout(20)
    slider(rules, "Champion cost").fill("250")
    expect_counts(rules, module_server, "champion.cost=250")
    late[0].continue_()
    rules.wait_for_timeout(300)
    expect_counts(rules, module_server, "champion.cost=250")


def test_a_shared_address_shows_the_same(module_server: Server, page: Page, axe):
    page.goto(f"{module_server.url}{SHARED}&q=c&changed=true")
    expect(number(page, "Champion cost")).to_have_value("225")
    expect(page.get_by_label("winds", exact=True)).to_have_value("random")
    expect(page.get_by_text("Champion costs 225 instead of 200")).to_be_visible()
    expect(page.get_by_text("Winds of Fate is random instead of seeded")).to_be_visible()
    expect_counts(page, module_server, "champion.cost=225")
    assert page.locator("[data-rule]:visible").count() == 2
    setups = page.get_by_role("link", name="Setups by these rules", exact=True)
    assert parse_qs(urlsplit(setups.get_attribute("href") or "").query)["set"] == [
        "champion.cost=225",
        "winds=random",
    ]
    axe(page)


def test_a_value_that_cannot_be_is_said_at_its_slider(
    rules: Page, module_server: Server, expected_errors: list[str]
):
    expected_errors.append("422")
    number(rules, "Archer range").fill("50")
    sentence = module_server.get("/rules/check", params={"set": "archer.range=50"}).json()["detail"]
    fault = rules.locator("[data-rule='archer.range'] .fault")
    expect(fault).to_have_text(re.compile(re.escape(sentence), re.I))
    expect(number(rules, "Archer range")).to_have_attribute("aria-invalid", "true")
    expect(rules.locator("[data-count=legal]")).to_have_text("\N{EN DASH}")
    expect(rules.get_by_role("button", name="Start the what-if")).to_be_disabled()
    rules.reload()
    expect(fault).to_have_text(re.compile(re.escape(sentence), re.I))
    number(rules, "Archer range").fill("5")
    expect(fault).to_be_empty()
    expect_counts(rules, module_server, "archer.range=5")


def test_rules_that_make_no_game_are_refused_before_a_what_if(
    rules: Page, expected_errors: list[str]
):
    expected_errors.append("422")
    number(rules, "Scout movement").fill("20")
    expect(rules.locator(".plan")).to_contain_text("goes beyond the board")
    expect(rules.get_by_role("button", name="Start the what-if")).to_be_disabled()


def test_unknown_rules_of_an_address_are_named(
    module_server: Server, page: Page, expected_errors: list[str]
):
    expected_errors.append("422")
    page.goto(f"{module_server.url}/rules?set=<b>dragon</b>.cost%3D5")
    expect(page.locator(".rules-changes .fault")).to_contain_text("dragon")
    assert page.locator("b").count() == 0
    page.get_by_role("button", name="Reset: <b>dragon</b>.cost=5").click()
    expect_counts(page, module_server)


def test_the_filter_leaves_what_has_its_words(rules: Page):
    box = rules.get_by_role("searchbox", name="Find a rule")
    box.fill("archer cost")
    expect(rules.get_by_text("1 rule of 73")).to_be_visible()
    assert rules.locator("[data-rule]:visible").evaluate_all("a => a.map(o => o.dataset.rule)") == [
        "archer.cost"
    ]
    rules.wait_for_url("**/rules?q=archer+cost")
    box.fill("")
    expect(rules.locator("[data-rule]:visible")).to_have_count(73)


def test_a_what_if_by_the_keyboard_alone(server: Server, page: Page, axe):
    page.goto(f"{server.url}/rules")
    slider(page, "Champion cost").focus()
    page.keyboard.press("ArrowRight")
    expect(number(page, "Champion cost")).to_have_value("225")
    expect_counts(page, server, "champion.cost=225")
    page.keyboard.press("ArrowRight")
    expect_counts(page, server, "champion.cost=250")
    page.keyboard.press("ArrowLeft")
    expect_counts(page, server, "champion.cost=225")
    page.get_by_text("Setups and agent").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.type("Default,Rush,Venom")
    page.keyboard.press("Tab")
    page.keyboard.type("greedy")
    expect(page.locator(".plan")).to_have_text("Games: 24 by greedy (judge 24).")
    page.keyboard.press("Enter")
    job = page.get_by_role("article", name=re.compile("Job 1"))
    expect(job).to_be_visible()
    result = job.get_by_role("link", name="See the result")
    assert server.wait_for(ended)["state"] == "finished"
    expect(result).to_be_visible()
    axe(page)
    result.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/runs/*-whatif-*")
    run = server.get(f"/runs/{page.url.rpartition('/')[2]}").json()["data"]
    assert run["result"]["variants"][0]["edits"] == ["champion.cost=225"]
    assert run["games"] == 24

    # the same rules lead to this run, others do not
    page.goto(f"{server.url}/rules?set=champion.cost%3D225")
    known = page.locator("#whatif").get_by_role(
        "link", name=re.compile("See the result|What-if of")
    )
    assert page.evaluate("link => link.pathname", known.element_handle()) == f"/runs/{run['run']}"
    page.goto(f"{server.url}/rules?set=champion.cost%3D250")
    expect_counts(page, server, "champion.cost=250")
    expect(page.locator("#whatif a[href^='/runs/']")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_shows_the_counts_while_sliders_move(
    module_server: Server, new_page, axe, scheme: str
):
    page = new_page(viewport={"width": 390, "height": 844}, color_scheme=scheme)
    page.goto(f"{module_server.url}{SHARED}")
    expect_counts(page, module_server, "champion.cost=225")
    slider(page, "Charge cooldown").fill("3")
    expect(page.get_by_text("Charge rests 3 turns instead of 5")).to_have_count(1)
    expect(page.locator("[data-count=legal]")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    axe(page)
