"""Errors as problem documents (RFC 9457), with the sentences of the command line.

A sentence that names an option (`--race-games`) names the keyword here (`race_games`), as the
Python front door does.
"""

import errno
import logging
from http import HTTPStatus
from typing import Any, Final

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException

from ...api.options import in_python
from ...engine.reading.input_error import InputError
from ...results.database.errors import DatabaseBusy, NoDatabase, QueryError, StoreError

LOG: Final = logging.getLogger(__name__)
PROBLEM: Final = "application/problem+json"
RETRY_SECONDS: Final = 2
"""After which a client had better ask again where the database was locked."""

FULL: Final = "the disk is full; free some space, then ask again"
_FULL_WORDS: Final = ("disk is full", "no space left")
"""What SQLite and DuckDB say."""


class Problem(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A problem document."""

    title: str
    status: int
    detail: str
    """What was wrong, and what would be right."""
    type: str = "about:blank"
    errors: list[Any] | None = None
    """The values that were not understood, each with what was wrong."""


class Refusal(Exception):
    """An answer that is a problem."""

    def __init__(self, status: int, detail: str) -> None:
        super().__init__(status, detail)  # which pickle gives back
        self.status, self.detail = status, detail


def problem(status: int, detail: str, errors: list[Any] | None = None) -> Problem:
    """Return the problem document of a status."""
    return Problem(
        title=HTTPStatus(status).phrase, status=status, detail=in_python(detail), errors=errors
    )


def problem_of(error: Exception) -> Problem:
    """Return what is wrong, as a problem document."""
    match error:
        case Refusal():
            return problem(error.status, error.detail)
        case HTTPException():
            extra = error.extra if isinstance(error.extra, list) else None
            return problem(error.status_code, error.detail or str(error), extra)
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
        case InputError() | StoreError() | msgspec.ValidationError():
            return problem(422, str(error))
        case _:
            LOG.error("an answer failed", exc_info=error)
            return problem(500, "an internal error; the server's log says more")


def problem_response(_: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """Return the answer to a request that failed."""
    found = problem_of(error)
    headers = {"retry-after": str(RETRY_SECONDS)} if found.status == 503 else {}
    headers |= getattr(error, "headers", None) or {}
    return Response(found, status_code=found.status, media_type=PROBLEM, headers=headers)
