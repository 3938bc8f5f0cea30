"""`conquest-opt serve`: the service, for browsers and programs."""

import os
from pathlib import Path

import click

from ..options.database import database_option, store_errors
from ..parameters.numbers import Whole
from ..terminal.output import say

TOKEN_VARIABLE = "CONQUEST_TOKEN"


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", type=Whole(0, 65_535), default=8000, show_default=True, help="0: any free.")
@click.option(
    "--name",
    "names",
    multiple=True,
    help="A name that browsers may call this server by, such as lab.example; may be repeated.",
)
@click.option(
    "--jobs", type=Whole(1, 64), default=1, show_default=True, help="Jobs that run at a time."
)
@click.option("--threads", type=Whole(1, 1024), help="Threads of each job; default: all cores.")
@click.option("--cluster", metavar="ADDRESS", help="Jobs play on this Dask cluster.")
@database_option
def command(
    host: str,
    port: int,
    names: tuple[str, ...],
    jobs: int,
    threads: int | None,
    cluster: str | None,
    db: Path,
) -> None:
    """Serve the database, runs and games by HTTP, for browsers and programs.

    \b
    $ conquest-opt serve --port 8000
    serving http://127.0.0.1:8000/ (Ctrl-C ends it)
    ...

    The API is under /api/v1: setups, rules, agents, runs, jobs, games, SQL. Jobs
    are runs in processes of their own, which wait for each other in a queue beside
    the database; after a restart, or a kill, they are resumed.

    Only this machine can ask. With another --host a token is needed: it is made at
    each start and printed once, unless CONQUEST_TOKEN in the environment has one.

    \b
    conquest-opt serve --db results.duckdb --jobs 2 --threads 1
    conquest-opt serve --host 0.0.0.0 --name lab.example
    curl http://127.0.0.1:8000/api/v1/state
    """
    from ...service.common.settings import ServiceSettings  # noqa: PLC0415  (brings Litestar)
    from ...service.guard.hosts import is_loopback  # noqa: PLC0415
    from ...service.guard.tokens import new_token  # noqa: PLC0415
    from ...service.serve import serve  # noqa: PLC0415

    if threads and cluster:
        raise click.UsageError("jobs play on threads or on a cluster: leave out one of the two")
    given = os.environ.get(TOKEN_VARIABLE) or None
    token = given or (None if is_loopback(host) else new_token())
    settings = ServiceSettings(
        db=db,
        host=host,
        port=port,
        token=token,
        names=names,
        jobs=jobs,
        threads=threads,
        cluster=cluster,
    )

    def on_start(address: str) -> None:
        say(f"serving {address} (Ctrl-C ends it)")
        if token and not given:
            say(f"token {token}\nopen {address}?token={token}")

    with store_errors():
        serve(settings, on_start)
    say("stopped; jobs that were running are resumed at the next start")
