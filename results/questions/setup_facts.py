"""What the database has about one setup under some rules: its rating, counters, match-ups, runs.

A setup is given by its texts: one of the catalogue may be drawn with more than it plays with.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from ..store.store import Store

MOST_RUNS: Final = 50

_RATING: Final = """
    SELECT rating AS value, rating_low AS low, rating_high AS high, games, place AS rank, of
    FROM (
        SELECT *, rank() OVER (ORDER BY rating DESC) AS place, count(*) OVER () AS of
        FROM setup_ratings WHERE run = $2 AND method = $3
    )
    WHERE list_contains($1, setup) LIMIT 1
"""

_COUNTERS: Final = """
    SELECT setup, rating AS score, rating_low AS low, rating_high AS high, games, run,
        agents[-1] AS agent
    FROM runs JOIN setup_ratings USING (run)
    WHERE kind = 'counter' AND status = 'finished' AND ruleset = $2 AND method = $3
        AND json_array_length(arguments, '$.field.opponents') = 1
        AND list_contains($1, arguments ->> '$.field.opponents[0].setup')
    QUALIFY row_number() OVER (PARTITION BY setup ORDER BY games DESC, run DESC) = 1
    ORDER BY rating_low DESC, setup
    LIMIT 20
"""

_MATCHUPS: Final = """
    WITH sides AS (
        FROM matchups SELECT run, ruleset, setup_a AS own, setup_b AS setup, agent_a AS agent,
            agent_b AS other_agent, wins, draws, losses,
            [pairs_0, pairs_1, pairs_2, pairs_3, pairs_4] AS pairs
        UNION ALL
        FROM matchups SELECT run, ruleset, setup_b, setup_a, agent_b, agent_a,
            losses, draws, wins, [pairs_4, pairs_3, pairs_2, pairs_1, pairs_0]
    )
    SELECT setup, run, agent, wins, draws, losses, pairs
    FROM sides JOIN runs USING (run)
    WHERE kind IN ('match', 'tournament') AND status = 'finished' AND sides.ruleset = $2
        AND agent = other_agent AND list_contains($1, own)
        AND NOT list_contains($1, setup)
    QUALIFY row_number() OVER (
        PARTITION BY setup ORDER BY wins + draws + losses DESC, run DESC
    ) = 1
"""

_RUNS: Final = f"""
    SELECT run, kind, started FROM runs
    WHERE run IN (
        SELECT run FROM games
        WHERE list_contains($1, first_setup) OR list_contains($1, second_setup)
    )
    ORDER BY started DESC, run DESC LIMIT {MOST_RUNS}
"""


def setup_rating(
    store: "Store", setups: Sequence[str], run: str, method: str
) -> dict[str, Any] | None:
    """Return what a ranking says of a setup."""
    rows = _rows(store, _RATING, setups, run, method)
    return rows[0] if rows else None


def setup_counters(
    store: "Store", setups: Sequence[str], ruleset: str, method: str
) -> list[dict[str, Any]]:
    """Return the counters that were found against a setup alone, the surest first.

    Of one that was found twice, what rests on most games.
    """
    return _rows(store, _COUNTERS, setups, ruleset, method)


def setup_matchups(store: "Store", setups: Sequence[str], ruleset: str) -> list[dict[str, Any]]:
    """Return how a setup did against each other, both sides played by one agent.

    Of those that met in several runs, what rests on most games.
    """
    return _rows(store, _MATCHUPS, setups, ruleset)


def setup_runs(store: "Store", setups: Sequence[str]) -> list[dict[str, Any]]:
    """Return the runs in whose games a setup took part, the latest first."""
    runs = _rows(store, _RUNS, setups)
    return [run | {"started": f"{run['started'].isoformat(' ')}Z"} for run in runs]


def _rows(store: "Store", sql: str, setups: Sequence[str], *values: str) -> list[dict[str, Any]]:
    return store.query(sql, [list(setups), *values]).to_pylist()
