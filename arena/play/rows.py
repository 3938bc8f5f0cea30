"""Results as Arrow tables, in the columns of the database."""

from collections.abc import Iterable, Sequence

import numpy as np
import pyarrow as pa

from ...engine.kernels.layout import PHASES
from ...engine.notation.events import KINDS, NOTHING, NOWHERE, SQUARES
from ...engine.rules.stats import COMMANDS, TROOPS
from .entrant import Entrant
from .player import GameResult
from .schedule import Schedule

WINNERS = ("first", "second", "draw")
REASONS = ("elimination", "elimination", "turn limit")
FORFEIT = "forfeit"


def tables(schedule: Schedule, results: Iterable[GameResult]) -> dict[str, pa.Table]:
    """Return the tables of some results, by name: games, and what else was kept of them."""
    ordered = sorted(results, key=lambda result: result.game)
    by_name = {"games": games(schedule, ordered)}
    forfeited = [result for result in ordered if result.forfeit]
    if forfeited:
        by_name["game_forfeits"] = forfeits(forfeited)
    traced = [result for result in ordered if result.events is not None]
    if traced:
        by_name["game_events"] = events(traced)
    recorded = [result for result in ordered if result.record is not None]
    if recorded:
        by_name["game_records"] = pa.table(
            {
                "game": pa.array([r.game for r in recorded], pa.uint32()),
                "record": pa.array([r.record for r in recorded], pa.string()),
            }
        )
    return by_name


def moved(by_name: dict[str, pa.Table], games: int, matchups: int) -> dict[str, pa.Table]:
    """Return tables of results as those of a run that had so many games and matchups before."""
    if not games and not matchups:
        return by_name
    by = {"game": games, "pair": games // 2, "matchup": matchups}
    return {name: _moved(table, by) for name, table in by_name.items()}


def _moved(table: pa.Table, by: dict[str, int]) -> pa.Table:
    for place, name in enumerate(table.column_names):
        if by.get(name):
            numbers = np.asarray(table[name]) + np.uint32(by[name])
            table = table.set_column(place, name, pa.array(numbers, pa.uint32()))
    return table


def games(schedule: Schedule, results: Sequence[GameResult]) -> pa.Table:
    """Return rows of `games`."""
    fixtures = [schedule.fixture(result.game) for result in results]
    columns: dict[str, pa.Array] = {
        "game": pa.array([r.game for r in results], pa.uint32()),
        "matchup": pa.array([f.matchup for f in fixtures], pa.uint32()),
        "pair": pa.array([f.pair for f in fixtures], pa.uint32()),
        "ruleset": pa.repeat(schedule.rules.digest(), len(results)),
        "seed": pa.array([f.seed for f in fixtures], pa.uint64()),
    }
    for player, side in enumerate(("first", "second")):
        entrants = [schedule.entrants[getattr(fixture, side)] for fixture in fixtures]
        texts = {
            "setup": [e.setup for e in entrants],
            "name": [e.name for e in entrants],
            "formation": [formation_text(e) for e in entrants],
            "agent": [e.agent for e in entrants],
        }
        columns |= {f"{side}_{name}": pa.array(t, pa.string()) for name, t in texts.items()}
        numbers = {
            "troops_left": pa.array([r.troops_left[player] for r in results], pa.uint8()),
            "decisions": pa.array([r.decisions[player] for r in results], pa.uint32()),
            "advances": pa.array([r.advances[player] for r in results], pa.uint64()),
        }
        columns |= {f"{side}_{name}": array for name, array in numbers.items()}
    columns |= {
        "winner": pa.array([WINNERS[r.winner] for r in results]),
        "reason": pa.array([FORFEIT if r.forfeit else REASONS[r.winner] for r in results]),
        "turns": pa.array([r.turns for r in results], pa.uint16()),
        "actions": pa.array([r.actions for r in results], pa.uint32()),
        "duration": pa.array([r.duration for r in results], pa.float64()),
    }
    return pa.table(columns)


def forfeits(results: Sequence[GameResult]) -> pa.Table:
    """Return rows of `game_forfeits` for results that engines forfeited."""
    lost = [(r.game, r.forfeit) for r in results if r.forfeit]
    return pa.table(
        {
            "game": pa.array([game for game, _ in lost], pa.uint32()),
            "player": pa.array([WINNERS[forfeit.player] for _, forfeit in lost]),
            "fault": pa.array([forfeit.reason for _, forfeit in lost]),
            "detail": pa.array([forfeit.detail for _, forfeit in lost]),
        }
    )


def formation_text(entrant: Entrant) -> str | None:
    """Return the rows of a given formation as the database has them: front/middle/back."""
    return None if entrant.formation is None else "/".join(entrant.formation)


def events(results: Sequence[GameResult]) -> pa.Table:
    """Return rows of `game_events` for results that have events."""
    traces = [r.events for r in results if r.events is not None]
    rows, lengths = np.concatenate(traces), [len(trace) for trace in traces]
    numbers = [np.arange(1, length + 1, dtype=np.uint32) for length in lengths]
    return pa.table(
        {
            "game": pa.array(np.repeat(np.array([r.game for r in results], np.uint32), lengths)),
            "action": pa.array(np.concatenate(numbers)),
            "turn": pa.array(rows["turn"]),
            "player": _named(rows["player"], WINNERS[:2]),
            "phase": _named(rows["phase"], PHASES),
            "kind": _named(rows["kind"], KINDS),
            "command": _named(rows["command"], COMMANDS),
            "troop": _named(rows["troop"], TROOPS),
            "square": _named(rows["square"], SQUARES),
            "target": _named(rows["target"], TROOPS),
            "target_square": _named(rows["target_square"], SQUARES),
            "damage_dealt": pa.array(rows["damage_dealt"].astype(np.uint16)),
            "damage_received": pa.array(rows["damage_received"].astype(np.uint16)),
            "kill": pa.array(rows["kill"].astype(bool)),
            "death": pa.array(rows["death"].astype(bool)),
            "readied": _named(rows["readied"], COMMANDS),
            "points": pa.array(rows["points"].astype(np.uint32)),
            "enemy_points": pa.array(rows["enemy_points"].astype(np.uint32)),
        }
    )


def _named(codes: np.ndarray, names: Sequence[str]) -> pa.Array:
    """Return codes as the names they stand for; codes of nothing as NULL."""
    nothing = NOWHERE if codes.dtype == np.uint16 else NOTHING
    array = pa.array(codes.astype(np.int16), mask=codes == nothing)
    return pa.DictionaryArray.from_arrays(array, pa.array(names))
