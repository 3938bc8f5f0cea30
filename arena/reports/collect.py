"""What the store knows of a run's games, as values to compute with: every SQL query of a report."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from ...engine.rules.stats import LETTERS, TROOPS
from ...results import Store, StoreError
from ...results.store.runs import Run
from ..stats.crosstable import CrossTable
from ..stats.score import Interval, Score, wilson_of_clusters

_POINTS: Final = "CASE winner WHEN 'first' THEN 1.0 WHEN 'draw' THEN 0.5 ELSE 0.0 END::DOUBLE"

_PENTANOMIAL: Final = (
    f"[{', '.join(f'count(*) FILTER (points = {halves / 2})' for halves in range(5))}]"
)

_SHAPE: Final = """
    SELECT
        count(DISTINCT agent) AS agents,
        count(*) FILTER (entrant = opponent) = count(*) AS mirrored,
        count(*) AS sides
    FROM game_sides WHERE run = ?
"""

_LABELS: Final = {
    "setup": "coalesce({side}_name, {side}_setup)",
    "agent": "{side}_agent",
    "both": "coalesce({side}_name, {side}_setup) || ' · ' || {side}_agent",
}

_RESULTS: Final = f"""
    WITH played AS (
        SELECT pair, {{first}} AS f, {{second}} AS s, {_POINTS} AS points
        FROM games WHERE run = $1
    ),
    turned AS (
        SELECT least(f, s) AS a, greatest(f, s) AS b, pair, f = least(f, s) AS as_first,
            CASE WHEN f = least(f, s) THEN points ELSE 1 - points END AS points
        FROM played WHERE f <> s
    ),
    paired AS (
        SELECT a, b, pair, sum(points) AS points FROM turned WHERE pair IS NOT NULL
        GROUP BY ALL HAVING count(*) = 2 AND count(*) FILTER (as_first) = 1
    ),
    pairs AS (
        SELECT a, b, {_PENTANOMIAL} AS pairs FROM paired GROUP BY a, b
    )
    SELECT a, b,
        count(*) FILTER (points = 1) AS wins,
        count(*) FILTER (points = 0.5) AS draws,
        count(*) FILTER (points = 0) AS losses,
        count(*) FILTER (points = 1 AND as_first) AS wins_first,
        count(*) FILTER (points = 0.5 AND as_first) AS draws_first,
        count(*) FILTER (points = 0 AND as_first) AS losses_first,
        coalesce(any_value(pairs), [0, 0, 0, 0, 0]) AS pairs
    FROM turned LEFT JOIN pairs USING (a, b)
    GROUP BY a, b ORDER BY a, b
"""

_FIRST: Final = f"""
    WITH played AS (
        SELECT matchup, pair, game, {_POINTS} AS points FROM games WHERE run = $1
    ),
    paired AS (
        SELECT matchup, pair, sum(points) AS points FROM played WHERE pair IS NOT NULL
        GROUP BY ALL HAVING count(*) = 2
    )
    SELECT
        count(*) FILTER (points = 1) AS wins,
        count(*) FILTER (points = 0.5) AS draws,
        count(*) FILTER (points = 0) AS losses,
        (SELECT {_PENTANOMIAL} FROM paired) AS pairs
    FROM played
"""

_RATES: Final = """
    WITH troops AS (
        SELECT unnest($2) AS troop, unnest($3) AS letter
    ),
    kept AS (SELECT DISTINCT game FROM game_events WHERE run = $1),
    fielded AS (
        SELECT game, troop,
            length(letters) - length(replace(letters, letter, '')) AS number
        FROM (
            SELECT game, split_part(first_setup, ':', 1) || split_part(second_setup, ':', 1)
                AS letters
            FROM games SEMI JOIN kept USING (game) WHERE run = $1
        ) CROSS JOIN troops
    ),
    selected AS (
        SELECT game, troop::VARCHAR AS troop, count(*) AS times FROM game_events
        WHERE run = $1 AND kind = 'select' GROUP BY ALL
    ),
    counted AS (
        SELECT troop, coalesce(times, 0)::DOUBLE AS x, number::DOUBLE AS y
        FROM fielded LEFT JOIN selected USING (game, troop)
    )
    SELECT troop, sum(x) AS x, sum(y) AS y, sum(x * x) AS xx, sum(x * y) AS xy, sum(y * y) AS yy
    FROM counted GROUP BY troop
"""


_KILLS: Final = """
    WITH counted AS (
        SELECT game, troop::VARCHAR AS troop, target::VARCHAR AS target,
            grouping(target) = 1 AS whole,
            count(*) FILTER (kill)::DOUBLE AS x, count(*)::DOUBLE AS y
        FROM game_events WHERE run = $1 AND kind = 'attack'
        GROUP BY GROUPING SETS ((game, troop, target), (game, troop))
    )
    SELECT troop, target, whole, count(*) AS games,
        sum(x) AS x, sum(y) AS y, sum(x * x) AS xx, sum(x * y) AS xy, sum(y * y) AS yy
    FROM counted GROUP BY troop, target, whole
"""

_COMMANDS: Final = """
    WITH used AS (
        SELECT game, command, count(*)::DOUBLE AS times FROM game_events
        WHERE run = $1 AND kind = 'command' GROUP BY game, command
    ),
    counted AS (
        SELECT command, coalesce(times, 0) AS x, y
        FROM (SELECT game, sum(times) AS y FROM used GROUP BY game)
        CROSS JOIN (SELECT unnest(enum_range(NULL::command))::command AS command)
        LEFT JOIN used USING (game, command)
    )
    SELECT command::VARCHAR AS command, count(*) AS games,
        sum(x) AS x, sum(y) AS y, sum(x * x) AS xx, sum(x * y) AS xy, sum(y * y) AS yy
    FROM counted GROUP BY command
"""


@dataclass(frozen=True, kw_only=True)
class Games:
    """A run's games."""

    run: Run
    of: str
    """What is compared: setup, agent or both."""
    table: CrossTable
    """Results, the best player first."""
    sides: dict[str, tuple[Score, Score]]
    """Each player's games as first and as second player."""
    first: Score
    """First players against second ones."""
    turns: np.ndarray
    actions: np.ndarray
    limited: int
    """Games that the limit of turns ended."""
    traced: int
    """Games whose actions were kept."""


@dataclass(frozen=True)
class Rate:
    """A rate with its standard error, from games as the independent units."""

    value: float
    error: float


@dataclass(frozen=True)
class Share(Rate):
    """A rate that is a share: of a troop's attacks those that kill, of all commands one."""

    trials: int
    games: int
    """Games in which there were trials."""

    def interval(self, confidence: float = 0.95) -> Interval:
        """Return the interval of the share."""
        return wilson_of_clusters(self.value, self.error, self.trials, self.games, confidence)


def collect(store: Store, name: str) -> Games:
    """Return the games of a run; one without games is refused."""
    run = store.find_run(name)
    [shape] = store.query(_SHAPE, [run.run]).to_pylist()
    if not shape["sides"]:
        raise StoreError(f"run {run.run} ({run.kind}) has no games to report on")
    of = "setup" if shape["agents"] == 1 else "agent" if shape["mirrored"] else "both"
    table, sides = _results(store, run.run, of)
    [first] = store.query(_FIRST, [run.run]).to_pylist()
    lengths = store.query(
        "SELECT turns, actions, reason = 'turn limit' AS limited FROM games WHERE run = ? "
        "ORDER BY game",
        [run.run],
    )
    traced = store.query(
        "SELECT count(DISTINCT game) AS n FROM game_events WHERE run = ?", [run.run]
    )
    return Games(
        run=run,
        of=of,
        table=table,
        sides=sides,
        first=Score(first["wins"], first["draws"], first["losses"], tuple(first["pairs"])),
        turns=lengths["turns"].to_numpy(),
        actions=lengths["actions"].to_numpy(),
        limited=int(np.count_nonzero(lengths["limited"].to_numpy())),
        traced=traced["n"][0].as_py(),
    )


def _results(store: Store, run: str, of: str) -> tuple[CrossTable, dict[str, tuple[Score, Score]]]:
    """Return the cross-table, best player first, and each player's scores by side."""
    label = _LABELS[of]
    sql = _RESULTS.format(first=label.format(side="first"), second=label.format(side="second"))
    results: dict[tuple[str, str], Score] = {}
    firsts: dict[str, Score] = defaultdict(Score)
    seconds: dict[str, Score] = defaultdict(Score)
    for row in store.query(sql, [run]).to_pylist():
        a, b = row["a"], row["b"]
        score = Score(row["wins"], row["draws"], row["losses"], tuple(row["pairs"]))
        first = Score(row["wins_first"], row["draws_first"], row["losses_first"])
        second = Score(
            score.wins - first.wins, score.draws - first.draws, score.losses - first.losses
        )
        results[a, b] = score
        firsts[a], seconds[a] = firsts[a] + first, seconds[a] + second
        firsts[b], seconds[b] = firsts[b] + ~second, seconds[b] + ~first
    names = sorted({name for pair in results for name in pair})
    table = CrossTable(tuple(names), results)
    names.sort(key=lambda name: (-table.total(name).rate, name))
    return CrossTable(tuple(names), results), {n: (firsts[n], seconds[n]) for n in names}


# ---- what happened in the games ------------------------------------------------------------------


def command_usage(store: Store, run: str) -> dict[str, dict[str, Any]]:
    """Return, for each command, the setups that feature it and the times it was used."""
    rows = store.query("SELECT command, setups, used FROM command_usage WHERE run = ?", [run])
    return {row["command"]: row for row in rows.to_pylist()}


def command_recipients(store: Store, run: str) -> dict[str, dict[str, int]]:
    """Return how often each command was used on each troop; those used on none are left out."""
    rows = store.query("SELECT command, target, used FROM command_targets WHERE run = ?", [run])
    counts: dict[str, dict[str, int]] = {}
    for row in rows.to_pylist():
        counts.setdefault(row["command"], dict.fromkeys(TROOPS, 0))[row["target"]] = row["used"]
    return counts


def troop_usage(store: Store, run: str) -> dict[str, dict[str, Any]]:
    """Return how many of each troop the setups have, and how often one was selected."""
    rows = store.query(
        "SELECT troop, fielded, selected, selected_a_troop, a_25_points FROM troop_usage "
        "WHERE run = ?",
        [run],
    )
    return {row["troop"]: row for row in rows.to_pylist()}


def selection_rates(store: Store, run: str) -> dict[str, Rate]:
    """Return how often a troop of each type is selected in a game it takes part in."""
    rows = store.query(_RATES, [run, list(TROOPS), list(LETTERS)]).to_pylist()
    return {row["troop"]: Rate(*_ratio(row)) for row in rows if row["y"]}


def kill_rates(store: Store, run: str) -> dict[tuple[str, str | None], Share]:
    """Return the share of attacks that kill, by attacker and defender; None is for all of them."""
    rates = {}
    for row in store.query(_KILLS, [run]).to_pylist():
        if row["whole"] or row["target"] is not None:
            rates[row["troop"], row["target"]] = _share(row)
    return rates


def command_shares(store: Store, run: str) -> dict[str, Share]:
    """Return each command's share of all commands used; nothing if none was used."""
    return {row["command"]: _share(row) for row in store.query(_COMMANDS, [run]).to_pylist()}


def _ratio(row: dict[str, Any]) -> tuple[float, float]:
    """Return a ratio of sums over games, and its standard error.

    The games are the independent units: what happens within one is not independent (W. Cochran,
    "Sampling techniques", 1977, section 6.4).
    """
    rate = row["x"] / row["y"]
    rest = row["xx"] - 2 * rate * row["xy"] + rate**2 * row["yy"]
    return rate, max(rest, 0.0) ** 0.5 / row["y"]


def _share(row: dict[str, Any]) -> Share:
    return Share(*_ratio(row), int(row["y"]), row["games"])


def attacks(store: Store, run: str) -> dict[str, dict[str, dict[str, int]]]:
    """Return attacks and kills by attacker and defender."""
    rows = store.query(
        "SELECT attacker, defender, attacks, kills FROM attacks WHERE run = ?", [run]
    )
    table: dict[str, dict[str, dict[str, int]]] = {troop: {} for troop in TROOPS}
    for row in rows.to_pylist():
        counts = {"attacks": row["attacks"], "kills": row["kills"]}
        table[row["attacker"]][row["defender"]] = counts
    return table
