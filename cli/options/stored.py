"""Options of a stored task: what was given, read back from the form in which the task is kept.

Each command of `cli/runs` has beside the function that makes a task of its options one that makes
options of a task's stored form, `options_of`. These are the parts that several share. Options are
called as files call them (`config`): `race-games`.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from ...agents.spec.spec import written
from ...arena.play.entrant import Entrant, LastingSetup
from ...arena.run.settings import Settings, settings_of

Form = Mapping[str, Any]
"""A task's stored form."""


def setting_options(settings: type[Settings], stored: Form, *left_out: str) -> dict[str, Any]:
    """Return the options that settings were made of; flags only where they were set."""
    usual = {field.name: field.default for field in msgspec.structs.fields(settings)}
    options: dict[str, Any] = {}
    for name, meta in settings_of(settings).items():
        value = stored.get(name)
        flag = (meta.extra or {}).get("flags", (name.replace("_", "-"),))[0].removeprefix("--")
        if value is None or name in left_out:
            continue
        if isinstance(value, bool):
            options |= {flag: True} if value != usual[name] else {}
        else:
            options[flag] = value
    return options


def setup_option(stored: Form | str) -> str | dict[str, Any]:
    """Return a stored setup, with or without an agent, as a file names it; a text stands."""
    if isinstance(stored, str):
        return stored
    return msgspec.convert(stored, Entrant if "agent" in stored else LastingSetup).given


def setup_options(stored: Sequence[Form | str]) -> list[str | dict[str, Any]]:
    """Return stored setups."""
    return [setup_option(one) for one in stored]


def share_options(field: Form) -> list[str]:
    """Return the setups of a stored field, each with its weight: Rush=2."""
    pairs = zip(setup_options(field["opponents"]), field["weights"], strict=True)
    return [f"{_as_text(setup)}={written(float(weight))}" for setup, weight in pairs]


def _as_text(setup: str | dict[str, Any]) -> str:
    return setup if isinstance(setup, str) else json.dumps(setup, ensure_ascii=False)


def query_options_of(form: Form) -> dict[str, Any]:
    """Return the constraints on setups."""
    query = form.get("query") or {}
    lists = {name: query[name] for name in ("require", "with", "without") if query.get(name)}
    ranges = {name: query[name] for name in ("points", "troops") if query.get(name)}
    return lists | {name: f"{low}..{high}" for name, (low, high) in ranges.items()}
