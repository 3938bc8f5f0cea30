"""The `conquest-opt` group: names its commands, and imports only the one that is used."""

import contextlib
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from ..api.stopping import INTERRUPTED
from ..engine.reading.input_error import InputError
from ..results.text.command_lines import pasted_in, program
from ..results.text.escape import printable
from .help.shells import VARIABLE, register_shells
from .help.versions import version_option
from .options.grouped import as_option
from .terminal.groups import LazyGroup
from .terminal.output import last_output, ready_streams

COMMANDS = {
    "enumerate": (
        "commands.enumerate",
        "Enumerate every setup that the rules allow, and store them.",
    ),
    "setups": ("commands.setups", "List the named setups, show or check one, save your own."),
    "rules": ("commands.rules", "List the rules: what each number does, its limits and value."),
    "agents": ("commands.agents", "List the agents with their parameters."),
    "engine": ("games.engine", "Drive the engine by a line protocol, in the spirit of UCI."),
    "engine-check": ("games.engine_check", "Check that a program keeps to the line protocol."),
    "match": ("runs.match", "Play two setups, or two agents, against each other."),
    "tournament": ("runs.tournament", "Play setups against each other and rank them."),
    "explain": ("runs.explain", "Explain why a setup beats another, or loses."),
    "improve": ("runs.improve", "Find the best small changes of a setup."),
    "evolve": ("runs.evolve", "Search for setups: counters, a ranking, the metagame, maps."),
    "formation": ("runs.formation", "Search for where the troops of a setup should stand."),
    "whatif": ("runs.whatif", "Compare the game before a change of the rules with after."),
    "balance": ("runs.balance", "Search for changes of the rules towards a richer game."),
    "ladder": ("runs.ladder", "Rate agents by games against each other."),
    "agreement": ("runs.agreement", "Measure how far agents agree about setups."),
    "tune": ("runs.tune", "Find the best parameters of an agent."),
    "actionspace": ("runs.actionspace", "Measure what the thesis's action-space reductions do."),
    "compare": ("commands.compare", "Compare two runs of one kind: what differs beyond noise."),
    "export": ("commands.export", "Write everything of a run to a directory, or to one file."),
    "import": ("commands.import_", "Take over runs from a file that export --bundle wrote."),
    "play": ("games.play", "Play a game against an agent in the terminal."),
    "position": ("games.position", "Show a position and its legal actions."),
    "analyse": ("games.analyse", "Show what an agent sees in a position."),
    "replay": ("games.replay", "Step through recorded games, or verify them."),
    "review": ("games.review", "Review a played game: its worst turns, and what was better."),
    "report": ("commands.report", "Write what a run's games say, beside the thesis."),
    "serve": ("commands.serve", "Serve runs, setups, rules and games by HTTP."),
    "runs": ("stored.runs", "List the runs of the database, show one, delete some."),
    "sql": ("commands.sql", "Ask the results database in SQL."),
    "glossary": ("help.glossary", "Say what a term of output and docs means."),
    "man": ("help.man", "Print the manual page of the program or a command."),
    "completion": ("help.completion", "Print the script by which a shell completes words."),
}
"""Each command's module and one-line help, so that `--help` imports none of them."""


class _Program(LazyGroup):
    """The program itself."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run as a process of its own: one that was interrupted, or has threads, ends at once.

        Threads may still be playing games, or enumerating setups, that are not waited for. Python,
        DuckDB and OR-Tools would report what they hold, or abort: a thread that comes back from C++
        into a Python that is being taken down is unwound through frames that do not allow it.
        """
        ready_streams()
        register_shells()
        self.help = pasted_in(self.help or "")
        try:
            names = {"prog_name": program(), "complete_var": VARIABLE}
            return super().__call__(*args, **names | kwargs)
        except SystemExit as end:
            last_output()
            code = end.code if isinstance(end.code, int) else 0
            if code == INTERRUPTED or threading.active_count() > 1:
                with contextlib.suppress(OSError, AttributeError):  # closed, or none at all
                    sys.stdout.flush()
                    sys.stderr.flush()
                os._exit(code)
            raise

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run the command; what cannot be written or used is an error of one line."""
        try:
            return super().main(*args, **kwargs)
        except OSError as error:
            click.echo(f"Error: {error.strerror or error}", err=True)
            sys.exit(1)
        except InputError as error:
            click.echo(f"Error: {error.spelled(as_option)}", err=True)
            sys.exit(1)

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        """Read the first words."""
        with _clean_errors():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        with _clean_errors():
            return super().invoke(ctx)


@contextmanager
def _clean_errors() -> Iterator[None]:
    """Spell out what would steer the terminal in errors: they quote what was given."""
    try:
        yield
    except click.ClickException as error:
        vars(error)["message"] = printable(error.message, keep="\n")  # declared as final
        raise


@click.group(
    cls=_Program, commands=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]}
)
@version_option
def main() -> None:
    """Optimise and balance setups for Conquest, a two-player 20 x 20 board wargame.

    \b
    $ conquest-opt match Default IAmWarrior --quick --games 200
    ...
      score          35.0 % [28.2, 42.4]: IAmWarrior was shown to be better
    ...

    \b
    conquest-opt position Default IAmWarrior     the board and what can be done
    conquest-opt play Default IAmWarrior         play against an agent
    conquest-opt analyse Default IAmWarrior      what an agent sees there
    conquest-opt evolve counter --target Rush    what beats a setup
    conquest-opt whatif --set archer.range=5     what a change of the rules does
    conquest-opt COMMAND --help                  more on a command
    conquest-opt glossary                        what the terms mean
    """
    from ..engine.kernels import notices  # noqa: PLC0415

    notices.on_notice = _notice


def _notice(sentence: str) -> None:
    click.echo(sentence, file=sys.stderr)
