"""The report of a metagame: the mixture, how it came about, and what it is measured by."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ...arena.reports.report import facts, title
from ...arena.reports.words import listed, percent, plural, range_text
from ...arena.statistics import Score
from ...engine.rules import Ruleset
from ...results import Store
from ...results.charts import dot_plot, heat_map
from ...results.grids import Column, Grid
from ...results.page import Page, Part, Section, Text
from ...results.runs import Run
from ...results.timelines import formations, shares, timeline
from . import meta_measures as measures
from .meta_measures import label

_SHOWN = 12
"""Setups that the figure of mixtures round by round tells apart."""
_OTHERS = "all others"
_SOME = 0.001
"""Weight from which there are others."""
_MATRIX = 14
"""Setups in the matrix, if the mixture has no more: those who do best against it fill it up."""
_SELDOM = 0.05
"""Share of resampled mixtures from which a setup without weight is shown beside those with."""


@dataclass(frozen=True, kw_only=True)
class Found:
    """What a run has written."""

    run: Run
    games: int
    rounds: list[dict[str, Any]]
    weights: list[dict[str, Any]]
    members: list[dict[str, Any]]
    """The set, heaviest first; empty while the run is not finished."""
    payoffs: dict[tuple[int, int], Score]
    ratings: list[dict[str, Any]]
    usage: list[dict[str, Any]]

    @property
    def epsilon(self) -> float:
        """What a response had to gain."""
        return self.run.arguments["settings"]["epsilon"]

    @property
    def mixture(self) -> list[dict[str, Any]]:
        """Those of the set that have weight."""
        return [member for member in self.members if member["weight"] > 0]

    def between(self, a: int, b: int) -> Score:
        """Return how one setup of the set did against another."""
        if (a, b) in self.payoffs:
            return self.payoffs[a, b]
        return ~self.payoffs.get((b, a), Score())


def build(store: Store, run: Run, told: Callable[[str], object]) -> Page:
    """Return the report of a run; `told` hears of each section before it is made."""
    found = collect(store, run)
    makers: list[tuple[str, Callable[[], Section]]] = []
    if found.members:
        makers.append(("mixture", lambda: _mixture(found)))
    if found.rounds:
        makers.append(("convergence", lambda: _convergence(found)))
    if found.members:
        makers.append(("matchups", lambda: _matchups(found)))
        if measures.has_named(found.ratings):
            makers.append(("named setups", lambda: measures.named(found.ratings)))
        makers.append(("usage", lambda: measures.used(found.usage)))
        if measures.best_checked(found.ratings):
            makers.append(("check", lambda: measures.checked(found.mixture, found.ratings)))
    sections = []
    for name, make in makers:
        told(name)
        sections.append(make())
    return Page(title(run), _about(found), sections, facts(run, found.games))


def collect(store: Store, run: Run) -> Found:
    """Return what a run has written."""

    def rows(sql: str) -> list[dict[str, Any]]:
        return store.query(sql, [run.run]).to_pylist()

    matrix = rows("SELECT * FROM metagame_payoffs WHERE run = ? ORDER BY a, b")
    return Found(
        run=run,
        games=rows("SELECT count(*) AS n FROM games WHERE run = ?")[0]["n"],
        rounds=rows("SELECT * FROM metagame_rounds WHERE run = ? ORDER BY round"),
        weights=rows("SELECT * FROM metagame_weights WHERE run = ? ORDER BY round, number"),
        members=rows("SELECT * FROM metagame WHERE run = ? ORDER BY weight DESC, number"),
        payoffs={(row["a"], row["b"]): _score(row) for row in matrix},
        ratings=rows("SELECT * FROM setup_ratings WHERE run = ? ORDER BY rating DESC, entrant"),
        usage=rows("SELECT * FROM metagame_usage WHERE run = ?"),
    )


def _score(row: dict[str, Any]) -> Score:
    pairs = tuple(row[f"pairs_{number}"] for number in range(5))
    return Score(row["wins"], row["draws"], row["losses"], pairs)


def _about(found: Found) -> str:
    if not found.members:
        done = plural(len(found.rounds), "round")
        return f"The run is {found.run.status} after {done}; the mixture comes with its end."
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
    where = formations(
        "formations",
        "Where the troops of the mixture's setups stand, the front row at the top.",
        [
            (f"{percent(member['weight'])}  {label(member)}", member["formation"].split("/"))
            for member in found.mixture
        ],
        width=board.width,
        depth=board.home_rows,
    )
    field = (
        f"SELECT coalesce(name, setup) AS setup, weight FROM metagame WHERE run = '{found.run.run}'"
    )
    note = f'It can be played against: conquest-opt evolve counter --opponents "{field}"'
    return Section("The mixture", [Text(_verdict(found)), chart, where, _set(found), Text(note)])


def _verdict(found: Found) -> str:
    last = _last(found)
    best = max(last, key=lambda row: row["score"])
    gain = percent(best["score"] - 0.5)
    ends = range_text((best["score_low"] - 0.5, best["score_high"] - 0.5))
    misses = sum(row["score"] - 0.5 <= found.epsilon or row["score_low"] <= 0.5 for row in last)
    if misses >= found.run.arguments["settings"]["patience"]:
        end = (
            f"The search ended because {plural(misses, 'response')} in a row gained no more than "
            f"{percent(found.epsilon)} for certain."
        )
    else:
        end = "The search ended because its rounds were used up: more of them may change it."
    return (
        f"{plural(len(found.mixture), 'setup')} of {len(found.members)} that are known have "
        f"weight. {end} The best response that was found to it gains {gain} (95 %: {ends}); a "
        "better one may exist, so this is the least that the mixture can be exploited by."
    )


def _last(found: Found) -> list[dict[str, Any]]:
    """Return the rounds that answered the final mixture."""
    last = [found.rounds[-1]]
    for row in reversed(found.rounds[:-1]):
        if row["added"]:
            break
        last.append(row)
    return last


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


# ---- rounds --------------------------------------------------------------------------------------


def _convergence(found: Found) -> Section:
    parts: list[Part] = [
        Text(
            "Each round solves the mixture of what is known and evolves a response to it. What the "
            "response scores above one half, on fresh seeds, is the exploitability that was found: "
            "a lower bound, as a search need not find the best response."
        ),
        timeline(
            "convergence",
            "Gain of each round's response on the mixture, with 95 % intervals; the orange line is "
            "what it has to exceed.",
            [row["score"] - 0.5 for row in found.rounds],
            [(row["score_low"] - 0.5, row["score_high"] - 0.5) for row in found.rounds],
            [row["added"] for row in found.rounds],
            kinds=("joined the set", "not added"),
            axis="gain of the response",
            across="round",
            lines={"epsilon": found.epsilon},
        ),
    ]
    if found.members:
        parts.append(_by_round(found))
    return Section("Convergence", [*parts, _rounds(found)])


def _by_round(found: Found) -> Part:
    """Return the mixtures round by round; setups that were never heavy are drawn as one."""
    labels = {member["number"]: label(member) for member in found.members}
    count = len(found.rounds)
    heights: dict[int, list[float]] = {}
    for row in found.weights:
        heights.setdefault(row["number"], [0.0] * count)[row["round"] - 1] = row["weight"]
    heaviest = sorted(heights, key=lambda number: -sum(heights[number]))[:_SHOWN]
    series = {labels[number]: heights[number] for number in sorted(heaviest)}
    rest = [max(0.0, 1 - sum(column)) for column in zip(*series.values(), strict=True)]
    if max(rest) > _SOME:
        series[_OTHERS] = rest
    return shares(
        "mixtures",
        f"The mixture of each round; the {len(heaviest)} setups that were heaviest over all rounds "
        "are told apart.",
        series,
        axis="weight",
        across="round",
        rest=_OTHERS,
    )


def _rounds(found: Found) -> Grid:
    keys = ("round", "setups", "support", "setup", "added")
    rows = [
        (
            *(row[key] for key in keys),
            *(row[key] - 0.5 for key in ("score", "score_low", "score_high")),
            row["score_games"],
            row["inside"],
            row["games"],
            row["seconds"],
        )
        for row in found.rounds
    ]
    return Grid(
        "rounds",
        "Every round",
        [
            Column("round", "Round", "count"),
            Column("setups", "Set", "count", "setups that were known"),
            Column("support", "Mixture", "count", "setups that have weight"),
            Column("response", "Response"),
            Column("added", "Added", "answer"),
            Column("gain", "Gain", "share", "its score against the mixture above one half"),
            Column("gain_low", "from", "share", "lower end of the 95 % interval"),
            Column("gain_high", "to", "share", "upper end of the 95 % interval"),
            Column("gain_games", "of games", "count"),
            Column("inside", "Inside", "share", "what a known setup might gain at most, at 95 %"),
            Column("games", "Games", "count", "of the whole round"),
            Column("seconds", "Seconds", "number"),
        ],
        rows,
    )


# ---- matchups ------------------------------------------------------------------------------------


def _matchups(found: Found) -> Section:
    import numpy as np  # noqa: PLC0415

    mixture = _met(found)
    count = len(mixture)
    values, hints = np.full((count, count), np.nan), {}
    texts = [["" for _ in mixture] for _ in mixture]
    rows = []
    for i, a in enumerate(mixture):
        for j, b in enumerate(mixture):
            score = found.between(a["number"], b["number"])
            if not score.games:
                continue
            values[i, j], texts[i][j] = score.rate, f"{100 * score.rate:.0f}"
            told = f"{percent(score.rate)} of {score.games} games ({range_text(score.interval())})"
            hints[i, j] = f"{label(a)} against {label(b)}: {told}"
            if i < j:
                rows.append((label(a), label(b), score.games, score.rate, *score.interval()))
    picture = heat_map(
        "matchups",
        "Per cent of the points that the setup on the left takes from the one above; blue is more "
        "than half. Pointing at a cell shows its interval.",
        [f"{number}. {label(member)}" for number, member in enumerate(mixture, start=1)],
        [str(number) for number in range(1, count + 1)],
        values,
        texts,
        hints=hints,
        extra={"weight": [percent(member["weight"]) for member in mixture]},
    )
    grid = Grid(
        "matchups",
        "Every matchup of these setups",
        [
            Column("a", "A"),
            Column("b", "B"),
            Column("games", "Games", "count"),
            Column("score", "Score of A", "share"),
            Column("score_low", "from", "share", "lower end of the 95 % interval"),
            Column("score_high", "to", "share", "upper end of the 95 % interval"),
        ],
        rows,
        folded=True,
    )
    text = (
        "Each setup of the mixture scores one half against the mixture: whoever plays one more "
        "often can be answered by those that beat it. Below them, without weight, are those who do "
        "best against it."
    )
    return Section("Who beats whom", [Text(text), picture, grid])


def _met(found: Found) -> list[dict[str, Any]]:
    """Return the mixture, and those who do best against it."""

    def score(member: dict[str, Any]) -> float:
        other = [(m["weight"], found.between(member["number"], m["number"])) for m in found.mixture]
        return sum(weight * score.rate for weight, score in other)

    others = sorted((m for m in found.members if not m["weight"]), key=lambda m: -score(m))
    return [*found.mixture, *others[: max(_MATRIX - len(found.mixture), 0)]]
