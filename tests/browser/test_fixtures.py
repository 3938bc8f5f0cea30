"""The fixtures of browser tests find what they are there to find."""

import httpx
import pytest
from playwright.sync_api import Page

from tests.browser.conftest import FAILURES, PageWatch
from tests.servers import API, Server


@pytest.fixture
def opened(module_server: Server, page: Page) -> Page:
    page.goto(f"{module_server.url}{API}/")
    return page


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("console.error('a planted error')", "a planted error"),
        ("setTimeout(() => { throw new Error('planted') })", "not caught: planted"),
        ("document.body.innerHTML = '<p style=\"color:red\">'", "Content Security Policy"),
        ("new Image().src = 'http://nowhere.invalid/x.png'", "another host was asked"),
        ("fetch('/api/v1/jobs/7')", "404"),
    ],
)
def test_errors_of_a_page_are_noted(
    opened: Page, page_watch: PageWatch, expected_errors: list[str], script: str, words: str
):
    opened.evaluate(f"() => {{ {script} }}")
    opened.wait_for_timeout(500)
    assert any(words in error for error in page_watch.unexpected())
    expected_errors.append(".")


def test_a_fault_of_accessibility_is_found(opened: Page, axe):
    opened.evaluate("document.body.append(document.createElement('input'))")
    with pytest.raises(AssertionError, match="critical: label"):
        axe(opened)


def test_a_server_is_killed_and_starts_again_at_the_same_address(server: Server):
    before = server.url, server.process.pid
    server.kill()
    with pytest.raises(httpx.ConnectError):
        server.get("/state")
    server.restart()
    assert server.url == before[0]
    assert server.process.pid != before[1]
    assert server.get("/state").status_code == 200


def test_screenshots_of_failures_are_left_to_git_alone():
    ignored = (FAILURES.parents[2] / ".gitignore").read_text().splitlines()
    assert "tests/browser/failures/" in ignored
