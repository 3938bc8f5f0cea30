"""Conquest: setups, agents, searches and balancing, from Python.

    import conquest_opt as cq

    cq.setup("Default")                                # a setup by name or text
    cq.enumerate(require=["C>=2"])                     # every maximal setup with two champions
    cq.match("Default", "Rush", games=200)             # games, with a score and its interval
    cq.counter("IAmWarrior", budget="3m", db="conquest.duckdb")
    cq.open("conquest.duckdb").sql("FROM standings").pandas()
    cq.agent("strong").choose(cq.game("Default", "Rush"))

Every kind of run of the command line is a function of the same name with the same options, so
`help(cq.counter)` and `conquest-opt evolve counter --help` explain the same. Names are loaded when
they are first used: importing this package takes milliseconds, the first game compiles kernels.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import Any

HOMES = {
    "Agent": "api.agents",
    "Database": "api.database",
    "Game": "engine",
    "InputError": "engine.reading.input_error",
    "Result": "api.results",
    "Ruleset": "engine",
    "Setup": "setups",
    "Setups": "api.setups",
    "StoreError": "results",
    "Table": "api.results",
    "agent": "api.agents",
    "enumerate": "api.setups",
    "game": "api.setups",
    "open": "api.database",
    "setup": "api.setups",
}
"""The module of each name that is no kind of run."""


class _Program(ModuleType):
    """This package: `balance` is the function, though a package is called so too.

    Python binds a package to its name here when it is imported; `import conquest_opt.balance.kinds`
    and the like work without that.
    """

    def __setattr__(self, name: str, value: object) -> None:
        if not (name == "balance" and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Program


def __getattr__(name: str) -> Any:
    if name in HOMES:
        value = getattr(import_module(f".{HOMES[name]}", __name__), name)
    elif name == "__all__":
        return [*HOMES, *_kinds()]
    elif name == "RUNS":
        return tuple(sorted(_kinds()))
    elif not name.startswith("_") and name in _kinds():
        value = import_module(".api.runs", __name__).run_function(name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def _kinds() -> Any:
    """Return the kinds of runs by name, each of which is a function."""
    return import_module(".balance.kinds", __name__).KINDS


def __dir__() -> list[str]:
    return sorted({*globals(), *HOMES, *_kinds()})
