"""Rounds, the set, and its matrix as rows of the database."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
import pyarrow as pa

from ...arena.play.entrant import Entrant
from ...arena.play.rows import formation_text
from ...arena.stats.score import Score
from ..proposals.methods import AGAINST, LEFT_OUT, NAMED_MIXTURE, OF_NAMED, RIVAL, SCREENED
from .payoffs import Payoffs, Settled
from .result import MetaResult
from .values import OracleRound, SetMember


def of_round(
    done: OracleRound, numbers: Sequence[int], mixture: Settled, seconds: float
) -> dict[str, pa.Table]:
    """Return a round, and the mixture that it answered."""
    response = done.response
    low, high = response.score.interval()
    row = {
        "round": done.number,
        "setups": done.setups,
        "support": done.support,
        "inside": done.inside,
        "setup": response.entrant.setup,
        "formation": "/".join(response.formation),
        "score": response.score.rate,
        "score_low": low,
        "score_high": high,
        "score_games": response.score.games,
        "added": done.added,
        "games": done.games,
        "seconds": seconds,
    }
    weights = [
        {"round": done.number, "number": number, "weight": weight}
        for number, weight in zip(numbers, mixture.weights.tolist(), strict=True)
        if weight > 0
    ]
    return _tables(metagame_rounds=[row], metagame_weights=weights)


def of_metagame(
    result: MetaResult, payoffs: Payoffs, numbers: Sequence[int]
) -> dict[str, pa.Table]:
    """Return the set with its weights, its matrix, usage, and what measured and screened it."""
    setups = set(numbers)
    matrix = [
        {"a": a, "b": b} | _counts(score)
        for (a, b), score in sorted(payoffs.scores.items())
        if {a, b} <= setups
    ]
    return _tables(
        metagame=[_member(member) for member in result.members],
        metagame_payoffs=matrix,
        metagame_usage=[msgspec.structs.asdict(use) for use in result.usage],
        setup_ratings=list(_ratings(result)),
    )


def _member(member: SetMember) -> dict[str, Any]:
    entrant = member.entrant
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
    }


def _ratings(result: MetaResult) -> Iterable[dict[str, Any]]:
    for one in result.named:
        who = _who(one.entrant)
        yield {"method": AGAINST} | who | _rated(one.score)
        yield {"method": OF_NAMED} | who | {"rating": one.weight}
    if result.named_mixture:
        yield {"method": AGAINST, "entrant": NAMED_MIXTURE, "setup": ""} | _rated(
            result.named_mixture
        )
    if rival := result.rival:
        for agent, response in ((rival.agent, rival.response), (result.agent, rival.judged)):
            who = _who(response.entrant) | {"formation": "/".join(response.formation)}
            yield {"method": f"{RIVAL} by {agent}"} | who | _rated(response.score)
    for one in result.screen:
        method = SCREENED if one.kept else LEFT_OUT
        yield {"method": method} | _who(one.entrant) | {"rating": one.share, "games": one.games}


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
    return {name: _table(lines) for name, lines in rows.items() if lines}


def _table(rows: list[dict[str, Any]]) -> pa.Table:
    """Return rows as a table; a row may lack what others have."""
    names = dict.fromkeys(name for row in rows for name in row)
    return pa.Table.from_pylist([{name: row.get(name) for name in names} for row in rows])
