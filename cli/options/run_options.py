"""The options that all runs share: where they run, what they keep, and how they are resumed."""

import click

from ...arena.run.headings import OUTPUT, SPEND, WHERE
from ...arena.run.keywords import EVENTS, SAVE_GAMES, SEED
from ..parameters.completing import RUN
from ..parameters.numbers import Whole
from .config import config_option
from .database import database_option
from .grouped import grouped_option
from .keywords import keyword_option

DRY_RUN, AS_JSON, NO_DB = "dry_run", "as_json", "no_db"

RUN_OPTIONS = (
    keyword_option(SEED),
    grouped_option(
        "--dry-run", DRY_RUN, group=SPEND, is_flag=True, help="Only estimate games and time."
    ),
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
    grouped_option("--json", AS_JSON, group=OUTPUT, is_flag=True, help="The result as JSON."),
    database_option,
    grouped_option(
        "--no-db", NO_DB, group=OUTPUT, is_flag=True, help="Store nothing in the database."
    ),
    keyword_option(EVENTS),
    keyword_option(SAVE_GAMES),
)
"""Options of every command that runs games."""


def refuse_without_database(given: dict[str, object]) -> None:
    """Refuse what needs the database where --no-db is given."""
    if given.get("resume") or given.get(EVENTS.name) or given.get(SAVE_GAMES.name):
        raise click.UsageError("--resume, --events and --save-games need the database")
