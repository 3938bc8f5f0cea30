"""The pages: one document for every address of a page, and its scripts and styles under /web.

They are read once, at the start: what is not among these files does not exist.
"""

import hashlib
import mimetypes
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Annotated, Any, Final

import msgspec
from litestar import Request, Response, get
from litestar.params import PathParameter

from ..common.problems import Refusal

_TYPES: Final = {
    ".js": "text/javascript",
    ".json": "application/json",
    ".css": "text/css",
    ".svg": "image/svg+xml",
}


@dataclass(frozen=True)
class WebFile:
    """A file of the pages."""

    body: bytes
    media_type: str

    @property
    def etag(self) -> str:
        """What tells it from another version."""
        return f'"{hashlib.sha256(self.body).hexdigest()[:32]}"'


@cache
def web_files() -> dict[str, WebFile]:
    """Return the files by their paths."""
    return dict(_files(resources.files("conquest_opt.service") / "web", ""))


def _files(folder: Traversable, prefix: str) -> list[tuple[str, WebFile]]:
    found = []
    for one in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if one.is_dir():
            found += _files(one, f"{prefix}{one.name}/")
        else:
            suffix = one.name[one.name.rfind(".") :]
            kind = _TYPES.get(suffix) or mimetypes.guess_type(one.name)[0] or "text/plain"
            found.append((f"{prefix}{one.name}", WebFile(one.read_bytes(), kind)))
    return found


ADDRESSES: Final = [
    route["address"] for route in msgspec.json.decode(web_files()["addresses.json"].body)
]
"""Of pages. The list is the pages' own, which says too which page each of them is."""


@get(ADDRESSES, sync_to_thread=False, include_in_schema=False)
def page(request: Request[Any, Any, Any]) -> Response[Any]:
    """Return the document of the pages."""
    return _answer(request, web_files()["index.html"])


@get("/web/{path:path}", sync_to_thread=False, include_in_schema=False)
def web_file(
    request: Request[Any, Any, Any], path: Annotated[str, PathParameter(max_length=200)]
) -> Response[Any]:
    """Return a script, a style or a picture of the pages."""
    file = web_files().get(str(path).lstrip("/"))
    if file is None:
        raise Refusal(404, "there is no such file")
    return _answer(request, file)


def _answer(request: Request[Any, Any, Any], file: WebFile) -> Response[Any]:
    """Return a file, or that the browser has it already."""
    headers = {"etag": file.etag}
    if request.headers.get("if-none-match") == file.etag:
        return Response(None, status_code=304, headers=headers)
    return Response(file.body, media_type=file.media_type, headers=headers)


HANDLERS = (page, web_file)
