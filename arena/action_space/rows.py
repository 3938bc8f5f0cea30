"""Games of a measurement as rows of the database, and back when a run is resumed."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import pyarrow as pa

from ...engine.rules.seeds import derive
from ..play.entrant import Entrant
from ..play.errors import OtherGamesError
from ..run.context import RunContext
from ..run.game_writer import WritePace
from .duels import Duel, DuelGame
from .sizes import SurveyedGame, Ways
from .survey import game_seed

_POINTS = {"on": 1.0, "off": 0.0, "draw": 0.5}
_WINNERS = {points: side for side, points in _POINTS.items()}


class ActionSpaceRows:
    """Turns the games of a measurement into rows, and reads and verifies those that are stored."""

    def __init__(
        self, entrants: Sequence[Entrant], duels: Sequence[Duel], games: int, seed: int
    ) -> None:
        """Begin with duels of so many games each."""
        self._entrants, self._duels, self._games, self._seed = entrants, duels, games, seed

    def surveyed_tables(self, games: Sequence[SurveyedGame]) -> dict[str, pa.Table]:
        """Return surveyed games as rows."""
        facts = [
            self._survey_key(g.number) | {"turns": g.turns, "actions": g.actions} for g in games
        ]
        options = [
            {"game": game.number, "switched_off": off, "phase": phase, "options": counts}
            for game in games
            for off, phases in game.options.items()
            for phase, counts in phases.items()
        ]
        turns = [
            {"game": game.number, "number": number, "switched_off": off}
            | {"sequences": ways.sequences, "error": ways.error, "ends": ways.ends}
            for game in games
            for number, turn in enumerate(game.ways)
            for off, ways in turn.items()
        ]
        return {
            "action_space_games": _table(facts),
            "action_space_options": _table(options),
            "action_space_turns": _table(turns),
        }

    def duel_tables(self, games: Sequence[DuelGame]) -> dict[str, pa.Table]:
        """Return games of duels as rows."""
        rows = [
            self._duel_key(game.duel, game.game)
            | {"first": "off" if game.game % 2 else "on", "winner": _WINNERS[game.points]}
            | {"turns": game.turns}
            | dict(zip(("decisions_on", "decisions_off"), game.decisions, strict=True))
            | dict(zip(("advances_on", "advances_off"), game.advances, strict=True))
            for game in games
        ]
        return {"action_space_duels": _table(rows)}

    def surveyed(self, context: RunContext) -> list[SurveyedGame]:
        """Return the surveyed games that a run has stored."""
        options: dict[int, dict[str, dict[str, list[int]]]] = defaultdict(dict)
        for row in _stored(context, "action_space_options"):
            options[row["game"]].setdefault(row["switched_off"], {})[row["phase"]] = row["options"]
        ways: dict[int, dict[int, dict[str, Ways]]] = defaultdict(dict)
        for row in _stored(context, "action_space_turns"):
            way = Ways(row["sequences"], row["error"], row["ends"])
            ways[row["game"]].setdefault(row["number"], {})[row["switched_off"]] = way
        games = []
        for row in _stored(context, "action_space_games"):
            number = row["game"]
            _verify(context, row, self._survey_key(number), f"surveyed game {number}")
            games.append(
                SurveyedGame(
                    number=number,
                    turns=row["turns"],
                    actions=row["actions"],
                    options=options[number],
                    ways=[turn for _, turn in sorted(ways[number].items())],
                )
            )
        return games

    def duel_games(self, context: RunContext) -> list[DuelGame]:
        """Return the games of duels that a run has stored."""
        places = {duel.off: number for number, duel in enumerate(self._duels)}
        games = []
        for row in _stored(context, "action_space_duels"):
            duel, game = places.get(row["switched_off"], -1), row["game"]
            expected = self._duel_key(duel, game) if duel >= 0 else {"switched_off": None}
            _verify(context, row, expected, f"game {game} of {row['switched_off']}")
            games.append(
                DuelGame(
                    number=duel * self._games + game,
                    duel=duel,
                    game=game,
                    points=_POINTS[row["winner"]],
                    turns=row["turns"],
                    decisions=(row["decisions_on"], row["decisions_off"]),
                    advances=(row["advances_on"], row["advances_off"]),
                )
            )
        return games

    def _survey_key(self, game: int) -> dict[str, Any]:
        """Return what a surveyed game is known by."""
        entrant = self._entrants[game % len(self._entrants)]
        fielded = {"setup": entrant.setup, "name": entrant.name, "agent": entrant.agent}
        return {"game": game} | fielded | {"seed": game_seed(self._seed, game)}

    def _duel_key(self, number: int, game: int) -> dict[str, Any]:
        """Return what a game of a duel is known by."""
        duel, pair = self._duels[number], game // 2
        entrant = self._entrants[pair % len(self._entrants)]
        return (
            {"switched_off": duel.off, "game": game}
            | {"setup": entrant.setup, "name": entrant.name, "seed": derive(self._seed, pair)}
            | {"agent_on": duel.a.agent, "agent_off": duel.b.agent}
        )


class BatchWriter:
    """Writes rows of games about once a second, whole games in one batch."""

    def __init__(
        self, context: RunContext, name: str, tables: Callable[[Any], Mapping[str, pa.Table]]
    ) -> None:
        """Begin; batches are called by the name, `tables` makes rows of games."""
        self._context, self._name, self._tables = context, name, tables
        self._waiting: list[Any] = []
        self._pace = WritePace()

    def add(self, games: Iterable[Any]) -> None:
        """Take games, and write if it is time."""
        self._waiting += games
        if self._pace.due():
            self.write()

    def write(self) -> None:
        """Write what has not been written."""
        if self._waiting:
            first = min(game.number for game in self._waiting)
            with self._pace.batch():
                self._context.write(f"{self._name}-{first}", self._tables(self._waiting))
            self._waiting = []

    def hurry(self) -> None:
        """Write what can be written at once; do not wait for a locked file."""
        if self._context.store:
            self._context.store.give_up()


def _table(rows: list[dict[str, Any]]) -> pa.Table:
    """Return rows as a table; seeds need all their 64 bits."""
    columns = {name: [row[name] for row in rows] for name in rows[0]} if rows else {}
    kinds = {"seed": pa.uint64(), "ends": pa.uint64(), "name": pa.string()}
    return pa.table({name: pa.array(v, kinds.get(name)) for name, v in columns.items()})


def _stored(context: RunContext, table: str) -> list[dict[str, Any]]:
    if not context.store or not context.run:
        return []
    return context.store.query(f"SELECT * FROM {table} WHERE run = ?", [context.run]).to_pylist()


def _verify(
    context: RunContext, row: Mapping[str, Any], expected: Mapping[str, Any], what: str
) -> None:
    """Refuse a game that this program would not have played."""
    if any(row[name] != value for name, value in expected.items()):
        raise OtherGamesError(
            f"run {context.run} has other games than this program would play ({what}): the "
            "program has changed since; begin a new run"
        )
