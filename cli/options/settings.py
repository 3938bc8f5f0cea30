"""Options made from a settings class: default, limits and help stand there alone."""

from collections.abc import Callable, Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import msgspec

from ...arena.run.settings import Settings, limit, settings_of
from ..parameters.numbers import Count, Real, Whole
from ..parameters.style_texts import AGENT
from .grouped import grouped_option


def settings_options(
    settings: type[Settings],
    *left_out: str,
    quick: Mapping[str, Any] | None = None,
    **defaults: str,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Add an option for each setting that is described; the command receives them by name.

    A range is checked by click; a single limit is left to the settings, whose message names it,
    unless it is an error of usage.

    Settings in `left_out` are made by the command itself. Where a default depends on other options,
    `defaults` gives the text that help shows, and the command receives None; so it does for those
    that `quick` gives another value with --quick.
    """
    known = {field.name: field.default for field in msgspec.structs.fields(settings)}
    described = {n: m for n, m in settings_of(settings).items() if n not in left_out}
    shown = {n: f"{known[n]}; with --quick {v}" for n, v in (quick or {}).items() if n in known}
    shown |= defaults

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        for name in reversed(described):
            command = _option(settings, name, known[name], shown.get(name))(command)
        return command

    return decorate


def _option(
    settings: type[Settings], name: str, default: Any, shown: str | None
) -> Callable[..., Any]:
    meta = settings_of(settings)[name]
    more: dict[str, Any] = dict(meta.extra or {})
    group, flags = more["group"], more.get("flags", (f"--{name.replace('_', '-')}",))
    about: str = meta.description or ""
    if _plain_type(settings, name) is bool:
        off = default is True
        return grouped_option(
            *flags,
            name,
            group=group,
            is_flag=True,
            default=default,
            usual=default,
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
    shown = shown if shown is not None else more.get("usual")
    none = default is msgspec.NODEFAULT or default is None or shown is not None
    return grouped_option(
        *flags,
        name,
        group=group,
        type=kind,
        default=None if none else default,
        usual=more.get("usual") or (None if default is msgspec.NODEFAULT else default),
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
