"""What is answered to a browser that asks for a page of another site: pages, and no work."""

import pytest
from conquest_opt.service.guard.sites import site_fault

from tests.servers import API

OTHERS = ("cross-site", "same-site")
COSTLY = (
    "/setups/maximal?set=limits.points=2001",
    "/setups",
    "/sql?query=SELECT 1",
    "/sql/download?query=SELECT 1",
    "/runs",
    "/runs/latest/report",
    "/rules/check",
    "/state",
)


@pytest.mark.parametrize("site", OTHERS)
@pytest.mark.parametrize("path", COSTLY)
def test_nothing_of_the_api_is_done_for_a_page_of_another_site(client, site: str, path: str):
    answer = client.get(f"{API}{path}", headers={"sec-fetch-site": site})
    assert answer.status_code == 403
    assert answer.headers["content-type"] == "application/problem+json"
    assert "another site (Sec-Fetch-Site)" in answer.json()["detail"]


@pytest.mark.parametrize("path", ["//api/v1/state", "/api//v1//state", "/api/v1/state/"])
def test_slashes_do_not_hide_an_address(path: str):
    assert site_fault(path, {"sec-fetch-site": "cross-site"})
    assert site_fault(path, {}) is None


@pytest.mark.parametrize("headers", [{}, *({"sec-fetch-site": s} for s in ("none", "same-origin"))])
def test_our_own_pages_typed_addresses_and_programs_are_answered(client, headers):
    for path in ("/state", "/sql?query=SELECT 1", "/rules/check"):
        assert client.get(f"{API}{path}", headers=headers).status_code == 200


@pytest.mark.parametrize("site", OTHERS)
@pytest.mark.parametrize(
    "path",
    ["/", "/setups?list=all&set=limits.points=2001", "/data", f"{API}/", f"{API}/openapi.json"],
)
def test_a_link_elsewhere_leads_to_pages_and_documents(client, site: str, path: str):
    asked = {"sec-fetch-site": site, "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}
    assert client.get(path, headers=asked).status_code == 200
