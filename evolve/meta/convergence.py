"""How a mixture came about, round by round, and which of its setups beat which."""

import numpy as np

from ...results.page.blocks import Block, Section, Text
from ...results.page.charts import heat_map
from ...results.page.grids import Column, Grid
from ...results.page.timelines import shares, timeline
from ...results.page.words import percent, range_text
from .stored import Row, StoredMetagame, label

_SHOWN = 12
"""Setups that have a colour of their own in the figure of mixtures round by round."""
_OTHERS = "all others"
_SOME = 0.001
"""Weight from which there are others."""
_MATRIX = 14
"""Setups in the matrix, if the mixture has no more: the best against it fill it up."""


def convergence(meta: StoredMetagame) -> Section:
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
            [row["score"] - 0.5 for row in meta.rounds],
            [(row["score_low"] - 0.5, row["score_high"] - 0.5) for row in meta.rounds],
            [row["added"] for row in meta.rounds],
            kinds=("joined the set", "not added"),
            axis="gain of the response",
            across="round",
            lines={"epsilon": meta.epsilon},
        ),
    ]
    if meta.members:
        parts.append(_by_round(meta))
    return Section("Convergence", [*parts, _rounds(meta)])


def _by_round(meta: StoredMetagame) -> Block:
    """Return the mixtures round by round; setups that were never heavy are drawn as one."""
    known = [label(member) for member in meta.members]
    labels = {  # formations apart, two may be the same
        member["number"]: name if known.count(name) == 1 else f"{name} ({member['number']})"
        for member, name in zip(meta.members, known, strict=True)
    }
    count = len(meta.rounds)
    heights: dict[int, list[float]] = {}
    for row in meta.weights:
        heights.setdefault(row["number"], [0.0] * count)[row["round"] - 1] = row["weight"]
    heaviest = sorted(heights, key=lambda number: -sum(heights[number]))[:_SHOWN]
    series = {labels[number]: heights[number] for number in sorted(heaviest)}
    rest = [max(0.0, 1 - sum(column)) for column in zip(*series.values(), strict=True)]
    if max(rest) > _SOME:
        series[_OTHERS] = rest
    return shares(
        "mixtures",
        f"The mixture of each round; the {len(heaviest)} setups that were heaviest over all rounds "
        "have colours of their own.",
        series,
        axis="weight",
        across="round",
        rest=_OTHERS,
    )


def _rounds(meta: StoredMetagame) -> Grid:
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
        for row in meta.rounds
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


def matchups(meta: StoredMetagame) -> Section:
    """Return what the mixture and the best against it score against each other."""
    mixture = _met(meta)
    count = len(mixture)
    values, hints = np.full((count, count), np.nan), {}
    texts = [["" for _ in mixture] for _ in mixture]
    rows = []
    for i, a in enumerate(mixture):
        for j, b in enumerate(mixture):
            score = meta.between(a["number"], b["number"])
            if not score.games:
                continue
            values[i, j], texts[i][j] = score.rate, f"{100 * score.rate:.0f}"
            said = f"{percent(score.rate)} of {score.games} games ({range_text(score.interval())})"
            hints[i, j] = f"{label(a)} against {label(b)}: {said}"
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
        "Each setup of the mixture scores one half against the mixture: a player who plays one "
        "more often can be answered by those that beat it. Below them, without weight, are the "
        "setups that do best against it."
    )
    return Section("Who beats whom", [Text(text), picture, grid])


def _met(meta: StoredMetagame) -> list[Row]:
    """Return the mixture, and the setups that do best against it."""

    def score(member: Row) -> float:
        other = [(m["weight"], meta.between(member["number"], m["number"])) for m in meta.mixture]
        return sum(weight * score.rate for weight, score in other)

    others = sorted((m for m in meta.members if not m["weight"]), key=lambda m: -score(m))
    return [*meta.mixture, *others[: max(_MATRIX - len(meta.mixture), 0)]]
