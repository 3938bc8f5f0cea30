"""Every page in each of its states: the one list, for the tests of all pages and for the pictures.

A state is an address and, where it takes more than that, what a reader does there. Names in braces
are runs, games and jobs of a server that has something of everything (`filled.py`).
"""

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field

from playwright.sync_api import Page, expect

from tests.browser.board_driver import STILL, BoardDriver
from tests.locks import held
from tests.run_kinds import KINDS as RUN_KINDS
from tests.servers import Server, ended

SETTLED = 120_000
"""Milliseconds for a page to have all that it asks for: a report, on a machine that is busy."""
WAITS = re.compile(r"(reading|listing|running|making|counting|looking up) [a-z ]*…", re.IGNORECASE)
"""What a page says while it waits."""

Deed = Callable[[Page], None]
During = Callable[[Server], AbstractContextManager[dict[str, str]]]


@dataclass(frozen=True)
class PageState:
    """A page as a reader may see it."""

    name: str
    address: str
    heading: str = ""
    """What its heading says, at least."""
    empty: bool = False
    """Whether a server without any data has it too."""
    deed: Deed = lambda page: None
    """What the reader does there."""
    during: During = lambda server: nullcontext({})
    """What goes on meanwhile; gives names for the address."""
    settles: bool = True
    """Whether it gets all that it asks for."""
    errors: tuple[str, ...] = field(default=())
    """What the browser logs there, as regular expressions."""

    def visit(self, page: Page, url: str) -> None:
        """Open its address, the whole of which is given, and wait for all that it asks for."""
        page.add_init_script(STILL)
        page.goto(url)
        heading = page.get_by_role("heading", level=1).first
        expect(heading).to_have_text(re.compile(self.heading or r"\S"))
        self.settle(page)

    def open(self, page: Page, url: str) -> None:
        """Bring it into the state: visit it, and do what is done there."""
        self.visit(page, url)
        self.deed(page)
        self.settle(page)

    def settle(self, page: Page) -> None:
        """Wait until nothing is waited for."""
        if self.settles:
            expect(page.locator("main").get_by_text(WAITS)).to_have_count(0, timeout=SETTLED)


# ---- what readers do -----------------------------------------------------------------------------


def open_all(page: Page) -> None:
    """Open whatever can be opened, and what opens in it; of a list its first three."""
    script = """all => all.filter((one) => !one.closest("li:nth-child(n + 4)"))
      .forEach((one) => { one.open = true; })"""
    for _ in range(2):
        page.eval_on_selector_all("main details", script)


def press(*names: str) -> Deed:
    """Press buttons, one after the other."""

    def do(page: Page) -> None:
        for name in names:
            page.get_by_role("button", name=name, exact=True).first.click()

    return do


def fill(label: str, text: str, *then: str) -> Deed:
    """Fill in a field, and press what comes then."""

    def do(page: Page) -> None:
        page.get_by_label(label, exact=True).first.fill(text)
        press(*then)(page)

    return do


def together(*deeds: Deed) -> Deed:
    def do(page: Page) -> None:
        for deed in deeds:
            deed(page)

    return do


def wait_for(selector: str) -> Deed:
    """Wait until something is there: what a page makes after it was opened."""
    return lambda page: page.wait_for_selector(selector, timeout=120_000) and None


def press_first(selector: str) -> Deed:
    return lambda page: page.locator(selector).first.click()


def choose_troop(page: Page) -> None:
    """Select a troop: the game is in the middle of a turn."""
    board = BoardDriver(page).ready()
    board.click(board.marked("select")[0])
    board.ready()


def plan_attack(page: Page) -> None:
    board = BoardDriver(page).ready()
    board.click("k9")
    board.click("k10")
    expect(page.locator(".exchange")).to_be_visible()


def ask_hint(page: Page) -> None:
    BoardDriver(page).ready()
    page.get_by_label("by").select_option("quick")
    press("Hint")(page)
    expect(page.locator(".plan.hint")).to_contain_text("would play")


def show_chart(page: Page) -> None:
    press("Chart")(page)
    expect(page.locator("figure.chart svg").first).to_be_visible()


# ---- what goes on meanwhile ----------------------------------------------------------------------


@contextmanager
def jobs_under_way(server: Server) -> Iterator[dict[str, str]]:
    """Run a search, with another job that waits for it; stop both."""
    asked = {"kind": "counter", "settings": {"target": "Rush", "agent": "quick", "seed": 1}}
    numbers = [server.post("/jobs", asked).json()["job"]["job"] for _ in range(2)]
    try:
        server.wait_for(lambda job: job["progress"]["games"] > 20, numbers[0])
        yield {"busy_job": str(numbers[0])}
    finally:
        for number in reversed(numbers):
            server.post(f"/jobs/{number}/stop")
        for number in numbers:
            server.wait_for(ended, number)


@contextmanager
def held_database(server: Server) -> Iterator[dict[str, str]]:
    """Let another process hold the database."""
    with held(server.db):
        yield {}


# ---- the list ------------------------------------------------------------------------------------

KINDS = tuple(dict.fromkeys(kind.stored_as for kind in RUN_KINDS))
REPORTED = tuple(kind for kind in KINDS if kind != "actionspace")  # which stores nothing
LONG_SQL = "SELECT *, 'a text that goes on, ' || repeat('word ', 60) AS text FROM run_summary"

REPORT = wait_for("iframe.report")
REVIEWED = wait_for('.review[data-review="made"]')

FRONT = [
    PageState("home", "/", "Setups and balance for Conquest", empty=True),
    PageState("home-busy", "/", during=jobs_under_way),
    PageState("home-held", "/", during=held_database, settles=False, errors=("503",)),
]
RUNS = [
    PageState("runs", "/runs", "Runs", empty=True),
    PageState("runs-busy", "/runs", during=jobs_under_way),
    PageState("runs-none", "/runs?q=nothing+has+this", "Runs"),
    PageState("runs-chosen", "/runs?chosen={match}&chosen={tournament}", "Runs", deed=open_all),
    PageState(
        "runs-held", "/runs?kind=counter", "Runs", during=held_database, settles=False,
        errors=("503",),
    ),
    PageState("run-delete", "/runs/{match}", deed=press("Delete")),
    PageState("run-details", "/runs/{tournament}?table=games", deed=open_all),
    *(PageState(f"run-{kind}", f"/runs/{{{kind}}}", deed=REPORT) for kind in REPORTED),
    PageState("run-interrupted", "/runs/{tune_interrupted}"),
    PageState("run-unknown", "/runs/20200101-000000-match-0000", errors=("404",)),
    PageState("job-finished", "/jobs/{finished_job}", deed=REPORT),
    PageState("job-stopped", "/jobs/{stopped_job}", deed=open_all),
    PageState("job-busy", "/jobs/{busy_job}", during=jobs_under_way),
    PageState("job-unknown", "/jobs/999", "There is no job", errors=("404",)),
    PageState("compare", "/compare?one={one_match}&other={other_match}", deed=REPORT),
    PageState("compare-refused", "/compare?one={match}&other={match_interrupted}",
              errors=("422", "409")),
    PageState("compare-none", "/compare", "Two runs side by side", empty=True),
    PageState("kinds", "/start", "Start a run", empty=True),
    PageState("start", "/start/counter?target=Rush&budget=3m", empty=True, deed=open_all),
    PageState("start-wrong", "/start/counter?target=Rsh&set=champion.cost%3D-5", empty=True,
              deed=open_all, errors=("422",)),
    *(
        PageState(f"start-{kind}", f"/start/{kind}", deed=open_all, errors=("422",))
        for kind in KINDS
    ),
    PageState("start-unknown", "/start/nothing", "No such kind of run", empty=True),
]  # fmt: skip
SETUPS = [
    PageState("setups", "/setups", "Setups", empty=True, deed=open_all),
    PageState("setups-all", "/setups?list=all&q=charge+-mage+C%3E%3D2", "Setups", empty=True),
    PageState("setups-own", "/setups?list=own", "Setups"),
    PageState("setups-none", "/setups?list=all&q=C%3E%3D9", "Setups", empty=True),
    PageState("setups-wrong", "/setups?list=all&q=C%3E%3D", "Setups", empty=True, errors=("422",)),
    PageState("setups-other-rules", "/setups?list=all&set=champion.cost%3D225", empty=True),
    PageState("setup", "/setup?setup=Rush", "Rush", empty=True, deed=open_all),
    PageState("setup-large", "/setup?setup=Default", "Default", deed=open_all),
    PageState("setup-text", "/setup?setup=SSSSSSSSSSSSFFF:charge,battle-cry,stoicism,vigilance",
              empty=True, errors=("422",)),
    PageState("setup-unknown", "/setup?setup=Rsh", "No such setup", empty=True, errors=("422",)),
]  # fmt: skip
LAB = [
    PageState("lab-empty", "/lab", "Lab", empty=True),
    PageState("lab", "/lab?setup=Rush", "Lab: Rush", empty=True, deed=open_all),
    PageState("lab-illegal", "/lab?setup=CCCCCC:charge,battle-cry", "Lab", deed=open_all),
    PageState("lab-other-rules", "/lab?setup=Rush&set=champion.cost%3D225", "Lab"),
    PageState("lab-form", "/lab?setup=Rush", "Lab", deed=press("Improve")),
    PageState("lab-cleared", "/lab?setup=Default", "Lab", deed=press("Clear")),
    PageState("lab-busy", "/lab?setup=Rush", "Lab", during=jobs_under_way),
]
RULES = [
    PageState("rules-standard", "/rules", "Rules", empty=True, deed=open_all),
    PageState("rules", "/rules?set=champion.cost%3D225&set=archer.range%3D5", "Rules", empty=True,
              deed=open_all),
    PageState("rules-wrong", "/rules?set=board.width%3D3", "Rules", empty=True, errors=("422",)),
    PageState("rules-found", "/rules?q=shield", "Rules", empty=True),
    PageState("rules-changed", "/rules?set=shield-wall.cost%3D125&changed=true", empty=True),
]  # fmt: skip
BALANCE = [
    PageState("balance", "/balance", "Balance", empty=True),
    PageState("balance-point", "/balance", "Balance",
              deed=together(press_first("tr[data-point] a:has-text('Examine')"), open_all)),
]  # fmt: skip
DATA = [
    PageState("data-asks", "/data", "Data", empty=True, deed=open_all),
    PageState("data", "/data?sql=FROM+run_summary", "Data", deed=wait_for(".result table")),
    PageState("data-long", f"/data?sql={LONG_SQL.replace(' ', '+')}", "Data", deed=open_all),
    PageState("data-chart", "/data?sql=SELECT+run,+count(*)+AS+games+FROM+games+GROUP+BY+run",
              "Data", deed=show_chart),
    PageState("data-wrong", "/data?sql=FROM+rns", "Data", empty=True, errors=("422", "400")),
    PageState("data-held", "/data?sql=SELECT+42", "Data", during=held_database, settles=False,
              errors=("503",)),
]  # fmt: skip
GAMES = [
    PageState("new-game", "/play", "Play", empty=True, deed=open_all),
    PageState("play", "/play/{begun_game}", deed=open_all),
    PageState("play-chosen", "/play/{begun_game}", deed=choose_troop),
    PageState("play-attack", "/play/{attack_game}", deed=plan_attack),
    PageState("play-hint", "/play/{begun_game}", deed=ask_hint),
    PageState("play-over", "/play/{over_game}", deed=open_all),
    PageState("play-unknown", "/play/nothing", errors=("404",)),
    PageState("analyse-asks", "/analyse", "Analyse", empty=True),
    PageState("analyse-wrong", "/analyse", "Analyse", empty=True, errors=("422",),
              deed=fill("A position or recorded games", "no position at all", "Open")),
    PageState("edit", "/analyse?edit=1", empty=True, deed=open_all),
    PageState("edit-troop", "/analyse?edit=1&position={long_position}", deed=open_all),
    PageState("analyse", "/analyse?game={long_game}&after=41&agent=quick",
              deed=wait_for('.analyse[data-thinking="finished"]')),
    PageState("games", "/games", "Games", empty=True),
    PageState("games-run", "/games?run={match}", "Games"),
    PageState("review-long", "/review/{long_game}?step=41&agent=quick",
              deed=together(REVIEWED, open_all)),
    PageState("review", "/review/{over_game}?step=2&agent=quick",
              deed=REVIEWED),
    PageState("review-stored", "/review/{match}/1?agent=quick",
              deed=REVIEWED),
]  # fmt: skip
STATES = [*FRONT, *RUNS, *SETUPS, *LAB, *RULES, *BALANCE, *DATA, *GAMES]
