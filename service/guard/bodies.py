"""Bodies: JSON, said to be JSON, and not nested beyond what anything here has.

A form of another site can send texts that look like JSON, but only as text or as a form; and values
nested by the hundred end in an error of Python wherever they are looked through.
"""

import re
from typing import Any, Final

from litestar import Request

from ...engine.reading.files import DEEPEST
from ..common.problems import Refusal

JSON: Final = "application/json"
_CHARSETS: Final = ("utf-8", "utf8")

_MARKS: Final = re.compile(rb'"(?:[^"\\]++|\\.)*+"?|[\[{]|[\]}]', re.DOTALL)
"""Texts, in which no bracket counts, and brackets."""


async def check_body(request: Request[Any, Any, Any]) -> None:
    """Refuse a body that is not said to be JSON, or is nested too deeply."""
    body = b"" if request.method == "GET" else await request.body()
    if body:
        check_type(*request.content_type)
        check_depth(body)


def check_type(kind: str, options: dict[str, str]) -> None:
    """Refuse another type than JSON in UTF-8."""
    if kind.lower() != JSON:
        said = f"not {kind[:60]}" if kind else "and nothing says what it is"
        raise Refusal(415, f"a body is JSON here, {said}; send content-type: {JSON}")
    charset = options.get("charset", "utf-8")
    if charset.lower() not in _CHARSETS:
        raise Refusal(415, f"JSON is UTF-8, not {charset[:60]}")


def check_depth(text: bytes | str) -> None:
    """Refuse JSON of more levels than `DEEPEST`."""
    depth = 0
    for found in _MARKS.finditer(text.encode(errors="replace") if isinstance(text, str) else text):
        mark = found[0]
        if mark in b"[{":
            depth += 1
            if depth > DEEPEST:
                raise Refusal(
                    400, f"lists or objects in each other, more than {DEEPEST} deep, the limit"
                )
        elif mark in b"]}":
            depth -= 1
