"""How every command runs its kind: what was given is asked of the one driver, and printed.

The driver (`api.running`) makes, plays and stores; here is only the terminal's part: which options
were given, the plan, progress, what is said when a run stops, and the result as text or JSON.
"""

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from ...arena.inputs.errors import RequestError
from ...balance.kinds import KINDS
from ...results.page.words import closing_text, wrapped
from ...results.text.command_lines import command_line
from ..options.agents import engine_commands, named_engines
from ..options.database import screen_width, store_errors
from ..options.grouped import FILE, was_given
from ..options.rules import known_errors
from ..options.run_options import AS_JSON, DRY_RUN, NO_DB, refuse_without_database
from ..options.setups_file import note_unread_names
from ..terminal.output import say

if TYPE_CHECKING:
    from ...api.progress import Display, RunProgress
    from ...api.results import Result
    from ...api.running import Follower
    from ...arena.play.play_schedule import Executor

_OF_THE_TERMINAL: Final = (AS_JSON, DRY_RUN, NO_DB, "config", "setups_file", "db")
"""Options that are no keywords of a run, or have a default of the terminal's."""


def run_command(kind: str, context: click.Context) -> None:
    """Run what the options of a command ask for, and print its result; or estimate what it takes.

    Interrupted, it says how to resume and exits with 130.
    """
    terminal = _Terminal(kind, context)
    with store_errors():
        try:
            terminal.run()
        except (ValueError, OSError) as error:
            raise known_errors(error) from None


class _Terminal:
    """One run, followed at the terminal."""

    def __init__(self, kind: str, context: click.Context) -> None:
        self._kind, self._context, values = kind, context, context.params
        self._json, self._dry = values[AS_JSON], values[DRY_RUN]
        self._db: Path | None = None if values[NO_DB] else values["db"]
        self._engines = named_engines(context)
        self._progress: RunProgress | None = None
        self._again = ""

    def run(self) -> None:
        """Read what was given, and run it."""
        given = self._given()
        from ...api.options import read_options  # noqa: PLC0415  (brings what kinds need)
        from ...api.running import RunStopped, estimate, run  # noqa: PLC0415  (brings numba)
        from ...api.stopping import INTERRUPTED  # noqa: PLC0415

        options = replace(read_options(self._kind, (), given), engines=self._engines)
        follower = self._follower()
        if self._dry:
            task, found = estimate(self._kind, options, follower)
            if self._json:
                click.echo(json.dumps(found.json() | task.estimate_values()))
            else:
                say("\n".join(found.lines()))
            return
        try:
            result = run(self._kind, options, follower)
        except RunStopped:
            sys.exit(INTERRUPTED)
        self._print(result)

    def _given(self) -> dict[str, Any]:
        """Return the keywords that were given, at the command line or in a file."""
        context = self._context
        given = {
            one.name: context.params[one.name]
            for one in context.command.params
            if one.name in context.params
            and one.name not in _OF_THE_TERMINAL
            and was_given(context, one)
        }
        if self._db is None:
            refuse_without_database(given)
        if "resume" in given and FILE in context.meta:
            raise RequestError("--resume takes everything from the run: leave out --config")
        return given | {"db": self._db}

    def _follower(self) -> "Follower":
        from ...api.running import Follower  # noqa: PLC0415
        from ...api.stopping import TERMINAL, Stopping  # noqa: PLC0415
        from ...results.database.connection import writes_under_way  # noqa: PLC0415

        self._stopping = Stopping(busy=writes_under_way)
        return Follower(
            note=lambda text: say("\n".join(wrapped(text, 80)), err=True),
            progress=self._follow,
            on_begin=self._begun,
            on_break=self._broken,
            stopping=self._stopping,
            signals=TERMINAL,
        )

    def _follow(self, executor: "Executor", display: "Display") -> "RunProgress":
        from ...api.progress import RunProgress  # noqa: PLC0415

        self._progress = RunProgress(executor, display)
        return self._progress

    def _begun(self, run: str) -> None:
        """Note how the run is resumed: it is said also if the process has to be ended by force."""
        words, values = ["--resume", run], self._context.params
        for option in ("threads", "cluster"):
            words += [f"--{option}", str(values[option])] if values[option] else []
        words += ["--json"] if self._json else []
        for engine in engine_commands(self._engines):
            words += ["--start-engine", engine]
        self._again = command_line(KINDS[self._kind].command, *words, db=self._db)
        self._stopping.last_words = f"To resume:\n  {self._again}\n"

    def _broken(self, error: BaseException) -> None:
        """Say what is stored of a run that did not end, and how to resume it."""
        from ...arena.play.errors import Interrupted, OtherGamesError  # noqa: PLC0415

        played = ""
        if self._progress:
            self._progress.close()
            played = self._progress.text
        if isinstance(error, Interrupted):
            if self._again:
                say(f"stopped: {played} are in {self._db}.", err=True)
            else:
                click.echo(f"stopped after {played}; nothing was stored (--no-db)", err=True)
        if self._again and not isinstance(error, OtherGamesError):
            click.echo(f"To resume:\n  {self._again}", err=True)

    def _print(self, result: "Result[Any]") -> None:
        note_unread_names()
        if self._json:
            click.echo(json.dumps(result.json()))
            return
        from ...results.page.terminal import terminal_text  # noqa: PLC0415

        stored = f"{self._db} (run {result.run})" if result.run else ""
        click.echo(terminal_text(result.values.full_summary(), screen_width()))
        say("\n" + closing_text(result.games, result.seconds, stored))
