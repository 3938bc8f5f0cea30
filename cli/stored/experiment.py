"""A stored run as an experiment: its options, and the file that `--config` reads.

A run keeps what it was asked for; no kernel is needed to read that. Runs of versions that did not
keep it are read back from the stored form of their tasks (`earlier_runs`).
"""

import json
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from ...agents.spec.spec import written
from ...arena.play.errors import ArenaError
from ...arena.run.keywords import CONSTRAINTS
from ...arena.run.kinds import FORM, RunKind
from ...arena.run.settings import settings_of, word_of
from ...balance.kinds import KINDS
from ...results.store.runs import Run

_LINE: Final = 96
"""Columns of a file's line; longer lists have a line for each value."""


def experiment_options(run: Run) -> dict[str, Any]:
    """Return the options that make the task of a run again, as files call them."""
    if run.kind not in KINDS:
        able = ", ".join(kind.command for kind in KINDS.values())
        raise ArenaError(f"run {run.run} ({run.kind}) has no games; experiments are of: {able}")
    arguments = dict(run.arguments)
    kept = arguments.get("keep") or {}
    if "given" in arguments:
        options = _as_options(KINDS[run.kind], dict(arguments["given"]))
        last = {"set": options.pop("set", None)}
    else:
        from .earlier_runs import options_of  # noqa: PLC0415

        if arguments.get("form") != FORM:
            arguments = _newer(run.kind, arguments)
        options = options_of(run.kind, arguments)
        last = {"set": options.pop("set", arguments["rules"])}
    options |= {"events": kept.get("events"), "save-games": kept.get("records")}
    options |= last | {"seed": arguments["seed"]}
    return {
        name: value
        for name, value in options.items()
        if value not in ([], None) and value is not False
    }


def _as_options(kind: RunKind, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return what was given as files write it; a flag that says false is there if it was given."""
    described = {n: (cls, m) for cls in kind.settings for n, m in settings_of(cls).items()}
    words = {one.name: one.word for one in (*CONSTRAINTS, *kind.keywords.values())}
    options: dict[str, Any] = {}
    for name, value in given.items():
        if name in described and name not in words:
            cls, meta = described[name]
            usual = {field.name: field.default for field in msgspec.structs.fields(cls)}[name]
            flag = isinstance(value, bool)
            options[word_of(name, meta)] = value != usual if flag else _written(value)
        else:
            options[words.get(name, name)] = _written(value)
    return options


def _written(value: Any) -> Any:
    """Return a value as it is typed: two whole numbers as A..B, others as A,B."""
    if isinstance(value, list) and [type(one) for one in value] == [int, int]:
        return "{}..{}".format(*value)
    if isinstance(value, list) and [type(one) for one in value] == [float, float]:
        return ",".join(map(written, value))
    return value


def usual_options(kind: str) -> dict[str, Any]:
    """Return what options of a kind are where they are not given, as far as that is fixed."""
    from ...agents.spec.spec import AgentSpec  # noqa: PLC0415

    usual: dict[str, Any] = {}
    for cls in KINDS[kind].settings:
        defaults = {field.name: field.default for field in msgspec.structs.fields(cls)}
        for name, meta in settings_of(cls).items():
            more = meta.extra or {}
            value = more.get("usual", defaults[name])
            if value is None or value is msgspec.NODEFAULT or "shown" in more:
                continue
            usual[word_of(name, meta)] = str(AgentSpec.parse(value)) if more.get("agent") else value
    return usual


def _newer(kind: str, form: dict[str, Any]) -> dict[str, Any]:
    """Return a form of an earlier version as it is stored now; the task may refuse it."""
    from ...arena.run.task import read_form, stored_form, task_form  # noqa: PLC0415  (brings numba)

    return stored_form(read_form(KINDS[kind].task_class(), task_form(form)))


# ---- TOML ----------------------------------------------------------------------------------------


def toml_text(run: Run, options: Mapping[str, Any]) -> str:
    """Return the file of a run."""
    head = [
        f"# {run.run}, conquest-opt {run.software}",
        f"command = {_value(KINDS[run.kind].command)}",
    ]
    return "\n".join([*head, *(_entry(name, value) for name, value in options.items())]) + "\n"


def _entry(name: str, value: Any) -> str:
    line = f"{name} = {_value(value)}"
    if len(line) <= _LINE or not isinstance(value, list):
        return line
    return "\n".join([f"{name} = [", *(f"    {_value(one)}," for one in value), "]"])


def _value(value: Any) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str():
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case list() | tuple():
            return f"[{', '.join(map(_value, value))}]"
        case dict():
            return f"{{ {', '.join(f'{name} = {_value(one)}' for name, one in value.items())} }}"
        case _:
            return repr(value)
