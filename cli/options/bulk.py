"""What the commands that play games in bulk share: their options, and how they are resumed."""

import functools
import shlex
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from .database import DEFAULT_DATABASE, database_option


@dataclass(frozen=True, kw_only=True)
class Bulk:
    """The options of a command that plays games in bulk."""

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


def bulk_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a run; the command receives `bulk`."""

    @click.option(
        "--seed",
        type=click.IntRange(0, (1 << 64) - 1),
        default=1,
        show_default=True,
        help="The same seed gives the same games.",
    )
    @click.option(
        "--threads", type=click.IntRange(1, 1024), help="Games at a time; default: all cores."
    )
    @click.option(
        "--cluster", metavar="ADDRESS", help="Play on a Dask cluster: tcp://... or scheduler file."
    )
    @click.option("--events", is_flag=True, help="Store every action of every game.")
    @click.option("--save-games", "records", is_flag=True, help="Store whole games, for replay.")
    @click.option("--dry-run", is_flag=True, help="Only estimate how many games and how long.")
    @click.option("--resume", metavar="RUN", help="Go on with a run that was interrupted.")
    @click.option("--no-db", is_flag=True, help="Store nothing in the database.")
    @click.option("--json", "as_json", is_flag=True, help="The result as JSON.")
    @database_option
    @functools.wraps(command)
    def wrapped(*args: object, db: Path, no_db: bool, **kwargs: Any) -> object:
        names = ("seed", "threads", "cluster", "as_json", "dry_run", "resume", "events", "records")
        given = {name: kwargs.pop(name) for name in names}
        if given["cluster"] and given["threads"]:
            raise click.UsageError("a cluster has its own threads: leave out --threads")
        if no_db and (given["resume"] or given["events"] or given["records"]):
            raise click.UsageError("--resume, --events and --save-games need the database")
        return command(*args, bulk=Bulk(db=None if no_db else db, **given), **kwargs)

    return wrapped


def refuse_with_resume(context: click.Context, *allowed: str) -> None:
    """Refuse options that a resumed run has decided already."""
    own = {"resume", "db", "threads", "as_json", "dry_run", "cluster", *allowed}
    for parameter in context.command.params:
        source = context.get_parameter_source(parameter.name or "")
        if source is click.core.ParameterSource.COMMANDLINE and parameter.name not in own:
            name = parameter.opts[0] if isinstance(parameter, click.Option) else "the arguments"
            raise click.UsageError(f"--resume takes everything from the run: leave out {name}")


def resume_command(kind: str, bulk: Bulk, run: str) -> str:
    """Return the command that goes on with a run; `kind` is how the command is called."""
    words = ["conquest-opt", *kind.split(), "--resume", run]
    if bulk.db is not None and str(bulk.db) != DEFAULT_DATABASE:
        words += ["--db", str(bulk.db)]
    if bulk.threads:
        words += ["--threads", str(bulk.threads)]
    if bulk.cluster:
        words += ["--cluster", bulk.cluster]
    if bulk.as_json:
        words.append("--json")
    return shlex.join(words)
