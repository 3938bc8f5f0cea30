"""Games that runs of the database have saved with their moves: listed, filtered, one read."""

from typing import Any, Final

import msgspec

from ...agents.spec.spec import AgentSpec, called
from ...engine.reading.input_error import InputError
from ...results import Store
from ..common.problems import Refusal
from .answers import LastAnswers
from .runs import found_run

_SIDES: Final = """
    SELECT run, coalesce(first_name, first_setup) AS name, first_setup AS setup,
           first_agent AS agent,
           CASE winner WHEN 'first' THEN 1.0 WHEN 'draw' THEN 0.5 ELSE 0.0 END AS score
    FROM games
    UNION ALL
    SELECT run, coalesce(second_name, second_setup), second_setup, second_agent,
           CASE winner WHEN 'second' THEN 1.0 WHEN 'draw' THEN 0.5 ELSE 0.0 END
    FROM games
"""
"""Each game from both sides: an entrant is a setup and its agent."""

_LISTED: Final = f"""
    WITH entrants AS (
        SELECT run, name, setup, agent, avg(score) AS score FROM ({_SIDES})
        WHERE run IN (SELECT DISTINCT run FROM game_records)
        GROUP BY ALL
    ),
    saved AS (
        SELECT g.run, r.kind, g.game, r.started,
               coalesce(g.first_name, g.first_setup) AS first_name,
               coalesce(g.second_name, g.second_setup) AS second_name,
               g.first_setup, g.second_setup, g.first_agent, g.second_agent,
               g.winner, g.reason, g.turns, g.actions,
               a.score AS first_score, b.score AS second_score,
               (g.winner = 'first' AND a.score < b.score)
                   OR (g.winner = 'second' AND b.score < a.score) AS upset
        FROM games g
        SEMI JOIN game_records k ON k.run = g.run AND k.game = g.game
        JOIN runs r ON r.run = g.run
        JOIN entrants a ON a.run = g.run AND a.setup = g.first_setup
            AND a.agent = g.first_agent AND a.name = coalesce(g.first_name, g.first_setup)
        JOIN entrants b ON b.run = g.run AND b.setup = g.second_setup
            AND b.agent = g.second_agent AND b.name = coalesce(g.second_name, g.second_setup)
    )
    SELECT *, count(*) OVER () AS matching FROM saved
    WHERE ($1 IS NULL OR run = $1)
      AND ($2 IS NULL
           OR contains(lower(concat_ws(' ', first_name, second_name)), lower($2))
           OR contains(lower(concat_ws(' ', first_setup, second_setup)), lower($2)))
      AND ($3 IS NULL OR contains(concat_ws(' ', first_agent, second_agent), $3))
      AND turns BETWEEN $4 AND $5
      AND ($6 IS NULL OR upset = $6)
    ORDER BY started DESC, run DESC, game
    LIMIT $7 OFFSET $8
"""
_WINNERS: Final = {"first": 0, "second": 1}


def listed_games(
    store: Store,
    *,
    run: str | None,
    setup: str | None,
    agent: str | None,
    least_turns: int,
    most_turns: int,
    upset: bool | None,
    offset: int,
    limit: int,
) -> dict[str, Any]:
    """Return some of the saved games that are asked for, those of the latest run first."""
    wanted = found_run(store, run).run if run else None
    text = _agent_text(agent) if agent else None
    asked = [wanted, setup, text, least_turns, most_turns, upset, limit, offset]
    rows = store.query(_LISTED, asked).to_pylist()
    return {
        "matching": rows[0]["matching"] if rows else 0,
        "offset": offset,
        "games": [_game(row) for row in rows],
    }


def _agent_text(text: str) -> str:
    """Return an agent's text as the database has it, or a part of one."""
    try:
        return str(AgentSpec.parse(text))
    except InputError:
        return text


def _game(row: dict[str, Any]) -> dict[str, Any]:
    return {
        "run": row["run"],
        "kind": row["kind"],
        "game": row["game"],
        "names": [row["first_name"], row["second_name"]],
        "setups": [row["first_setup"], row["second_setup"]],
        "agents": [called(row["first_agent"]), called(row["second_agent"])],
        "winner": _WINNERS.get(row["winner"], "draw"),
        "reason": row["reason"],
        "turns": row["turns"],
        "actions": row["actions"],
        "scores": [round(row["first_score"], 4), round(row["second_score"], 4)],
        "upset": row["upset"],
    }


async def record_of(answers: LastAnswers, run: str, game: int) -> tuple[str, str]:
    """Return which game of the database it is, as a text, and its record."""

    def ask(store: Store) -> list[str]:
        known = found_run(store, run).run
        query = "SELECT record FROM game_records WHERE run = $1 AND game = $2"
        rows = store.query(query, [known, game]).to_pylist()
        if not rows:
            raise Refusal(404, f"run {known} has not saved a game {game}; save_games keeps them")
        return [f"{known} {game}", rows[0]["record"]]

    answer = await answers.get(("stored game", run, game), ask)
    place, record = msgspec.json.decode(answer.body, type=tuple[str, str])
    return place, record
