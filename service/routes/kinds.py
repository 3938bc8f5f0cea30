"""Kinds of run with their settings, as forms need them."""

import inspect
from typing import Any

import msgspec
from litestar import get

from ...api.options import in_python, signature
from ...api.requests import request_of
from ...arena.run.settings import limit, settings_of
from ...balance.kinds import KINDS
from ..guard.inputs import OF_THE_SERVER


@get("/kinds", sync_to_thread=True, tags=["jobs"])
def list_kinds() -> list[dict[str, Any]]:
    """List the kinds of run with their settings: types, defaults, limits and texts."""
    return [_kind(name) for name in KINDS]


def _kind(name: str) -> dict[str, Any]:
    """Return a kind of run as forms need it."""
    request = request_of(name)
    about = inspect.cleandoc(inspect.getmodule(request.make).__doc__ or "")
    described = {n: meta for cls in request.SETTINGS for n, meta in settings_of(cls).items()}
    return {
        "kind": name,
        "command": KINDS[name].command,
        "about": about,
        "settings": [
            _setting(one, described.get(one.name))
            for one in signature(name).parameters.values()
            if one.name not in OF_THE_SERVER
        ],
    }


def _setting(one: inspect.Parameter, meta: msgspec.Meta | None) -> dict[str, Any]:
    """Return a setting: its type, default, limits and text."""
    whole = one.annotation in (int, int | None)
    most = limit(one.name, meta) if meta and whole else meta.le if meta else None
    return {
        "name": one.name,
        "type": inspect.formatannotation(one.annotation),
        "default": msgspec.to_builtins(one.default),
        "about": in_python(meta.description or "") if meta else None,
        "group": (meta.extra or {}).get("group") if meta else None,
        "least": meta.ge if meta else None,
        "most": most,
    }


HANDLERS = (list_kinds,)
