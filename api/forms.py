"""Kinds of run as forms need them: each setting with its text, heading, input and limits."""

import inspect
from collections.abc import Collection
from types import NoneType
from typing import Any, get_args

import msgspec

from ..arena.run.settings import limit, settings_of
from ..balance.kinds import KINDS
from .options import in_python, signature
from .requests import request_of
from .texts.keywords import Input
from .texts.kind_keywords import OF_KIND, keyword_of
from .texts.kinds import KIND_TEXTS


class SettingForm(msgspec.Struct, kw_only=True):
    """A setting of a kind of run."""

    name: str
    about: str
    """What it means."""
    group: str
    """The heading that it stands under."""
    input: Input
    """How it is given; a span is a list of two numbers, edits are changes such as mage.range=6."""
    choices: list[str]
    """What it can be, where that is a list."""
    required: bool
    """Whether no run begins without it."""
    default: Any
    least: float | None
    most: float | None
    type: str
    """Its type in Python."""


class KindForm(msgspec.Struct, kw_only=True):
    """A kind of run."""

    kind: str
    command: str
    """The words of the command line that run it."""
    title: str
    about: str
    """What it answers."""
    example: dict[str, Any]
    """Settings of a small run."""
    settings: list[SettingForm]


def kind_form(kind: str, without: Collection[str] = ()) -> KindForm:
    """Return a kind with its settings, except some."""
    text = KIND_TEXTS[kind]
    described = {
        name: meta
        for settings in request_of(kind).SETTINGS
        for name, meta in settings_of(settings).items()
    }
    own = OF_KIND.get(kind, {})
    return KindForm(
        kind=kind,
        command=KINDS[kind].command,
        title=text.title,
        about=text.about,
        example=dict(text.example),
        settings=[
            _of_settings(one, described[one.name])
            if one.name in described and one.name not in own
            else _of_keyword(kind, one)
            for one in signature(kind).parameters.values()
            if one.name not in without
        ],
    )


def _of_keyword(kind: str, one: inspect.Parameter) -> SettingForm:
    """Return a setting that `keywords` describe."""
    known = keyword_of(kind, one.name)
    return SettingForm(
        name=one.name,
        about=in_python(known.about),
        group=known.group,
        input=known.input,
        choices=list(known.choices),
        required=known.required,
        default=msgspec.to_builtins(one.default),
        least=known.least,
        most=known.most,
        type=inspect.formatannotation(one.annotation),
    )


def _of_settings(one: inspect.Parameter, meta: msgspec.Meta) -> SettingForm:
    """Return a setting that a Settings class describes."""
    plain = _plain(one.annotation)
    extra: dict[str, Any] = meta.extra or {}
    return SettingForm(
        name=one.name,
        about=in_python(extra.get("means") or meta.description or ""),
        group=extra["group"],
        input="agent" if extra.get("agent") else _INPUTS[plain],
        choices=[],
        required=False,
        default=msgspec.to_builtins(one.default),
        least=meta.ge,
        most=limit(one.name, meta) if plain is int else meta.le,
        type=inspect.formatannotation(one.annotation),
    )


_INPUTS: dict[type, Input] = {bool: "yes-no", int: "whole", float: "number", str: "text"}


def _plain(annotation: Any) -> type:
    """Return int for int | None."""
    parts = [part for part in get_args(annotation) if part is not NoneType]
    return parts[0] if parts else annotation
