"""The judge's values of recorded games: before the first turn and after each.

They are stored as they are found, so that a resumed run has only the others to search.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import pyarrow as pa

from ...agents.spec.spec import AgentSpec
from ...engine.records import GameRecord
from ..review.decisions import decisions_of, outcomes
from ..review.searches import Searches
from ..run.context import RunContext


@dataclass(frozen=True)
class ValuedGame:
    """A game with the value for its first player, before the first turn and after each."""

    number: int
    values: tuple[float, ...]
    duration: float


class Valuer:
    """Gives the values of games by number; a thread has its own."""

    def __init__(self, records: Mapping[int, GameRecord], agent: str) -> None:
        self._records, self._agent = records, AgentSpec.parse(agent)

    def warm(self) -> None:
        """Nothing: the first search has the kernels ready."""

    def play(self, game: int) -> ValuedGame:
        """Return the values of a game."""
        begin = time.perf_counter()
        values = values_of(self._records[game], self._agent)
        return ValuedGame(game, values, time.perf_counter() - begin)


def values_of(record: GameRecord, agent: AgentSpec) -> tuple[float, ...]:
    """Return the values for the first player, before the first turn of a game and after each."""
    decisions = decisions_of(record)
    last = decisions[-1]
    end = outcomes(record.rules, last.start, last.actions)
    searches = Searches(record.rules, agent, seed=record.seed, threads=1)
    searches.search([*(decision.start for decision in decisions), *end], "turns")
    begun = {decision.turn: decision for decision in reversed(decisions)}
    starts = [begun[turn].start for turn in sorted(begun)]
    return (*(searches.value([start], 0) for start in starts), searches.value(end, 0))


def value_games(
    context: RunContext, records: Mapping[int, GameRecord], agent: str, first: int
) -> dict[int, tuple[float, ...]]:
    """Return the values of games by number; those that are stored are taken from there.

    `first` is the number within the run of the first game.
    """
    earlier = _stored(context, first)
    context.evaluator.known(len(earlier))
    missing, valued = [game for game in records if game not in earlier], list[ValuedGame]()
    if missing:
        try:
            for some in context.evaluator.work(partial(Valuer, records, agent), missing):
                valued += some
        finally:
            _write(context, sorted(valued, key=lambda one: one.number), first)
    values = earlier | {one.number: one.values for one in valued}
    return {game: values[game] for game in records}


def _stored(context: RunContext, first: int) -> dict[int, tuple[float, ...]]:
    if not context.store or not context.run:
        return {}
    query = "SELECT game, value FROM explain_values WHERE run = ? ORDER BY game, turn"
    values: dict[int, list[float]] = {}
    for row in context.store.query(query, [context.run]).to_pylist():
        values.setdefault(row["game"] - first, []).append(row["value"])
    return {game: tuple(several) for game, several in values.items()}


def _write(context: RunContext, valued: Sequence[ValuedGame], first: int) -> None:
    if not valued:
        return
    rows = [(first + one.number, turn, v) for one in valued for turn, v in enumerate(one.values)]
    games, turns, values = zip(*rows, strict=True)
    table = {
        "game": pa.array(games, pa.uint32()),
        "turn": pa.array(turns, pa.uint16()),
        "value": pa.array(values, pa.float64()),
    }
    context.write(f"values-{valued[0].number}", {"explain_values": pa.table(table)})
