"""Kinds of run as forms need them: each setting with its text, heading, input and limits."""

import inspect
from collections.abc import Collection
from types import NoneType
from typing import Any, Final, get_args

import msgspec

from ..arena.run.keywords import ACTIONS, BUDGET, EVENTS, SAVE_GAMES, SEED, SET, Input, Keyword
from ..arena.run.kinds import KIND_GROUPS
from ..arena.run.settings import limit, settings_of
from ..balance.kinds import KINDS
from ..engine.reading.input_error import spelled
from .options import signature


class SettingForm(msgspec.Struct, kw_only=True):
    """A setting of a kind of run."""

    name: str
    title: str
    """What forms call it."""
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
    group: str
    """What kinds like it are about."""
    group_about: str
    """What is done with these."""
    example: dict[str, Any]
    """Settings of a small run."""
    settings: list[SettingForm]


COMMON: Final = {one.name: one for one in (SET, ACTIONS, BUDGET, SEED, EVENTS, SAVE_GAMES)}
"""Keywords that all kinds have."""


def title_of(name: str) -> str:
    """Return what forms call a setting: Race games."""
    return name.replace("_", " ").capitalize()


def as_label(name: str, value: str = "") -> str:
    """Spell a setting as forms do."""
    return f"“{title_of(name)}” {value}".rstrip()


def kind_forms(without: Collection[str] = ()) -> list[KindForm]:
    """Return every kind with its settings, except some; by what they are about."""
    return sorted(
        (kind_form(name, without) for name in KINDS),
        key=lambda form: [group.title for group in KIND_GROUPS].index(form.group),
    )


def kind_form(kind: str, without: Collection[str] = ()) -> KindForm:
    """Return a kind with its settings, except some."""
    declared = KINDS[kind]
    described = {name: meta for cls in declared.settings for name, meta in settings_of(cls).items()}
    keywords = COMMON | declared.keywords
    shown = [
        one
        for one in signature(kind).parameters.values()
        if one.name not in without and one.name not in declared.refuses
    ]
    return KindForm(
        kind=kind,
        command=declared.command,
        title=declared.title,
        about=declared.about,
        group=declared.group.title,
        group_about=declared.group.about,
        example=dict(declared.example),
        settings=[
            _of_settings(one, described[one.name])
            if one.name not in keywords
            else _of_keyword(keywords[one.name], one)
            for one in shown
        ],
    )


def _of_keyword(keyword: Keyword, one: inspect.Parameter) -> SettingForm:
    """Return a setting that a keyword describes."""
    return SettingForm(
        name=one.name,
        title=title_of(one.name),
        about=spelled(keyword.about, as_label),
        group=keyword.group,
        input=keyword.input,
        choices=list(keyword.choices),
        required=keyword.required,
        default=msgspec.to_builtins(one.default),
        least=keyword.least,
        most=keyword.most,
        type=inspect.formatannotation(one.annotation),
    )


def _of_settings(one: inspect.Parameter, meta: msgspec.Meta) -> SettingForm:
    """Return a setting that a Settings class describes."""
    plain = _plain(one.annotation)
    extra: dict[str, Any] = meta.extra or {}
    return SettingForm(
        name=one.name,
        title=title_of(one.name),
        about=spelled(extra.get("means") or meta.description or "", as_label),
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
