"""`conquest-opt engine-check`: does a program keep to the line protocol?"""

import json
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from ...agents.spec.engine_spec import LIMITS, EngineSpec, command_words
from ...agents.spec.parameters import AgentError
from ...results.page.words import wrapped
from ..parameters.numbers import Whole
from ..terminal.output import say
from ..terminal.progress import BusyLine

_REDRAW = 0.3
_MS, _START = (int(limit.default) for limit in LIMITS)


@click.command()
@click.argument("command_line", metavar="COMMAND")
@click.option(
    "--ms",
    type=Whole(1, 3_600_000),
    default=_MS,
    show_default=True,
    help="Milliseconds that it may think about a decision.",
)
@click.option(
    "--games",
    type=Whole(1, 1000),
    default=8,
    show_default=True,
    help="Games that it plays against random, by several rules and on both sides.",
)
@click.option(
    "--start",
    type=Whole(1, 3600),
    default=_START,
    show_default=True,
    help="Seconds that it may take to start.",
)
@click.option("--json", "as_json", is_flag=True, help="The results as JSON.")
def command(command_line: str, ms: int, games: int, start: int, as_json: bool) -> None:
    """Check that a program keeps to the line protocol, so that it can play.

    \b
    $ conquest-opt engine-check "python3 examples/engine.py"
    ok      starts        id name Example, id protocol 2
    ok      ready         readyok
    ok      plays         8 games: won 7, drawn 0, lost 1
    ...
    engine:python3 examples/engine.py keeps to the protocol

    COMMAND is one text, split into words as a shell splits them; no shell runs it.
    Of a check that failed it is said what was expected. The exit code is then 1.
    docs/reference/protocol.md has the protocol.

    \b
    conquest-opt engine-check "conquest-opt engine" --ms 200 --games 4
    conquest-opt engine-check "python3 examples/engine.py" --json
    """
    try:
        spec = EngineSpec(command_words(command_line), ms, start)
    except AgentError as error:
        raise click.UsageError(str(error)) from None
    from ...arena.foreign.check import (  # noqa: PLC0415  (brings numba)
        check_engine,
        conforms,
        results_json,
    )

    with _shown() as on_progress:
        results = check_engine(spec, games, on_progress)
    if as_json:
        click.echo(json.dumps(results_json(spec, results)))
    else:
        for result in results:
            say(f"{'ok' if result.ok else 'failed':<7} {result.name:<13} {result.seen}".rstrip())
            if not result.ok:
                say("\n".join(wrapped(f"expected: {result.expected}", 79, rest=" " * 22)))
        whole = "keeps to the protocol" if conforms(results) else "does not keep to the protocol"
        say(f"\n{spec} {whole}")
    if not conforms(results):
        sys.exit(1)


@contextmanager
def _shown() -> Iterator[Callable[[str], object]]:
    """Give what is called with each step; a step that takes long is shown while it lasts."""
    steps, ended, busy = [""], threading.Event(), BusyLine()

    def show() -> None:
        while not ended.wait(_REDRAW):
            busy(f"checking: {steps[-1]}")

    thread = threading.Thread(target=show, daemon=True)
    thread.start()
    try:
        yield steps.append
    finally:
        ended.set()
        thread.join()
        busy.close()
