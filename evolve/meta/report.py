"""The report of a metagame: the mixture, how it came about, and what it is measured by."""

from ...agents.spec.spec import called
from ...arena.run.report import Maker, Report, StoredRun
from ...results.page.axes import Scale
from ...results.page.blocks import Block, Section, Text
from ...results.page.charts import dot_plot
from ...results.page.estimates import columns, estimate
from ...results.page.grids import Column, Grid
from ...results.page.lineups import lineups
from ...results.page.words import listed, percent, plural
from ...results.text.command_lines import command_line
from ...setups.catalogue import catalogue_setup
from ...setups.naming import name_cell
from . import comparisons, convergence
from .result import MetaResult

_ROUNDS = "SELECT * FROM metagame_rounds WHERE run = ? ORDER BY round"

_SELDOM = 0.05
"""Share of resampled mixtures from which a setup without weight is shown beside those with."""


def report(stored: StoredRun) -> Report:
    """Return the report of a metagame."""
    values: MetaResult | None = stored.values
    rounds = stored.titled(stored.query(_ROUNDS))
    sections: list[Maker] = [("mixture", lambda: _mixture(stored, values))]
    if rounds:
        sections.append(("convergence", lambda: convergence.convergence(stored, rounds)))
    if values is not None:
        sections.append(("matchups", lambda: convergence.matchups(stored)))
        if together := values.named_mixture:
            sections.append(("named setups", lambda: comparisons.named(values.named, together)))
        sections.append(("usage", lambda: comparisons.used(values.usage)))
        if rival := values.rival:
            sections.append(("rival", lambda: comparisons.rivalled(rival, values)))
        if values.screen:
            sections.append(("screen", lambda: comparisons.screened(values.screen)))
    return Report(*_heads(stored, values, len(rounds)), sections)


def _heads(stored: StoredRun, values: MetaResult | None, rounds: int) -> tuple[str, str]:
    """Return the title, and what the page is about."""
    settings = stored.run.arguments["settings"]
    judge = called(settings.get("judge") or settings["agent"])  # the second: before levels
    title = f"The metagame as {judge} plays it"
    if values is None:
        done, finished = plural(rounds, "round"), stored.run.status == "finished"
        later = "" if finished else "; its mixture comes with the end of the run"
        return title, f"A metagame after {done}{later}."
    names = [member.entrant.title(values.rules) for member in values.mixture]
    weights = (percent(member.weight) for member in values.mixture)
    named = [f"{name} ({weight})" for name, weight in zip(names, weights, strict=True)]
    return f"{title}: {listed(names, 3)}", (
        f"The metagame as {judge} plays it: {listed(named, 4)}. "
        "Intervals are 95 %; scores of responses and named setups come from side-swapped pairs "
        "on held-out seeds."
    )


def _mixture(stored: StoredRun, values: MetaResult | None) -> Section:
    words = stored.summary()
    if values is None:
        return Section("The mixture", words)
    names = [member.entrant.name for member in values.mixture if member.entrant.name]
    lasting = all(catalogue_setup(name) for name in names)  # others may mean another setup one day
    setup = "coalesce(name, setup) AS setup" if lasting else "setup"
    field = f"SELECT {setup}, weight FROM metagame WHERE run = '{stored.run.run}'"
    counter = command_line("evolve counter --opponents", field, db=stored.db)
    note = f"It can be played against: {counter}"
    parts = [*words, _weights(values), _formations(values), _set(values), Text(note)]
    return Section("The mixture", parts)


def _weights(values: MetaResult) -> Block:
    members = [m for m in values.members if m.weight > 0 or m.certainty >= _SELDOM]
    return dot_plot(
        "mixture",
        "How often the mixture plays each setup, with where 95 % of the weights lie that the same "
        "games might have led to; setups without weight that might have had some are shown too.",
        [(m.entrant.title(values.rules), m.weight, *m.interval) for m in members],
        Scale("weight", percent=True),
    )


def _formations(values: MetaResult) -> Block:
    board = values.rules.board
    return lineups(
        "formations",
        "Where the troops of the mixture's setups stand, the front row at the top.",
        [f"{percent(m.weight)}  {m.entrant.title(values.rules)}" for m in values.mixture],
        [member.formation for member in values.mixture],
        width=board.width,
        depth=board.home_rows,
    )


def _set(values: MetaResult) -> Grid:
    return Grid(
        "set",
        "Every setup of the set",
        [
            *columns("text", setup="Setup", name="Name"),
            *estimate("weight", "Weight", about="brackets: 95 % of resampled mixtures"),
            Column("certainty", "takes part", "share", "resampled mixtures that play it"),
            Column("round", "Round", "count", "whose response it was; 0: from the start"),
            Column("formation", "Formation", about="rows front/middle/back"),
        ],
        [
            (
                m.entrant.setup,
                m.entrant.name or name_cell(m.entrant.setup, m.formation, values.rules),
                *(m.weight, *m.interval, m.certainty, m.round, "/".join(m.formation)),
            )
            for m in values.members
        ],
    )
