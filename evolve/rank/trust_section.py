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
from ..proposals.methods import CONFIRMED, RATED, SPREAD
from .result_values import AgentAgreement, TopCheck

_BINS = 10
_MODELS = ("constant", "without pairs", "with pairs")

Figures = dict[str, tuple[float, float | None, float | None]]


def section(stored: StoredRun) -> Section:
    """Return the section."""
    asked = "SELECT figure, value, low, high FROM rank_figures WHERE run = ?"
    rows = stored.query(asked)
    figures: Figures = {row["figure"]: (row["value"], row["low"], row["high"]) for row in rows}
    held = stored.query("SELECT * FROM rank_held_out WHERE run = ?")
    parts: list[Block] = [
        Text(_coverage(figures, held)),
        _calibration(held, figures),
        _models(figures),
        Text(_check(figures)),
        Text(_agreement(figures, stored)),
        _carried_over(stored),
    ]
    return Section("How far this can be trusted", parts)


def _coverage(figures: Figures, held: list[dict[str, Any]]) -> str:
    value, low, high = figures["coverage"]
    games = sum(row["games"] for row in held)
    return (
        f"{len(held)} setups from all over the ranking played {games:,} games by the judge that "
        f"their ratings do not rest on. {share_text(value, (low or 0, high or 1))} of their scores "
        "lay within the 95 % interval that was given beforehand."
    )


def _calibration(held: list[dict[str, Any]], figures: Figures) -> Picture:
    """Draw groups of setups held out, by what was expected of them, and the top."""
    promised, (taken, low, high) = figures["rating of the top"][0], figures["check of the top"]
    groups = {
        "with pairs": _binned(held, "expected"),
        "without pairs": _binned(held, "without_pairs"),
        "the top, checked": PointGroup([promised], [taken], [(low or 0.0, high or 1.0)]),
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


def _models(figures: Figures) -> Grid:
    rows = []
    for model in _MODELS:
        slope = figures.get(f"slope {model}", (math.nan, None, None))[0]
        rows.append((model, figures[f"log loss {model}"][0], figures[f"error {model}"][0], slope))
    return Grid(
        "models",
        "Models, by the setups held out",
        [
            Column("model", "Model"),
            Column("log_loss", "Log loss", "number", "mean surprise of a game, in nats"),
            Column("error", "Error", "share", "deviation of true score rates from the model's"),
            Column("slope", "Slope", "number", "1 if calibrated; below 1 it claims too much"),
        ],
        rows,
        "Constant: every setup is taken for an average one.",
    )


def _check(figures: Figures) -> str:
    (promised, *_), (taken, low, high) = figures["rating of the top"], figures["check of the top"]
    check = TopCheck(rating=promised, score=taken, ci95=(low or 0.0, high or 1.0), games=0)
    return f"The top on held-out seeds, by the judge: {check.text}."


def _agreement(figures: Figures, stored: StoredRun) -> str:
    settings = stored.run.arguments["settings"]
    who = called(settings.get("judge") or settings["confirm_agent"])
    parts, limits = [], []
    for name, where in (("top", "among the top"), ("spread", "over the whole ranking")):
        if f"rank correlation {name}" in figures:
            value, low, high = figures[f"rank correlation {name}"]
            ends = low or 0.0, high or 0.0
            shown = "" if ends[0] > 0 or ends[1] < 0 else ", which shows no agreement,"
            parts.append(f"{value:.2f} ({ends[0]:.2f} to {ends[1]:.2f}){shown} {where}")
            ceiling, *_ = figures.get(f"noise ceiling {name}", (None,))
            agreement = AgentAgreement(rank_correlation=value, ci95=ends, setups=0, ceiling=ceiling)
            limits += [f" {where.capitalize()}, {t}." for t in [agreement.limit_text] if t]
    if not parts:
        return f"Too few setups were confirmed to say how far {who} agrees."
    return (
        "The rank correlation between the ratings and the scores that the setups reached, "
        f"played by {who}, is {' and '.join(parts)}.{''.join(limits)}"
    )


def _carried_over(stored: StoredRun) -> Picture:
    asked = """
        SELECT rated.rating, played.rating AS score, played.rating_low AS low,
               played.rating_high AS high
        FROM setup_ratings rated JOIN setup_ratings played USING (run, setup)
        WHERE run = ? AND rated.method = ? AND played.method = ?
        ORDER BY rated.rating"""
    groups = {}
    for label, method in (("the top", CONFIRMED), ("all over the ranking", SPREAD)):
        rows = stored.query(asked, RATED, method)
        groups[label] = PointGroup(
            [row["rating"] for row in rows],
            [row["score"] for row in rows],
            [(row["low"], row["high"]) for row in rows],
        )
    return scatter(
        "carried-over",
        "Ratings, and scores by the judge on held-out seeds, with 95 % intervals.",
        groups,
        "rating",
        "confirmed",
    )
