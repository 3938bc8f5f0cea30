"""Rounds, the set, and its matrix as rows of the database."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

import pyarrow as pa

from ...arena.play.entrant import Entrant
from ...arena.play.rows import formation_text
from ...arena.stats.score import Score
from ..proposals.methods import AGAINST, NAMED_MIXTURE, OF_NAMED
from .payoffs import Payoffs, Settled
from .result import Member, Metagame, Round


def of_round(
    told: Round, numbers: Sequence[int], mixture: Settled, seconds: float
) -> dict[str, pa.Table]:
    """Return a round, and the mixture that it answered."""
    response = told.response
    low, high = response.score.interval()
    row = {
        "round": told.number,
        "setups": told.setups,
        "support": told.support,
        "inside": told.inside,
        "setup": response.entrant.setup,
        "formation": "/".join(response.formation),
        "score": response.score.rate,
        "score_low": low,
        "score_high": high,
        "score_games": response.score.games,
        "added": told.added,
        "games": told.games,
        "seconds": seconds,
    }
    weights = [
        {"round": told.number, "number": number, "weight": weight}
        for number, weight in zip(numbers, mixture.weights.tolist(), strict=True)
        if weight > 0
    ]
    return _tables(metagame_rounds=[row], metagame_weights=weights)


def of_metagame(found: Metagame, payoffs: Payoffs, numbers: Sequence[int]) -> dict[str, pa.Table]:
    """Return the set with its weights, its matrix, what named setups score, and usage."""
    wanted = set(numbers)
    matrix = [
        {"a": a, "b": b} | _counts(score)
        for (a, b), score in sorted(payoffs.scores.items())
        if {a, b} <= wanted
    ]
    return _tables(
        metagame=[_member(member) for member in found.members],
        metagame_payoffs=matrix,
        metagame_usage=[asdict(use) for use in found.usage],
        setup_ratings=list(_ratings(found)),
    )


def _member(member: Member) -> dict[str, Any]:
    entrant, checked = member.entrant, member.checked
    return {
        "number": member.number,
        "setup": entrant.setup,
        "name": entrant.name,
        "formation": "/".join(member.formation),
        "round": member.round,
        "weight": member.weight,
        "weight_low": member.interval.low,
        "weight_high": member.interval.high,
        "certainty": member.certainty,
        "check_score": checked.rate if checked else None,
        "check_low": checked.interval.low if checked else None,
        "check_high": checked.interval.high if checked else None,
        "check_weight": member.check_weight,
    }


def _ratings(found: Metagame) -> Iterable[dict[str, Any]]:
    for one in found.named:
        who = _who(one.entrant)
        yield {"method": AGAINST} | who | _rated(one.score)
        yield {"method": OF_NAMED} | who | {"rating": one.weight}
    if found.named:
        yield {"method": AGAINST, "entrant": NAMED_MIXTURE, "setup": ""} | _rated(found.thesis)
    if found.check:
        method = f"{AGAINST} by {found.check.agent}"
        yield {"method": method} | _who(found.check.challenger) | _rated(found.check.score)


def _who(entrant: Entrant) -> dict[str, Any]:
    rows = formation_text(entrant)
    return {"entrant": entrant.label, "setup": entrant.setup, "formation": rows}


def _rated(score: Score) -> dict[str, Any]:
    low, high = score.interval()
    return {"rating": score.rate, "rating_low": low, "rating_high": high, "games": score.games}


def _counts(score: Score) -> dict[str, int]:
    counts = {"wins": score.wins, "draws": score.draws, "losses": score.losses}
    pairs = {f"pairs_{points}": count for points, count in enumerate(score.pairs)}
    return {"games": score.games} | counts | pairs


def _tables(**rows: list[dict[str, Any]]) -> dict[str, pa.Table]:
    return {name: _table(given) for name, given in rows.items() if given}


def _table(rows: list[dict[str, Any]]) -> pa.Table:
    """Return rows as a table; a row may lack what others have."""
    names = dict.fromkeys(name for row in rows for name in row)
    return pa.Table.from_pylist([{name: row.get(name) for name in names} for row in rows])
