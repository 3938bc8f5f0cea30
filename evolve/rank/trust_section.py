"""Section of the report: how far a ranking can be trusted.

By setups whose games by the judge were held out, and by the judge's games on held-out seeds.
"""

import math
from typing import Any

import numpy as np

from ...agents.spec.spec import called
from ...arena.run.report import StoredRun
from ...arena.stats.score import wilson_of_clusters
from ...results.page.blocks import Block, Section, Text
from ...results.page.figures import Picture
from ...results.page.grids import Column, Grid
from ...results.page.scatters import PointGroup, scatter
from ...results.page.words import share_text
from ..proposals.methods import RATED, SPREAD
from .result import RankResult
from .result_values import HeldOutCheck, TopCheck

_BINS = 10
_MODELS = ("constant", "without pairs", "with pairs")

_SPREAD = """
    SELECT rated.rating, played.rating AS score, played.rating_low AS low,
        played.rating_high AS high
    FROM setup_ratings rated JOIN setup_ratings played USING (run, setup)
    WHERE run = ? AND rated.method = ? AND played.method = ?
    ORDER BY rated.rating
"""


def section(stored: StoredRun, values: RankResult) -> Section:
    """Return the section; single setups below the top are in the database alone."""
    held = stored.query("SELECT * FROM rank_held_out WHERE run = ?")
    parts: list[Block] = [
        Text(_coverage(values.held_out)),
        _calibration(held, values.check),
        _models(values.held_out),
        Text(f"The top on held-out seeds, by the judge: {values.check.text}."),
        Text(_agreement(values)),
        _carried_over(stored, values),
    ]
    return Section("How far this can be trusted", parts)


def _coverage(held: HeldOutCheck) -> str:
    return (
        f"{held.setups} setups from all over the ranking played {held.games:,} games by the judge "
        f"that their ratings do not rest on. {share_text(held.covered, held.covered_ci95)} of "
        "their scores lay within the 95 % interval that was given beforehand."
    )


def _calibration(held: list[dict[str, Any]], check: TopCheck) -> Picture:
    """Draw groups of setups held out, by what was expected of them, and the top."""
    groups = {
        "with pairs": _binned(held, "expected"),
        "without pairs": _binned(held, "without_pairs"),
        "the top, checked": PointGroup([check.rating], [check.score], [check.ci95]),
    }
    return scatter(
        "calibration",
        "What two models expected of setups held out, in ten groups each, and what these scored, "
        "with 95 % intervals; and the top, by its ratings, on held-out seeds.",
        groups,
        "expected",
        "scored",
    )


def _binned(held: list[dict[str, Any]], model: str) -> PointGroup:
    ordered = sorted(held, key=lambda row: row[model])
    bins = [some for some in np.array_split(np.arange(len(ordered)), _BINS) if len(some)]
    across, up, intervals = [], [], []
    for some in bins:
        rows = [ordered[place] for place in some.tolist()]
        games = np.array([row["games"] for row in rows], float)
        points = games * [row["score"] for row in rows]
        share = min(float(points.sum() / games.sum()), 1.0)
        error = float(np.linalg.norm(points - share * games) / games.sum())
        across.append(float(np.mean([row[model] for row in rows])))
        up.append(share)  # setups of a group differ, so they are the units, not their games
        intervals.append(wilson_of_clusters(share, error, float(games.sum()), len(rows)))
    return PointGroup(across, up, intervals)


def _models(held: HeldOutCheck) -> Grid:
    return Grid(
        "models",
        "Models, by the setups held out",
        [
            Column("model", "Model"),
            Column("log_loss", "Log loss", "number", "mean surprise of a game, in nats"),
            Column("error", "Error", "share", "deviation of true score rates from the model's"),
            Column("slope", "Slope", "number", "1 if calibrated; below 1 it claims too much"),
        ],
        [
            (name, held.log_loss[name], held.error[name], held.slope.get(name, math.nan))
            for name in _MODELS
        ],
        "Constant: every setup is taken for an average one.",
    )


def _agreement(values: RankResult) -> str:
    who = called(values.judge)
    parts, limits = [], []
    for name, where in (("top", "among the top"), ("spread", "over the whole ranking")):
        if one := values.carried_over.get(name):
            low, high = one.ci95
            doubt = "" if low > 0 or high < 0 else ", which shows no agreement,"
            parts.append(f"{one.rank_correlation:.2f} ({low:.2f} to {high:.2f}){doubt} {where}")
            limits += [f" {where.capitalize()}, {t}." for t in [one.limit_text] if t]
    if not parts:
        return f"Too few setups were confirmed to say how far {who} agrees."
    return (
        "The rank correlation between the ratings and the scores that the setups reached, "
        f"played by {who}, is {' and '.join(parts)}.{''.join(limits)}"
    )


def _carried_over(stored: StoredRun, values: RankResult) -> Picture:
    others, top = stored.query(_SPREAD, RATED, SPREAD), values.top[::-1]
    groups = {
        "the top": PointGroup(
            [one.rating for one in top],
            [one.confirmed for one in top],
            [one.confirmed_ci95 for one in top],
        ),
        "all over the ranking": PointGroup(
            [row["rating"] for row in others],
            [row["score"] for row in others],
            [(row["low"], row["high"]) for row in others],
        ),
    }
    return scatter(
        "carried-over",
        "Ratings, and scores by the judge on held-out seeds, with 95 % intervals.",
        groups,
        "rating",
        "confirmed",
    )
