"""Every command with its help as one page.

    python -m conquest_opt.cli.reference docs/reference/commands.md

The page is made from the commands themselves, and a test compares the two.
"""

import sys
from pathlib import Path
from typing import Any

import click

from ..results.text.escape import markdown
from .help.parameters import described, walk
from .main import main

WIDTH = 78
"""What click leaves for help on a terminal of 80 columns."""

_HEAD = """# Commands

Do not edit: the page is generated from the commands by
`python -m conquest_opt.cli.reference docs/reference/commands.md`.

`conquest-opt COMMAND --help` shows the same on a terminal. The options that all runs of games share
are explained in [How runs work](../how-runs-work.md). Below each help stand the options that take a
value, with default, limits and environment variable; the others are off unless they are given. In a
file for `--config`, the key of an option is its long name without the dashes in front.
"""


def page() -> str:
    """Return the help of the program and of each command, as a Markdown page."""
    settings: dict[str, Any] = {**main.context_settings, "terminal_width": WIDTH}
    top = click.Context(main, info_name="conquest-opt", **settings)
    contexts = list(walk(top))
    links = [f"- [{c.command_path}](#{_anchor(c.command_path)})" for c in contexts]
    sections = [f"## {c.command_path}\n\n```text\n{_help(c)}\n```\n{_table(c)}" for c in contexts]
    return "\n".join([_HEAD, *links, "", *sections])


def _help(context: click.Context) -> str:
    lines = context.command.get_help(context).rstrip().splitlines()
    return "\n".join(line.rstrip() for line in lines)


def _table(context: click.Context) -> str:
    """Return what may be given for each option that takes a value, and what is taken without it."""
    rows = [
        (_code(one.names), *map(markdown, (one.default, one.limits, one.variable)))
        for one in described(context)
        if one.about and not one.flag
    ]
    if not rows:
        return ""
    lines = [("option", "default", "limits", "environment"), ("---",) * 4, *rows]
    return "".join(f"\n| {' | '.join(line)} |" for line in lines) + "\n"


def _code(text: str) -> str:
    return f"`{text}`".replace("|", "\\|")


def _anchor(title: str) -> str:
    return title.replace(" ", "-")


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")
