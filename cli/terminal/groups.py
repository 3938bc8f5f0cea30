"""`LazyGroup`: a group that names its commands, and imports only the one that is used."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click
from click.shell_completion import CompletionItem

from ...results.text.command_lines import pasted_in


class LazyGroup(click.Group):
    """A group whose commands live in modules of this package, each as `command`.

    `commands` gives each command's module and its one-line help, so that `--help` imports none.
    """

    def __init__(self, *args: Any, commands: Mapping[str, tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._loaded: dict[str, click.Command] = {}
        self._modules = {name: module for name, (module, _) in commands.items()}
        self.summaries = {name: summary for name, (_, summary) in commands.items()}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in their order."""
        return list(self.summaries)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        if cmd_name not in self.summaries:
            return None
        if cmd_name not in self._loaded:
            command = import_module(f"...{self._modules[cmd_name]}", __name__).command
            _make_pastable(command)
            self._loaded[cmd_name] = command
        return self._loaded[cmd_name]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the one-line helps."""
        if self.summaries:
            with formatter.section("Commands"):
                formatter.write_dl(list(self.summaries.items()))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> "list[CompletionItem[str]]":
        """Return the commands that begin like a word, with their one-line helps, or options."""
        names = [name for name in self.summaries if name.startswith(incomplete)]
        found = [CompletionItem(name, help=self.summaries[name]) for name in names]
        return found + click.Command.shell_complete(self, ctx, incomplete)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Add the nearest command's name to click's error for an unknown one."""
        name = click.utils.make_str(args[0])
        if name not in self.summaries and not name.startswith("-"):
            import difflib  # noqa: PLC0415  (start-up stays light)

            near = difflib.get_close_matches(name, self.summaries, n=1)
            known = ", ".join(self.summaries)
            hint = f"did you mean {near[0]!r}?" if near else f"commands: {known}"
            ctx.fail(f"no command {name!r}; {hint}")
        return super().resolve_command(ctx, args)


def _make_pastable(command: click.Command) -> None:
    """Let the commands that a command's help names begin as the program was started."""
    command.help = pasted_in(command.help or "")
    for option in command.params:
        if isinstance(option, click.Option) and option.help:
            option.help = pasted_in(option.help)
    if isinstance(command, click.Group):
        for inner in command.commands.values():
            _make_pastable(inner)
