"""Docs cannot rot: links lead somewhere, and command lines name what exists."""

from pathlib import Path

import click
import pytest
from conquest_opt.cli.main import main

from . import pages

ROOT = pages.ROOT


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


def test_there_are_pages_links_and_commands():
    assert {"README.md", "docs/how-runs-work.md"} <= {name(page) for page in pages.PAGES}
    assert len(pages.links(ROOT / "README.md")) >= 8
    assert len(list(pages.commands(ROOT / "README.md"))) >= 8


@pytest.mark.parametrize("page", pages.PAGES, ids=name)
def test_links_lead_somewhere(page: Path):
    for link in pages.links(page):
        if "://" in link:
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path) if path else page
        assert target.exists(), link
        if anchor and target.suffix == ".md":
            assert anchor in pages.anchors(target), link


@pytest.mark.parametrize("page", pages.PAGES, ids=name)
def test_commands_and_their_options_exist(page: Path):
    for words in pages.commands(page):
        check(words)


def check(words: list[str]) -> None:
    """Follow a command line through groups to its command; options must be known to it."""
    command: click.Command = main
    context = click.Context(main, info_name="conquest-opt", **main.context_settings)
    while True:
        if words == ["COMMAND..."] or words[:1] == ["COMMAND"]:
            return  # stands for any command
        try:
            _, rest, _ = command.make_parser(context).parse_args(list(words))
        except click.UsageError as error:
            pytest.fail(f"{context.command_path} {' '.join(words)}: {error.format_message()}")
        if not rest:
            return
        full_name = f"{context.command_path} {' '.join(rest)}"
        assert isinstance(command, click.Group), f"too many arguments: {full_name}"
        below = command.get_command(context, rest[0])
        assert below is not None, f"no such command: {full_name}"
        context = click.Context(below, parent=context, info_name=rest[0])
        command, words = below, rest[1:]


@pytest.mark.parametrize(
    "line",
    [
        ["matsch", "Default", "Rush"],
        ["match", "Default", "Rush", "--gmaes", "200"],
        ["match", "Default", "Rush", "Venom"],
        ["evolve", "contre"],
        ["match", "--games"],
    ],
)
def test_a_wrong_command_line_is_noticed(line: list[str]):
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        check(line)
