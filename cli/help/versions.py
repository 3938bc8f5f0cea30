"""`--version`: the versions that decide results, one a line."""

import platform
from importlib.metadata import PackageNotFoundError, version
from typing import Final

import click

from ...arena.play.fingerprint import fingerprint

_LIBRARIES: Final = ("numba", "llvmlite", "numpy", "scipy", "ortools", "deap", "pymoo", "duckdb")
"""Libraries whose numbers are in results; numba is not imported for it."""


def _show(context: click.Context, _parameter: click.Parameter, value: bool) -> None:
    if value and not context.resilient_parsing:
        click.echo("\n".join(version_lines()))
        context.exit()


version_option = click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show,
    help="Show the versions that decide results.",
)
"""Adds --version."""


def version_lines() -> list[str]:
    """Return the program's version, those of what it plays with, and what runs are stamped with."""
    python = f"{platform.python_version()} ({platform.python_implementation()})"
    known = {"Python": python} | {name: _version(name) for name in _LIBRARIES}
    known["machine"] = f"{platform.machine()}, {platform.system()}"
    known["runs"] = fingerprint()
    lines = [f"conquest-opt, version {version('conquest-opt')}"]
    return lines + [f"  {name:<9} {value}" for name, value in known.items()]


def _version(library: str) -> str:
    try:
        return version(library)
    except PackageNotFoundError:
        return "not installed"
