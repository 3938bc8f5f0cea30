"""How games went: their length, draws, and what playing first is worth."""

import math

import numpy as np

from ...results.page.blocks import Section, Text
from ...results.page.charts import histogram
from ...results.page.grids import Column, Grid
from ...results.page.words import percent, range_text
from ..stats.score import Interval, first_player, normal_quantile
from . import notes
from .collect import Games
from .thesis import thesis


def lengths(games: Games) -> Section:
    """Return the section on the length of games (thesis, section 8.2)."""
    turns, actions = games.turns, games.actions
    ratio = actions / turns
    simple, extended = thesis()["lengths"], thesis()["lengths_extended"]
    short, long = int(np.lexsort((actions, turns))[0]), int(np.lexsort((actions, turns))[-1])
    alone = (None, None)
    least, most = simple["shortest"], simple["longest"]
    spread, spread_there = _spread(turns), (simple["turns_deviation"], extended["turns_deviation"])
    rows = [
        ("games", len(turns), *alone, simple["games"], None),
        ("turns", *_mean(turns), simple["turns"], extended["turns"]),
        ("turns, standard deviation", spread, *alone, *spread_there),
        ("actions a turn", *_mean(ratio), simple["actions_a_turn"], extended["actions_a_turn"]),
        ("the same, s.d.", _spread(ratio), *alone, simple["actions_a_turn_deviation"], None),
        ("turns of the shortest game", int(turns[short]), *alone, least["turns"], None),
        ("its actions", int(actions[short]), *alone, least["actions"], None),
        ("turns of the longest game", int(turns[long]), *alone, most["turns"], None),
        ("its actions", int(actions[long]), *alone, most["actions"], None),
    ]
    grid = Grid(
        "lengths",
        "Length of games",
        [
            Column("what", "Games"),
            Column("here", "Here", "number"),
            Column("low", "from", "number", "lower end of the 95 % interval of the mean"),
            Column("high", "to", "number", "upper end of the 95 % interval of the mean"),
            Column("thesis", "Thesis", "number", "its first logging run"),
            Column("thesis_extended", "Thesis, second run", "number", "reported to be faulty"),
        ],
        rows,
        "Turns count each player's singly. The thesis's second logging run had games that were far "
        "too long, by an error it reports itself; its first run is the one to compare with.",
    )
    chart = histogram(
        "lengths",
        "Turns of each game.",
        turns.tolist(),
        axis="turns",
        counted="games",
        marks={
            f"mean {turns.mean():.1f}": float(turns.mean()),
            f"thesis {simple['turns']}": simple["turns"],
        },
    )
    return Section("Game lengths", [chart, grid, *map(Text, notes.LENGTHS)])


def sides(games: Games) -> Section:
    """Return the section on the first player's advantage and draws."""
    score, found = games.first, first_player(games.first)
    said = {
        "first": "The first player has the advantage",
        "second": "The second player has the advantage",
        "none": "No advantage of either side is shown",
    }[found.advantage]
    drawn = score.draws / score.games
    counts = (score.games, score.wins, score.draws, score.losses)
    limit = f"{games.limited:,} games were ended by the limit of turns."
    text = (
        f"{said}: first players took {percent(found.rate)} of the points (99 %: "
        f"{range_text(found.interval)}; p = {found.p_value:.3g}). {score.draws:,} of "
        f"{score.games:,} games were drawn ({percent(drawn)}). {limit}"
    )
    grid = Grid(
        "first-player",
        "First and second player",
        [
            Column("games", "Games", "count"),
            Column("first_wins", "First won", "count"),
            Column("draws", "Drawn", "count"),
            Column("second_wins", "Second won", "count"),
            Column("score", "Score of first", "share"),
            Column("low", "from", "share", "lower end of the 99 % interval"),
            Column("high", "to", "share", "upper end of the 99 % interval"),
            Column("p", "p", "chance"),
            Column("advantage", "Advantage at 99 %"),
        ],
        [(*counts, score.rate, *found.interval, found.p_value, found.advantage)],
    )
    return Section("First player and draws", [Text(text), grid])


def mean_interval(values: np.ndarray, confidence: float = 0.95) -> tuple[float, Interval]:
    """Return a mean over games and its interval."""
    mean = float(np.mean(values))
    if len(values) < 2:
        return mean, Interval(math.nan, math.nan)
    reach = normal_quantile(confidence) * float(np.std(values, ddof=1)) / math.sqrt(len(values))
    return mean, Interval(mean - reach, mean + reach)


def _mean(values: np.ndarray) -> tuple[float, float, float]:
    mean, (low, high) = mean_interval(values)
    return mean, low, high


def _spread(values: np.ndarray) -> float | None:
    return float(np.std(values, ddof=1)) if len(values) > 1 else None
