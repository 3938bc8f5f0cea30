"""Runs are deleted whole, facts that others use stay, and the file gets smaller."""

import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import duckdb
import pytest
from conquest_opt.engine import Ruleset
from conquest_opt.results import Store, StoreError
from conquest_opt.results.database import replacing
from conquest_opt.results.database.errors import DatabaseBusy

from tests.stores import ROOT, ROWS, STANDARD, batch_tables, games, hold, setups, start_writer

pytestmark = pytest.mark.slow

EDITED = Ruleset().edit("champion.cost=225")


def begun(store: Store, rules: Ruleset | None = None, *agents: str) -> str:
    """Return a run that has ended, without rows."""
    run = store.begin_run(kind="test", ruleset=rules or Ruleset(), agents=list(agents))
    store.end_run(run)
    return run


def filled(store: Store, batches: int = 6) -> str:
    """Return a run that has ended, with rows."""
    run = begun(store)
    for number in range(batches):
        store.write(run, batch=str(number), tables=batch_tables(number, run))
    return run


def facts(store: Store, table: str, column: str) -> set[str]:
    return set(store.query(f"SELECT {column} FROM {table}")[column].to_pylist())


def own_tables(store: Store) -> list[str]:
    names = "SELECT DISTINCT table_name FROM duckdb_columns() SEMI JOIN duckdb_tables() "
    names += "USING (table_oid) WHERE column_name = 'run'"
    return store.query(names)["table_name"].to_pylist()


def rows_of(store: Store, run: str) -> int:
    counts = (f"(SELECT count(*) FROM {name} WHERE run = $1)" for name in own_tables(store))
    return store.query(f"SELECT {' + '.join(counts)} AS n", [run])["n"][0].as_py()


def test_all_rows_of_a_run_go_and_those_of_others_stay(tmp_path):
    store = Store(tmp_path / "a.duckdb")
    gone, stays = filled(store, 2), filled(store, 2)
    before = rows_of(store, stays)
    deletion = store.delete_runs([gone])
    assert deletion.runs == (gone,)
    assert deletion.rows["games"] == 2 * ROWS
    assert [run.run for run in store.runs()] == [stays]
    assert rows_of(store, gone) == 0
    assert rows_of(store, stays) == before
    store.compact()
    assert rows_of(store, stays) == before


def test_facts_go_with_the_last_run_that_mentions_them(tmp_path):
    store = Store(tmp_path / "a.duckdb")
    one, two = begun(store, EDITED, "greedy", "random"), begun(store, None, "greedy", "fpu:k=2")
    listed = setups("C", "CC", ruleset=EDITED.digest())
    store.write(one, batch="0", tables={"setups": listed, "games": games(0, ("C", "S", "first"))})
    store.write(two, batch="0", tables={"setups": setups("CC", "S")})
    store.change("INSERT INTO agents VALUES ('mine', 'mine', '{}')")  # no run has ever used it
    store.delete_runs([one])
    assert facts(store, "rulesets", "ruleset") == {STANDARD}
    assert facts(store, "agents", "agent") == {"greedy", "fpu:k=2", "mine"}
    store.delete_runs([two])
    assert facts(store, "rulesets", "ruleset") == set()
    assert facts(store, "agents", "agent") == {"mine"}
    assert facts(store, "setups", "setup") == set()


def test_setups_stay_that_another_runs_games_mention_under_the_same_rules(tmp_path):
    store = Store(tmp_path / "a.duckdb")
    listing, playing, other = begun(store), begun(store), begun(store, EDITED)
    store.write(listing, batch="0", tables={"setups": setups("C", "CC", "S")})
    store.write(
        playing, batch="0", tables={"games": games(0, ("C", "F", "first"), ruleset=STANDARD)}
    )
    edited = games(0, ("S", "F", "first"), ruleset=EDITED.digest())
    store.write(other, batch="0", tables={"games": edited})
    store.delete_runs([listing])
    assert facts(store, "setups", "setup") == {"C"}
    assert facts(store, "rulesets", "ruleset") == {STANDARD, EDITED.digest()}


def test_every_column_that_names_a_fact_counts_as_a_mention(tmp_path):
    store = Store(tmp_path / "a.duckdb")
    named = store.query(
        "SELECT table_name, column_name FROM duckdb_columns() SEMI JOIN duckdb_tables() "
        "USING (table_oid) WHERE data_type LIKE 'VARCHAR%' AND table_name NOT IN "
        "('setups', 'agents', 'rulesets') AND regexp_matches(column_name, 'setup|agent|ruleset')"
    ).to_pylist()
    assert len(named) > 30
    pattern = r"(setup|agent|ruleset)(_[a-z]+)?|[a-z]+_(setup|agent)|agents"
    for row in named:
        assert re.fullmatch(pattern, row["column_name"]), row


def test_a_run_under_way_is_refused_and_nothing_is_deleted(tmp_path):
    store = Store(tmp_path / "a.duckdb")
    gone, running = filled(store, 1), store.begin_run(kind="test", ruleset=Ruleset())
    with pytest.raises(StoreError, match=f"run {running} is still under way"):
        store.delete_runs([gone, running])
    with pytest.raises(StoreError, match="there is no run 'other' any more"):
        store.delete_runs([gone, "other"])
    assert len(store.runs()) == 2
    assert rows_of(store, gone) > ROWS


def test_the_file_gets_smaller_and_keeps_its_schema_link_and_mode(tmp_path):
    real = tmp_path / "real.duckdb"
    store = Store(real)
    gone, _ = filled(store), filled(store, 1)
    store.change("CREATE TABLE own AS SELECT 1 AS x; COMMENT ON TABLE own IS 'mine'")
    real.chmod(0o640)
    link = tmp_path / "link's.duckdb"
    link.symlink_to(real)
    store, before, schema = Store(link), real.stat().st_size, schema_of(real)
    store.delete_runs([gone])
    store.compact()
    assert real.stat().st_size < 0.9 * before
    assert store.size_on_disk() == real.stat().st_size
    assert link.is_symlink()
    assert real.stat().st_mode & 0o777 == 0o640
    assert schema_of(real) == schema
    assert sorted(file.name for file in tmp_path.iterdir()) == ["link's.duckdb", "real.duckdb"]
    filled(store, 1)  # it can be written on


def schema_of(path: Path) -> list[object]:
    queries = (
        "SELECT table_name, comment FROM duckdb_tables() ORDER BY ALL",
        "SELECT table_name, column_name, data_type, comment FROM duckdb_columns() ORDER BY ALL",
        "SELECT view_name, comment, sql FROM duckdb_views() WHERE NOT internal ORDER BY ALL",
        "SELECT table_name, constraint_text FROM duckdb_constraints() ORDER BY ALL",
        "SELECT type_name, labels, comment FROM duckdb_types() WHERE NOT internal ORDER BY ALL",
    )
    with duckdb.connect(str(path), read_only=True) as connection:
        return [connection.execute(query).fetchall() for query in queries]


def test_readers_may_have_the_file_open_and_writers_are_waited_for(tmp_path):
    store = Store(tmp_path / "a.duckdb", writer_timeout=0.2)
    gone, stays = filled(store, 2), filled(store, 1)
    store.delete_runs([gone])
    reader = hold(store.path, read_only=True)
    store.compact()
    assert len(store.runs()) == 1
    reader.communicate(b"\n")
    writer = hold(store.path, read_only=False)
    with pytest.raises(DatabaseBusy, match=f"is held by process {writer.pid}"):
        store.compact()
    writer.communicate(b"\n")
    assert rows_of(store, stays) > ROWS


def test_a_killed_writers_log_is_taken_over(tmp_path):
    store = Store(tmp_path / "a.duckdb")
    filled(store, 1)
    code = (
        "import duckdb, os, sys; c = duckdb.connect(sys.argv[1])\n"
        "c.execute('CREATE TABLE own AS SELECT 7 AS x'); os._exit(1)"
    )
    subprocess.run([sys.executable, "-c", code, str(store.path)], check=False)
    assert Path(f"{store.path}.wal").exists()
    store.compact()
    assert not Path(f"{store.path}.wal").exists()
    assert store.query("SELECT x FROM own")["x"].to_pylist() == [7]


def test_no_room_for_the_copy_leaves_the_file_as_it_is(tmp_path, monkeypatch):
    store = Store(tmp_path / "a.duckdb")
    stays = filled(store, 1)
    before = store.path.read_bytes()

    def full(_: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(replacing, "force", full)
    with pytest.raises(StoreError, match="cannot be made: No space left on device"):
        store.compact()
    assert store.path.read_bytes() == before
    assert {file.name for file in tmp_path.iterdir()} <= {"a.duckdb", "a.duckdb.wal"}
    assert rows_of(store, stays) > ROWS


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_directory_that_is_not_ours(tmp_path):
    store = Store(tmp_path / "a.duckdb")
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(StoreError, match="cannot be made"):
            store.compact()
    finally:
        tmp_path.chmod(0o700)
    assert store.runs() == []


DELETING = (
    "import os, signal, sys\n"
    "from pathlib import Path\n"
    "from conquest_opt.results import Store\n"
    "from conquest_opt.results.database import compaction, replacing\n"
    "from conquest_opt.results.store import deletion\n"
    "def die(*_): os.kill(os.getpid(), signal.SIGKILL)\n"
    "{0}\n"
    "store = Store(sys.argv[1]); print(1, flush=True)\n"
    "store.delete_runs([sys.argv[2]]); store.compact()"
)


def deleting(store: Store, run: str, change: str = "") -> subprocess.Popen[bytes]:
    """Start a process that deletes a run; return it when it is about to do so."""
    words = [sys.executable, "-c", DELETING.format(change), str(store.path), run]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, cwd=ROOT)
    assert process.stdout and process.stdout.readline()
    process.stdout.close()
    return process


def check_killed(store: Store, process: subprocess.Popen[bytes], gone: str, stays: str) -> bool:
    """Check what a killed process left; return whether the run is still there, as a whole."""
    left_over = f".{store.path.name}.{process.pid}.new"
    names = {file.name for file in store.path.parent.iterdir()}
    assert names <= {"a.duckdb", "a.duckdb.wal", ".a.duckdb.next", left_over, f"{left_over}.wal"}
    assert rows_of(store, stays) == 1 + 1 + 2 * ROWS
    left = rows_of(store, gone)
    assert left in (0, 1 + 2 + 4 * ROWS)
    filled(store, 1)
    store.delete_runs([gone] if left else [])
    store.compact()
    assert rows_of(store, stays) == 1 + 1 + 2 * ROWS
    return bool(left)


@pytest.mark.parametrize(
    ("moment", "whole"),
    [
        ("deletion._delete_unused = die", True),  # rows are gone, but nothing is committed
        ("compaction.sql_text = die", False),  # before the copy
        ("compaction.shutil.copymode = die", False),  # the copy has no name yet
        ("Path.replace = die", False),  # the copy is on the disk
        ("force = replacing.force\n"
         "replacing.force = lambda path: die() if path.is_dir() else force(path)", False),
        ("Path.write_text = die", False),  # no mark yet
        ("replacing._forget_log = die", False),  # the log is not gone yet
    ],
    ids=["uncommitted", "before", "copied", "forced", "renamed", "unmarked", "log"],
)  # fmt: skip
def test_a_kill_loses_nothing_else(tmp_path, moment: str, whole: bool):
    store = Store(tmp_path / "a.duckdb")
    gone, stays = filled(store, 2), filled(store, 1)
    process = deleting(store, gone, moment)
    assert process.wait() == -signal.SIGKILL
    assert check_killed(store, process, gone, stays) == whole


@pytest.mark.slow
@pytest.mark.parametrize("number", range(6))
def test_a_kill_at_any_moment_loses_nothing_else(tmp_path, number: int):
    store = Store(tmp_path / "a.duckdb")
    gone, stays = filled(store, 2), filled(store, 1)
    process = deleting(store, gone)
    time.sleep(random.Random(number).uniform(0.0, 1.2))
    process.kill()
    process.wait()
    check_killed(store, process, gone, stays)


def test_a_run_that_writes_meanwhile_loses_no_batch(tmp_path):
    store = Store(tmp_path / "a.duckdb")
    gone = [filled(store, 2) for _ in range(3)]
    writer, run = start_writer(store.path, "new", 20)
    for one in gone:
        store.delete_runs([one])
        store.compact()
    assert writer.wait() == 0
    assert store.written_batches(run) == {str(n) for n in range(20)}
    rows = store.query("SELECT count(DISTINCT game) AS n FROM games WHERE run = ?", [run])
    assert rows["n"][0].as_py() == 20 * ROWS
    assert [one.run for one in store.runs()] == [run]
