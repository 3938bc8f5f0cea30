"""`conquest-opt review`: a played game, its worst turns, and what would have been better."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ...agents.spec.spec import AgentSpec
from ...arena.inputs.agents import chosen_agent
from ...arena.review.reviewer import QUICK_REVIEWER, REVIEWER, TOP
from ..options.agents import agent_options_with
from ..options.database import screen_width
from ..options.recorded import RecordedPlace, place_options, recorded_file
from ..options.rules import known_errors
from ..parameters.numbers import SEED, Whole
from ..terminal.output import say
from ..terminal.pages import check_page, page_options, write
from ..terminal.progress import BusyLine

if TYPE_CHECKING:
    from ...arena.review.review import Review

_PIPE_WIDTH = 79


@click.command()
@recorded_file
@place_options(None)
@agent_options_with(
    f"The agent that reviews, one that searches whole turns; default: {REVIEWER}.",
    f"Reviewed by {QUICK_REVIEWER}, for a first look.",
)
@click.option("--seed", type=SEED, default=0, show_default=True, help="Seed of the searches.")
@click.option(
    "--top",
    type=Whole(1, 1000),
    help=f"How many marked turns are shown [default: {TOP}; with --json all].",
)
@click.option(
    "--threads", type=Whole(1, 1024), help="Positions searched at a time; default: all cores."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@page_options("review")
def command(
    file: Path | None,
    place: RecordedPlace,
    agent: str | None,
    quick: bool,
    seed: int,
    top: int | None,
    threads: int | None,
    as_json: bool,
    **output: Any,
) -> None:
    """Review a played game: its worst turns, and what would have been better.

    \b
    $ conquest-opt review --run match --game 0
    ...
    first player's chance to win after every turn; numbers: the turns below
    ...
    1. Turn 19, first player: a blunder, from 70 % to 42 % (value +0.15 to -0.06)
      played     select g1; move f5; end
    ...
      better     select h2; move h5; end
    ...

    FILE is a game that play saved, or recorded games, one a line. A game that has no end yet is
    reviewed up to its last finished turn. A review of 50 turns takes some 3 seconds on two cores.
    The same game, agent and seed give the same review, unless the agent has a budget of time.

    \b
    conquest-opt review game.json
    conquest-opt review docs/games.jsonl --game 3 -o out/
    conquest-opt review --run latest --game 17 --json
    """
    try:
        spec = AgentSpec.parse(chosen_agent(agent, quick, REVIEWER, QUICK_REVIEWER))
        check_page(output["directory"], output["force"])
        found = _reviewed(file, place, spec, seed, threads)
    except (ValueError, OSError) as error:
        raise known_errors(error) from None
    _print(found, top, as_json, file, place)
    if output["directory"] is not None:
        from ...arena.review.page import review_page  # noqa: PLC0415

        write(review_page(found, top or TOP), output["directory"], output["force"], err=as_json)


def _reviewed(
    file: Path | None, place: RecordedPlace, agent: AgentSpec, seed: int, threads: int | None
) -> "Review":
    from ...arena.review.review import review  # noqa: PLC0415  (brings numba)

    record, busy = place.record(file), BusyLine()

    def on_searched(what: str, done: int, of: int) -> None:
        busy(f"searching {what}: {done} of {of} positions")

    try:
        return review(
            record,
            agent,
            seed=seed,
            resigned=_resigned(file),
            threads=threads,
            on_searched=on_searched,
        )
    finally:
        busy.close()


def _resigned(file: Path | None) -> int | None:
    """Return who gave up, where a file is a game that was saved at the table."""
    from ...engine.records import RecordError  # noqa: PLC0415
    from ..play.save import read_save  # noqa: PLC0415

    try:
        return read_save(file).seats.resigned if file else None
    except RecordError:
        return None


def _print(
    found: "Review", top: int | None, as_json: bool, file: Path | None, place: RecordedPlace
) -> None:
    from ...arena.review.summary import review_json, summary  # noqa: PLC0415
    from ...results.page.terminal import terminal_text  # noqa: PLC0415

    if as_json:
        click.echo(json.dumps(review_json(found, top)))
        return
    width = screen_width(_PIPE_WIDTH)
    say(terminal_text(summary(found, width, top or TOP), width))
    if found.marked:
        turn = found.marked[0].turn
        say(f"\nTo see turn {turn}, and to look deeper into it:")
        say(f"  {place.command('replay', file, turn)}\n  {place.command('analyse', file, turn)}")
