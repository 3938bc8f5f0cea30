"""SQL that people write: it can change nothing, and is bounded in time, memory and rows."""

import threading
import time
from typing import Annotated, Any, Literal

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, QueryParameter

from ...results.database.errors import QueryError
from ...results.questions.saved_queries import SavedQuery, saved_queries
from ...results.store.document import relations
from ..data.wanted import while_wanted
from ..shared.answered import AnyRequest
from ..shared.shared import Shared

QueryLimit = Annotated[int, QueryParameter(ge=1, le=10_000, description="Rows at most.")]
SqlText = Annotated[
    str,
    QueryParameter(
        name="query", min_length=1, max_length=20_000, description="A query in DuckDB's dialect."
    ),
]


class SqlQuery(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A query."""

    query: Annotated[str, msgspec.Meta(min_length=1, max_length=100_000)]
    limit: Annotated[int, msgspec.Meta(ge=1, le=10_000)] = 1000


class SqlResult(msgspec.Struct, kw_only=True):
    """The rows of a query."""

    columns: list[dict[str, str]]
    """Names and types."""
    rows: list[list[Any]]
    cut: bool
    """Whether there are more rows than were asked for."""
    seconds: float


@get("/sql", tags=["sql"])
async def ask_by_address(
    request: AnyRequest, shared: NamedDependency[Shared], sql: SqlText, limit: QueryLimit = 1000
) -> SqlResult:
    """Ask the database; the query stands in the address, which can be shared."""
    return await _asked(request, shared, sql, limit)


@post("/sql", status_code=200, tags=["sql"])
async def ask(
    request: AnyRequest, shared: NamedDependency[Shared], data: JSONBody[SqlQuery]
) -> SqlResult:
    """Ask the database."""
    return await _asked(request, shared, data.query, data.limit)


@get("/sql/download", tags=["sql"], media_type="application/octet-stream")
async def download(
    request: AnyRequest,
    shared: NamedDependency[Shared],
    sql: SqlText,
    form: Annotated[
        Literal["csv", "parquet"], QueryParameter(name="format", description="csv or parquet.")
    ] = "csv",
) -> Response[bytes]:
    """Return the rows of a query as a file."""
    body = await _call(request, shared, sql, shared.settings.limits.download_rows, form)
    kind = "text/csv" if form == "csv" else "application/vnd.apache.parquet"
    name = {"content-disposition": f'attachment; filename="result.{form}"'}
    return Response(body, media_type=kind, headers=name)


@get("/sql/schema", sync_to_thread=True, tags=["sql"])
def schema() -> list[dict[str, Any]]:
    """List the tables and views with their columns, each explained."""
    return [relation.to_dict() for relation in relations()]


@get("/sql/saved", sync_to_thread=False, tags=["sql"])
def saved() -> list[SavedQuery]:
    """List the common questions: name, title, what the answer is, and the SQL."""
    return list(saved_queries())


async def _asked(request: AnyRequest, shared: Shared, query: str, limit: int) -> SqlResult:
    began, most = time.monotonic(), shared.settings.limits.sql_rows
    found = await _call(request, shared, query, min(limit, most), "json")
    rows = {"rows": msgspec.Raw(found["rows"])}
    return SqlResult(**found | rows, seconds=round(time.monotonic() - began, 3))


async def _call(request: AnyRequest, shared: Shared, query: str, rows: int, form: str) -> Any:
    """Return the rows; a client that goes away ends its query."""
    if not query.strip(" \n\t;"):
        raise QueryError("an empty query; try FROM run_summary")
    limits = shared.settings.limits
    given = {
        "db": str(shared.settings.db),
        "sql": query,
        "rows": rows,
        "most_bytes": limits.sql_bytes,
        "memory": limits.sql_memory,
        "timeout": limits.lock_seconds,
        "form": form,
    }

    def call(given_up: threading.Event) -> Any:
        return shared.queries.call("query", given, seconds=limits.sql_seconds, given_up=given_up)

    return await while_wanted(request, call)


HANDLERS = (ask_by_address, ask, download, schema, saved)
