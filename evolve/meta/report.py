"""The report of a metagame: the mixture, how it came about, and what it is measured by."""

from ...agents.spec.spec import called
from ...arena.run.report import Maker, Report, StoredRun
from ...engine.rules.ruleset import Ruleset
from ...results.page.axes import Scale
from ...results.page.blocks import Block, Section, Text
from ...results.page.charts import dot_plot
from ...results.page.estimates import columns, estimate, estimates, picked
from ...results.page.grids import Column, Grid
from ...results.page.lineups import lineups
from ...results.page.words import listed, percent, plural
from ...results.text.command_lines import command_line
from ...setups.catalogue import catalogue_setup
from . import comparisons, convergence
from .stored import StoredMetagame, collect, label

_SELDOM = 0.05
"""Share of resampled mixtures from which a setup without weight is shown beside those with."""


def report(stored: StoredRun) -> Report:
    """Return the report of a metagame."""
    meta = collect(stored)
    sections: list[Maker] = [("mixture", lambda: _mixture(stored, meta))]
    if meta.rounds:
        sections.append(("convergence", lambda: convergence.convergence(meta)))
    if meta.members:
        sections.append(("matchups", lambda: convergence.matchups(meta)))
        if comparisons.has_named(meta.ratings):
            sections.append(("named setups", lambda: comparisons.named(meta.ratings)))
        sections.append(("usage", lambda: comparisons.used(meta.usage)))
        if rivals := comparisons.rivals(meta.ratings):
            sections.append(("rival", lambda: comparisons.rivalled(rivals)))
        if screen := comparisons.screens(meta.ratings):
            sections.append(("screen", lambda: comparisons.screened(screen)))
    return Report(_title(meta), _about(meta), sections)


def _title(meta: StoredMetagame) -> str:
    names = [label(member) for member in meta.mixture]
    mixture = f": {listed(names, 3)}" if names else ""
    return f"The metagame as {called(meta.judge)} plays it{mixture}"


def _about(meta: StoredMetagame) -> str:
    if not meta.members:
        done = plural(len(meta.rounds), "round")
        return f"A metagame after {done}; its mixture comes with the end of the run."
    named = [f"{label(member)} ({percent(member['weight'])})" for member in meta.mixture]
    return (
        f"The metagame as {called(meta.judge)} plays it: {listed(named, 4)}. "
        "Intervals are 95 %; scores of responses and named setups come from side-swapped pairs "
        "on held-out seeds."
    )


def _mixture(stored: StoredRun, meta: StoredMetagame) -> Section:
    words = stored.summary()
    if not meta.members:
        return Section("The mixture", words)
    names = [member["name"] for member in meta.mixture if member["name"]]
    lasting = all(catalogue_setup(name) for name in names)  # others may mean another setup one day
    setup = "coalesce(name, setup) AS setup" if lasting else "setup"
    field = f"SELECT {setup}, weight FROM metagame WHERE run = '{meta.run.run}'"
    counter = command_line("evolve counter --opponents", field, db=stored.db)
    note = f"It can be played against: {counter}"
    parts = [*words, _weights(meta), _formations(meta), _set(meta), Text(note)]
    return Section("The mixture", parts)


def _weights(meta: StoredMetagame) -> Block:
    drawn = [m for m in meta.members if m["weight"] > 0 or m["certainty"] >= _SELDOM]
    return dot_plot(
        "mixture",
        "How often the mixture plays each setup, with where 95 % of the weights lie that the same "
        "games might have led to; setups without weight that might have had some are shown too.",
        estimates(drawn, "weight", label),
        Scale("weight", percent=True),
    )


def _formations(meta: StoredMetagame) -> Block:
    board = Ruleset().edit(*meta.run.edits).board
    return lineups(
        "formations",
        "Where the troops of the mixture's setups stand, the front row at the top.",
        [f"{percent(member['weight'])}  {label(member)}" for member in meta.mixture],
        [member["formation"].split("/") for member in meta.mixture],
        width=board.width,
        depth=board.home_rows,
    )


def _set(meta: StoredMetagame) -> Grid:
    keys = ("setup", "name", "weight", "weight_low", "weight_high", "certainty", "round")
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
            (setup, name or member["known"], *rest)
            for member, (setup, name, *rest) in zip(
                meta.members, picked(meta.members, *keys, "formation"), strict=True
            )
        ],
    )
