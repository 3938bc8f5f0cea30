"""Runs in a real browser: started, followed, stopped, resumed, killed, compared, deleted."""

import json
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from tests.servers import Server, ended

SMALL = {
    "agent": "greedy",
    "population": 6,
    "generations": 2,
    "games": 2,
    "race_games": 0,
    "shortlist": 2,
    "shortlist_games": 4,
    "check_games": 10,
    "best": 1,
}
LONG = SMALL | {"generations": 10, "population": 8}
"""Some 300 games: long enough to stop it, short enough to end."""
MATCH = {"a": "Default", "b": "Rush", "games": 10, "agent": "greedy"}
HOSTILE = '<script>document.title="taken"</script><img src=x onerror="document.title=\'taken\'">'
GONE = [
    r"ERR_CONNECTION_REFUSED",
    r"ERR_INCOMPLETE",
    r"ERR_CONNECTION_RESET",
    r"ERR_EMPTY_RESPONSE",
]
"""What a browser logs while its server is away."""
SECONDS = 120_000
"""Milliseconds for a job to end where kernels may have to compile first."""
expect.set_options(timeout=30_000)  # a report takes some seconds to make on a busy machine


def played(server: Server, settings: dict[str, Any], kind: str = "match") -> str:
    """Play a run by a job; return its name."""
    number = server.post("/jobs", {"kind": kind, "settings": settings}).json()["job"]["job"]
    job = server.wait_for(ended, number)
    assert job["state"] == "finished", job
    return job["run"]


def form(server: Server, kind: str, settings: dict[str, Any]) -> str:
    return f"{server.url}/start/{kind}?{urlencode(settings, doseq=True)}"


def state(page: Page, words: str) -> None:
    """Wait until a job's badge says something."""
    expect(page.locator("main .badge").first).to_have_text(words, timeout=SECONDS)


def report(page: Page):
    return page.frame_locator("iframe.report")


def test_home_says_what_was_found_last(server: Server, page: Page, axe):
    run = played(server, MATCH)
    page.goto(server.url)
    card = page.get_by_role("region", name="What was found last").get_by_role("link")
    expect(card).to_contain_text("Default against Rush, both played by greedy score: ")
    axe(page)
    card.click()
    expect(page).to_have_url(re.compile(run))


def test_a_counter_job_is_started_by_its_form_and_its_result_appears(
    server: Server, page: Page, axe, expected_errors: list[str]
):
    expected_errors.append("422")  # of a form that is not filled in yet
    page.goto(form(server, "counter", SMALL))
    plan = page.locator(".plan")
    expect(page.get_by_text("Which setup should be beaten?").first).to_be_visible()
    page.get_by_label("Target").fill("Rsh")
    fault = page.locator(".field", has=page.get_by_label("Target")).locator(".fault")
    expect(fault).to_contain_text("did you mean Rush?")
    page.get_by_label("Target").fill("Rush")
    expect(plan).to_contain_text("by greedy")
    expect(fault).to_be_empty()
    assert "target=Rush" in page.url
    axe(page)
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Counter-setups")
    expect(page.get_by_role("heading", name="What it found")).to_be_visible(timeout=SECONDS)
    expect(page.locator(".headline").first).to_contain_text("Rush")
    expect(report(page).get_by_role("heading", name="The best that was found")).to_be_visible()
    expect(page).to_have_url(f"{server.url}/jobs/1")
    axe(page)


def test_a_form_says_how_long_its_run_takes(
    server: Server, page: Page, axe, expected_errors: list[str]
):
    expected_errors.append("503")  # while kernels compile; the page asks again by itself
    page.goto(form(server, "counter", SMALL | {"target": "Rush"}))
    time = page.locator("aside .time")
    page.get_by_role("button", name="How long?").click()
    expect(page.get_by_text("Playing a few games")).to_be_visible()
    expect(time).to_have_text(re.compile(r"games on .*: about "), timeout=SECONDS)
    expect(time.get_by_role("row", name=re.compile("screen .*greedy about"))).to_be_visible()
    axe(page)
    page.get_by_label("Population").fill("8")
    expect(time).to_have_count(0)  # that was another run's
    assert server.get("/jobs").json() == []


def test_a_seed_of_64_bits_is_played_and_shown_as_it_was_typed(server: Server, page: Page):
    seed = 2**64 - 1
    page.goto(form(server, "match", MATCH))
    page.get_by_label("Seed").fill(str(seed))
    expect(page.locator(".plan")).to_contain_text("10 by greedy")
    page.get_by_role("button", name="Start").click()
    state(page, "finished")
    job = server.job()
    assert job["settings"]["seed"] == seed
    page.goto(f"{server.url}/runs/{job['run']}")
    expect(page.locator("main dl").first).to_contain_text(str(seed))
    again = page.get_by_role("link", name="Start another like it")
    expect(again).to_have_attribute("href", re.compile(rf"seed={seed}\b"))


def test_a_report_is_as_tall_as_its_content_and_follows_the_theme(server: Server, page: Page):
    run = played(server, MATCH)
    page.goto(f"{server.url}/runs/{run}")
    expect(report(page).locator("main")).to_be_visible()
    content = report(page).locator("html")
    frame = page.locator("iframe.report")
    expect(content).to_have_class("framed")
    height = content.evaluate("root => root.offsetHeight")
    assert abs(frame.evaluate("frame => frame.offsetHeight") - height) <= 2
    ground = "root => getComputedStyle(document.body).backgroundColor"
    light = content.evaluate(ground)
    page.get_by_role("button", name="Theme").click()  # light
    page.get_by_role("button", name="Theme").click()  # dark
    expect(content).to_have_attribute("data-theme", "dark")
    assert content.evaluate(ground) != light
    assert content.evaluate(ground) == page.locator("body").evaluate(ground)


@pytest.mark.slow
def test_a_job_is_stopped_and_resumed(server: Server, page: Page, axe):
    page.goto(form(server, "counter", LONG | {"target": "Rush"}))
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("heading", name="The best so far")).to_be_visible(timeout=SECONDS)
    expect(page.locator(".progress-line")).to_contain_text("games")
    axe(page)
    page.get_by_role("button", name="Stop").click()
    state(page, "stopped")
    games = server.job()["progress"]["games"]
    assert games > 0
    page.get_by_role("button", name="Resume").click()
    state(page, "finished")
    assert server.job()["attempts"] == 2
    expect(page.get_by_role("heading", name="What it found")).to_be_visible()
    assert server.get(f"/runs/{server.job()['run']}").json()["data"]["status"] == "finished"


@pytest.mark.slow
def test_a_server_that_is_killed_is_found_again_by_the_open_page(
    server: Server, page: Page, expected_errors: list[str]
):
    expected_errors.extend(GONE)
    page.goto(form(server, "counter", LONG | {"target": "Rush"}))
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("heading", name="The best so far")).to_be_visible(timeout=SECONDS)
    page.evaluate("window.sameDocument = true")
    server.kill()
    expect(page.get_by_text("The server does not answer.")).to_be_visible()
    server.restart()
    expect(page.get_by_text("The server does not answer.")).to_be_hidden(timeout=60_000)
    state(page, "finished")
    expect(page.get_by_role("heading", name="What it found")).to_be_visible()
    expect(report(page).locator("main")).to_be_visible(timeout=60_000)
    assert page.evaluate("window.sameDocument")
    assert server.job()["attempts"] == 2


@pytest.mark.slow
def test_a_job_that_fails_says_why(server: Server, page: Page, axe, expected_errors: list[str]):
    expected_errors.append("404.*tables/generations")  # of the run that is deleted
    number = server.post("/jobs", {"kind": "counter", "settings": LONG | {"target": "Rush"}})
    assert number.status_code == 201
    server.wait_for(lambda job: job["progress"]["games"] > 0)
    page.goto(f"{server.url}/jobs/1")
    page.get_by_role("button", name="Stop").click()
    state(page, "stopped")
    run = server.job()["run"]
    page.goto(f"{server.url}/runs")
    page.get_by_role("button", name=f"Delete {run}").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_text("Deleted:")).to_be_visible()
    expect(page.get_by_text("The database has no run yet.")).to_be_visible()
    page.goto(f"{server.url}/jobs/1")
    page.get_by_role("button", name="Resume").click()
    state(page, "failed")
    expect(page.locator(".job-state .bad")).to_contain_text(re.compile("no run"))
    axe(page)
    page.get_by_role("button", name="Forget").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Runs")
    assert server.get("/jobs/1").status_code == 404


@pytest.mark.slow
def test_a_run_that_was_interrupted_elsewhere_is_resumed(server: Server, page: Page):
    """Its job is forgotten: then it is a run like one of the command line."""
    server.post("/jobs", {"kind": "counter", "settings": LONG | {"target": "Rush"}})
    server.wait_for(lambda job: job["progress"]["games"] > 0)
    server.post("/jobs/1/stop")
    run = server.wait_for(ended)["run"]
    page.goto(f"{server.url}/runs/{run}")
    expect(page.locator(".facts .badge")).to_have_text("interrupted")
    page.locator(".job").get_by_role("button", name="Forget").click()
    expect(page.locator(".job")).to_have_count(0)
    page.goto(f"{server.url}/runs?status=interrupted")
    page.get_by_role("button", name=f"Resume {run}").click()
    expect(page).to_have_url(f"{server.url}/jobs/2")
    state(page, "finished")
    assert server.job(2)["run"] == run


def test_filled_forms_and_filtered_lists_have_addresses(
    server: Server, page: Page, new_page, expected_errors: list[str]
):
    expected_errors.append("422")
    kept = [played(server, MATCH), played(server, MATCH | {"b": "Venom", "seed": 2})]
    page.goto(f"{server.url}/runs")
    expect(page.get_by_text("2 runs.")).to_be_visible()
    page.get_by_label("Words").fill("venom")
    page.get_by_label("Kind").select_option("match")
    expect(page.get_by_text("1 run match")).to_be_visible()
    shared = new_page()
    shared.goto(page.url)
    expect(shared.get_by_label("Words")).to_have_value("venom")
    expect(shared.get_by_role("link", name="Venom")).to_be_visible()
    expect(shared.get_by_text(kept[0])).to_have_count(0)
    page.goto(f"{server.url}/start/counter")
    page.get_by_label("Target").fill("Venom")
    page.get_by_text("More settings").click()
    page.get_by_label("Generations").fill("3")
    page.get_by_label("Opponents, 1").fill("Rush=2")
    page.get_by_label("Points, from").fill("900")
    page.get_by_label("Points, to").fill("1000")
    page.locator(".field", has_text="With commands").get_by_label("charge").first.check()
    page.get_by_label("Catalogue").uncheck()
    shared.goto(page.url)
    expect(shared.get_by_label("Target")).to_have_value("Venom")
    expect(shared.get_by_label("Generations")).to_have_value("3")
    expect(shared.get_by_label("Opponents, 1")).to_have_value("Rush=2")
    expect(shared.get_by_label("Points, to")).to_have_value("1000")
    expect(shared.get_by_label("Catalogue")).not_to_be_checked()
    assert shared.url == page.url


def test_two_runs_are_chosen_and_compared(server: Server, page: Page, axe):
    runs = [played(server, MATCH | {"seed": seed}) for seed in (1, 2)]
    played(server, {"agents": ["greedy", "random"], "setups": ["Rush"], "games": 4}, "ladder")
    page.goto(f"{server.url}/runs")
    page.get_by_label(f"Choose {runs[0]}").check()
    expect(page.locator("input[data-kind=ladder]")).to_be_disabled()
    page.get_by_label(f"Choose {runs[1]}").check()
    page.get_by_role("link", name="Compare").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Two runs side by side")
    for run in runs:
        expect(page.get_by_role("link", name=run)).to_be_visible()
    expect(report(page).get_by_role("heading", name="What differs")).to_be_visible()
    axe(page)


def test_a_match_is_started_by_keyboard_alone(
    server: Server, page: Page, expected_errors: list[str]
):
    expected_errors.append("422")
    page.goto(f"{server.url}/start")
    expect(page.get_by_role("heading", level=1)).to_have_text("Start a run")

    def tab_to(test: str) -> None:
        for _ in range(120):
            page.keyboard.press("Tab")
            if page.evaluate(f"() => {{ const at = document.activeElement; return {test}; }}"):
                return
        raise AssertionError(f"no Tab leads to {test}")

    tab_to("at.getAttribute('href') === '/start/match'")
    page.keyboard.press("Enter")
    expect(page.get_by_label("A", exact=True)).to_be_visible()
    for field, text in (("a", "Default"), ("b", "Rush"), ("games", "10")):
        if field == "games":
            tab_to("at.tagName === 'SUMMARY'")
            page.keyboard.press("Enter")
        tab_to(f"at.id?.startsWith('{field}-')")
        page.keyboard.type(text)
        page.keyboard.press("Escape")  # closes what is suggested
    tab_to("at.textContent === 'Start'")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{server.url}/jobs/1")
    expect(page.get_by_role("heading", name="What it found")).to_be_visible(timeout=SECONDS)


def test_hostile_names_are_text(server: Server, page: Page, expected_errors: list[str], axe):
    expected_errors.append("422")
    setup = {"name": HOSTILE, "troops": "SSFFHHAMKC", "commands": ["charge"]}
    run = played(server, MATCH | {"a": json.dumps(setup)})
    for place in ("/", "/runs", "/jobs/1", f"/runs/{run}", f"/runs/{run}?table=games"):
        page.goto(server.url + place)
        expect(page.get_by_text("<script>").first).to_be_attached()
        expect(page.locator("img[src='x']")).to_have_count(0)
    expect(report(page).locator("main")).to_contain_text("<script>")
    page.goto(form(server, "match", MATCH | {"a": HOSTILE + "x" * 2000}))
    expect(page.locator(".plan, aside .bad").filter(has_text="<img src").first).to_be_visible()
    page.goto(f"{server.url}/runs?{urlencode({'q': HOSTILE, 'kind': HOSTILE})}")
    expect(page.get_by_text("No run matches.")).to_be_visible()
    page.goto(f"{server.url}/start/{HOSTILE[1:7]}")
    expect(page.get_by_text("is no kind of run")).to_be_visible()
    assert "taken" not in page.title()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1600])
def test_pages_fit_any_width_and_have_no_serious_faults(
    module_server: Server, new_page: Callable[..., Page], axe, scheme: str, width: int
):
    jobs = module_server.get("/jobs").json()
    run = jobs[0]["run"] if jobs else played(module_server, MATCH)
    page = new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
    filled = form(module_server, "counter", SMALL | {"target": "Rush"})
    places = [
        "/runs",
        f"/runs/{run}?table=games",
        "/jobs/1",
        "/start",
        "/start/balance?free=*.cost",
    ]
    for address in (*(module_server.url + place for place in places), filled):
        page.goto(address)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page.locator(".reading")).to_have_count(0, timeout=60_000)
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, address
        axe(page)
