"""`conquest-opt actionspace`: what the thesis's reductions of the action space are worth."""

import json
import math
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from ...results.page.text_table import text_table
from ...results.page.words import duration
from ..options.rules import RuleOptions, known_errors, rules_options
from ..options.setup_lists import read_setups, setups_option
from ..terminal.progress import ProgressLine

if TYPE_CHECKING:
    from ...arena.action_space.duels import Strength
    from ...arena.action_space.sizes import Sizes
    from ...arena.stats.score import Interval

SETUPS = ("Default", "Rush", "Venom", "GlassCannon", "Championeer", "OutrangeOutplay")
"""Those of the ladder."""

WIDTH = 80


@click.command()
@setups_option(", ".join(SETUPS))
@click.option(
    "--agent",
    default="fpu:advances=1000",
    show_default=True,
    metavar="AGENT",
    help="Who plays; its budget is that of each decision, in every space.",
)
@click.option(
    "--games",
    type=click.IntRange(1, 1_000_000),
    default=240,
    show_default=True,
    help="Games for each comparison of strength; rounded up to whole pairs.",
)
@click.option(
    "--positions",
    type=click.IntRange(1, 100_000),
    default=96,
    show_default=True,
    help="Beginnings of turns, four a game, from which sequences are counted.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, (1 << 64) - 1),
    default=1,
    show_default=True,
    help="The same seed gives the same figures.",
)
@click.option(
    "--threads", type=click.IntRange(1, 1024), help="Games at a time; default: all cores."
)
@click.option("--dry-run", is_flag=True, help="Only estimate how many games and how long.")
@click.option("--json", "as_json", is_flag=True, help="The result as JSON.")
@rules_options
def command(
    setups: tuple[str, ...],
    agent: str,
    games: int,
    positions: int,
    seed: int,
    threads: int | None,
    dry_run: bool,
    as_json: bool,
    rules: RuleOptions,
) -> None:
    """Measure what section 6.7 of the thesis estimates: its reductions, switched off.

    For each reduction switched off alone, and for all: the legal actions in each phase and the
    sequences of actions a turn, counted in the same positions; and the score of an agent with the
    reduction against the same agent without it, at the same budget a decision. Merging equal
    positions and late commands belong to the search: only their score is measured. Nothing is
    stored.

    \b
    conquest-opt actionspace
    conquest-opt actionspace --agent fpu:advances=3000 --games 600
    conquest-opt actionspace --setups Rush --positions 40 --json
    """
    from ...arena.action_space.duels import Hall, duels  # noqa: PLC0415
    from ...arena.action_space.sizes import A_GAME, Surveyor  # noqa: PLC0415  (brings numba)
    from ...arena.play.threads import Threads  # noqa: PLC0415

    try:
        names, meetings = read_setups(setups or SETUPS, None), duels(agent)
        executor = Threads(threads)
        surveyor = Surveyor(rules.ruleset, names, agent, seed)
        hall = Hall(rules.ruleset, names, seed, executor.number)
        surveyed, fought = -(-positions // A_GAME), len(meetings) * (games + games % 2)
        surveyor.warm()
        if dry_run:
            seconds = _timed(lambda: surveyor.measure(A_GAME)) * surveyed
            sample = _timed(lambda: [hall.play(duel, 2 * executor.number) for duel in meetings])
            seconds += sample * fought / (2 * executor.number * len(meetings))
            _tell_dry_run(surveyed, fought, len(meetings), seconds, as_json)
            return
        begin = time.monotonic()
        progress = ProgressLine(surveyed + fought, 0, str(executor), executor.number, quiet=as_json)
        told = _teller(progress, executor.number)
        try:
            sizes = surveyor.measure(positions, told)
            strengths = [hall.play(duel, games, told) for duel in meetings]
        finally:
            progress.close()
    except (ValueError, OSError) as error:
        raise known_errors(error) from None
    if as_json:
        click.echo(json.dumps(_dict(sizes, strengths, agent, names, seed)))
        return
    click.echo(_text(sizes, strengths, agent))
    taken = duration(time.monotonic() - begin)
    click.echo(f"\n{surveyed + fought:,} games in {taken}, seed {seed}")


def _timed(work: Callable[[], object]) -> float:
    """Return the seconds that work takes."""
    begin = time.monotonic()
    work()
    return time.monotonic() - begin


def _tell_dry_run(
    surveyed: int, fought: int, comparisons: int, seconds: float, as_json: bool
) -> None:
    if as_json:
        facts = {"games_for_positions": surveyed, "games": fought, "seconds": seconds}
        click.echo(json.dumps(facts))
        return
    click.echo(
        f"{surveyed:,} games for positions and {fought:,} for {comparisons} comparisons: "
        f"about {duration(seconds)}"
    )


def _teller(progress: ProgressLine, width: int) -> Callable[[int], None]:
    last = time.monotonic()

    def told(ended: int) -> None:
        nonlocal last
        now = time.monotonic()
        progress(ended, (now - last) * width)
        last = now

    return told


def _dict(
    sizes: "Sizes", strengths: list["Strength"], agent: str, setups: list[str], seed: int
) -> dict[str, Any]:
    from ...arena.action_space.duels import strength_dict  # noqa: PLC0415
    from ...arena.action_space.sizes import ESTIMATES, sizes_dict  # noqa: PLC0415

    told: dict[str, Any] = sizes_dict(sizes)
    for strength in strengths:
        told.setdefault(strength.duel.off, {})["strength"] = strength_dict(strength)
    for off, found in told.items():
        found["thesis"] = ESTIMATES[off]
    return {"agent": agent, "setups": setups, "seed": seed, "switched_off": told}


def _text(sizes: "Sizes", strengths: list["Strength"], agent: str) -> str:
    """Return the three tables."""
    from ...arena.action_space.sizes import ESTIMATES, PHASES  # noqa: PLC0415

    branching = sizes.branching["none"]
    lines = [
        f"Legal actions in the positions of {sizes.games} games by {agent}:",
        "mean (median, largest), by phase as the reduced space has it",
        "",
    ]
    rows = [
        (off, *(_branching(found.get(phase)) for phase in PHASES))
        for off, found in sizes.branching.items()
    ]
    rows.append(("positions", *(str(branching[p].positions) for p in PHASES if p in branching)))
    lines += text_table(("switched off", *PHASES), rows, WIDTH, keep=1)[0]
    counted = next(iter(sizes.sequences.values())).positions
    lines += ["", f"Sequences of actions a turn from {counted} beginnings: geometric mean", ""]
    head = ("switched off", "log10 [95 %]", "times [95 %]", "counted", "ends", "thesis")
    found = [
        (
            off,
            f"{sequences.log10:.2f}{_range(sequences.interval, 1)}",
            _times(sizes.growth[off][0]) + _factors(sizes.growth[off][1]),
            sequences.counted,
            f"{sequences.ends:.0f}" if sequences.ends else "-",
            _factor(ESTIMATES[off]["factor"]),
        )
        for off, sequences in sizes.sequences.items()
    ]
    lines += text_table(head, found, WIDTH, keep=1)[0]
    lines += ["", "Score in % with the reduction against without, at one budget a decision", ""]
    head = ("switched off", "score [95 %]", "games", "decisions a turn", "thesis")
    scores = [
        (
            strength.duel.off,
            f"{100 * strength.score.rate:.1f}{_range(strength.score.interval(), 1, 100)}",
            strength.score.games,
            "{:.2f} : {:.2f}".format(*strength.decisions),
            ESTIMATES[strength.duel.off]["text"],
        )
        for strength in strengths
    ]
    lines += text_table(head, scores, WIDTH, keep=1)[0]
    return "\n".join(lines)


def _branching(found: Any) -> str:
    return f"{found.mean:.1f} ({found.median:g}, {found.largest})" if found else "-"


def _range(interval: "Interval", digits: int, scale: float = 1) -> str:
    if math.isinf(interval.low):
        return ""
    return f" [{scale * interval.low:.{digits}f}, {scale * interval.high:.{digits}f}]"


def _times(log10: float, digits: int = 1) -> str:
    return f"{10**log10:.2f}" if log10 < 2 else f"{10**log10:.{digits}e}".replace("e+0", "e")


def _factors(interval: "Interval") -> str:
    if math.isinf(interval.low):
        return ""
    return f" [{_times(interval.low, 0)}, {_times(interval.high, 0)}]"


def _factor(factor: Any) -> str:
    return f"{factor:.3g}".replace("e+0", "e") if factor else ""
