"""The schema: documented whole, its version checked and migrated, foreign files left alone."""

import os
from functools import partial
from pathlib import Path

import duckdb
import pytest
from conquest_opt.engine import COMMANDS, TROOPS
from conquest_opt.results import Store, StoreError
from conquest_opt.results.store import document, migrations


def test_steps_are_numbered_without_gaps():
    assert [step.number for step in migrations.steps()] == list(range(1, migrations.latest() + 1))


def test_everything_has_a_comment():
    assert len(document.relations()) >= 20
    for relation in document.relations():
        assert relation.comment.endswith("."), relation.name
        for column in relation.columns:
            assert column.comment, f"{relation.name}.{column.name}"
    assert all(names.comment for names in document.names())


def test_names_are_those_of_the_rules():
    values = {names.name: names.values for names in document.names()}
    assert values["troop"] == TROOPS
    assert values["command"] == COMMANDS


def test_a_new_file_has_every_step_and_nothing_is_left_beside_it(tmp_path):
    store = Store(tmp_path / "new.duckdb")
    steps = store.query("SELECT version, file FROM schema_versions ORDER BY version")
    assert steps["version"].to_pylist() == [step.number for step in migrations.steps()]
    assert [p.name for p in tmp_path.iterdir()] == ["new.duckdb"]


@pytest.mark.parametrize("version", range(1, len(migrations.steps())))
def test_an_older_file_is_migrated_and_keeps_its_rows(tmp_path, version: int):
    path = tmp_path / "old.duckdb"
    migrations.create(path, migrations.steps()[:version])
    with duckdb.connect(str(path)) as connection:
        connection.execute("INSERT INTO agents VALUES ('random', 'random', '{}')")
    store = Store(path, create=False)
    assert store.query("SELECT max(version) AS v FROM schema_versions")["v"][0].as_py() == (
        migrations.latest()
    )
    assert store.query("SELECT agent FROM agents").num_rows == 1
    assert store.query("SELECT * FROM standings").num_rows == 0


def test_a_failing_step_leaves_the_file_at_the_step_before(tmp_path):
    path = tmp_path / "old.duckdb"
    migrations.create(path, migrations.steps()[:2])
    broken = migrations.Step(3, "003_broken.sql", "CREATE TABLE half (a INTEGER); SELECT nonsense;")
    with pytest.raises(StoreError, match="nonsense"):
        migrations.prepare(path, plan=[*migrations.steps()[:2], broken])
    with duckdb.connect(str(path), read_only=True) as connection:
        assert migrations.version(connection, path) == 2
        assert not connection.execute("FROM duckdb_tables() WHERE table_name = 'half'").fetchall()


def newer(path: Path) -> None:
    Store(path).rewrite("INSERT INTO schema_versions VALUES (999, '999_later.sql', '2030-01-01')")


def foreign(path: Path, made: str = "TABLE somebody (elses INTEGER)") -> None:
    with duckdb.connect(str(path)) as connection:
        connection.execute(f"CREATE {made}")


FOREIGN = (
    "TABLE schema_versions (id INTEGER)",
    "TABLE schema_versions AS SELECT 'one' AS version",
    "TABLE schema_versions AS SELECT 'one' AS version, 'a' AS file",
    "TABLE schema_versions AS SELECT NULL::INTEGER AS version, '001_runs.sql' AS file",
    "TABLE schema_versions AS SELECT 1 AS version, '0001_initial.py' AS file",
    "TABLE schema_versions AS SELECT [1] AS version, 2 AS file",
    "TABLE schema_versions AS SELECT 'infinity'::TIMESTAMP AS version, DATE '1-1-1' AS file",
    "VIEW schema_versions AS SELECT error('mine') AS version, 'x' AS file",
)
"""What others may call schema_versions."""


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (newer, "has version 999 of the schema, this conquest-opt knows versions up to"),
        (foreign, "not one of conquest-opt"),
        (lambda path: path.write_text("name,age\nAda,36\n" * 50), "is no DuckDB database"),
        (lambda path: path.write_bytes(b""), "is no DuckDB database"),
        (lambda path: path.write_bytes(bytes(8) + b"DUCK" + bytes(5000)), "cannot be opened"),
        (lambda path: path.mkdir(), "is a directory"),
        (os.mkfifo, "is a pipe, no database"),
        (lambda path: path.symlink_to("/dev/zero"), "is a device, no database"),
        (lambda path: path.symlink_to(path), "symbolic links"),
        *((partial(foreign, made=made), "not one of conquest-opt") for made in FOREIGN),
    ],
)
def test_a_file_that_is_not_ours_is_refused_and_not_touched(tmp_path, make, says: str):
    path = tmp_path / "a.duckdb"
    make(path)
    before = path.read_bytes() if path.is_file() else None
    for create in (True, False):
        with pytest.raises(StoreError, match=says):
            Store(path, create=create).runs()
    with pytest.raises(StoreError, match=says):
        Store(path, create=False).end_run("any")
    assert before is None or path.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == ["a.duckdb"]


def test_a_link_to_a_file_that_is_not_there_yet_is_followed(tmp_path):
    link = tmp_path / "link.duckdb"
    link.symlink_to(tmp_path / "file.duckdb")
    assert Store(link).runs() == []
    assert sorted(p.name for p in tmp_path.iterdir()) == ["file.duckdb", "link.duckdb"]


def test_reading_what_does_not_exist_makes_no_file(tmp_path):
    with pytest.raises(StoreError, match=r"conquest-opt enumerate --db .*none.duckdb makes one"):
        Store(tmp_path / "none.duckdb", create=False)
    with pytest.raises(StoreError, match="cannot be made"):
        Store(tmp_path / "no folder" / "a.duckdb")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["md:x", ":memory:", "http:x", "s3:x"])
def test_a_name_that_duckdb_would_take_for_another_place_is_a_file(
    tmp_path, monkeypatch, name: str
):
    monkeypatch.chdir(tmp_path)
    store = Store(Path(name))
    assert store.query("SELECT 1 AS one")["one"].to_pylist() == [1]
    assert store.runs() == []
    assert (tmp_path / name).is_file()


def test_of_two_that_make_the_file_one_wins(tmp_path):
    path = tmp_path / "a.duckdb"
    run_before = Store(path).query("SELECT applied FROM schema_versions")
    migrations.create(path)
    assert Store(path).query("SELECT applied FROM schema_versions") == run_before
