"""A run's report: sections put together, and written as a page, figures, Markdown and CSV."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from ...results import Store, StoreError
from ...results.page.blocks import Section, Text
from ...results.page.figures import Picture
from ...results.page.grids import NOTHING, Grid
from ...results.page.page import Page
from ...results.store.atomic_files import whole_file
from ...results.store.runs import Run
from ..stats.cycles import THRESHOLD
from . import commands, dominance, notes, standing, troops
from . import game_length as course
from . import nash as choice
from .collect import Games, collect


@dataclass(frozen=True)
class Written:
    """What a report wrote."""

    page: Page
    files: list[str]
    """Names of the files, relative to the directory."""


def build(
    store: Store,
    wanted: str,
    *,
    threshold: Fraction = THRESHOLD,
    told: Callable[[str], object] = lambda _: None,
) -> Page:
    """Return the report of a run; `told` hears of each section before it is made."""
    games = collect(store, wanted)
    makers: list[tuple[str, Callable[[], Section]]] = []
    if games.table.players:
        makers += [
            ("standings", lambda: standing.standings(games)),
            ("win matrix", lambda: standing.matrix(games)),
            ("dominance cycles", lambda: dominance.section(games.table, threshold)),
            ("Nash mixture", lambda: choice.section(games)),
        ]
    makers += [
        ("first player", lambda: course.sides(games)),
        ("game lengths", lambda: course.lengths(games)),
    ]
    if games.traced:
        makers += [
            ("command usage", lambda: commands.usage(store, games)),
            ("command recipients", lambda: commands.recipients(store, games)),
            ("troop selections", lambda: troops.selections(store, games)),
            ("attacks", lambda: troops.fights(store, games)),
        ]
    sections = []
    for name, make in makers:
        told(name)
        sections.append(make())
    if not games.traced:
        sections.append(Section("Commands, troops and attacks", [Text(notes.NO_EVENTS)]))
    return Page(title(games.run), _about(games), sections, facts(games.run, len(games.turns)))


def facts(run: Run, games: int) -> list[tuple[str, str]]:
    """Return how a run was made, for the head of a page."""
    return [
        ("Run", run.run),
        ("Status", run.status),
        ("Games", f"{games:,}"),
        ("Agents", ", ".join(run.agents) or NOTHING),
        ("Rules", ", ".join(run.edits) or "standard"),
        ("Seed", NOTHING if run.seed is None else str(run.seed)),
        ("Software", f"conquest-opt {run.software}"),
        ("Begun", f"{run.started:%Y-%m-%d %H:%M} UTC"),
    ]


def check_directory(directory: Path, *, force: bool = False) -> None:
    """Refuse a directory that cannot take a report, before the work of making one."""
    if directory.exists() and not directory.is_dir():
        raise StoreError(f"{directory} is a file; give a directory")
    if (directory / "index.html").exists() and not force:
        raise StoreError(f"{directory} has a report already; --force replaces it")


def write(page: Page, directory: Path, *, force: bool = False) -> Written:
    """Write a page to a directory: index.html, report.md, figures and tables."""
    check_directory(directory, force=force)
    contents: dict[str, bytes] = {}
    for section in page.sections:
        for part in section.parts:
            if isinstance(part, Picture):
                contents[f"figures/{part.name}.png"] = part.png
                contents[f"figures/{part.name}.svg"] = part.svg.encode()
            elif isinstance(part, Grid):
                contents[f"tables/{part.name}.csv"] = part.csv().encode()
                contents[f"tables/{part.name}.md"] = part.markdown().encode()
    contents["report.md"] = page.markdown().encode()
    contents["index.html"] = page.html().encode()  # last: it says that the rest is there
    try:
        for folder in {(directory / name).parent for name in contents}:
            folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"{directory} cannot be made: {error.strerror}") from None
    for name, content in contents.items():
        with whole_file(directory / name) as making:
            making.write_bytes(content)
    return Written(page, list(contents))


def title(run: Run) -> str:
    """Return the heading of a run's page."""
    return f"Conquest: {run.kind} of {run.started:%d %B %Y}"


def _about(games: Games) -> str:
    count = len(games.table.players)
    what = "agents" if games.of == "agent" else "setups"
    unfinished = "" if games.run.status == "finished" else f" The run is {games.run.status}."
    return (
        f"{len(games.turns):,} games between {count} {what}, in side-swapped pairs. Every share "
        f"comes with a 95 % interval; nothing is called better without one.{unfinished}"
    )
