"""Errors as problem documents (RFC 9457), with the sentences of the command line.

Sentences name settings as clients send them (`race_games`). An error that knows its field says it
in `errors`, with the sentence as forms have it.
"""

import errno
import logging
from http import HTTPStatus
from typing import Any, Final

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException

from ...api.forms import as_label
from ...engine.reading.input_error import InputError, as_setting
from ...results.database.errors import DatabaseBusy, NoDatabase, QueryError, StoreError

LOG: Final = logging.getLogger(__name__)
PROBLEM: Final = "application/problem+json"
RETRY_SECONDS: Final = 2
"""After which a client had better ask again where the database was locked."""

FULL: Final = "the disk is full; free some space, then ask again"
_FULL_WORDS: Final = ("disk is full", "no space left")
"""What SQLite and DuckDB say."""


class FieldFault(msgspec.Struct, frozen=True, kw_only=True):
    """What is wrong with a field."""

    field: str
    text: str
    """The sentence, with the names of fields as forms have them."""


class Problem(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A problem document."""

    title: str
    status: int
    detail: str
    """What was wrong, and what would be right."""
    type: str = "about:blank"
    errors: list[FieldFault] | None = None
    """What is wrong with single fields."""


class Refusal(Exception):
    """An answer that is a problem."""

    def __init__(self, status: int, detail: str) -> None:
        super().__init__(status, detail)  # which pickle gives back
        self.status, self.detail = status, detail


def problem(status: int, detail: str, errors: list[FieldFault] | None = None) -> Problem:
    """Return the problem document of a status."""
    return Problem(
        title=HTTPStatus(status).phrase, status=status, detail=detail, errors=errors or None
    )


def problem_of(error: Exception) -> Problem:
    """Return what is wrong, as a problem document."""
    match error:
        case Refusal():
            return problem(error.status, error.detail)
        case HTTPException():
            return problem(error.status_code, error.detail or str(error), _of_values(error.extra))
        case OSError(errno=errno.ENOSPC | errno.EDQUOT):
            return problem(507, FULL)
        case StoreError() if any(words in str(error).lower() for words in _FULL_WORDS):
            return problem(507, f"{FULL}: {error}")
        case NoDatabase():
            return problem(404, str(error))
        case DatabaseBusy():
            return problem(503, str(error))
        case QueryError():
            return problem(400, str(error))
        case InputError():
            known = error.field and FieldFault(field=error.field, text=error.spelled(as_label))
            return problem(422, error.spelled(as_setting), [known] if known else None)
        case StoreError() | msgspec.ValidationError():
            return problem(422, str(error))
        case _:
            LOG.error("an answer failed", exc_info=error)
            return problem(500, "an internal error; the server's log says more")


def _of_values(extra: Any) -> list[FieldFault]:
    """Return what is wrong with the values of a request that were not understood."""
    return [
        FieldFault(field=str(one.get("key", "")), text=str(one.get("message", "")))
        for one in (extra if isinstance(extra, list) else [])
        if isinstance(one, dict)
    ]


def problem_response(_: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """Return the answer to a request that failed."""
    found = problem_of(error)
    headers = {"retry-after": str(RETRY_SECONDS)} if found.status == 503 else {}
    headers |= getattr(error, "headers", None) or {}
    return Response(found, status_code=found.status, media_type=PROBLEM, headers=headers)
