"""`Gate`: what stands around the application, and answers in its place what must not pass."""

from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import parse_qs

import msgspec
from litestar.exceptions import ClientException

from ..common.problems import PROBLEM, problem
from ..common.settings import ServiceSettings
from .headers import ALWAYS
from .heads import as_get, with_head, without_body
from .hosts import host_fault, is_loopback, origin_fault
from .paths import own_address, path_fault
from .rates import RateLimit
from .sites import site_fault
from .tokens import TokenCheck, cookie_header

MOST_ADDRESS_BYTES: Final = 32 << 10
"""Litestar keeps the last 1024 that it has read, twice: of 300 kB each they took 700 MB."""

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
Application = Callable[[Any, Any, Any], Awaitable[None]]


class Gate:
    """Refuses what must not pass, bounds bodies, and adds the headers of every answer."""

    def __init__(self, application: Application, settings: ServiceSettings) -> None:
        self._application, self._settings = application, settings
        limits = settings.limits
        self._rate = RateLimit(limits.requests_per_second, limits.requests_at_once)
        self._token = TokenCheck(settings.token) if settings.token else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or pass it on."""
        if scope["type"] == "lifespan":
            await self._application(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        send = _with_headers(send)
        if scope["method"] == "HEAD":
            scope, send = as_get(scope), without_body(send)
        refusal = self._refusal(scope, _headers_of(scope))
        if refusal:
            status, detail, more = refusal
            body = msgspec.json.encode(problem(status, detail))
            await _answer(send, status, body, {"content-type": PROBLEM, **more})
            return
        given = _token_in(scope)
        if self._token and self._token.matches(given):
            leave = {"location": own_address(scope["path"]), "set-cookie": cookie_header(given)}
            await _answer(send, HTTPStatus.SEE_OTHER, b"", leave)
            return
        await self._application(scope, _bounded(receive, self._settings.limits.body_bytes), send)

    def _refusal(
        self, scope: Scope, headers: Mapping[str, str]
    ) -> tuple[int, str, dict[str, str]] | None:
        """Return the status, sentence and headers of a refusal; None if the request may pass."""
        settings = self._settings
        local = is_loopback(settings.host)
        if fault := host_fault(headers.get("host", ""), settings.names, local=local):
            return 421, fault, {}
        if fault := path_fault(scope["path"]):
            return 400, fault, {}
        if fault := _address_fault(scope):
            return 414, fault, {}
        if fault := origin_fault(scope["method"], headers) or site_fault(scope["path"], headers):
            return 403, fault, {}
        client = (scope.get("client") or ("",))[0]
        if wait := self._rate.wait(client):
            again = {"retry-after": str(max(1, round(wait)))}
            return 429, f"too many requests; ask again in {wait:.1f} s", again
        if not self._passes(scope, headers):
            how = "a token is needed: send Authorization: Bearer TOKEN, or open /?token=TOKEN"
            return 401, how, {"www-authenticate": "Bearer"}
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > settings.limits.body_bytes:
            return 413, _too_long(settings.limits.body_bytes), {}
        return None

    def _passes(self, scope: Scope, headers: Mapping[str, str]) -> bool:
        """Return whether a request brings the token, if one is needed."""
        token = self._token
        return token is None or token.passes(headers) or token.matches(_token_in(scope))


def _headers_of(scope: Scope) -> dict[str, str]:
    """Return the headers by name; one that comes again is joined to the first."""
    found: dict[str, str] = {}
    for name, value in ((n.decode("latin-1"), v.decode("latin-1")) for n, v in scope["headers"]):
        joint = "; " if name == "cookie" else ", "
        found[name] = f"{found[name]}{joint}{value}" if name in found else value
    return found


def _token_in(scope: Scope) -> str:
    """Return the token in an address that is opened, empty if there is none."""
    if scope["method"] != "GET":
        return ""
    values = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("token", [""])
    return values[0]


def _address_fault(scope: Scope) -> str | None:
    """Return what is wrong with the length of an address; None if it may pass."""
    if len(scope.get("raw_path", b"")) + len(scope.get("query_string", b"")) <= MOST_ADDRESS_BYTES:
        return None
    return f"the address is too long: {MOST_ADDRESS_BYTES:,} bytes at most; a query may be posted"


def _too_long(most: int) -> str:
    return f"the body is too long: {most:,} bytes at most"


def _bounded(receive: Receive, most: int) -> Receive:
    """Return a source of a body that ends with an error once it is too long."""
    total = 0

    async def bounded() -> Any:
        nonlocal total
        message = await receive()
        total += len(message.get("body", b""))
        if total > most:
            raise ClientException(_too_long(most), status_code=413)
        return message

    return bounded


def _with_headers(send: Send) -> Send:
    async def sending(message: Any) -> None:
        if message["type"] == "http.response.start":
            headers = list(message.get("headers", ()))
            there = {name.lower() for name, _ in headers}
            headers = [(n, with_head(v) if n.lower() == b"allow" else v) for n, v in headers]
            headers += [
                (name.encode(), value.encode())
                for name, value in ALWAYS.items()
                if name.encode() not in there
            ]
            message = {**message, "headers": headers}
        await send(message)

    return sending


async def _answer(send: Send, status: int, body: bytes, headers: Mapping[str, str]) -> None:
    lines = [(name.encode(), value.encode()) for name, value in headers.items()]
    lines.append((b"content-length", str(len(body)).encode()))
    await send({"type": "http.response.start", "status": status, "headers": lines})
    await send({"type": "http.response.body", "body": body})
