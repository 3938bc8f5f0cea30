"""Paths of addresses: what is none, and where a browser is sent once it has its cookie."""

import re
from typing import Final
from urllib.parse import quote

_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f]")
_PLAIN: Final = "/!$&'()*+,;=:@"
"""What stands in a path as it is, beside letters, digits and -._~."""


def path_fault(path: str) -> str | None:
    """Return what is wrong with a path, in which %0d%0a and others have been resolved."""
    if found := _CONTROL.search(path):
        return f"the path has a control character, %{ord(found[0]):02X}, which no address here has"
    return None


def own_address(path: str) -> str:
    """Return the address of a path of this server.

    `//host` would be another server's, and browsers read `\\` as `/` and leave tabs out.
    """
    return "/" + quote(path.lstrip("/\\"), safe=_PLAIN)
