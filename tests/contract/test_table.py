"""The table of kinds is whole: a command that can resume a run is in it."""

from collections.abc import Iterator

import click
from conquest_opt.cli.main import main

from tests.run_kinds import KINDS

OTHERS = {("play",)}
"""Commands whose --resume takes no run: a saved game."""


def resuming(group: click.Group, words: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield the words of every command that has --resume."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if any("--resume" in parameter.opts for parameter in command.params):
            yield (*words, name)
        if isinstance(command, click.Group):
            yield from resuming(command, (*words, name))


def test_every_command_that_resumes_is_in_the_table():
    assert set(resuming(main)) - OTHERS == {kind.command for kind in KINDS}


def test_each_kind_has_a_name_of_its_own_and_names_its_seed():
    assert len({kind.name for kind in KINDS}) == len(KINDS)
    assert all("--seed" in kind.words for kind in KINDS)
