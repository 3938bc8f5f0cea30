"""Every page in every state, with data: it can be read at every width, in light and in dark."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from tests.browser.every_page import STATES, PageState
from tests.browser.filled import FilledServer, fill_server
from tests.browser.layout import HEIGHTS, faults_at_all_widths


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FilledServer]:
    """A server with something of everything."""
    filled = fill_server(tmp_path_factory.mktemp("filled"))
    yield filled
    filled.server.kill()


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.name)
def test_a_page_can_be_read(
    filled: FilledServer, page: Page, expected_errors: list[str], state: PageState
):
    # A report in its frame has no storage; what a busy machine reads too late is asked for again.
    expected_errors += [*state.errors, "localStorage", "503"]
    with state.during(filled.server) as more:
        state.open(page, filled.address(state.address, **more))
        found = faults_at_all_widths(page)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("name", ["runs", "games", "games-run"])
def test_a_list_shows_all_its_columns_on_a_desk(filled: FilledServer, page: Page, name: str):
    """What may scroll sideways is no fault of a layout, but buttons of a row should be seen."""
    [state] = [state for state in STATES if state.name == name]
    state.open(page, filled.address(state.address))
    for width in (1024, 1280, 1920):
        page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
        tables = page.locator("main .scroll")
        assert tables.count()
        beyond = tables.evaluate_all("all => all.map((one) => one.scrollWidth - one.clientWidth)")
        assert max(beyond) <= 0, width
