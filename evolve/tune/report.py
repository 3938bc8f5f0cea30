"""The report of a tuning: the best configuration, how the search came there, and each value."""

import numpy as np

from ...agents.spec.spec import written
from ...arena.run.report import Maker, Report, StoredRun
from ...results.page.axes import SCORE, Scale
from ...results.page.blocks import Section, Text
from ...results.page.charts import Cells, dot_plot, heat_map, trace
from ...results.page.estimates import POINTS, columns, estimate, games_columns
from ...results.page.figures import Picture
from ...results.page.grids import Column, Grid
from ...results.page.words import percent, plural, range_text
from .evaluations import MeanScore, StoredTuning, named, read
from .result import TuneResult


def report(stored: StoredRun) -> Report:
    """Return the report of a tuning; of one that has evaluated nothing, only that."""
    tuning = read(stored)
    sections: list[Maker] = [("result", lambda: _result(stored, tuning))]
    if tuning.evaluated:
        sections += [
            ("course of the search", lambda: _course(tuning)),
            ("values", lambda: _values(tuning)),
            ("strongest pair", lambda: _pair(tuning)),
            ("configurations", lambda: _configurations(tuning)),
        ]
    setups = plural(len(stored.run.arguments["setups"]), "setup")
    about = (
        f"{tuning.parameters.base} tuned by NTBEA against {tuning.opponent}, both sides fielding "
        f"the same of {setups}, in side-swapped pairs."
    )
    title = f"Tuning of {tuning.parameters.base} against {tuning.opponent}"
    return Report(title, about, sections)


def _result(stored: StoredRun, tuning: StoredTuning) -> Section:
    """Return the best configuration, with its scores on held-out seeds."""
    base, opponent = tuning.parameters.base, tuning.opponent
    values: TuneResult | None = stored.values
    if values is None:
        none = Text("No configuration has been checked on held-out seeds.")
        checked = stored.run.status == "finished"
        return Section("Result", [*stored.summary(), *(() if checked else (none,))])
    against = [(opponent, values.total)]
    if values.against_default is not None:
        against = [one for one in against if opponent != base] + [(base, values.against_default)]
    scores = Grid(
        "result",
        "The configuration that was chosen, on held-out seeds",
        [
            Column("against", "Against"),
            Column("games", "Games", "count"),
            *estimate("score", "Score", about=POINTS),
        ],
        [(name, score.games, score.score, *score.ci95) for name, score in against],
        "None of these games decided what was chosen.",
    )
    return Section("Result", [*stored.summary(), scores, _parameters(tuning, values)])


def _parameters(tuning: StoredTuning, values: TuneResult) -> Grid:
    """Return the values of the best configuration beside those that were tried."""
    best, base = values.parameters, tuning.parameters.spec
    return Grid(
        "parameters",
        "Its parameters",
        [
            *columns("text", parameter="Parameter", best="Best"),
            *columns("text", given="As given", tried="Values tried"),
        ],
        [
            (name, *map(written, (best[name], base[name])), ", ".join(map(written, tried)))
            for name, tried in tuning.parameters.values.items()
        ],
    )


def _course(tuning: StoredTuning) -> Section:
    """Return how the search came there."""
    count = len({e.agent for e in tuning.evaluated})
    text = (
        f"{len(tuning.evaluated):,} evaluations of {count:,} of {tuning.parameters.count:,} "
        "configurations. The line is what the model expects of the best so far: it falls when the "
        "best is played again and does worse, and as the best of many it tends to be too high."
    )
    chart = trace(
        "course",
        "Score of each evaluation against the opponent, and the model's best.",
        {"evaluation": [e.score.rate for e in tuning.evaluated]},
        {"expected of the best so far": [e.expected for e in tuning.evaluated]},
        "evaluation",
        SCORE,
    )
    return Section("Course of the search", [Text(text), chart])


def _values(tuning: StoredTuning) -> Section:
    """Return what each value of each parameter scored, over all else."""
    means: list[tuple[str, str, MeanScore | None]] = [
        (name, written(value), tuning.mean(lambda e, n=name, v=value: e.chosen[n] == v))
        for name, tried in tuning.parameters.values.items()
        for value in tried
    ]
    chart = dot_plot(
        "values",
        "Mean score of the evaluations with each value, with 95 % intervals.",
        [(f"{name} = {value}", m.score, *m.interval) for name, value, m in means if m],
        Scale("score against the opponent", percent=True, middle=float(tuning.scores.mean())),
    )
    grid = Grid(
        "values",
        "Every value",
        [
            *columns("text", parameter="Parameter", value="Value"),
            *columns("count", evaluations="Evaluations", games="Games"),
            *estimate("score", "Score"),
        ],
        [
            (n, v, m.evaluations, m.games, m.score, *m.interval)
            if m
            else (n, v, 0, 0, None, None, None)
            for n, v, m in means
        ],
        "Evaluations, not games, count as independent.",
    )
    text = (
        "The mean over all evaluations that had a value, whatever the others were; the dashed line "
        "is the mean of all. The search plays what does well more often, so a value is seen "
        "in the company of good ones: differences are hints, not comparisons."
    )
    return Section("What each value does", [Text(text), chart, grid])


def _pair(tuning: StoredTuning) -> Section:
    """Return the two parameters that matter most together, as a map."""
    strongest = tuning.strongest_pair()
    heading = "The strongest pair"
    if strongest is None:
        return Section(heading, [Text("Only one parameter was tuned: there is no pair.")])
    text = (
        f"Of every two parameters {strongest[0]} and {strongest[1]} together explain the most of "
        "the differences between evaluations. Cells are mean scores; empty ones were never played."
    )
    return Section(heading, [Text(text), _map(tuning, *strongest)])


def _configurations(tuning: StoredTuning) -> Section:
    """Return every configuration that was evaluated."""
    rows = [
        (one.agent, one.elite, count, s.games, s.wins, s.draws, s.losses, s.rate, *s.interval())
        for one, count, s in tuning.configurations()
    ]
    grid = Grid(
        "configurations",
        "Every configuration that was evaluated",
        [
            Column("agent", "Configuration"),
            Column("best", "Best", "answer", "whether it is the one that was chosen"),
            Column("evaluations", "Evaluations", "count"),
            *games_columns(),
            *estimate("score", "Score"),
        ],
        rows,
        "Games of the search. The one that was chosen is first, others follow by the lower end of "
        "their interval; being the best of many, the first ones owe a part of their score to luck.",
    )
    return Section("Configurations", [grid])


def _map(tuning: StoredTuning, down: str, across: str) -> Picture:
    values_of = tuning.parameters.values
    rows, heads = ([named(name, value) for value in values_of[name]] for name in (down, across))
    cells = Cells(rows=rows, columns=heads)
    for i, a in enumerate(values_of[down]):
        for j, b in enumerate(values_of[across]):
            mean = tuning.mean(lambda e, a=a, b=b: e.chosen[down] == a and e.chosen[across] == b)
            if mean:
                hint = (
                    f"{rows[i]}, {heads[j]}: {percent(mean.score)} "
                    f"({range_text(mean.interval)}), {mean.evaluations} evaluations"
                )
                cells.put((i, j), mean.score, f"{100 * mean.score:.0f}", hint)
    reach = max(float(np.nanmax(np.abs(cells.values - 0.5))), 0.05)
    return heat_map(
        "pair",
        f"Mean score in % by {down} (down) and {across} (across); blue is above one half.",
        cells,
        limits=(0.5 - reach, 0.5 + reach),
        cell=0.5,
    )
