"""HEAD: answered wherever GET is, as GET is, without the body.

Routes know of GET alone. A stream of events is not begun (`shared/event_stream`).
"""

from collections.abc import Mapping
from typing import Any, Final

_HEAD: Final = "conquest_opt.head"
"""In the scope of a request that is answered as GET."""


def as_get(scope: Mapping[str, Any]) -> dict[str, Any]:
    """Return the same request as GET, which `asks_for_head` tells from others."""
    return {**scope, "method": "GET", _HEAD: True}


def asks_for_head(scope: Mapping[str, Any]) -> bool:
    """Return whether the answer is to have no body."""
    return _HEAD in scope


def without_body(send: Any) -> Any:
    """Return what sends an answer, with its end in place of the body."""
    ended = False

    async def sending(message: Any) -> None:
        nonlocal ended
        if message["type"] == "http.response.start":
            await send(message)
        elif not ended:
            ended = True
            await send({"type": "http.response.body", "body": b""})

    return sending


def with_head(allowed: bytes) -> bytes:
    """Return the methods of an address with HEAD, if GET is one of them."""
    methods = {method.strip() for method in allowed.split(b",")}
    return b", ".join(sorted(methods | {b"HEAD"} if b"GET" in methods else methods))
