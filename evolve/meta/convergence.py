"""How a mixture came about, round by round, and which of its setups beat which."""

from collections.abc import Sequence
from itertools import product

from ...arena.run.report import StoredRun
from ...arena.stats.crosstable import CrossTable
from ...arena.stats.score import Score
from ...results.page.blocks import Block, Section, Text
from ...results.page.charts import Cells, heat_map
from ...results.page.curves import shares, timeline
from ...results.page.estimates import Row, columns, estimate, picked
from ...results.page.grids import Column, Grid
from ...results.page.words import percent, range_text
from .result import MetaResult
from .values import SetMember

_WEIGHTS = "SELECT * FROM metagame_weights WHERE run = ? ORDER BY round, number"

_PAYOFFS = "SELECT * FROM metagame_payoffs WHERE run = ?"
"""Games of every two setups of the set: too many for the values, which have their mixture."""

_SHOWN = 12
"""Setups that have a colour of their own in the figure of mixtures round by round."""
_OTHERS = "all others"
_SOME = 0.001
"""Weight from which there are others."""
_MATRIX = 14
"""Setups in the matrix, if the mixture has no more: the best against it fill it up."""


def convergence(stored: StoredRun, rounds: Sequence[Row]) -> Section:
    """Return what responses gained, and the mixtures that they answered."""
    parts: list[Block] = [
        Text(
            "Each round solves the mixture of what is known and evolves a response to it. What the "
            "response scores above one half, on held-out seeds, is the exploitability that was "
            "measured: a lower bound, as a search need not find the best response."
        ),
        timeline(
            "convergence",
            "Gain of each round's response on the mixture, with 95 % intervals; the orange line is "
            "what it has to exceed.",
            [(*_gain(row), row["added"]) for row in rounds],
            ("joined the set", "not added"),
            "gain of the response",
            {"epsilon": stored.run.arguments["settings"]["epsilon"]},
        ),
    ]
    if stored.values is not None:
        parts.append(_by_round(stored, len(rounds)))
    return Section("Convergence", [*parts, _rounds(rounds)])


def _by_round(stored: StoredRun, count: int) -> Block:
    """Return the mixtures round by round; setups that were never heavy are drawn as one."""
    values: MetaResult = stored.values
    titles = [member.entrant.title(values.rules) for member in values.members]
    labels = {  # formations apart, two may be the same
        member.number: name if titles.count(name) == 1 else f"{name} ({member.number})"
        for member, name in zip(values.members, titles, strict=True)
    }
    heights: dict[int, list[float]] = {}
    for row in stored.query(_WEIGHTS):
        heights.setdefault(row["number"], [0.0] * count)[row["round"] - 1] = row["weight"]
    heaviest = sorted(heights, key=lambda number: -sum(heights[number]))[:_SHOWN]
    series = {labels[number]: heights[number] for number in sorted(heaviest)}
    rest = [max(0.0, 1 - sum(column)) for column in zip(*series.values(), strict=True)]
    if max(rest) > _SOME:
        series[_OTHERS] = rest
    return shares(
        "mixtures",
        "The mixture of each round; those that were heaviest over all rounds "
        f"({len(heaviest)}) have colours of their own.",
        series,
        "weight",
        _OTHERS,
    )


def _gain(row: Row) -> tuple[float, float, float]:
    """Return what a round's response scored above one half, with its interval."""
    return row["score"] - 0.5, row["score_low"] - 0.5, row["score_high"] - 0.5


def _rounds(rounds: Sequence[Row]) -> Grid:
    before = picked(rounds, "round", "setups", "support", "setup", "known", "added")
    after = picked(rounds, "score_games", "inside", "games", "seconds")
    gains = map(_gain, rounds)
    return Grid(
        "rounds",
        "Every round",
        [
            Column("round", "Round", "count"),
            Column("setups", "Set", "count", "setups that were known"),
            Column("support", "Mixture", "count", "setups that have weight"),
            *columns("text", response="Response", name="Name"),
            Column("added", "Added", "answer"),
            *estimate("gain", "Gain", about="its score against the mixture above one half"),
            Column("gain_games", "of games", "count"),
            Column("inside", "Inside", "share", "what a known setup might gain at most, at 95 %"),
            Column("games", "Games", "count", "of the whole round"),
            Column("seconds", "Seconds", "number"),
        ],
        [(*a, *gain, *b) for a, gain, b in zip(before, gains, after, strict=True)],
    )


# ---- matchups ------------------------------------------------------------------------------------


def matchups(stored: StoredRun) -> Section:
    """Return what the mixture and the best against it score against each other."""
    values: MetaResult = stored.values
    table = _table(stored, values)
    mixture = _met(values, table)
    labels = [member.entrant.title(values.rules) for member in mixture]
    cells = Cells(
        rows=[f"{number}. {label}" for number, label in enumerate(labels, start=1)],
        columns=[str(number) for number in range(1, len(mixture) + 1)],
        extra={"weight": [percent(member.weight) for member in mixture]},
    )
    rows = []
    for (i, a), (j, b) in product(enumerate(mixture), repeat=2):
        score = _between(table, a, b)
        if not score.games:
            continue
        score_text = (
            f"{percent(score.rate)} of {score.games} games ({range_text(score.interval())})"
        )
        hint = f"{labels[i]} against {labels[j]}: {score_text}"
        cells.put((i, j), score.rate, f"{100 * score.rate:.0f}", hint)
        if i < j:
            rows.append((labels[i], labels[j], score.games, score.rate, *score.interval()))
    picture = heat_map(
        "matchups",
        "Per cent of the points that the setup on the left takes from the one above; blue is more "
        "than half. Pointing at a cell shows its interval.",
        cells,
    )
    head = [*columns("text", a="A", b="B"), *columns("count", games="Games")]
    head += estimate("score", "Score of A")
    grid = Grid("matchups", "Every matchup of these setups", head, rows, folded=True)
    text = (
        "Each setup of the mixture scores one half against the mixture: a player who plays one "
        "more often can be answered by those that beat it. Below them, without weight, are the "
        "setups that do best against it."
    )
    return Section("Who beats whom", [Text(text), picture, grid])


def _table(stored: StoredRun, values: MetaResult) -> CrossTable:
    """Return what the setups of the set score against each other, by their numbers."""
    results = {
        (str(row["a"]), str(row["b"])): Score(
            row["wins"], row["draws"], row["losses"], tuple(row[f"pairs_{n}"] for n in range(5))
        )
        for row in stored.query(_PAYOFFS)
    }
    return CrossTable(tuple(str(member.number) for member in values.members), results)


def _between(table: CrossTable, a: SetMember, b: SetMember) -> Score:
    return table.between(str(a.number), str(b.number))


def _met(values: MetaResult, table: CrossTable) -> list[SetMember]:
    """Return the mixture, and the setups that do best against it."""
    mixture = values.mixture

    def score(member: SetMember) -> float:
        return sum(one.weight * _between(table, member, one).rate for one in mixture)

    others = sorted((m for m in values.members if not m.weight), key=lambda m: -score(m))
    return [*mixture, *others[: max(_MATRIX - len(mixture), 0)]]
