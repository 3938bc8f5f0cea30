"""Starts the service: its address, a token where one is needed, signals.

serve(ServiceSettings(db=Path("conquest.duckdb"), port=0), on_start=print)
"""

import asyncio
import errno
import fcntl
import logging
import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from types import FrameType
from typing import Final, cast

import uvicorn

from ..engine.reading.input_error import InputError
from ..results.database.connection import writes_under_way
from .app import create_app
from .bounded_log import bound_log
from .common.allocator import give_memory_back
from .common.settings import ServiceSettings
from .connections import ACCEPTED_AT_ONCE, LimitedConnection, Room

GRACE_SECONDS: Final = 2
"""For answers under way once the server is asked to end; event streams are cut."""
WRITING_SECONDS: Final = 8.0
"""For rows that are being written after that."""
WAITING_CONNECTIONS: Final = 2048
"""That have not been accepted yet."""
_GLANCE: Final = 0.05


class ServiceError(InputError):
    """The service cannot start; the message says what would be right."""


def serve(settings: ServiceSettings, on_start: Callable[[str], object]) -> None:
    """Serve until a signal ends it; `on_start` is given the address once it can be asked."""
    give_memory_back()
    with _only_server(settings), _listening(settings) as listening:
        port = listening.getsockname()[1]
        server = _Server(
            uvicorn.Config(
                create_app(settings),
                access_log=False,
                log_config=None,
                log_level="warning",
                backlog=ACCEPTED_AT_ONCE,
                server_header=False,
                timeout_graceful_shutdown=GRACE_SECONDS,
                timeout_keep_alive=30,
                http=_protocol(Room(settings.limits)),
                # Longer addresses than its 64 kB are ours to refuse: h11 would cut the connection.
                h11_max_incomplete_event_size=settings.limits.body_bytes,
                lifespan="on",
            )
        )
        bound_log()
        logging.getLogger("uvicorn.error").addFilter(_is_no_cut_stream)
        _end_by_signals(server)
        on_start(f"http://{_shown(settings.host)}:{port}/")
        asyncio.run(_answer(server, listening))
        _end_writing()


def _end_by_signals(server: uvicorn.Server) -> None:
    """Have signals end a server that has not begun yet, or has ended: in between it sees to them.

    It raises those that it caught once more when it has ended, which is not to kill the process.
    """

    def end(_number: int, _frame: FrameType | None) -> None:
        server.should_exit = True

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, end)


class _Server(uvicorn.Server):
    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer; more connections wait than are accepted at once."""
        await super().startup(sockets)
        for listening in sockets or ():
            listening.listen(WAITING_CONNECTIONS)


def _protocol(room: Room) -> type[asyncio.Protocol]:
    return cast("type[asyncio.Protocol]", partial(LimitedConnection, room=room))


async def _answer(server: uvicorn.Server, listening: socket.socket) -> None:
    asyncio.get_running_loop().set_default_executor(_Answering(thread_name_prefix="answer"))
    await server.serve(sockets=[listening])


class _Answering(ThreadPoolExecutor):
    """Threads of answers; once the server has ended nobody waits for those under way."""

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Begin no more; asyncio would wait for the last of them, however long it takes."""
        super().shutdown(wait=False, cancel_futures=True)


def _end_writing() -> None:
    """Let writes of answers come to their end, such as the deletion of a run; within a time."""
    until = time.monotonic() + WRITING_SECONDS
    while writes_under_way() and time.monotonic() < until:
        time.sleep(_GLANCE)


def _is_no_cut_stream(record: logging.LogRecord) -> bool:
    """Return whether a line of the log is about more than a stream that was cut at the end."""
    return not (record.exc_info and isinstance(record.exc_info[1], asyncio.CancelledError))


@contextmanager
def _listening(settings: ServiceSettings) -> Iterator[socket.socket]:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # Named as TCP, its connections send at once: without that every answer waited 40 ms for an ACK.
    with socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((settings.host, settings.port))
        except OSError as error:
            where = f"{settings.host}, port {settings.port}"
            if error.errno == errno.EADDRINUSE:
                raise ServiceError(
                    f"{where} is in use by another program; --port {settings.port + 1} takes "
                    "another, --port 0 any that is free"
                ) from None
            raise ServiceError(f"{where}: {error.strerror or error}") from None
        listening.listen(WAITING_CONNECTIONS)
        yield listening


@contextmanager
def _only_server(settings: ServiceSettings) -> Iterator[None]:
    """Refuse a second server for the same jobs: the lock goes with the process, however it ends.

    Links lead to one lock. A second name of the file itself (a hard link) does not, so there none
    may be: DuckDB's log and our queue stand beside a name.
    """
    path = settings.lock
    if settings.db.exists() and (names := settings.db.stat().st_nlink - 1):
        raise ServiceError(
            f"{settings.db} has {names} more name{'s' if names > 1 else ''} (hard links), by which "
            "another server would not see this one; copy the file, and serve the copy"
        )
    try:
        file = path.open("a+", encoding="utf-8")
    except OSError as error:
        raise ServiceError(f"{path}: {error.strerror}") from None
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.seek(0)
            other = file.read().strip() or "another process"
            raise ServiceError(f"process {other} serves this database already") from None
        file.truncate(0)
        file.write(str(os.getpid()))
        file.flush()
        yield


def _shown(host: str) -> str:
    return f"[{host}]" if ":" in host else host
