"""Who scored how much: standings, the win matrix, and every matchup with its interval."""

import numpy as np

from ...results.page.axes import SCORE
from ...results.page.blocks import Block, Section, Text
from ...results.page.charts import Cells, dot_plot, heat_map
from ...results.page.estimates import POINTS, columns, estimate, games_columns
from ...results.page.figures import Picture
from ...results.page.grids import Column, Grid
from ...results.page.words import plural
from ..stats.crosstable import CrossTable
from ..stats.ratings import Rating, ratings
from ..stats.score import Score
from .collect import Games
from .score_text import interval_text, points_text

MOST_DRAWN = 60
"""Players up to which matrices are drawn; beyond, the tables tell."""


def standings(games: Games) -> list[Block]:
    """Return a picture of the scores, and standings with scores, ratings, and scores by side."""
    table, name = games.table, _noun(games)
    rated = {r.player: r for r in ratings(table.players, table.results)}
    grid = Grid(
        "standings",
        "Standings",
        [
            *columns("count", rank="#"),
            *columns("text", **{name: name.capitalize()}),
            *games_columns(),
            *estimate("score", "Score", "share", POINTS),
            *estimate("elo", "Elo", "signed", "Bradley-Terry rating; the average is 0"),
            Column("score_first", "As first", "share", "score when playing first"),
            Column("score_second", "As second", "share", "score when playing second"),
            Column("wins_mean", "Wins an opponent", "count", "mean wins against an opponent"),
            Column("wins_deviation", "± s.d.", "count", "standard deviation over opponents"),
        ],
        [(rank, *_row(games, rated[player])) for rank, player in enumerate(table.players, start=1)],
        "Intervals are 95 %; games of a side-swapped pair are counted together. Elo is relative to "
        "the average of these players, and says nothing about circles.",
    )
    scores = [(player, table.total(player)) for player in table.players]
    chart = dot_plot(
        "standings",
        f"Score of each {name} over all its games, with 95 % intervals.",
        [(player, score.rate, *score.interval()) for player, score in scores],
        SCORE,
    )
    return [chart, grid]


def _row(games: Games, rating: Rating) -> tuple[object, ...]:
    """Return the standing of a player, without its rank."""
    score, sides = games.table.total(rating.player), games.sides[rating.player]
    counts = (score.games, score.wins, score.draws, score.losses)
    elo = (rating.elo, *rating.interval)
    spread = wins_an_opponent(games.table, rating.player)
    figures = (score.rate, *score.interval(), *elo, *map(_rate, sides), *spread)
    return (rating.player, *counts, *figures)


def matrix(games: Games, title: str = "Win matrix") -> Section:
    """Return the win matrix as a heat map and as tables (thesis, figure 2)."""
    table = games.table
    parts: list[Block] = [Text(_matrix_text(table))]
    if len(table.players) <= MOST_DRAWN:
        parts.append(_drawn(table, _noun(games)))
    parts += [_matrix_grid(table, games), _matchups_grid(table)]
    return Section(title, parts)


def wins_an_opponent(table: CrossTable, player: str) -> tuple[float, float | None]:
    """Return the mean and the standard deviation of a player's wins over its opponents."""
    others = [table.between(player, other) for other in table.players if other != player]
    wins = [score.wins for score in others if score.games]
    return float(np.mean(wins)), float(np.std(wins, ddof=1)) if len(wins) > 1 else None


def _drawn(table: CrossTable, noun: str) -> Picture:
    players, values = table.players, table.rates()
    spread = [wins_an_opponent(table, player) for player in players]
    extra = {
        "mean": [f"{mean:.1f}" for mean, _ in spread],
        "deviation": ["" if d is None else f"{d:.1f}" for _, d in spread],
    }
    cells = Cells(rows=players, columns=players, extra=extra)
    for i, a in enumerate(players):
        for j, b in enumerate(players):
            score = table.between(a, b)
            if score.games:
                hint = f"{a} against {b}: {points_text(score)}; {interval_text(score)}"
                cells.put((i, j), values[i, j], f"{score.wins}", hint)
    return heat_map(
        "win-matrix",
        f"Games won by the {noun} on the left against the one above, of {table.games_a_matchup}; "
        "blue is more than half of the points. Pointing at a cell shows its interval.",
        cells,
    )


def _matrix_grid(table: CrossTable, games: Games) -> Grid:
    rows = []
    for a in table.players:
        scores = [table.between(a, b) for b in table.players]
        wins = [score.wins if score.games else None for score in scores]
        rows.append((a, *wins, *wins_an_opponent(table, a)))
    return Grid(
        "win-matrix",
        "Wins of the row against the column",
        [
            Column(_noun(games), _noun(games).capitalize()),
            *(Column(player, player, "count") for player in table.players),
            Column("mean", "Mean", "count"),
            Column("deviation", "± s.d.", "count"),
        ],
        rows,
        folded=len(table.players) > 8,
    )


def _matchups_grid(table: CrossTable) -> Grid:
    rows = [
        (a, b, s.games, s.wins, s.draws, s.losses, s.rate, *s.interval(), s.p_value(), s.elo())
        for a, b, s in table.matchups()
    ]
    return Grid(
        "matchups",
        "Every matchup with its interval",
        [
            *columns("text", a="A", b="B"),
            *games_columns("A won", lost="B won"),
            *estimate("score", "Score of A"),
            Column("p", "p", "chance", "how likely a score this far from even is by chance"),
            Column("elo", "Elo", "signed", "difference that the score stands for"),
        ],
        rows,
    )


def _matrix_text(table: CrossTable) -> str:
    scores = [score for _, _, score in table.matchups()]
    certain = sum(not low <= 0.5 <= high for low, high in (score.interval() for score in scores))
    return (
        f"{plural(len(scores), 'matchup')} of {table.games_a_matchup} games. In {certain:,} of "
        "them one side was shown to be better: the 95 % interval leaves out one half. Up to one of "
        "twenty would seem so if all were equally good."
    )


def _rate(score: Score) -> float | None:
    return score.rate if score.games else None


def _noun(games: Games) -> str:
    return "agent" if games.of == "agent" else "setup"
