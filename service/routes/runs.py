"""Runs of the database: list, read, tables, report, compare, delete."""

from functools import cache, partial
from importlib import resources
from typing import Annotated, Literal

import msgspec
from litestar import MediaType, Response, delete, get
from litestar.di import NamedDependency
from litestar.params import PathParameter, QueryParameter

from ...results import Store
from ..data.runs import compared_values, found_run, listed_runs, run_values, table_rows
from ..data.wanted import in_turn
from ..guard.headers import report_policy
from ..shared.answered import AnyRequest, ReadAnswer, answered
from ..shared.asked import Limit, Offset, RunName
from ..shared.shared import Shared

RunQuery = Annotated[str, QueryParameter(max_length=200, description="A run, as above.")]
Theme = Annotated[
    Literal["light", "dark"] | None,
    QueryParameter(description="Light or dark; otherwise as the reader's system is."),
]
PAGE_FRESH = 300.0
"""Seconds for which a page is given again while the file has not changed: making one takes some."""
DELETE_SECONDS = 10.0
"""For which a delete waits for the file."""


class Deleted(msgspec.Struct, kw_only=True):
    """What was deleted."""

    run: str
    rows: int


@get("/runs", tags=["runs"])
async def list_runs(
    request: AnyRequest,
    shared: NamedDependency[Shared],
    kind: Annotated[str | None, QueryParameter(description="Only runs of this kind.")] = None,
    status: Annotated[
        str | None, QueryParameter(description="running, finished, interrupted or failed.")
    ] = None,
    text: Annotated[
        str,
        QueryParameter(
            max_length=200,
            description="Words: each is part of an identifier, setup, agent or rule.",
        ),
    ] = "",
    said: Annotated[
        bool, QueryParameter(description="With what each has found, in sentences.")
    ] = False,
    offset: Offset = 0,
    limit: Limit = 50,
) -> Response[ReadAnswer]:
    """List the runs, the latest first, each with a title for people."""
    wanted = {"kind": kind, "status": status, "text": text, "said": said}
    ask = partial(listed_runs, **wanted, offset=offset, limit=limit)
    key = ("runs", kind, status, text, said, offset, limit)
    return answered(request, await shared.answers.get(key, ask))


@get("/compare", tags=["runs"])
async def compare(
    request: AnyRequest, shared: NamedDependency[Shared], one: RunQuery, other: RunQuery
) -> Response[ReadAnswer]:
    """Compare two finished runs of one kind: what differs beyond noise."""
    ask = partial(compared_values, one=one, other=other)
    return answered(request, await shared.answers.get(("compare", one, other), ask))


@get("/compare/page", tags=["runs"], media_type=MediaType.HTML)
async def compare_page(
    shared: NamedDependency[Shared], one: RunQuery, other: RunQuery, theme: Theme = None
) -> Response[bytes]:
    """Return two runs side by side as a page."""
    return await _page(shared, "comparison", {"one": one, "other": other}, theme)


@get("/runs/{run:str}", tags=["runs"])
async def read_run(
    request: AnyRequest, shared: NamedDependency[Shared], run: RunName
) -> Response[ReadAnswer]:
    """Return all about a run: how it was run, its rows by table, and what it found."""
    ask = partial(run_values, wanted=run)
    return answered(request, await shared.answers.get(("run", run), ask))


@get("/runs/{run:str}/tables/{table:str}", tags=["runs"])
async def read_table(
    request: AnyRequest,
    shared: NamedDependency[Shared],
    run: RunName,
    table: Annotated[str, PathParameter(max_length=100)],
    offset: Offset = 0,
    limit: Limit = 50,
) -> Response[ReadAnswer]:
    """Return rows of one of a run's tables."""
    ask = partial(table_rows, wanted=run, name=table, offset=offset, limit=limit)
    key = ("table", run, table, offset, limit)
    return answered(request, await shared.answers.get(key, ask))


@get("/runs/{run:str}/report", tags=["runs"], media_type=MediaType.HTML)
async def report_page(
    shared: NamedDependency[Shared], run: RunName, theme: Theme = None
) -> Response[bytes]:
    """Return the report of a run: a page that needs nothing else."""
    return await _page(shared, "report", {"run": run}, theme)


@delete("/runs/{run:str}", status_code=200, tags=["runs"])
async def delete_run(request: AnyRequest, shared: NamedDependency[Shared], run: RunName) -> Deleted:
    """Delete a run with all its rows; one that is under way is refused."""

    def deleted() -> Deleted:
        store = Store(
            shared.settings.db,
            create=False,
            reader_timeout=DELETE_SECONDS,
            writer_timeout=DELETE_SECONDS,
        )
        found = found_run(store, run).run
        return Deleted(run=found, rows=sum(store.delete_runs([found]).rows.values()))

    done = await in_turn(request, shared.deletes, deleted)
    shared.answers.forget()
    return done


async def _page(
    shared: Shared, name: str, asked: dict[str, str], theme: str | None
) -> Response[bytes]:
    """Return a page that a process of its own makes."""
    limits, settings = shared.settings.limits, shared.settings
    given = asked | {"db": str(settings.db), "timeout": limits.lock_seconds}
    for run in asked.values():
        await shared.answers.get(
            ("run name", run), lambda store, run=run: found_run(store, run).run
        )

    def make() -> bytes:
        return shared.pages.call(name, given, seconds=limits.page_seconds).encode()

    answer = await shared.answers.made(
        (name, *asked.values()), make, limits.page_seconds, fresh=PAGE_FRESH
    )
    themed = b'<html data-theme="%b"' % theme.encode() if theme else b"<html"
    return Response(
        answer.body.replace(b"<html", themed, 1),
        media_type=MediaType.HTML,
        headers={"etag": answer.etag, "content-security-policy": _report_policy()},
    )


@cache
def _report_policy() -> str:
    assets = resources.files("conquest_opt.results.page") / "assets"
    return report_policy(f"\n{(assets / 'page.js').read_text(encoding='utf-8')}")


HANDLERS = (
    list_runs,
    compare,
    compare_page,
    read_run,
    read_table,
    report_page,
    delete_run,
)
