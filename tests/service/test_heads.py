"""HEAD: the status and the headers of GET, and no body; no stream is begun for it."""

import socket
from typing import Any

import pytest

from tests.servers import API, Server

MADE_NEW = ("date", "content-length")
"""Headers that two answers need not share; the length is that of a body with a time in it."""


def addresses(client: Any) -> list[str]:
    """Return every address that GET answers and that names nothing."""
    paths = client.get(f"{API}/openapi.json").json()["paths"]
    given = {"/compare": "?one=1&other=1", "/agents/check": "?agent=quick"}
    plain = [path for path, item in paths.items() if "get" in item and "{" not in path]
    found = [path + given.get(path.removeprefix(API), "") for path in plain]
    return ["/", "/play", "/web/app.js", "/web/none.js", f"{API}/", f"{API}/openapi.json", *found]


def test_every_address_that_get_answers_is_answered(client):
    asked = [path for path in addresses(client) if not path.endswith("/events")]
    assert len(asked) > 20
    for path in asked:
        get, head = client.get(path), client.head(path)
        assert head.status_code == get.status_code, path
        assert head.content == b"", path
        assert set(head.headers) == set(get.headers), path
        for name in set(get.headers) - set(MADE_NEW):
            assert head.headers[name] == get.headers[name], (path, name)


def test_the_length_is_that_of_the_body(client):
    for path in ("/", f"{API}/rules/objectives"):
        assert client.head(path).headers["content-length"] == str(len(client.get(path).content))


def test_what_is_not_got_has_no_head(client):
    answer = client.head(f"{API}/positions/check")
    assert answer.status_code == 405
    assert "HEAD" not in answer.headers["allow"]
    assert "HEAD" in client.options(f"{API}/state").headers["allow"]
    assert "HEAD" in client.put(f"{API}/state").headers["allow"]


@pytest.mark.parametrize("path", ["/jobs/events", "/games/{game}/analysis/events?agent=quick"])
def test_a_stream_is_not_begun(client, shared, path: str):
    game = client.post(f"{API}/games", json={"first": "Rush", "second": "Default"}).json()["game"]
    for _ in range(3 * shared.settings.limits.analyses):
        answer = client.head(f"{API}{path.format(game=game)}")
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/event-stream")
        assert answer.content == b""
    assert (shared.streams.taken, shared.analyses.taken) == (0, 0)


def test_refusals_are_those_of_get(client):
    for headers in ({"host": "evil.example"}, {"origin": "http://evil.example"}):
        get = client.get(f"{API}/state", headers=headers)
        head = client.head(f"{API}/state", headers=headers)
        assert head.status_code == get.status_code >= 400
        assert head.headers["content-length"] == get.headers["content-length"]
        assert head.content == b""


@pytest.mark.slow
def test_a_connection_goes_on_after_it(start):
    server: Server = start()
    ask = f"HEAD {API}/rules/objectives HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    last = ask.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n").replace("HEAD", "GET")
    stream = ask.replace("rules/objectives", "jobs/events")
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
        connection.sendall((ask + stream + ask + last).encode())
        with connection.makefile("rb") as said:
            everything = said.read()
    assert everything.count(b"HTTP/1.1 200 OK") == 4
    assert everything.count(b"text/event-stream") == 1
    assert everything.rstrip().endswith(b"]")
