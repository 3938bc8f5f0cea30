"""`while_wanted`: work in a thread that is ended when its client no longer waits for it."""

import asyncio
import threading
from collections.abc import Callable
from typing import Any, TypeVar

import anyio.to_thread
from litestar import Request

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


async def _watch(request: Request[Any, Any, Any], given_up: threading.Event) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass  # the body has been read before, or there is none
    given_up.set()
