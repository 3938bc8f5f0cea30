"""The views, on a few games small enough to count by hand."""

import pyarrow as pa
import pytest
from conquest_opt.engine import Ruleset
from conquest_opt.results import Store
from conquest_opt.results.store import document

from tests.stores import FPU, events, games, setups

A, B, C = "SSC:charge", "KK:charge,chastise", "M:"


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """Six games of three setups, the first with its actions; A is called Alpha."""
    store = Store(tmp_path_factory.mktemp("views") / "a.duckdb")
    run = store.begin_run(kind="tournament", ruleset=Ruleset(), agents=[FPU])
    with_a = games(0, (A, B, "first"), (A, C, "draw"), first_name="Alpha")
    against_a = games(2, (B, A, "first"), (C, A, "second"), second_name="Alpha")
    others = games(4, (B, C, "first"), (C, B, "second"))
    actions = [
        {"kind": "select", "troop": "champion"},
        {"kind": "command", "command": "charge", "troop": "champion", "target": "champion"},
        {"kind": "attack", "troop": "champion", "target": "knight", "kill": True}
        | {"damage_dealt": 300},
        {"kind": "end", "troop": "champion"},
        {"kind": "select", "troop": "knight", "player": "second"},
        {"kind": "command", "command": "chastise", "troop": "knight", "target": "champion"},
        {"kind": "attack", "troop": "knight", "target": "champion", "death": True}
        | {"damage_dealt": 100, "damage_received": 400},
        {"kind": "select", "troop": "scout"},
        {"kind": "command", "command": "charge", "troop": "scout", "target": "scout"},
        {"kind": "select", "troop": "scout"},
        {"kind": "attack", "troop": "champion", "target": "knight", "damage_dealt": 100},
    ]
    matchup = {
        "matchup": [0],
        "ruleset": ["r"],
        "setup_a": [A],
        "setup_b": [B],
        "name_a": ["Alpha"],
        "agent_a": [FPU],
        "agent_b": [FPU],
        "games": [50],
        "wins": [29],
        "draws": [2],
        "losses": [19],
        "games_first": [25],
        "wins_first": [15],
        "draws_first": [1],
    }
    for number, tables in enumerate(
        [
            {"games": with_a, "game_events": events(0, *actions)},
            {"games": against_a},
            {"games": others, "matchups": pa.table(matchup)},
            {"setups": setups(A, B), "game_events": events(1, {"kind": "end"})},
            {"setups": setups(C, maximal=False, exact=False)},
        ]
    ):
        store.write(run, batch=str(number), tables=tables)
    return store


def rows(store: Store, sql: str) -> list[tuple[object, ...]]:
    return [tuple(row.values()) for row in store.query(sql).to_pylist()]


def test_standings(store):
    assert rows(
        store, "SELECT rank, entrant, games, wins, draws, losses, score FROM standings"
    ) == [
        (1, B, 4, 3, 0, 1, 0.75),
        (2, "Alpha", 4, 2, 1, 1, 0.625),
        (3, C, 4, 0, 1, 3, 0.125),
    ]
    [(first, second)] = rows(
        store, "SELECT score_first, score_second FROM standings WHERE entrant = 'Alpha'"
    )
    assert (first, second) == (0.75, 0.5)


def test_intervals_are_wilsons(store):
    # 29 wins and 2 draws of 50 are a score of 0.6; the interval was worked out by hand.
    [low_high] = rows(
        store, "SELECT score_low, score_high FROM matchup_scores WHERE entrant = 'Alpha'"
    )
    assert low_high == pytest.approx((0.4618, 0.7239), abs=1e-4)


def test_matchup_scores_show_both_sides(store):
    assert rows(
        store, "SELECT entrant, opponent, games, wins, draws, losses, score FROM matchup_scores"
    ) == [("Alpha", B, 50, 29, 2, 19, 0.6), (B, "Alpha", 50, 19, 2, 29, 0.4)]


def test_first_player_advantage(store):
    assert rows(
        store,
        "SELECT games, first_wins, draws, second_wins, first_score FROM first_player_advantage",
    ) == [(6, 3, 1, 2, 3.5 / 6)]


def test_game_lengths(store):
    [row] = rows(
        store,
        "SELECT games, turns_mean, turns_deviation, turns_least, turns_most, actions_mean, "
        "actions_a_turn, actions_a_turn_deviation FROM game_lengths",
    )
    assert row == pytest.approx((6, 15, 30**0.5, 10, 20, 52.5, 3.5, 0))


def test_command_usage_as_in_table_3(store):
    used = rows(store, "SELECT command, setups, used, share FROM command_usage")
    assert used[:2] == [("charge", 2, 2, 2 / 3), ("chastise", 1, 1, 1 / 3)]
    assert len(used) == 9
    assert used[2] == ("battle-cry", 0, 0, 0)


def test_command_targets_as_in_tables_4_and_5(store):
    assert rows(
        store,
        "SELECT command, target, used, share_of_command, share_of_target FROM command_targets",
    ) == [
        ("charge", "scout", 1, 0.5, 1),
        ("charge", "champion", 1, 0.5, 0.5),
        ("chastise", "champion", 1, 1, 0.5),
    ]


def test_troop_usage_as_in_table_6(store):
    usage = rows(
        store, "SELECT troop, fielded, selected, selected_a_troop, a_25_points FROM troop_usage"
    )
    assert [row[0] for row in usage] == list(Ruleset().troops)
    assert usage[0] == ("scout", 2, 2, 1, 1)
    assert usage[1] == ("foot-soldier", 0, 0, None, None)
    assert usage[5] == ("knight", 2, 1, 0.5, 0.125)
    assert usage[6] == ("champion", 1, 1, 1, 0.125)


def test_attacks_as_in_table_7(store):
    assert rows(store, "SELECT * EXCLUDE (run) FROM attacks") == [
        ("knight", "champion", 1, 0, 0, 1, 100, 400),
        ("champion", "knight", 2, 1, 0.5, 0, 200, 0),
    ]


def test_setups(store):
    assert rows(store, "SELECT setup FROM maximal_setups ORDER BY ALL") == [(B,), (A,)]
    assert rows(store, "SELECT * EXCLUDE (ruleset, edits) FROM setup_counts") == [(3, 3, 2, 2, 0)]


def test_maximal_setups_are_those_of_the_standard_rules(tmp_path):
    store = Store(tmp_path / "a.duckdb")
    standard, changed = Ruleset(), Ruleset().edit("champion.cost=225")
    for rules, names in ((standard, (A, B)), (changed, (B, C))):
        run = store.begin_run(kind="enumerate", ruleset=rules)
        table = setups(*names, ruleset=rules.digest())
        store.write(run, batch="0", tables={"setups": table})
        store.end_run(run)
    assert rows(store, "SELECT setup FROM maximal_setups ORDER BY 1") == [(B,), (A,)]
    assert rows(store, "SELECT DISTINCT ruleset FROM maximal_setups") == [(standard.digest(),)]
    every = rows(store, "SELECT ruleset, setup FROM all_maximal_setups")
    pairs = [(standard, A), (standard, B), (changed, B), (changed, C)]
    assert sorted(every) == sorted((rules.digest(), setup) for rules, setup in pairs)


def test_run_summary(store):
    [row] = rows(store, "SELECT kind, status, batches, rows, edits FROM run_summary")
    assert row == ("tournament", "running", 5, 22, [])


def test_every_view_answers(store):
    for relation in document.relations():
        assert store.query(f"FROM {relation.name}").column_names == [
            column.name for column in relation.columns
        ]
