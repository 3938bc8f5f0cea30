"""A token that a server on another address than loopback demands.

It is made at the start, printed once, and kept as a digest. Programs send it as
`Authorization: Bearer TOKEN`; a browser opens `/?token=TOKEN` once and gets a cookie for it, since
neither links nor event streams can send headers.
"""

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from typing import Final
from urllib.parse import quote, unquote

COOKIE: Final = "conquest_token"


def new_token() -> str:
    """Return a token that cannot be guessed."""
    return secrets.token_urlsafe(32)


class TokenCheck:
    """Compares tokens with the one that was made."""

    def __init__(self, token: str) -> None:
        self._digest = _digest(token)

    def matches(self, given: str) -> bool:
        """Return whether a token is the right one, in a time that does not tell how near it is."""
        return hmac.compare_digest(self._digest, _digest(given))

    def passes(self, headers: Mapping[str, str]) -> bool:
        """Return whether a request brings the token."""
        scheme, _, given = headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer" and self.matches(given.strip()):
            return True
        return any(self.matches(unquote(one)) for one in _cookies(headers.get("cookie", "")))


def cookie_header(token: str) -> str:
    """Return what makes a browser send the token, to this server alone."""
    return f"{COOKIE}={quote(token, safe='')}; HttpOnly; SameSite=Strict; Path=/"


def _cookies(header: str) -> list[str]:
    """Return the values of our cookie, wherever they stand.

    Other programs of this machine set cookies too, of any form: ports share them. The standard
    library's parser stops at the first that it does not understand.
    """
    pairs = (pair.partition("=") for pair in header.split(";"))
    return [value.strip().strip('"') for name, _, value in pairs if name.strip() == COOKIE]


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode(errors="surrogatepass")).digest()
