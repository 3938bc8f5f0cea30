"""Results as files: CSV, JSON, Parquet, and a whole run exported."""

import csv
import json
from io import StringIO
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from conquest_opt.cli.options.database import shown
from conquest_opt.engine import Ruleset
from conquest_opt.results import Store, StoreError
from conquest_opt.results.files.export import export_run
from conquest_opt.results.files.streams import write_csv, write_parquet
from conquest_opt.results.files.tables import csv_texts, json_texts
from conquest_opt.results.store.rows import spool

from tests.stores import FPU, events, games, setups


@pytest.fixture
def store(tmp_path):
    """Two runs on one file that found some setups in common."""
    store = Store(tmp_path / "a.duckdb")
    rules = Ruleset().edit("champion.cost=225")
    for number, texts in enumerate((["C:", "CC:"], ["CC:", "S:"])):
        run = store.begin_run(kind="test", seed=number, ruleset=rules, agents=[FPU])
        tables = {
            "setups": setups(*texts, ruleset=rules.digest()),
            "games": games(0, ("C:", "CC:", "draw")),
            "game_events": events(0, {"kind": "end"}, {"kind": "end"}),
        }
        store.write(run, batch="0", tables=tables)
        store.end_run(run)
    return store


def csv_text(*tables: pa.Table) -> str:
    return "".join(csv_texts(tables))


def json_text(*tables: pa.Table) -> str:
    return "".join(json_texts(tables))


def table(store: Store) -> pa.Table:
    return store.query(
        "SELECT 1 AS n, 'a,\"b\nc' AS text, [1, 2] AS list, {'x': 'é'} AS struct, NULL AS nothing, "
        "'scout'::troop AS troop, TIMESTAMP '2026-11-16 02:03:04' AS time, 3::HUGEINT AS huge, "
        "1.5::DECIMAL(5, 2) AS decimal, 'nan'::DOUBLE AS nan, true AS yes, '\\xff'::BLOB AS blob"
    )


def test_csv_keeps_every_value(store):
    [row] = csv.DictReader(StringIO(csv_text(table(store))))
    assert row["text"] == 'a,"b\nc'
    assert json.loads(row["list"]) == [1, 2]
    assert json.loads(row["struct"]) == {"x": "é"}
    assert (row["n"], row["nothing"], row["troop"], row["yes"]) == ("1", "", "scout", "true")


def test_json_keeps_every_value(store):
    [row] = json.loads(json_text(table(store)))
    assert row == {
        "n": 1,
        "text": 'a,"b\nc',
        "list": [1, 2],
        "struct": {"x": "é"},
        "nothing": None,
        "troop": "scout",
        "time": "2026-11-16 02:03:04",
        "huge": 3,
        "decimal": 1.5,
        "nan": None,
        "yes": True,
        "blob": "ff",
    }
    assert json.loads(json_text(store.query("FROM candidates"))) == []


def test_intervals_of_time_are_text(store, tmp_path):
    """Arrow can neither cast them to text nor write them as Parquet."""
    query = (
        "SELECT * FROM (VALUES (INTERVAL '14 months 2 days 03:04:05.5'), (INTERVAL '-90 seconds'), "
        "(INTERVAL '1 day'), (INTERVAL '0 days'), (NULL)) AS t(span)"
    )
    spans = store.query(query)
    texts = ["1 year 2 months 2 days 03:04:05.5", "-00:01:30", "1 day", "00:00:00", None]
    assert csv_text(spans).splitlines()[1:] == [*texts[:4], '""']
    assert [row["span"] for row in json.loads(json_text(spans))] == texts
    write_parquet(tmp_path / "a.parquet", [spans])
    assert pq.read_table(tmp_path / "a.parquet")["span"].to_pylist() == texts
    assert "1 day" in "".join(shown(store.query(query, read=spool), "table"))


EVERY_TYPE = "SELECT * FROM test_all_types()"

FAR = """
    SELECT 'infinity'::TIMESTAMP AS a, '-infinity'::DATE AS b,
    '290000-01-02 03:04:05.25'::TIMESTAMP AS c, '5000-01-02 (BC)'::DATE AS d,
    '290000-01-02 03:04:05'::TIMESTAMPTZ AS e, '24:00'::TIME AS f,
    '2001-02-03 04:05:06'::TIMESTAMP AS g
"""


def test_dates_that_python_cannot_hold_are_written_as_duckdb_writes_them(store):
    texts = {
        "a": "infinity",
        "b": "-infinity",
        "c": "290000-01-02 03:04:05.25",
        "d": "5000-01-02 (BC)",
        "e": "290000-01-02 03:04:05+00",
        "f": "24:00:00",
        "g": "2001-02-03 04:05:06",
    }
    far = store.query(FAR)
    assert json.loads(json_text(far)) == [texts]
    [row] = csv.DictReader(StringIO(csv_text(far)))
    assert row == texts | {"g": "2001-02-03 04:05:06.000000"}
    _, _, cells, *_ = "".join(shown(store.query(FAR, read=spool), "table")).splitlines()
    assert cells.split()[:2] == ["infinity", "-infinity"]
    nested = store.query("SELECT {'a': ['infinity'::DATE, NULL], 'b': 'nan'::DOUBLE} AS s")
    assert json.loads(json_text(nested)) == [{"s": {"a": ["infinity", None], "b": None}}]
    assert json.loads(next(csv.DictReader(StringIO(csv_text(nested))))["s"])["b"] is None


def test_every_type_of_duckdb_can_be_written(store):
    result = store.query(EVERY_TYPE, read=spool)
    written = {
        form: "".join(shown(result, form, every_row=True)) for form in ("csv", "json", "table")
    }
    rows = json.loads(written["json"], parse_constant=pytest.fail)
    table = list(csv.DictReader(StringIO(written["csv"])))
    assert len(rows) == len(table) == 3
    assert list(rows[0]) == list(table[0]) == result.column_names
    assert rows[1]["uhugeint"] == table[1]["uhugeint"] == str((1 << 128) - 1)
    assert (rows[1]["bit"], rows[1]["time_tz"]) == ("10101", "24:00:00-15:59:59")
    assert rows[0]["date"] == table[0]["date"] == "5877642-06-25 (BC)"
    assert not any("out of range" in text for text in written.values())
    assert len(written["table"].splitlines()) == 2 + 3 + 1
    with pytest.raises(StoreError, match="Parquet cannot hold this"):
        write_parquet(store.path.with_name("a.parquet"), result.tables())


def test_a_result_that_is_kept_aside_is_the_same(store):
    query = "SELECT range AS n, 'scout'::troop AS troop, 'x' || range AS n FROM range(25000)"
    kept, table = store.query(query, read=spool), store.query(query)
    assert (kept.column_names, kept.num_rows) == (table.column_names, 25000)
    for text in (csv_text, json_text):
        assert text(*kept.tables()) == text(*kept.tables()) == text(table)
    assert store.query("SELECT 1 WHERE false", read=spool).num_columns == 1
    assert store.change("CREATE TABLE t (a INTEGER)", spool).num_columns == 0


def test_a_file_for_spreadsheets_has_no_formulas_but_a_query_gives_what_is_there(store, tmp_path):
    formula = store.query("SELECT '=cmd|x' AS a, -1 AS b, ['=1'] AS c")
    write_csv(tmp_path / "a.csv", [formula])
    assert (tmp_path / "a.csv").read_text() == 'a,b,c\n\'=cmd|x,-1,"[""=1""]"\n'
    assert csv_text(formula) == 'a,b,c\n=cmd|x,-1,"[""=1""]"\n'


def test_a_file_that_cannot_be_written_leaves_nothing(tmp_path, store):
    for write in (write_csv, write_parquet):
        with pytest.raises(StoreError, match="cannot be written"):
            write(tmp_path / "no folder" / "a", [table(store)])
    assert [p.name for p in tmp_path.iterdir()] == ["a.duckdb"]


def test_an_export_holds_the_run_and_only_the_run(tmp_path, store):
    folder = tmp_path / "out" / "latest"
    exported = export_run(store, "latest", folder)
    assert exported.files == {
        "batches.parquet": 1,
        "game_events.parquet": 2,
        "games.parquet": 1,
        "run_setups.parquet": 2,
        "setups.parquet": 3,
        "rulesets.parquet": 1,
        "agents.parquet": 1,
    }
    assert {p.name for p in folder.iterdir()} == {*exported.files, "run.json"}
    # CC: and S: were found by the run, C: was played by it.
    texts = pq.read_table(folder / "setups.parquet")["setup"].to_pylist()
    assert sorted(texts) == ["C:", "CC:", "S:"]
    assert set(pq.read_table(folder / "games.parquet")["run"].to_pylist()) == {exported.run.run}
    result = json.loads((folder / "run.json").read_text())
    assert (result["run"], result["status"], result["seed"]) == (exported.run.run, "finished", 1)
    assert result["edits"] == ["champion.cost=225"]
    assert result["files"] == exported.files


def test_an_export_as_csv(tmp_path, store):
    run = export_run(store, store.runs()[0].run, tmp_path / "out", form="csv")
    assert set(run.files) >= {"games.csv", "setups.csv"}
    with (tmp_path / "out" / "rulesets.csv").open(newline="") as file:
        [row] = csv.DictReader(file)
    assert Ruleset.from_dict(json.loads(row["rules"])) == Ruleset().edit("champion.cost=225")


def test_an_export_overwrites_only_when_told_to(tmp_path, store):
    folder = tmp_path / "out"
    folder.mkdir()
    (folder / "notes.txt").write_text("mine")
    with pytest.raises(StoreError, match="is not empty; --force"):
        export_run(store, "latest", folder)
    assert [p.name for p in folder.iterdir()] == ["notes.txt"]
    export_run(store, "latest", folder, force=True)
    export_run(store, "latest", folder, force=True)
    assert (folder / "notes.txt").read_text() == "mine"
    (folder / "games.csv").write_text("mine as well")
    exported = export_run(store, "latest", folder, form="csv", force=True)
    assert {p.name for p in folder.iterdir()} == {*exported.files, "run.json", "notes.txt"}
    (folder / "agents.parquet").write_text("no export wrote this")
    exported = export_run(store, "latest", folder, form="csv", force=True)
    assert {p.name for p in folder.iterdir()} >= {"agents.parquet", "notes.txt"}
    with pytest.raises(StoreError, match="is a file"):
        export_run(store, "latest", Path(folder / "notes.txt"))
