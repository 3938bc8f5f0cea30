"""Answers of the database: with the time they are from, and as an entity that clients may keep."""

from datetime import UTC, datetime
from typing import Any

import msgspec
from litestar import Request, Response

from ..data.answers import Answer

AnyRequest = Request[Any, Any, Any]


class ReadAnswer(msgspec.Struct, kw_only=True):
    """What was read from the database, and when."""

    as_of: str
    """When it was read, in UTC."""
    stale: bool
    """Whether the database was busy, so that this is the last known answer."""
    data: Any


def answered(request: AnyRequest, answer: Answer) -> Response[Any]:
    """Return an answer, or that the client has it already."""
    headers = {"etag": answer.etag}
    if request.headers.get("if-none-match") == answer.etag and not answer.stale:
        return Response(None, status_code=304, headers=headers)
    as_of = datetime.fromtimestamp(answer.as_of, UTC).isoformat(timespec="milliseconds")
    return Response(
        ReadAnswer(as_of=as_of, stale=answer.stale, data=msgspec.Raw(answer.body)), headers=headers
    )
