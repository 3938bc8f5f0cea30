"""Options made from a settings class: default, limits and help stand there alone."""

from collections.abc import Callable, Collection, Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import msgspec

from ...arena.run.settings import Settings, limit, settings_of, word_of
from ...engine.reading.input_error import spelled
from ..parameters.numbers import Count, Real, Whole
from ..parameters.style_texts import AGENT
from .grouped import as_option, grouped_option


def settings_options(
    settings: type[Settings], without: Collection[str] = (), quick: Mapping[str, Any] | None = None
) -> list[Callable[..., Any]]:
    """Return what adds an option for each setting that is described; a command has it by name.

    A range is checked by click; a single limit is left to the settings, whose message names it,
    unless it is an error of usage. `quick` gives values that settings have with --quick.
    """
    known = {field.name: field.default for field in msgspec.structs.fields(settings)}
    return [
        _option(settings, name, known[name], (quick or {}).get(name))
        for name in settings_of(settings)
        if name not in without
    ]


def _option(settings: type[Settings], name: str, default: Any, quick: Any) -> Callable[..., Any]:
    meta = settings_of(settings)[name]
    more: dict[str, Any] = dict(meta.extra or {})
    group, flags = more["group"], more.get("flags", (f"--{word_of(name, meta)}",))
    about = spelled(meta.description or "", as_option)
    if _plain_type(settings, name) is bool:
        off = default is True
        return grouped_option(
            *flags,
            name,
            group=group,
            is_flag=True,
            default=default,
            flag_value=not off,
            help=about,
        )
    kind: Any = AGENT if more.get("agent") else _plain_type(settings, name)
    least, most = (None if limit is None else int(limit) for limit in (meta.ge, meta.le))
    if kind is int:
        checked = more.get("usage") or None not in (least, most)
        kind = Whole(least, most) if checked else Count(int(limit(name, meta)), least)
    elif kind is float:
        kind = Real(meta.ge, meta.le)
    shown = f"{default}; with --quick {quick}" if quick is not None else more.get("shown")
    shown = spelled(shown, as_option) if shown is not None else more.get("usual")
    none = default is msgspec.NODEFAULT or default is None or shown is not None
    return grouped_option(
        *flags,
        name,
        group=group,
        type=kind,
        default=None if none else default,
        show_default=shown if shown is not None else not none,
        metavar=more.get("metavar"),
        help=about,
    )


def _plain_type(settings: type[Settings], name: str) -> type:
    """Return int for Annotated[int | None, ...]."""
    hint: Any = get_type_hints(settings, include_extras=True)[name]
    if get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    if isinstance(hint, UnionType):
        [hint] = [part for part in get_args(hint) if part is not NoneType]
    return hint
