"""The report of a metagame: the mixture, how it came about, and what it is measured by."""

from collections.abc import Callable

from ...engine.rules.ruleset import Ruleset
from ...results import Store
from ...results.page.blocks import Section, Text
from ...results.page.charts import dot_plot
from ...results.page.grids import Column, Grid
from ...results.page.lineups import lineups
from ...results.page.page import Page
from ...results.page.words import listed, percent, plural, range_text
from ...results.store.runs import Run
from ..proposals.report_parts import page
from . import report_measures as measures
from . import report_rounds as rounds
from .report_measures import label
from .report_mixture import Found, collect

_SELDOM = 0.05
"""Share of resampled mixtures from which a setup without weight is shown beside those with."""


def build(store: Store, run: Run, told: Callable[[str], object]) -> Page:
    """Return the report of a run; `told` hears of each section before it is made."""
    found = collect(store, run)
    makers: list[tuple[str, Callable[[], Section]]] = []
    if found.members:
        makers.append(("mixture", lambda: _mixture(found)))
    if found.rounds:
        makers.append(("convergence", lambda: rounds.convergence(found)))
    if found.members:
        makers.append(("matchups", lambda: rounds.matchups(found)))
        if measures.has_named(found.ratings):
            makers.append(("named setups", lambda: measures.named(found.ratings)))
        makers.append(("usage", lambda: measures.used(found.usage)))
        if measures.best_checked(found.ratings):
            makers.append(("check", lambda: measures.checked(found.mixture, found.ratings)))
    sections = []
    for name, make in makers:
        told(name)
        sections.append(make())
    return page(store, run, _about(found), sections)


def _about(found: Found) -> str:
    if not found.members:
        done = plural(len(found.rounds), "round")
        return f"A metagame after {done}; its mixture comes with the end of the run."
    named = [f"{label(member)} ({percent(member['weight'])})" for member in found.mixture]
    return (
        f"The metagame as {found.run.agents[0]} plays it: {listed(named, 4)}. Intervals are 95 %; "
        "scores come from side-swapped pairs on seeds that nothing was chosen by."
    )


# ---- the mixture ---------------------------------------------------------------------------------


def _mixture(found: Found) -> Section:
    drawn = [m for m in found.members if m["weight"] > 0 or m["certainty"] >= _SELDOM]
    chart = dot_plot(
        "mixture",
        "How often the mixture plays each setup, with where 95 % of the weights lie that the same "
        "games might have led to; setups without weight that might have had some are shown too.",
        [label(member) for member in drawn],
        [member["weight"] for member in drawn],
        [(member["weight_low"], member["weight_high"]) for member in drawn],
        axis="weight",
        percent=True,
    )
    board = Ruleset().edit(*found.run.edits).board
    where = lineups(
        "formations",
        "Where the troops of the mixture's setups stand, the front row at the top.",
        [f"{percent(member['weight'])}  {label(member)}" for member in found.mixture],
        [member["formation"].split("/") for member in found.mixture],
        width=board.width,
        depth=board.home_rows,
    )
    field = (
        f"SELECT coalesce(name, setup) AS setup, weight FROM metagame WHERE run = '{found.run.run}'"
    )
    note = f'It can be played against: conquest-opt evolve counter --opponents "{field}"'
    return Section("The mixture", [Text(_verdict(found)), chart, where, _set(found), Text(note)])


def _verdict(found: Found) -> str:
    last = found.rounds[-1]
    gain = percent(last["score"] - 0.5)
    ends = range_text((last["score_low"] - 0.5, last["score_high"] - 0.5))
    misses = _misses(found)
    if misses >= found.run.arguments["settings"]["patience"]:
        end = (
            f"The search ended because {plural(misses, 'response')} in a row gained no more than "
            f"{percent(found.epsilon)} for certain."
        )
    else:
        end = "The search ended because its rounds were used up: more of them may change it."
    return (
        f"{plural(len(found.mixture), 'setup')} of {len(found.members)} that are known have "
        f"weight. {end} The last response, evolved against just this mixture, gains {gain} (95 %: "
        f"{ends}); a better one may exist, so the true exploitability is no less."
    )


def _misses(found: Found) -> int:
    """Return how many responses in a row gained nothing at the end, as the search counts them."""
    gained = [r["score"] - 0.5 > found.epsilon and r["score_low"] > 0.5 for r in found.rounds]
    return [*reversed(gained), True].index(True)


def _set(found: Found) -> Grid:
    keys = ("weight", "weight_low", "weight_high", "certainty", "round")
    rows = [
        (m["setup"], m["name"], *(m[key] for key in keys), m["formation"]) for m in found.members
    ]
    return Grid(
        "set",
        "Every setup of the set",
        [
            Column("setup", "Setup"),
            Column("name", "Name"),
            Column("weight", "Weight", "share"),
            Column("weight_low", "from", "share", "95 % of resampled mixtures"),
            Column("weight_high", "to", "share"),
            Column("certainty", "takes part", "share", "resampled mixtures that play it"),
            Column("round", "Round", "count", "whose response it was; 0: from the start"),
            Column("formation", "Formation", about="rows front/middle/back"),
        ],
        rows,
    )
