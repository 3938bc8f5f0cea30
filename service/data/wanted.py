"""Work in threads that is ended, or not begun, when its client no longer waits for it.

That a client has closed its connection is learnt by receiving from it once more.
"""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Final, TypeVar

import anyio.to_thread
from litestar import Request

from ...results.database.errors import QueryError

GIVEN_UP: Final = "it was given up"

Made = TypeVar("Made")


async def while_wanted(
    request: Request[Any, Any, Any], work: Callable[[threading.Event], Made]
) -> Made:
    """Return what the work returns; its event is set when the client has gone."""
    given_up = threading.Event()
    watch = asyncio.create_task(_watch(request, given_up))
    try:
        return await anyio.to_thread.run_sync(work, given_up)
    finally:
        watch.cancel()


async def unless_gone(request: Request[Any, Any, Any], future: Future[Made]) -> Made:
    """Return what another thread finds; raise as soon as the client has gone, who needs it not."""
    found, gone = asyncio.wrap_future(future), threading.Event()
    found.add_done_callback(lambda done: done.cancelled() or done.exception())  # seen, if gone
    watch = asyncio.create_task(_watch(request, gone))
    try:
        await asyncio.wait({found, watch}, return_when=asyncio.FIRST_COMPLETED)
        if not found.done():
            raise QueryError(GIVEN_UP)
        return found.result()
    finally:
        watch.cancel()


async def in_turn(
    request: Request[Any, Any, Any], threads: ThreadPoolExecutor, work: Callable[[], Made]
) -> Made:
    """Return what work returns, done by one of some threads; not begun if the client has gone."""
    future = threads.submit(work)
    try:
        return await unless_gone(request, future)
    finally:
        future.cancel()


async def _watch(request: Request[Any, Any, Any], given_up: threading.Event) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass  # the body has been read before, or there is none
    given_up.set()
