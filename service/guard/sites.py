"""What a browser may ask for a page of another site: pages, and the documents of the API.

A page anywhere can make a browser that stands beside this server ask it, by an image or a link: it
cannot read the answer, but the answer costs all the same, such as setups that are enumerated or a
query. Browsers say in Sec-Fetch-Site where a request comes from, and a page of this server on
another port is another's too. So nothing of the API is answered to other sites but what describes
it. Addresses of pages are links that may stand anywhere; the page then asks for itself.
"""

from collections.abc import Mapping
from typing import Final

from ..common.settings import API_PREFIX

OWN_SITE: Final = ("same-origin", "none")
"""Our own pages; addresses that were typed, and bookmarks. Programs send nothing."""

DOCUMENTS: Final = ("", "openapi.json")
"""What the API has for every site: the same for everyone, from no data."""


def site_fault(path: str, headers: Mapping[str, str]) -> str | None:
    """Return why a request of any method must not be answered: another site has it asked."""
    if headers.get("sec-fetch-site", "none") in OWN_SITE:
        return None
    parts = f"/{'/'.join(filter(None, path.split('/')))}/"  # a doubled slash leads there too
    if not parts.startswith(f"{API_PREFIX}/"):
        return None
    if parts.removeprefix(API_PREFIX).strip("/") in DOCUMENTS:
        return None
    return (
        "the request comes from a page of another site (Sec-Fetch-Site); open a page of this "
        "server, or type the address"
    )
