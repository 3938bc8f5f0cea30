"""How games went: their length, draws, and what playing first is worth."""

import math

import numpy as np

from ...results.page.blocks import Section, Text
from ...results.page.charts import histogram
from ...results.page.estimates import columns
from ...results.page.grids import Column, Grid
from ...results.page.words import percent, range_text
from ..stats.score import Interval, first_player, normal_quantile
from . import notes
from .collect import Games
from .thesis import thesis


def lengths(games: Games) -> Section:
    """Return the section on the length of games (thesis, section 8.2)."""
    simple, turns = thesis()["lengths"], games.turns
    chart = histogram(
        "lengths",
        "Turns of each game.",
        turns,
        axis="turns",
        counted="games",
        marks={
            f"mean {turns.mean():.1f}": float(turns.mean()),
            f"thesis {simple['turns']}": simple["turns"],
        },
    )
    return Section("Game lengths", [chart, _lengths_grid(games), *map(Text, notes.LENGTHS)])


def _lengths_grid(games: Games) -> Grid:
    low, high = (f"{end} end of the 95 % interval of the mean" for end in ("lower", "upper"))
    return Grid(
        "lengths",
        "Length of games",
        [
            Column("what", "Games"),
            *columns("number", here="Here", low=("from", low), high=("to", high)),
            Column("thesis", "Thesis", "number", "its first logging run"),
            Column("thesis_extended", "Thesis, second run", "number", "reported to be faulty"),
        ],
        _lengths(games.turns, games.actions),
        "Turns count each player's singly. The thesis's second logging run had games that were far "
        "too long, by an error it reports itself; its first run is the one to compare with.",
    )


def _lengths(turns: np.ndarray, actions: np.ndarray) -> list[tuple[object, ...]]:
    """Return each figure with its interval, and as the thesis's runs have it."""
    ratio, order = actions / turns, np.lexsort((actions, turns))
    simple, extended = thesis()["lengths"], thesis()["lengths_extended"]
    alone = (None, None)
    spread_there = (simple["turns_deviation"], extended["turns_deviation"])
    rows: list[tuple[object, ...]] = [
        ("games", len(turns), *alone, simple["games"], None),
        ("turns", *_mean(turns), simple["turns"], extended["turns"]),
        ("turns, standard deviation", _spread(turns), *alone, *spread_there),
        ("actions a turn", *_mean(ratio), simple["actions_a_turn"], extended["actions_a_turn"]),
        ("the same, s.d.", _spread(ratio), *alone, simple["actions_a_turn_deviation"], None),
    ]
    for name, at in (("shortest", order[0]), ("longest", order[-1])):
        there = simple[name]
        rows += [
            (f"turns of the {name} game", int(turns[at]), *alone, there["turns"], None),
            ("its actions", int(actions[at]), *alone, there["actions"], None),
        ]
    return rows


def sides(games: Games) -> Section:
    """Return the section on the first player's advantage and draws."""
    score, estimate = games.first, first_player(games.first)
    verdict = {
        "first": "The first player has the advantage",
        "second": "The second player has the advantage",
        "none": "No advantage of either side is shown",
    }[estimate.advantage]
    draw_share = score.draws / score.games
    counts = (score.games, score.wins, score.draws, score.losses)
    limit = f"{games.limited:,} games were ended by the limit of turns."
    text = (
        f"{verdict}: first players took {percent(estimate.rate)} of the points (99 %: "
        f"{range_text(estimate.interval)}; p = {estimate.p_value:.3g}). {score.draws:,} of "
        f"{score.games:,} games were drawn ({percent(draw_share)}). {limit}"
    )
    grid = Grid(
        "first-player",
        "First and second player",
        [
            *columns("count", games="Games", first_wins="First won", draws="Drawn"),
            *columns("count", second_wins="Second won"),
            Column("score", "Score of first", "share"),
            Column("low", "from", "share", "lower end of the 99 % interval"),
            Column("high", "to", "share", "upper end of the 99 % interval"),
            Column("p", "p", "chance"),
            Column("advantage", "Advantage at 99 %"),
        ],
        [(*counts, score.rate, *estimate.interval, estimate.p_value, estimate.advantage)],
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
