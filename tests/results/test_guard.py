"""A query without --write can change neither the database nor the file system."""

import duckdb
import pytest
from conquest_opt.results import Store, StoreError


@pytest.fixture
def store(tmp_path):
    (tmp_path / "room").mkdir()
    (tmp_path / "secret.csv").write_text("a\n1\n")
    with duckdb.connect(str(tmp_path / "other.duckdb")) as connection:
        connection.execute("CREATE TABLE t AS SELECT 1 AS a")
    return Store(tmp_path / "room" / "a.duckdb")


ATTACKS = [
    "COPY (SELECT 1) TO '{room}/x.csv'",
    "COPY (SELECT 1) TO '{room}/x.parquet'",
    "COPY (SELECT 1) TO '{room}/a.duckdb'",
    "COPY (SELECT 1) TO '{room}/a.duckdb.wal'",
    "COPY (SELECT 1) TO '{room}/a.duckdb.wal.checkpoint'",
    "COPY (SELECT 1) TO '{room}/a.duckdb.wal.recovery'",
    "COPY (SELECT 1) TO '{room}/a.duckdb.tmp/x' (FORMAT csv)",
    "EXPLAIN ANALYZE COPY (SELECT 1) TO '{room}/a.duckdb.wal'",
    "PREPARE p AS COPY (SELECT 1) TO '{room}/a.duckdb.wal'; EXECUTE p",
    "SELECT 1; COPY (SELECT 1) TO '{room}/a.duckdb.wal'; SELECT 2",
    "COPY runs FROM '{room}/../secret.csv'",
    "COPY FROM DATABASE a TO memory",
    "EXPORT DATABASE '{room}/dump'",
    "EXPORT DATABASE '{room}/a.duckdb.tmp'",
    "IMPORT DATABASE '{room}'",
    "ATTACH '{room}/new.duckdb' AS b",
    "ATTACH '{room}/../other.duckdb' AS b",
    "ATTACH '{room}/../other.duckdb' AS b (READ_ONLY)",
    "ATTACH ':memory:' AS b",
    "DETACH a",
    "INSTALL httpfs",
    "LOAD httpfs",
    "LOAD '{room}/x.duckdb_extension'",
    "INSTALL sqlite; LOAD sqlite",
    "SET enable_external_access = true",
    "SET disabled_filesystems = ''",
    "RESET disabled_filesystems",
    "SET lock_configuration = false",
    "SET GLOBAL access_mode = 'read_write'",
    "SET temp_directory = '{room}'",
    "SET log_query_path = '{room}/log'",
    "SET profiling_output = '{room}/profile'",
    "PRAGMA enable_profiling = 'json'",
    "PRAGMA profiling_output = '{room}/profile'",
    "PRAGMA enable_checkpoint_on_shutdown",
    "CALL enable_logging(storage = 'file', storage_path = '{room}/log')",
    "CREATE PERSISTENT SECRET s (TYPE http)",
    "FROM read_csv('{room}/../secret.csv')",
    "FROM '{room}/../secret.csv'",
    "FROM read_csv('/etc/passwd')",
    "FROM read_text('/etc/passwd')",
    "FROM read_blob('{room}/a.duckdb')",
    "FROM read_json('{room}/../secret.csv')",
    "FROM parquet_metadata('{room}/../secret.csv')",
    "FROM sniff_csv('/etc/passwd')",
    "FROM glob('/*')",
    "FROM glob('{room}/*')",
    "SELECT getenv('HOME')",
    "FROM store",
    "FROM tmp_path",
    "INSERT INTO agents VALUES ('a', 'a', '{{}}')",
    "UPDATE runs SET status = 'failed'",
    "DELETE FROM schema_versions",
    "TRUNCATE batches",
    "DROP TABLE runs",
    "DROP VIEW standings",
    "ALTER TABLE runs ADD COLUMN x INTEGER",
    "COMMENT ON TABLE runs IS 'mine'",
    "CREATE TABLE mine (a INTEGER)",
    "CREATE OR REPLACE VIEW standings AS SELECT 1",
    "CREATE MACRO mine(a) AS a",
    "CREATE SCHEMA mine",
    "CREATE SEQUENCE mine",
    "CREATE TYPE mine AS ENUM ('a')",
    "CREATE INDEX mine ON runs (run)",
    "MERGE INTO agents USING (SELECT 'a' AS agent) USING (agent) WHEN MATCHED THEN DELETE",
    ".read /etc/passwd",
    ".shell touch {room}/x",
]


def everything(store: Store) -> dict[str, bytes]:
    folder = store.path.parents[1]
    return {str(p): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_attacks_are_refused_and_change_nothing(store):
    before = everything(store)
    for attack in ATTACKS:
        with pytest.raises(StoreError):
            store.query(attack.format(room=store.path.parent))
            pytest.fail(f"not refused: {attack}")
        assert everything(store) == before, attack
        assert not (store.path.parent / "a.duckdb.tmp").exists(), attack


HARMLESS = [
    "CREATE TEMP TABLE t AS SELECT 1 AS a; FROM t",
    "CREATE TEMP VIEW v AS SELECT 1 AS a; FROM v",
    "PRAGMA version",
    "PRAGMA database_list",
    "SHOW TABLES",
    "DESCRIBE runs",
    "SUMMARIZE runs",
    "EXPLAIN SELECT 1",
    "SET VARIABLE x = 3; SELECT getvariable('x')",
    "CHECKPOINT",
    "FORCE CHECKPOINT",
    "VACUUM",
    "CREATE TEMPORARY SECRET s (TYPE http)",
    "BEGIN; SELECT 1; COMMIT",
    "SELECT json('{}'), now()::TIMESTAMP, [x * 2 FOR x IN range(3)]",
    "PIVOT (SELECT 'a' AS k, 1 AS v) ON k USING sum(v)",
]


def test_what_is_harmless_works_and_changes_nothing_either(store):
    before = everything(store)
    for query in HARMLESS:
        store.query(query)
        assert everything(store) == before, query


def test_one_query_leaves_nothing_to_the_next(store):
    store.query("CREATE TEMP TABLE t AS SELECT 1 AS a")
    with pytest.raises(StoreError, match="does not exist"):
        store.query("FROM t")


def test_change_is_all_or_nothing(store):
    with pytest.raises(StoreError, match="nonsense"):
        store.change("CREATE TABLE mine (a INTEGER); SELECT nonsense")
    with pytest.raises(StoreError, match="does not exist"):
        store.query("FROM mine")
    store.change("CREATE TABLE mine (a INTEGER); INSERT INTO mine VALUES (3)")
    assert store.query("FROM mine").to_pylist() == [{"a": 3}]
