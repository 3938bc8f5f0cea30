"""The options that all runs share: where they run, what they keep, and how they are resumed."""

import functools
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from ...api.texts.keywords import KEYWORDS
from ...arena.run.headings import OUTPUT, SPEND, WHERE
from ...results.text.command_lines import command_line
from ..parameters.completing import RUN
from ..parameters.numbers import SEED, Whole
from .agents import OPTION, engine_commands, named_engines
from .config import config_option
from .database import database_option
from .grouped import grouped_option, with_options


@dataclass(frozen=True, kw_only=True)
class RunOptions:
    """The options of a command that runs games."""

    seed: int
    threads: int | None
    cluster: str | None
    db: Path | None
    """The database; None to store nothing."""
    as_json: bool
    dry_run: bool
    resume: str | None
    events: bool
    records: bool
    engines: tuple[str, ...] = ()
    """Agents that are other programs, which the user named."""

    def resume_command(self, command: str, run: str) -> str:
        """Return the command line that resumes a run; `command` is how its command is called."""
        words = ["--resume", run]
        if self.threads:
            words += ["--threads", str(self.threads)]
        if self.cluster:
            words += ["--cluster", self.cluster]
        if self.as_json:
            words.append("--json")
        for engine in engine_commands(self.engines):
            words += [OPTION, engine]
        return command_line(command, *words, db=self.db)


_NAMES = ("seed", "threads", "cluster", "as_json", "dry_run", "resume", "events", "records")

_OPTIONS = (
    grouped_option("--seed", type=SEED, default=1, show_default=True, **KEYWORDS["seed"].option()),
    grouped_option("--dry-run", group=SPEND, is_flag=True, help="Only estimate games and time."),
    grouped_option(
        "--threads",
        group=WHERE,
        type=Whole(1, 1024),
        help="Games at a time; default: all cores.",
    ),
    grouped_option(
        "--cluster",
        group=WHERE,
        metavar="ADDRESS",
        help="Play on a Dask cluster: tcp://... or scheduler file.",
    ),
    grouped_option(
        "--resume",
        group=WHERE,
        type=RUN,
        metavar="RUN",
        help="Continue a run that was interrupted.",
    ),
    config_option,
    grouped_option("--json", "as_json", group=OUTPUT, is_flag=True, help="The result as JSON."),
    database_option,
    grouped_option("--no-db", group=OUTPUT, is_flag=True, help="Store nothing in the database."),
    grouped_option("--events", is_flag=True, **KEYWORDS["events"].option()),
    grouped_option("--save-games", "records", is_flag=True, **KEYWORDS["save_games"].option()),
)

_WITH_RESUME = {
    "resume", "db", "threads", "as_json", "dry_run", "cluster", "setups_file", "start_engine",
}  # fmt: skip
"""Options that a resumed run may have too."""


def run_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a run; the command receives `options`.

    With --resume, options that the stored run has decided already are refused.
    """

    @click.pass_context
    @functools.wraps(command)
    def wrapped(
        context: click.Context, *args: object, db: Path, no_db: bool, **values: Any
    ) -> object:
        given = {name: values.pop(name) for name in _NAMES}
        if given["cluster"] is not None and not given["cluster"].strip():
            raise click.UsageError("--cluster names a scheduler: tcp://host:8786, or its file")
        if given["cluster"] and given["threads"]:
            raise click.UsageError("a cluster has its own threads: leave out --threads")
        if no_db and (given["resume"] or given["events"] or given["records"]):
            raise click.UsageError("--resume, --events and --save-games need the database")
        if given["resume"]:
            _refuse_decided(context)
        engines = named_engines(context)
        options = RunOptions(db=None if no_db else db, engines=engines, **given)
        return command(*args, options=options, **values)

    return with_options(wrapped, _OPTIONS)


def _refuse_decided(context: click.Context) -> None:
    """Refuse options that a resumed run has decided already."""
    for parameter in context.command.params:
        source = context.get_parameter_source(parameter.name or "")
        given = source is click.core.ParameterSource.COMMANDLINE  # a file's are refused by its name
        if given and parameter.name not in _WITH_RESUME:
            name = parameter.opts[0] if isinstance(parameter, click.Option) else "the arguments"
            raise click.UsageError(f"--resume takes everything from the run: leave out {name}")
