"""`conquest-opt man`: manual pages, made from the commands themselves.

A page is what --help says, in the order of manual pages, and beside each option its default,
limits and environment variable. The markup is roff's `man` macros.
"""

import re
from collections.abc import Iterator
from importlib.metadata import version
from inspect import cleandoc
from pathlib import Path

import click

from ...results.text.command_lines import NAME, program
from ..parameters.completing import Named
from ..terminal.output import say
from .parameters import Described, described, walk


@click.command()
@click.argument("words", nargs=-1, metavar="[COMMAND]...", type=Named("COMMAND", lambda: ()))
@click.option(
    "-o",
    "--output",
    "directory",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write the pages of all commands to a directory.",
)
@click.pass_context
def command(context: click.Context, words: tuple[str, ...], directory: Path | None) -> None:
    """Print the manual page of the program or a command, for man.

    \b
    $ conquest-opt man --output man1
    man1/conquest-opt.1 and a page for each command

    Without --output it prints one page, as roff. In a folder where man looks,
    such as ~/.local/share/man/man1, the pages are found by their names: man
    conquest-opt, man conquest-opt-evolve-counter.

    \b
    conquest-opt man evolve counter | man -l -
    conquest-opt man --output ~/.local/share/man/man1
    """
    every = {one.command_path: one for one in walk(context.find_root())}
    if directory is None:
        click.echo(_page(_named(words, every)), nl=False)
        return
    if words:
        raise click.UsageError("--output writes the pages of all commands: leave out COMMAND")
    directory.mkdir(parents=True, exist_ok=True)
    for one in every.values():
        (directory / f"{_title(one)}.1").write_text(_page(one), encoding="utf-8")
    say(f"{directory / f'{NAME}.1'} and a page for each command")


def _named(words: tuple[str, ...], every: dict[str, click.Context]) -> click.Context:
    """Return the context of a command by its words; an unknown one is answered by the nearest."""
    at = next(iter(every.values()))
    for word in words:
        group = at.command
        if not isinstance(group, click.Group):
            raise click.UsageError(f"{at.command_path} has no commands below it")
        group.resolve_command(at, [word])  # says which command was meant
        at = every[f"{at.command_path} {word}"]
    return at


def _title(context: click.Context) -> str:
    words = context.command_path.removeprefix(context.find_root().command_path).split()
    return "-".join([NAME, *words])


def _page(context: click.Context) -> str:
    return "".join(f"{line}\n" for line in _lines(context))


def _lines(context: click.Context) -> Iterator[str]:
    title = _title(context)
    first, *parts = _parts(context)
    yield f'.TH "{title.upper()}" 1 "" "{NAME} {version(NAME)}" "User Commands"'
    yield from (".SH NAME", f"{_plain(title)} \\- {_plain(_joined(first).rstrip('.'))}")
    pieces = context.command.collect_usage_pieces(context)
    yield from (
        ".SH SYNOPSIS",
        f".B {_plain(title.replace('-', ' ').replace('conquest opt', NAME))}",
    )
    yield _plain(" ".join(pieces))
    yield ".SH DESCRIPTION"
    for part in parts:
        yield ".PP"
        yield from _paragraph(part)
    groups: dict[str, list[Described]] = {}
    for one in described(context):
        if one.about:
            groups.setdefault(one.group or "Options", []).append(one)
    for heading, options in groups.items():
        yield f".SH {_plain(heading.upper())}"
        for one in options:
            yield from (".TP", f".B {_plain(one.names)}", _plain(_option_text(one)))
    yield from _below(context)


def _below(context: click.Context) -> Iterator[str]:
    """Yield the commands below a group, and where to look next."""
    below = [one for one in walk(context) if one.parent is context]
    if below:
        yield ".SH COMMANDS"
        for one in below:
            about = _plain(_joined(_parts(one)[0]))
            yield from (".TP", f".BR {_plain(_title(one))} (1)", about)
    above = context.parent
    if above is not None:
        yield from (".SH SEE ALSO", f".BR {_plain(_title(above))} (1)")


def _parts(context: click.Context) -> list[str]:
    """Return the paragraphs of a command's help, with the program by its name."""
    text = cleandoc(context.command.help or "").replace(f"{program()} ", f"{NAME} ")
    return re.split(r"\n\s*\n", text)


def _option_text(one: Described) -> str:
    more = {"default": one.default, "limits": one.limits, "environment": one.variable}
    said = "; ".join(f"{name}: {text}" for name, text in more.items() if text)
    return f"{one.about} [{said}]" if said else one.about


def _paragraph(part: str) -> list[str]:
    """Return a paragraph; one that begins with \\b stands as written."""
    if not part.startswith("\b"):
        return [_plain(_joined(part))]
    return [".nf", *(_plain(line) for line in part.split("\n")[1:]), ".fi"]


def _joined(text: str) -> str:
    return " ".join(text.split())


def _plain(text: str) -> str:
    """Return a line in which nothing is roff's."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{escaped}" if escaped[:1] in (".", "'") else escaped
