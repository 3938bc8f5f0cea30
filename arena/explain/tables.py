"""An explanation as rows of the database."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from ..run.context import RunContext
from .result import ExplainResult
from .values import MeanValues, OpenEnds

if TYPE_CHECKING:
    from ...engine.records import GameRecord


def tables(values: ExplainResult) -> dict[str, pa.Table]:
    """Return the tables of a result, by name."""
    by_name = {
        "explain_parts": _parts(values),
        "explain_troops": _troops(values),
        "explain_commands": _commands(values),
        "explain_turns": _turns(values),
        "explain_games": _games(values),
    }
    return {name: pa.Table.from_pylist(rows) for name, rows in by_name.items() if rows}


def missing_records(
    context: RunContext, records: "Mapping[int, GameRecord]"
) -> dict[str, pa.Table]:
    """Return the records of games that the run has not saved already."""
    if not context.store or not context.run:
        return {}
    context.evaluator.flush()
    query = "SELECT game FROM game_records WHERE run = ?"
    stored_games = set(context.store.query(query, [context.run])["game"].to_pylist())
    missing = sorted(set(records) - stored_games)
    texts = [records[game].to_json() for game in missing]
    columns = {"game": pa.array(missing, pa.uint32()), "record": pa.array(texts, pa.string())}
    return {"game_records": pa.table(columns)}


def _parts(values: ExplainResult) -> list[dict[str, Any]]:
    rows = []
    for number, part in enumerate(values.parts):
        together = part.together
        rows.append(
            {"number": number, "kind": part.kind, "change": part.name, "setup": part.setup}
            | {"formation": "/".join(part.formation), "games": part.score.games}
            | _estimate("score", part.score.score, part.score.ci95)
            | _estimate("points", part.change, part.corrected)
            | {"expected": together.expected if together else None}
            | _estimate("elo", *((together.elo, together.corrected) if together else (None, None)))
        )
    return rows


def _troops(values: ExplainResult) -> list[dict[str, Any]]:
    return [
        {"side": side, "troop": troop.troop, "fielded": troop.fielded}
        | _mean("dealt", troop.dealt)
        | _mean("taken", troop.taken)
        | _mean("kills", troop.kills)
        | _mean("survivors", troop.survivors)
        | _mean("first_strikes", troop.first)
        | {"price_share": troop.price_share, "damage_share": troop.damage_share}
        | {"dealt_won": troop.dealt_won, "dealt_lost": troop.dealt_lost}
        for side, happened in (("a", values.happenings.a), ("b", values.happenings.b))
        for troop in happened.troops
    ]


def _commands(values: ExplainResult) -> list[dict[str, Any]]:
    return [
        {"side": side, "command": command.command}
        | _mean("used", command.used)
        | _mean("brought", command.brought)
        | {"brought_a_use": command.brought_a_use, "kills": command.kills.value}
        for side, happened in (("a", values.happenings.a), ("b", values.happenings.b))
        for command in happened.commands
    ]


def _turns(values: ExplainResult) -> list[dict[str, Any]]:
    return [
        {"turn": point.turn}
        | _estimate("mean", point.mean, point.corrected)
        | dict(zip(("quarter", "median", "three_quarters"), point.quartiles, strict=True))
        | {"over": point.over, "swing": point.swing, "decisive": point.decisive}
        for point in (values.course.points if values.course else ())
    ]


def _games(values: ExplainResult) -> list[dict[str, Any]]:
    return [
        {"game": one.game, "role": one.role, "points": one.points, "turns": one.turns}
        | {"decisive_turn": one.turn, "value_before": one.before, "value_after": one.after}
        for one in (values.course.examples if values.course else ())
    ]


def _mean(name: str, mean: MeanValues | None) -> dict[str, float | None]:
    return _estimate(name, *((mean.value, mean.ci95) if mean else (None, None)))


def _estimate(name: str, value: float | None, ends: OpenEnds | None) -> dict[str, float | None]:
    low, high = ends or (None, None)
    return {name: value, f"{name}_low": low, f"{name}_high": high}
