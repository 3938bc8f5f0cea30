"""Every command with its help as one page.

    python -m conquest_opt.cli.reference docs/reference/commands.md

The page is made from the commands themselves, and a test compares the two.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from .main import main

WIDTH = 78
"""What click leaves for help on a terminal of 80 columns."""

_HEAD = """# Commands

Do not edit: the page is generated from the commands by
`python -m conquest_opt.cli.reference docs/reference/commands.md`.

`conquest-opt COMMAND --help` shows the same on a terminal. The options that all runs of games share
are explained in [How runs work](../how-runs-work.md).
"""


def page() -> str:
    """Return the help of the program and of each command, as a Markdown page."""
    settings: dict[str, Any] = {**main.context_settings, "terminal_width": WIDTH}
    top = click.Context(main, info_name="conquest-opt", **settings)
    contexts = list(_contexts(top))
    links = [f"- [{c.command_path}](#{_anchor(c.command_path)})" for c in contexts]
    sections = [f"## {c.command_path}\n\n```text\n{_help(c)}\n```\n" for c in contexts]
    return "\n".join([_HEAD, *links, "", *sections])


def _contexts(context: click.Context) -> Iterator[click.Context]:
    """Yield the context of a command and of all below it, in the order in which help lists them."""
    yield context
    group = context.command
    if isinstance(group, click.Group):
        for name in group.list_commands(context):
            command = group.get_command(context, name)
            if command is not None and not command.hidden:
                below = click.Context(command, parent=context, info_name=name)
                yield from _contexts(below)


def _help(context: click.Context) -> str:
    lines = context.command.get_help(context).rstrip().splitlines()
    return "\n".join(line.rstrip() for line in lines)


def _anchor(title: str) -> str:
    return title.replace(" ", "-")


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")
