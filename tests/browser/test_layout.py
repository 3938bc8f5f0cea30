"""Every page in every state, with data: it can be read at every width, in light and in dark."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from tests.browser.every_page import STATES, PageState
from tests.browser.filled import FilledServer, fill_server
from tests.browser.layout import faults_at_all_widths


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
