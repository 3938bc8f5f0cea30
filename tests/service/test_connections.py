"""Connections of a real server: any number that are idle, slow heads and bodies, and its log."""

import resource
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest
from conquest_opt.service.common.settings import ServiceLimits

from tests.servers import API, Server
from tests.service.board import GAMES, begin, post, texts

pytestmark = pytest.mark.slow

FILES = 1024
"""That a server may have open in these tests, as on most machines."""
FEW_FILES = ("sh", "-c", f'ulimit -n {FILES}; exec "$@"', "sh")
MOST_LOG = 100_000
"""Bytes."""
HANGS = 120.0


@contextmanager
def many_files() -> Iterator[None]:
    """Let this process have all files that it may have."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (before[1], before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


def connected(server: Server, stack: ExitStack, *, sends: bytes = b"") -> socket.socket:
    """Return a connection, which is closed with the stack."""
    address = "127.0.0.1", server.port
    opened = stack.enter_context(socket.create_connection(address, timeout=HANGS))
    opened.sendall(sends)
    return opened


def until_closed(opened: socket.socket) -> bytes:
    """Return what a server says until it closes a connection."""
    said = b""
    try:
        while part := opened.recv(65536):
            said += part
    except ConnectionResetError:
        pass
    return said


def answers(server: Server) -> bool:
    """Return whether a client that comes now is answered, on one connection and on new ones."""
    with httpx.Client(base_url=f"{server.url}{API}", timeout=HANGS) as client:
        kept = [client.get("/state").status_code for _ in range(3)]
    return {*kept, *(server.get("/rules/check").status_code for _ in range(3))} == {200}


@pytest.mark.parametrize("number", [1300, 5000])
def test_idle_connections_give_way_to_who_asks(start, number: int):
    if resource.getrlimit(resource.RLIMIT_NOFILE)[1] < number + 200:
        pytest.skip("this process may not have so many files")
    server: Server = start(starter=FEW_FILES)
    with (
        many_files(),
        ExitStack() as stack,
        httpx.stream("GET", f"{server.url}{API}/jobs/events", timeout=HANGS) as stream,
        httpx.Client(base_url=server.url, timeout=HANGS) as player,
    ):
        view = begin(player)
        changes = stream.iter_lines()
        for one in range(number):
            connected(server, stack)
            if one % 100 == 99:
                assert player.get(f"{GAMES}/{view['game']}").status_code == 200
        assert answers(server)
        assert post(player, view, "actions", action=texts(view)[0], after=0).status_code == 200
        job = {"kind": "match", "settings": {"a": "Default", "b": "Rush", "games": 2}}
        assert server.post("/jobs", job).status_code == 201
        assert next(changes)  # the stream was not one of those that gave way
        assert answers(server)
    assert server.end() == 0
    assert server.log.stat().st_size < MOST_LOG, server.output[-4000:]
    assert "Traceback" not in server.output


def test_a_head_or_a_body_that_does_not_come_is_waited_for_so_long(start):
    server: Server = start()
    limits = ServiceLimits()
    head = b"POST /api/v1/jobs HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
    slow = {
        "nothing": b"",
        "part of a head": head,
        "part of a body": head + b"content-length: 400\r\n\r\n{",
        "a body of which the answer does not depend": b"GET /api/v1/state HTTP/1.1\r\n"
        b"host: 127.0.0.1\r\ncontent-length: 400\r\n\r\n{",
    }
    said, seconds = dict[str, bytes](), dict[str, float]()

    def drip(name: str, opened: socket.socket) -> None:
        """Send a letter a second, so that it is never idle."""
        began, gone = time.monotonic(), threading.Event()

        def send() -> None:
            while not gone.wait(1.0):
                try:
                    opened.sendall(b" " if "body" in name else b"x")
                except OSError:
                    return

        sender = threading.Thread(target=send)
        if name != "nothing":
            sender.start()
        said[name] = until_closed(opened)
        seconds[name] = time.monotonic() - began
        gone.set()

    with ExitStack() as stack:
        threads = []
        for name, sends in slow.items():
            opened = connected(server, stack, sends=sends)
            threads.append(threading.Thread(target=drip, args=(name, opened)))
            threads[-1].start()
        for thread in threads:
            thread.join(HANGS)
            assert not thread.is_alive()
    assert said["nothing"] == b""
    assert said["part of a head"].startswith(b"HTTP/1.1 408 ")
    assert b"the head of the request did not come within 15 s" in said["part of a head"]
    assert said["part of a body"].startswith(b"HTTP/1.1 408 ")
    assert b"application/problem+json" in said["part of a body"]
    assert b"the body of the request did not come within 30 s" in said["part of a body"]
    assert said["a body of which the answer does not depend"].startswith(b"HTTP/1.1 200 ")
    for name, taken in seconds.items():
        least = limits.body_seconds if "body" in name else limits.head_seconds
        assert least - 1 < taken < HANGS, name
    assert server.end() == 0
    assert "Traceback" not in server.output


def test_connections_that_are_answered_do_not_give_way(tmp_path: Path):
    """A server with room for four: three event streams and one who asks, who is let in."""
    code = (
        "import sys; from pathlib import Path\n"
        "from conquest_opt.service.common.settings import ServiceLimits, ServiceSettings\n"
        "from conquest_opt.service.serve import serve\n"
        "limits = ServiceLimits(connections=4)\n"
        "def said(url): print('serving', url, flush=True)\n"
        "serve(ServiceSettings(db=Path(sys.argv[1]), port=0, limits=limits), said)"
    )
    db = str(tmp_path / "a.duckdb")
    with subprocess.Popen([sys.executable, "-c", code, db], stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout
            url = process.stdout.readline().decode().split()[1].rstrip("/")
            _fill(url)
        finally:
            process.kill()


def _fill(url: str) -> None:
    def stream(stack: ExitStack) -> httpx.Response:
        return stack.enter_context(httpx.stream("GET", f"{url}{API}/jobs/events", timeout=HANGS))

    with ExitStack() as stack:
        streams = [stream(stack) for _ in range(3)]
        for _ in range(5):  # each in place of the last, which is idle
            opened = stack.enter_context(httpx.Client(base_url=url, timeout=HANGS))
            assert opened.get(f"{API}/state").status_code == 200
        streams.append(stream(stack))
        assert [one.status_code for one in streams] == [200] * 4
        try:
            refused = httpx.get(f"{url}{API}/state", timeout=HANGS)
        except httpx.TransportError:
            pass  # it was closed before it had read why
        else:
            assert refused.status_code == 503
            assert "4 connections are being answered" in refused.json()["detail"]
    until = time.monotonic() + HANGS
    while not _answered(lambda: httpx.get(f"{url}{API}/state", timeout=HANGS)):
        assert time.monotonic() < until


def _answered(ask: Callable[[], httpx.Response]) -> bool:
    try:
        return ask().status_code == 200
    except httpx.TransportError:
        return False


def test_what_goes_wrong_again_and_again_is_logged_a_few_times(start):
    server: Server = start()
    with ExitStack() as stack:
        for _ in range(300):
            opened = connected(server, stack, sends=b"nonsense\r\n\r\n")
            assert until_closed(opened).startswith(b"HTTP/1.1 400 ")
    assert answers(server)
    assert server.end() == 0
    assert 1 <= server.output.count("Invalid HTTP request received") <= 10
