"""The gate: hosts, origins, tokens, sizes, rates, headers; each refusal is a problem document."""

import re
import socket
from dataclasses import replace
from http.client import HTTPConnection, HTTPResponse

import httpx
import pytest
from conquest_opt.service.common.settings import ServiceLimits
from conquest_opt.service.guard.hosts import host_fault, is_loopback
from conquest_opt.service.guard.rates import RateLimit
from conquest_opt.service.guard.tokens import TokenCheck, new_token

from tests.servers import Server

STATE = "/api/v1/state"
RULES = "/api/v1/rules/check"


def is_problem(response, status: int, words: str) -> bool:
    body = response.json()
    return (
        response.status_code == body["status"] == status
        and response.headers["content-type"] == "application/problem+json"
        and words in body["detail"]
    )


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost:8000", "localhost", "[::1]:8000"])
def test_loopback_names_are_answered(client, host):
    assert client.get(RULES, headers={"host": host}).status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example"])
def test_a_name_that_was_rebound_is_refused(client, host):
    assert is_problem(client.get(RULES, headers={"host": host}), 421, "does not answer")


@pytest.mark.parametrize("host", ["", "[::1", "192.0.2.7:8000"])
def test_other_hosts_are_refused_on_loopback(client, host):
    assert client.get(RULES, headers={"host": host}).status_code == 421


def test_a_server_elsewhere_answers_addresses_and_its_names():
    assert host_fault("192.0.2.7:8000", (), local=False) is None
    assert host_fault("lab.example", ("Lab.example",), local=False) is None
    assert host_fault("other.example", ("lab.example",), local=False)
    assert is_loopback("127.0.0.1")
    assert is_loopback("::1")
    assert not is_loopback("0.0.0.0")


def test_a_post_from_another_site_is_refused(client):
    job = {"kind": "match", "settings": {"a": "Default", "b": "Rush"}, "check_only": True}
    for headers in (
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:9999"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ):
        response = client.post("/api/v1/jobs", json=job, headers=headers)
        assert is_problem(response, 403, "another site"), headers


def test_a_post_of_our_own_pages_and_of_programs_passes_the_gate(client):
    for headers in ({"origin": "http://127.0.0.1:8000", "sec-fetch-site": "same-origin"}, {}):
        response = client.post("/api/v1/jobs", json={"kind": "nonsense"}, headers=headers)
        assert is_problem(response, 422, "no kind of run")


def test_a_token_is_demanded_where_there_is_one(gated):
    token = new_token()
    with gated(token=token, host="0.0.0.0") as client:
        assert is_problem(client.get(RULES), 401, "a token is needed")
        wrong = {"authorization": f"Bearer {token[:-1]}"}
        assert client.get(RULES, headers=wrong).status_code == 401
        right = {"authorization": f"Bearer {token}"}
        assert client.get(RULES, headers=right).status_code == 200


def test_a_browser_gets_a_cookie_for_the_token(gated):
    token = new_token()
    with gated(token=token, host="0.0.0.0") as client:
        assert client.get(f"{RULES}?token=wrong").status_code == 401
        answer = client.get(f"{RULES}?token={token}", follow_redirects=False)
        assert answer.status_code == 303
        assert answer.headers["location"] == RULES  # the token leaves the address
        cookie = answer.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=Strict" in cookie
        assert client.get(RULES).status_code == 200  # by the cookie


def test_tokens_are_long_and_compared_whole():
    token = new_token()
    assert len(token) >= 40
    assert new_token() != token
    check = TokenCheck(token)
    assert check.matches(token)
    assert not check.matches("")
    assert not check.matches(token + "x")
    assert not check.passes({"cookie": "conquest_token=\x00;;;"})


FOREIGN = [
    "a=b",
    "a[b=c",
    'session="unclosed',
    "no pair",
    "=",
    '{"json": 1}=x',
    "a=b; a=b; ;; ;",
    "caf\xe9=\xff",
    "conquest_token",
    "conquest_token=wrong",
    "conquest_tokens=wrong; xconquest_token=wrong",
]


@pytest.mark.parametrize("foreign", FOREIGN)
def test_a_cookie_is_found_among_those_of_others(gated, foreign: str):
    token = new_token()
    ours, header = f"conquest_token={token}", foreign.encode("latin-1")
    with gated(token=token, host="0.0.0.0") as client:
        for cookies in (b"%b; %b", b"%b;%b"):
            for pair in ((header, ours.encode()), (ours.encode(), header)):
                found = client.get(RULES, headers={"cookie": cookies % pair})
                assert found.status_code == 200, cookies % pair
        assert client.get(RULES, headers={"cookie": header}).status_code == 401


def test_a_token_of_any_text_comes_back_in_its_cookie(gated):
    for token in ('a;b, "c" \\ d', "caf\xe9\u2603", "%41", "x\r\nSet-Cookie: a=b"):
        with gated(token=token, host="0.0.0.0") as client:
            answer = client.get(RULES, params={"token": token}, follow_redirects=False)
            assert answer.status_code == 303
            assert len(answer.headers.get_list("set-cookie")) == 1
            assert client.get(RULES).status_code == 200, token
            client.cookies.clear()
            assert client.get(RULES).status_code == 401


@pytest.mark.parametrize(
    "path",
    [
        "//evil.example/",
        "///evil.example",
        "/%2Fevil.example/",
        "/%5Cevil.example/",
        "/%5c%5cevil.example",
        "/\\evil.example",
        "/%2f%2Fevil.example/%2e%2e",
        "//evil.example/%3Fa=%23b",
        "/api/v1/state",
        "/caf%C3%A9/%FF",
    ],
)
def test_the_cookie_leads_to_a_path_of_this_server(gated, path: str):
    token = new_token()
    with gated(token=token, host="0.0.0.0") as client:
        target = f"{path}?token={token}".encode()
        url = httpx.URL("http://127.0.0.1:8000/").copy_with(raw_path=target)
        answer = client.get(url, follow_redirects=False)
        assert answer.status_code == 303
        location = answer.headers["location"]
        assert httpx.URL("http://127.0.0.1:8000/page").join(location).host == "127.0.0.1"
        assert re.fullmatch(r"/(?![/\\])[!-~]*", location), location
        assert "\\" not in location
        assert token not in location


@pytest.mark.parametrize("query", ["", "?token=secret-of-the-test", "?text=%0d%0a"])
@pytest.mark.parametrize(
    "path",
    [
        "/%0d%0a",
        "/%0d%0aSet-Cookie:%20a=b",
        "/runs/%0A",
        "/api/v1/runs/%00",
        "/api/v1/games/%1b[31m",
        "/web/%7f",
        "/%09/evil.example/",
    ],
)
def test_a_control_character_in_a_path_is_refused(gated, path: str, query: str):
    with gated(token="secret-of-the-test", host="0.0.0.0") as client:
        url = httpx.URL("http://127.0.0.1:8000/").copy_with(raw_path=f"{path}{query}".encode())
        answer = client.get(url, follow_redirects=False)
        assert is_problem(answer, 400, "has a control character, %"), answer.text


@pytest.mark.slow
def test_a_connection_goes_on_after_a_control_character(start):
    server: Server = start(CONQUEST_TOKEN="secret-of-the-test")
    cookies = ("a[b=c", "conquest_token=secret-of-the-test", "conquest_token=other")
    more = "Host: 127.0.0.1\r\n" + "".join(f"Cookie: {one}\r\n" for one in cookies)
    paths = ("/%0d%0aSet-Cookie:%20a=b", "/%0d%0aX:%20y?token=secret-of-the-test", RULES)
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
        statuses = []
        for path in paths:
            connection.sendall(f"GET {path} HTTP/1.1\r\n{more}\r\n".encode())
            answer = HTTPResponse(connection)
            answer.begin()
            answer.read()
            assert "set-cookie" not in answer.headers
            statuses.append(answer.status)
    assert statuses == [400, 400, 200]


def test_a_body_that_is_too_long_is_refused(gated):
    limits = ServiceLimits(body_bytes=1000)
    with gated(limits=limits) as client:
        long = {"kind": "match", "settings": {"a": "x" * 2000}}
        assert is_problem(client.post("/api/v1/jobs", json=long), 413, "1,000 bytes at most")

        def parts():
            for _ in range(20):
                yield b" " * 100

        headers = {"content-type": "application/json"}
        chunked = client.post("/api/v1/jobs", content=parts(), headers=headers)
        assert is_problem(chunked, 413, "1,000 bytes at most")


def test_one_client_may_not_ask_too_often(gated):
    limits = ServiceLimits(requests_per_second=0.001, requests_at_once=3)
    with gated(limits=limits) as client:
        codes = [client.get(RULES).status_code for _ in range(4)]
        assert codes == [200, 200, 200, 429]
        refused = client.get(RULES)
        assert is_problem(refused, 429, "too many requests")
        assert int(refused.headers["retry-after"]) >= 1


def test_a_bucket_fills_with_time_and_clients_have_their_own():
    now = [0.0]
    limit = RateLimit(2.0, 4.0, clock=lambda: now[0])
    assert [limit.wait("a") for _ in range(4)] == [0.0] * 4
    assert limit.wait("a") == pytest.approx(0.5)
    assert limit.wait("b") == 0.0
    now[0] = 0.6
    assert limit.wait("a") == 0.0


def test_every_answer_has_the_policy_without_inline_script(client):
    for path in ("/api/v1/", RULES, "/api/v1/nothing"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "script-src 'self';" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
    refused = client.get(RULES, headers={"host": "evil.example"})
    assert "content-security-policy" in refused.headers


def test_limits_are_values(settings):
    assert replace(settings, limits=ServiceLimits(games=3)).limits.games == 3


@pytest.mark.slow
def test_a_very_long_address_is_refused_with_a_sentence(start):
    server: Server = start()
    connection = HTTPConnection("127.0.0.1", server.port, timeout=30)  # httpx asks no such address
    connection.request("GET", f"/api/v1/sql?query={'x' * 300_000}")
    answer = connection.getresponse()
    assert answer.status == 414
    assert answer.headers["content-type"] == "application/problem+json"
    connection.close()
