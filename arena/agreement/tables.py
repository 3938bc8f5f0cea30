"""What agents say about setups, as rows of the database."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from ..play.rows import moved
from .result import AgreementResult

if TYPE_CHECKING:
    from ..play.result_board import ResultBoard


def tables(values: AgreementResult, boards: "Sequence[ResultBoard]") -> dict[str, pa.Table]:
    """Return the tables of a result, by name."""
    return {
        "matchups": pa.concat_tables(_matchups(boards), promote_options="permissive"),
        "agreement_agents": pa.Table.from_pylist(_agents(values)),
        "agreement_scores": pa.Table.from_pylist(_scores(values)),
        "agreements": pa.Table.from_pylist(_pairs(values)),
        "agreement_differences": pa.Table.from_pylist(_differences(values)),
    }


def _matchups(boards: "Sequence[ResultBoard]") -> list[pa.Table]:
    """Return the match-ups of all agents, numbered as their games are."""
    parts = []
    for number, board in enumerate(boards):
        before = number * len(board.schedule.matchups)
        parts += moved({"matchups": board.matchup_rows()}, 0, before).values()
    return parts


def _agents(values: AgreementResult) -> list[dict[str, Any]]:
    return [
        {"number": number, "agent": judge.agent, "games": judge.games}
        | _estimate("reliability", judge.reliability, judge.reliability_ci95)
        for number, judge in enumerate(values.agents, start=1)
    ]


def _scores(values: AgreementResult) -> list[dict[str, Any]]:
    return [
        {"number": number, "entrant": setup.entrant, "setup": setup.setup, "games": score.games}
        | _estimate("score", score.score, score.ci95)
        | {"score_half_1": halves[0], "score_half_2": halves[1], "rank": rank}
        for setup in values.setups
        for number, (score, halves, rank) in enumerate(
            zip(setup.scores, setup.halves, setup.ranks, strict=True), start=1
        )
    ]


def _pairs(values: AgreementResult) -> list[dict[str, Any]]:
    return [
        {"one": pair.one, "other": pair.other, "setups": len(pair.differences)}
        | _estimate("rho", pair.rho, pair.rho_ci95)
        | _estimate("corrected", pair.corrected, pair.corrected_ci95)
        | {"verdict": pair.verdict}
        for pair in values.pairs
    ]


def _differences(values: AgreementResult) -> list[dict[str, Any]]:
    rows = []
    for pair in values.pairs:
        for place, one in enumerate(pair.differences, start=1):
            row = {"one": pair.one, "other": pair.other, "entrant": one.entrant, "place": place}
            row |= _estimate("difference", one.difference, one.ci95)
            example = one.example
            row |= {
                "opponent": example.opponent if example else None,
                "game_one": example.games[0] if example else None,
                "game_other": example.games[1] if example else None,
            }
            rows.append(row)
    return rows


def _estimate(
    name: str, value: float | None, interval: tuple[float, float] | None
) -> dict[str, float | None]:
    low, high = interval or (None, None)
    return {name: value, f"{name}_low": low, f"{name}_high": high}
