"""The Host header, and where a request comes from.

A page of another site can make a browser ask this server: by a name that it lets point here
(rebinding), or by a form. The first is seen in Host, which then has that site's name; an address in
numbers cannot be rebound. The second is seen in Origin and Sec-Fetch-Site, which browsers always
send with posts. Programs other than browsers send neither, and may post.
"""

from collections.abc import Collection, Mapping
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

LOCAL_NAMES: Final = ("localhost",)
SAFE_METHODS: Final = ("GET", "HEAD", "OPTIONS")


def is_loopback(host: str) -> bool:
    """Return whether an address, or a name, is this machine's own."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.lower() in LOCAL_NAMES


def host_fault(host: str, names: Collection[str], *, local: bool) -> str | None:
    """Return what is wrong with a Host header; `local` is a server on loopback."""
    name = _host_name(host)
    if name is None:
        return "the Host header is missing or cannot be read"
    if name in LOCAL_NAMES or name in {known.lower() for known in names}:
        return None
    try:
        address = ip_address(name)
    except ValueError:
        return f"this server does not answer for the name {name!r}; --name NAME makes it do so"
    if local and not address.is_loopback:
        return f"this server answers on loopback only, not for {name}"
    return None


def origin_fault(method: str, headers: Mapping[str, str]) -> str | None:
    """Return why a request from a browser must not be answered: it comes from another site."""
    origin, host = headers.get("origin"), headers.get("host", "")
    if origin is not None and urlsplit(origin).netloc.lower() != host.lower():
        return "the request comes from a page of another site (Origin)"
    site = headers.get("sec-fetch-site", "none")
    if method not in SAFE_METHODS and site not in ("same-origin", "none"):
        return "the request comes from a page of another site (Sec-Fetch-Site)"
    return None


def _host_name(host: str) -> str | None:
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None
