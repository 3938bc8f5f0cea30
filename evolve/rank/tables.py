"""A ranking as rows of the database."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from ...arena.stats.score import Interval, Score
from ..proposals.methods import CONFIRMED, NAMED, RATED, SPREAD
from .ranking import HeldOut, Ranking
from .roster import Roster


def round_table(row: Mapping[str, Any]) -> pa.Table:
    """Return a round as a row of `generations`."""
    return pa.Table.from_pylist([dict(row)])


def heldout_table(roster: Roster, held: HeldOut) -> pa.Table:
    """Return rows of `rank_held_out`."""
    expected, scored = held.expected.interval(), held.scored.interval()
    return pa.table(
        {
            "setup": [roster.texts[number] for number in held.numbers.tolist()],
            "expected": held.expected.mean,
            "expected_low": expected[0],
            "expected_high": expected[1],
            "without_pairs": held.plain,
            "games": held.games.astype(np.uint32),
            "score": held.scores,
            "score_low": scored[0],
            "score_high": scored[1],
        }
    )


def ranking_tables(ranking: Ranking) -> dict[str, pa.Table]:
    """Return all other rows of a ranking, by table."""
    return {
        "setup_ratings": _ratings(ranking),
        "rank_field": pa.Table.from_pylist(
            [
                {"place": place, "entrant": e.label, "setup": e.setup, "weight": weight}
                for place, (e, weight) in enumerate(
                    zip(ranking.field.opponents, ranking.field.weights, strict=True), start=1
                )
            ]
        ),
        "rank_effects": pa.Table.from_pylist(
            [
                {"kind": e.kind, "thing": e.first, "other": e.second, "strength": e.strength}
                | {"elo": e.elo, "elo_low": e.low, "elo_high": e.high}
                for e in ranking.effects
            ]
        ),
        "rank_contents": pa.Table.from_pylist(ranking.contents()),
        "rank_figures": pa.Table.from_pylist(_figures(ranking)),
    }


def _ratings(ranking: Ranking) -> pa.Table:
    """Return rows of `setup_ratings`: every setup, and the scores of those that played on."""
    order, (low, high) = ranking.order, ranking.interval
    texts = pa.array(ranking.roster.texts, pa.string()).take(pa.array(order))
    every = pa.table(
        {
            "method": pa.repeat(RATED, len(order)),
            "entrant": texts,
            "setup": texts,
            "rating": ranking.rating.mean[order],
            "rating_low": low[order],
            "rating_high": high[order],
            "games": ranking.games.sum(axis=0)[order],
        }
    )
    top = [ranking.roster.texts[number] for number in ranking.top.tolist()]
    spread = [ranking.roster.texts[number] for number in ranking.spread.tolist()]
    named = [(n.name, n.setup) for n in ranking.named]
    played = [
        *_scores(CONFIRMED, [(text, text) for text in top], ranking.confirmed),
        *_scores(SPREAD, [(text, text) for text in spread], ranking.spread_confirmed),
        *_scores(NAMED, named, [n.score for n in ranking.named]),
    ]
    return pa.concat_tables([every, pa.Table.from_pylist(played, every.schema)])


def _scores(
    method: str, setups: Sequence[tuple[str, str]], scores: Sequence[Score]
) -> list[dict[str, Any]]:
    rows = []
    for (entrant, setup), score in zip(setups, scores, strict=True):
        low, high = score.interval()
        row = {"method": method, "entrant": entrant, "setup": setup, "rating": score.rate}
        rows.append(row | {"rating_low": low, "rating_high": high, "games": score.games})
    return rows


def _figures(ranking: Ranking) -> list[dict[str, Any]]:
    """Return rows of `rank_figures`."""
    held, (promised, taken) = ranking.held_out, ranking.promised()
    figures = [
        _figure("setups", len(ranking.roster)),
        _figure("prior of pairs", ranking.prior),
        _figure("dispersion between", ranking.dispersion.between),
        *(_figure(f"dispersion within {n}", w) for n, w in enumerate(ranking.dispersion.within)),
        *(_figure(f"bias {n}", bias) for n, bias in enumerate(ranking.dispersion.bias)),
        _figure("coverage", held.covered, held.coverage),
        _figure("rating of the top", promised),
        _figure("check of the top", taken.rate, taken.interval()),
    ]
    for model in held.models:
        figures.append(_figure(f"log loss {model}", held.loss(model)))
        figures.append(_figure(f"error {model}", held.error(model)))
        if model != "constant":
            figures.append(_figure(f"slope {model}", held.slope(model)))
    for name, agreement in ranking.carried_over().items():
        figures.append(_figure(f"rank correlation {name}", agreement.rho, agreement.interval))
        figures.append(_figure(f"noise ceiling {name}", agreement.ceiling))
    return figures


def _figure(name: str, value: float, interval: Interval | None = None) -> dict[str, Any]:
    low, high = (interval.low, interval.high) if interval else (None, None)
    return {"figure": name, "value": float(value), "low": low, "high": high}
