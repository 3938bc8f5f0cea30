"""Work that takes its time: Ctrl-C need not wait for its end, and a terminal shows that it goes on.

A kernel returns to Python only when it is done, so it runs in a thread that is waited for.
"""

import sys
import threading
import time
from collections.abc import Callable
from typing import TypeVar

import click

from .interrupts import interrupts_held

_AFTER = 2.0
"""Seconds before a wait is shown."""

Result = TypeVar("Result")


def wait_for(task: Callable[[], Result], what: str) -> Result:
    """Return a task's result; a longer wait is shown as "WHAT, 3 s" while it lasts."""
    results: list[Result] = []
    errors: list[BaseException] = []

    def work() -> None:
        try:
            results.append(task())
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=work, daemon=True)
    with interrupts_held():
        thread.start()
    began, drawn = time.monotonic(), ""
    try:
        while thread.is_alive():
            thread.join(0.1)
            elapsed = time.monotonic() - began
            line = f"{what}, {elapsed:.0f} s"
            if elapsed > _AFTER and line != drawn and sys.stderr.isatty():
                click.echo(f"\r{line}", nl=False, err=True)
                drawn = line
    finally:
        if drawn:
            click.echo(f"\r{' ' * len(drawn)}\r", nl=False, err=True)
    if errors:
        raise errors[0]
    return results[0]
