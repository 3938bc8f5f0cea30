"""What browser tests share: the system's Chromium, a server for each test, pages that are watched.

    def test_the_front_page(server, page, axe):
        page.goto(server.url)
        axe(page)

A test fails if a page logged an error (a violation of the content security policy is one), raised
one, lost a request, or asked another host. One that wants an error says so:

    expected_errors.append("503")  # a regular expression, found in the error
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, ConsoleMessage, Frame, Page, expect, sync_playwright

from tests.browsers import ARGUMENTS, NO_CHROMIUM, find_chromium
from tests.servers import Server, own_home

HERE = Path(__file__).parent
FAILURES = HERE / "failures"
"""Screenshots of the pages of failed tests; git ignores them."""
SECONDS = 20.0
"""For a page to be as expected, on a machine that is busy."""
QUICK = ("test_every_page", "test_styles")
SERIOUS = ("serious", "critical")

NewPage = Callable[..., Page]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark all tests of this folder; all but those that open each page once are slow."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker("browser")
            if item.path.stem not in QUICK:
                item.add_marker("slow")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Let fixtures know whether their test failed."""
    report: Any = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


FAILED = pytest.StashKey[bool]()


# ---- the server ----------------------------------------------------------------------------------


@pytest.fixture
def start_server(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Start servers with databases and a home of their own; all are ended with the test."""
    servers: list[Server] = []
    home = own_home(tmp_path)

    def start(*words: str, db: Path | None = None, **environment: str) -> Server:
        server = Server(db or tmp_path / "results.duckdb", words, home | environment)
        servers.append(server)
        return server.start()

    yield start
    for server in servers:
        server.kill()


@pytest.fixture
def server(start_server: Callable[..., Server]) -> Server:
    """A server with an empty database, for this test alone."""
    return start_server()


@pytest.fixture(scope="module")
def module_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with an empty database, for all tests of a file."""
    folder = tmp_path_factory.mktemp("server")
    server = Server(folder / "results.duckdb", (), own_home(folder)).start()
    yield server
    server.kill()


# ---- the browser ---------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def chromium() -> str:
    """Where the browser is; without one its tests are skipped."""
    found = find_chromium()
    if found is None:
        pytest.skip(NO_CHROMIUM)
    return found


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    """The browser, for one file: Playwright's event loop would be in the way of other tests."""
    expect.set_options(timeout=SECONDS * 1000)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield browser
        browser.close()


@dataclass
class PageWatch:
    """What went wrong in the pages of a test."""

    expected: list[str] = field(default_factory=list)
    found: list[str] = field(default_factory=list)

    def watch(self, page: Page) -> None:
        """Follow a page."""
        page.on("console", self._logged)
        page.on("pageerror", lambda error: self._note(f"not caught: {error}"))
        page.on("request", lambda request: self._look_at(request.url))
        page.on("requestfailed", lambda request: self._lost(request.url, request.failure))

    def unexpected(self) -> list[str]:
        """Return the errors that the test did not expect."""
        return [e for e in self.found if not any(re.search(p, e) for p in self.expected)]

    def _note(self, error: str) -> None:
        self.found.append(error)

    def _logged(self, said: ConsoleMessage) -> None:
        if said.type == "error":
            self._note(f"{said.text} ({said.location['url']})")

    def _look_at(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme in ("http", "https") and parts.hostname not in ("127.0.0.1", "localhost"):
            self._note(f"another host was asked: {url}")

    def _lost(self, url: str, why: str | None) -> None:
        if why != "net::ERR_ABORTED":  # the page gave it up itself: it was left, or asked anew
            self._note(f"request failed: {url} {why}")


@pytest.fixture
def page_watch() -> PageWatch:
    """What the pages of this test log."""
    return PageWatch()


@pytest.fixture
def expected_errors(page_watch: PageWatch) -> list[str]:
    """Regular expressions of the errors that this test expects; append to it."""
    return page_watch.expected


@pytest.fixture
def new_page(
    browser: Browser, page_watch: PageWatch, request: pytest.FixtureRequest
) -> Iterator[NewPage]:
    """Open pages, each in a context of its own: `new_page(color_scheme="dark")`."""
    pages: list[Page] = []

    def make(**context: Any) -> Page:
        page = browser.new_context(**context).new_page()
        page.set_default_timeout(SECONDS * 1000)
        page_watch.watch(page)
        pages.append(page)
        return page

    yield make
    found = page_watch.unexpected()
    if found or request.node.stash.get(FAILED, False):
        _keep(pages, request.node.name)
    for page in pages:
        page.context.close()
    assert not found, "the page logged errors:\n" + "\n".join(found)


@pytest.fixture
def page(new_page: NewPage) -> Page:
    """A page of a usual screen."""
    return new_page(viewport={"width": 1280, "height": 900})


@pytest.fixture
def axe() -> Callable[[Page], None]:
    """Fail where a page, or a document in it, has serious or critical faults of accessibility."""

    def check(page: Page) -> None:
        # A sandboxed frame is of another origin: axe cannot look into it from outside.
        faults = [one for frame in page.frames for one in _faults(frame)]
        serious = [_words(fault) for fault in faults if fault["impact"] in SERIOUS]
        assert not serious, "\n".join(serious)

    return check


def _faults(frame: Frame) -> list[dict[str, Any]]:
    frame.wait_for_load_state()
    return Axe().run(frame).response["violations"]


def _words(fault: dict[str, Any]) -> str:
    places = ", ".join(str(node["target"]) for node in fault["nodes"])
    return f"{fault['impact']}: {fault['id']}: {fault['help']}: {places}"


def _keep(pages: list[Page], test: str) -> None:
    FAILURES.mkdir(exist_ok=True)
    name = re.sub(r"[^\w.-]+", "-", test)
    for number, page in enumerate(pages, 1):
        page.screenshot(path=FAILURES / f"{name}-{number}.png", full_page=True)
