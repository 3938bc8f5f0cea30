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
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import uvicorn

from ..engine.reading.input_error import InputError
from .app import create_app
from .common.settings import ServiceSettings

GRACE_SECONDS: Final = 2
"""For answers under way once the server is asked to end; event streams are cut."""


class ServiceError(InputError):
    """The service cannot start; the message says what would be right."""


def serve(settings: ServiceSettings, on_start: Callable[[str], object]) -> None:
    """Serve until a signal ends it; `on_start` is given the address once it can be asked."""
    with _only_server(settings.queue), _listening(settings) as listening:
        port = listening.getsockname()[1]
        server = uvicorn.Server(
            uvicorn.Config(
                create_app(settings),
                access_log=False,
                log_level="warning",
                server_header=False,
                timeout_graceful_shutdown=GRACE_SECONDS,
                timeout_keep_alive=30,
                http="h11",
                # Longer addresses than its 64 kB are ours to refuse: h11 would cut the connection.
                h11_max_incomplete_event_size=settings.limits.body_bytes,
                lifespan="on",
            )
        )
        logging.getLogger("uvicorn.error").addFilter(_is_no_cut_stream)
        # Uvicorn raises the signals that it caught once more when it has ended: not to kill us.
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: None)
        on_start(f"http://{_shown(settings.host)}:{port}/")
        server.run(sockets=[listening])


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
        listening.listen(2048)
        yield listening


@contextmanager
def _only_server(queue: Path) -> Iterator[None]:
    """Refuse a second server for the same jobs: the lock goes with the process, however it ends."""
    path = queue.with_suffix(".lock")
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
