"""A stored run as an experiment: its options, and the file that `--config` reads.

The options are read back from the stored form of the run's task, by the module of its command; no
kernel is needed for that. A form of an earlier version is first read by the task itself.
"""

import json
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

import click

from ...arena.play.errors import ArenaError
from ...arena.run.kinds import FORM
from ...balance.kinds import KINDS
from ...results.store.runs import Run
from ..options.grouped import keys_of

_LINE: Final = 96
"""Columns of a file's line; longer lists have a line for each value."""


def experiment_options(run: Run) -> dict[str, Any]:
    """Return the options that make the task of a run again, as files call them."""
    if run.kind not in KINDS:
        able = ", ".join(kind.command for kind in KINDS.values())
        raise ArenaError(f"run {run.run} ({run.kind}) has no games; experiments are of: {able}")
    form = dict(run.arguments)
    if form.get("form") != FORM:
        form = _newer(run.kind, form)
    kept = form.get("keep") or {}
    options = {"set": form["rules"], "seed": form["seed"]}
    options |= command_module(run.kind).options_of(form)
    options |= {"events": kept.get("events"), "save-games": kept.get("records")}
    options |= {name: options.pop(name) for name in ("set", "seed")}  # which come last
    return {
        name: value
        for name, value in options.items()
        if value not in ([], None) and value is not False
    }


def usual_options(kind: str) -> dict[str, Any]:
    """Return what options of a kind are where they are not given, as far as that is fixed."""
    from ...agents.spec.spec import AgentSpec  # noqa: PLC0415
    from ..parameters.style_texts import AGENT  # noqa: PLC0415

    usual: dict[str, Any] = {}
    for name, parameter in keys_of(run_parameters(kind)).items():
        value = getattr(parameter, "usual", None)
        if value is not None:
            usual[name] = str(AgentSpec.parse(value)) if parameter.type is AGENT else value
    return usual


def run_parameters(kind: str) -> click.Command:
    """Return the command of a kind of run."""
    return command_module(kind).command


def command_module(kind: str) -> Any:
    """Return the module of a kind's command."""
    names = (f"...{folder}.{kind}" for folder in ("runs", "players"))
    return import_module(next(name for name in names if find_spec(name, __name__)), __name__)


def _newer(kind: str, form: dict[str, Any]) -> dict[str, Any]:
    """Return a form of an earlier version as it is stored now; the task may refuse it."""
    from ...arena.run.task import read_form, stored_form  # noqa: PLC0415  (brings numba)

    keep = form.pop("keep", None)
    form.pop("software", None)
    return stored_form(read_form(KINDS[kind].task_class(), form)) | {"keep": keep}


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
