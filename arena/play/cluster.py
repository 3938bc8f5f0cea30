"""Games on the machines of a Dask cluster.

The scheduler hands chunks of about a second to workers. When a worker is lost, its chunks are
played again elsewhere; since a game is a function of its index, they end as they would have. Only
this process writes to the database.
"""

import contextlib
import logging
import queue
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, wait
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec

from ...results.page.words import plural
from .errors import ArenaError
from .fingerprint import fingerprint
from .player import GameResult, Keep
from .programme import Programme
from .schedule import Schedule
from .worker import pack, play_chunk, warm

CHUNK = 1.0
"""Seconds of play in a chunk."""

GRACE = 0.8
"""Seconds that chunks under way have to end once a run is stopped."""

_AHEAD = 2
"""Chunks at hand for each thread of the cluster."""

_TRIES = 5
"""Times that a chunk may take its workers with it."""

_LISTEN, _ANSWER, _CONNECT = 3, 5, 10
"""Seconds to wait for anything at the address, for the scheduler, and for its first worker."""

_SCHEMES = ("tcp", "tls", "ws", "wss")

_EXAMPLE = "tcp://host:8786"

_abandoned: list[Any] = []
"""Attempts to connect that failed: the library waits for up to a minute when they are let go."""

_AWAKE = 0.1

_LOST = "the connection with the cluster's scheduler was lost"


class Cluster:
    """Plays the games of a schedule on a cluster: `tcp://host:8786`, or a scheduler file."""

    engines = ()
    """Other programs are started on this machine alone."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._client: Any = _connect(address)
        self.width = sum(self._client.nthreads().values())

    def __str__(self) -> str:
        return f"{plural(self.width, 'thread')} of {self.address}"

    def play(
        self,
        schedule: Schedule | Programme,
        games: Sequence[int],
        keep: Keep,
        stop: threading.Event,
    ) -> Iterator[list[GameResult]]:
        """Yield results as they come, in any order; an empty list when nothing came for a while."""
        packed = pack(schedule, keep)
        warming: Future[dict[str, Any]] = Future()
        threading.Thread(target=self._warm, args=(packed, warming), daemon=True).start()
        while not warming.done():  # compiling takes a while, and may be stopped
            wait([warming], _AWAKE)
            yield []
            if stop.is_set():
                return
        self._check(warming.result())
        chunks = _Chunks(self._client, packed, games)
        try:
            yield from chunks.results(self, stop)
        except OSError as error:
            raise ArenaError(f"{_LOST}: {error}") from None
        finally:
            chunks.cancel()

    def threads(self) -> int:
        """Return how many threads the cluster has now."""
        self.width = sum(self._client.nthreads().values()) or self.width
        return self.width

    def close(self) -> None:
        """Leave the cluster, which keeps running."""
        with contextlib.suppress(TimeoutError):  # a busy machine: the connection ends with us
            self._client.close(timeout=0.3)

    def _warm(self, packed: bytes, warming: "Future[dict[str, Any]]") -> None:
        """Have every worker ready; hand over what they answer."""
        try:
            warming.set_result(self._client.run(warm, packed, on_error="return"))
        except Exception as error:
            problem = ArenaError(f"the workers of {self.address} do not answer: {error}")
            warming.set_exception(problem)

    def _check(self, answers: dict[str, Any]) -> None:
        """Check that all workers run this software."""
        own = fingerprint()
        for worker, answer in answers.items():
            if isinstance(answer, ModuleNotFoundError | ImportError | AttributeError):
                raise ArenaError(f"worker {worker} lacks this conquest-opt: {answer}")
            if isinstance(answer, OSError):
                continue  # lost on the way; its chunks will go elsewhere
            if isinstance(answer, BaseException):
                raise ArenaError(f"worker {worker}: {answer}")
            if answer != own:
                raise ArenaError(f"worker {worker} has {answer}; it needs {own}")


class _Chunks:
    """The chunks of one run: which are under way, which games are still to be given out."""

    def __init__(self, client: Any, packed: bytes, games: Sequence[int]) -> None:
        self._client, self._packed, self._games = client, packed, games
        self._next = 0
        self._under_way: dict[Any, tuple[list[int], int]] = {}
        """Futures with their games and how often these were tried."""
        self._ended: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._played, self._seconds = 0, 0.0

    def results(self, cluster: Cluster, stop: threading.Event) -> Iterator[list[GameResult]]:
        """Yield results until all games are played, or the grace after a stop is over."""
        end = None
        looked, threads = 0.0, cluster.width
        while True:
            if self._client.status != "running":  # what is given out from now on never ends
                raise ArenaError(_LOST)
            if not stop.is_set():
                if time.monotonic() - looked > 1:
                    looked, threads = time.monotonic(), cluster.threads()
                while len(self._under_way) < _AHEAD * threads and self._next < len(self._games):
                    self._submit(self._take_games())
            elif end is None:
                end = time.monotonic() + GRACE
            if not self._under_way or (end is not None and time.monotonic() > end):
                return
            yield self._collect()

    def cancel(self) -> None:
        """Call back what is under way."""
        if self._under_way and self._client.status == "running":
            with contextlib.suppress(OSError):
                self._client.cancel(list(self._under_way), force=True)

    def _take_games(self) -> list[int]:
        """Return the games of the next chunk: about a second's, two until games are known."""
        size = 2
        if self._played:
            size = max(1, round(CHUNK * self._played / max(self._seconds, 1e-6)))
        left = len(self._games) - self._next
        size = min(size, 1000, left)
        self._next += size
        return list(self._games[self._next - size : self._next])

    def _submit(self, games: list[int], tries: int = 1) -> None:
        future = self._client.submit(
            play_chunk, self._packed, fingerprint(), games, pure=False, retries=0
        )
        self._under_way[future] = games, tries
        future.add_done_callback(self._ended.put)

    def _collect(self) -> list[GameResult]:
        """Return the results of a chunk that has ended; nothing if none has for a moment."""
        try:
            future = self._ended.get(timeout=_AWAKE)
        except queue.Empty:
            return []
        if future not in self._under_way:
            return []
        games, tries = self._under_way[future]
        try:
            results: list[GameResult] = future.result(timeout=1)
        except TimeoutError:  # its worker was lost with the result, which is being made again
            self._ended.put(future)
            return []
        except (ArenaError, OSError):  # the latter: no scheduler
            raise
        except Exception as error:
            return self._again(future, games, tries, error)
        del self._under_way[future]
        self._played += len(results)
        self._seconds += sum(result.duration for result in results)
        return results

    def _again(
        self, future: Any, games: list[int], tries: int, error: Exception
    ) -> list[GameResult]:
        """Give a chunk out again whose workers were lost; other errors end the run."""
        del self._under_way[future]
        if type(error).__name__ == "KilledWorker" and tries < _TRIES:
            self._submit(games, tries + 1)
            return []
        if self._client.status != "running":
            raise ArenaError(_LOST) from None
        raise ArenaError(f"games {games[0]} to {games[-1]} failed on a worker: {error}") from None


def _connect(address: str) -> Any:
    """Return a client of the scheduler at an address or in a file."""
    try:
        from distributed import Client  # noqa: PLC0415  (an optional extra)
    except ImportError:
        raise ArenaError(
            "a cluster needs Dask: pip install 'conquest-opt[cluster]' brings it"
        ) from None
    _silence_library()
    scheduler = address if "://" in address else _address_in(Path(address))
    _check_listening(scheduler)
    connecting: Future[Any] = Future()
    make = partial(Client, scheduler, timeout=_ANSWER, set_as_default=False)
    threading.Thread(target=_fulfil, args=(connecting, make), daemon=True).start()
    try:
        client = connecting.result(_ANSWER)
    except Exception:  # whatever the library makes of an answer that is none, or of silence
        _abandoned.append(connecting)
        raise ArenaError(f"what listens at {address} does not answer as a scheduler does") from None
    try:
        client.wait_for_workers(1, timeout=_CONNECT)
    except TimeoutError:
        client.close()
        raise ArenaError(
            f"the scheduler at {address} has no workers; dask worker {address} starts one"
        ) from None
    _check_dask(client)
    return client


def _silence_library() -> None:
    """Have the library log nothing; errors are reported by us. Its loggers have own levels."""
    for name in ("distributed", "tornado", "asyncio", *logging.root.manager.loggerDict):
        if name.partition(".")[0] in ("distributed", "tornado", "asyncio"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def _fulfil(future: "Future[Any]", make: Callable[[], Any]) -> None:
    try:
        future.set_result(make())
    except BaseException as error:  # raised again where it is waited for
        future.set_exception(error)


def _address_in(file: Path) -> str:
    """Return the address that a scheduler file gives."""
    try:
        entry = msgspec.json.decode(file.read_bytes(), type=_SchedulerFile)
    except OSError:
        raise ArenaError(
            f"{str(file)!r} is neither an address such as {_EXAMPLE} nor a scheduler file"
        ) from None
    except msgspec.MsgspecError:
        raise ArenaError(f"{file} is no scheduler file: dask scheduler writes one") from None
    return entry.address


class _SchedulerFile(msgspec.Struct):
    """What is needed of a scheduler file."""

    address: str


def _check_listening(address: str) -> None:
    """Refuse an address at which nothing listens; the library takes up to a minute to say so."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
    except ValueError:
        parts, host, port = urlsplit(""), None, None
    if parts.scheme not in _SCHEMES or not host or not port:
        raise ArenaError(f"no scheduler answers at {address}: an address is such as {_EXAMPLE}")
    try:
        socket.create_connection((host, port), timeout=_LISTEN).close()
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or error
        raise ArenaError(f"no scheduler answers at {address}: {why}") from None


def _check_dask(client: Any) -> None:
    """Refuse a scheduler of another version of Dask, with which all kinds of things go wrong."""
    versions = client.get_versions()
    ours, theirs = (versions[side]["packages"]["distributed"] for side in ("client", "scheduler"))
    if ours != theirs:
        client.close()
        raise ArenaError(f"the scheduler has Dask {theirs}, here it is {ours}; they must be equal")
