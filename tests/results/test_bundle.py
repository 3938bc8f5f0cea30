"""Runs as one file for others: what comes back is what was there, and nothing else gets in."""

import json
import os
import signal
import subprocess
import sys
import zipfile
from datetime import timedelta
from pathlib import Path

import duckdb
import pyarrow as pa
import pytest
from conquest_opt.engine import Ruleset
from conquest_opt.results import Store, StoreError
from conquest_opt.results.files import bundle_import
from conquest_opt.results.files.bundle import BundleError
from conquest_opt.results.files.bundle_export import export_bundle
from conquest_opt.results.store.migrations import latest

from tests.bundles import RATINGS, Bundle, differing, import_bundle, write_run
from tests.goldens.old_database import unpack
from tests.stores import ROOT, setups, start_writer

pytestmark = pytest.mark.slow


@pytest.fixture
def store(tmp_path) -> Store:
    """A database with one finished run."""
    (tmp_path / "here").mkdir()
    store = Store(tmp_path / "here" / "a.duckdb")
    store.end_run(write_run(store, 1))
    return store


@pytest.fixture
def file(store, tmp_path) -> Path:
    """The run as a bundle."""
    export_bundle(store, ["latest"], tmp_path / "run.zip")
    return tmp_path / "run.zip"


@pytest.fixture
def there(tmp_path) -> Path:
    """A database in a folder of its own, which is not made yet."""
    (tmp_path / "there").mkdir()
    return tmp_path / "there" / "b.duckdb"


# ---- there and back ------------------------------------------------------------------------------


def test_rows_are_the_same_in_every_table(store, file, there):
    [merged] = import_bundle(file, there)
    [run] = store.runs()
    assert (merged.run, merged.new) == (run.run, True)
    assert not differing(store.path, there)
    assert Store(there).runs() == [run]
    assert [p.name for p in there.parent.iterdir()] == [there.name]


def test_the_same_run_makes_the_same_bytes_here_and_there(store, file, there, tmp_path):
    import_bundle(file, there)
    for number, db in enumerate((store.path, there)):
        again = tmp_path / f"{number}.zip"
        export_bundle(Store(db), ["latest"], again)
        assert again.read_bytes() == file.read_bytes()


def test_the_file_says_what_it_is(store, file):
    content = Bundle(file)
    [run] = store.runs()
    assert content.manifest["format"] == "conquest-opt bundle"
    assert content.manifest["version"] == 1
    assert content.manifest["schema"] == latest()
    assert content.manifest["runs"] == {run.run: "test"}
    read = json.loads(content.members[f"{run.run}/run.json"])
    assert (read["run"], read["status"], read["edits"]) == (run.run, "finished", run.edits)
    assert content.table("games").num_rows == 2
    assert content.manifest["members"][f"{run.run}/games.parquet"]["rows"] == 2


def test_several_runs_come_in_one_file_and_facts_are_merged(store, there, tmp_path):
    store.end_run(write_run(store, 2))
    store.end_run(write_run(store, 3))
    runs = [run.run for run in store.runs()]
    export_bundle(store, [runs[0]], tmp_path / "one.zip")
    export_bundle(store, [*runs, "latest"], tmp_path / "all.zip")
    assert [m.new for m in import_bundle(tmp_path / "one.zip", there)] == [True]
    merged = import_bundle(tmp_path / "all.zip", there)
    assert [(m.run, m.new) for m in merged] == list(zip(runs, (False, True, True), strict=True))
    assert not differing(store.path, there)


def test_rows_of_other_runs_stay_here(store, there, tmp_path):
    store.end_run(write_run(store, 5))
    export_bundle(store, [store.runs()[0].run], tmp_path / "one.zip")
    import_bundle(tmp_path / "one.zip", there)
    texts = Store(there).query("SELECT setup FROM setups ORDER BY setup")["setup"].to_pylist()
    assert texts == ["C:", "CC:"]
    assert len(Store(there).runs()) == 1


def test_a_run_of_an_older_version_comes_along(there, tmp_path):
    old = Store(unpack(tmp_path))
    runs = [run.run for run in old.runs()]
    export_bundle(old, runs, tmp_path / "old.zip")
    assert all(m.new for m in import_bundle(tmp_path / "old.zip", there))
    left_out = set(differing(old.path, there))
    assert left_out <= {"runs", "rulesets"}  # ends of killed runs; rules no game was played by yet
    assert [run.run for run in Store(there).runs()] == runs


def test_a_bundle_of_an_older_schema_takes_the_missing_steps(file, there, tmp_path):
    older = Bundle(file)
    older.manifest["schema"] = 11  # the formation of a rating came with step 12
    older.change("setup_ratings", lambda rows: rows.drop_columns(["formation"]))
    older.change("runs", lambda rows: rows.drop_columns(["clock_dependent"]))  # with step 22
    import_bundle(older.write(tmp_path / "older.zip"), there)
    [row] = Store(there).query("FROM setup_ratings").to_pylist()
    assert (row["rating"], row["formation"]) == (1.5, None)


def test_a_run_of_other_programs_cannot_pass_for_a_seeded_one(store, there, tmp_path):
    agents = ["random", "engine[ms=200]:./bot, --level=3"]
    run = store.begin_run(kind="test", ruleset=Ruleset(), agents=agents, clock_dependent=True)
    store.end_run(run)
    export_bundle(store, [run], tmp_path / "run.zip")
    import_bundle(tmp_path / "run.zip", there)
    assert Store(there).find_run(run).clock_dependent
    false = Bundle(tmp_path / "run.zip")
    place = store.query("FROM runs").column_names.index("clock_dependent")
    false.change("runs", lambda rows: rows.set_column(place, "clock_dependent", pa.array([False])))
    with pytest.raises(BundleError, match="other programs played in the run"):
        import_bundle(false.write(tmp_path / "false.zip"), there)


def test_a_run_that_is_under_way_ends_with_its_last_batch(store, there, tmp_path):
    run = write_run(store, 2)
    [exported] = export_bundle(store, [run], tmp_path / "run.zip")
    assert (exported.status, store.find_run(run).status) == ("interrupted", "running")
    import_bundle(tmp_path / "run.zip", there)
    imported = Store(there).find_run(run)
    [written] = store.query("SELECT written FROM batches WHERE run = ?", [run]).to_pylist()
    assert (imported.status, imported.ended) == ("interrupted", written["written"])
    assert exported.ended == imported.ended
    [again] = import_bundle(tmp_path / "run.zip", store.path)
    assert not again.new
    assert store.find_run(run).status == "running"


def test_a_run_without_rows(store, there, tmp_path):
    store.end_run(store.begin_run(kind="test", ruleset=Ruleset()), "failed", "no luck")
    export_bundle(store, ["latest"], tmp_path / "run.zip")
    import_bundle(tmp_path / "run.zip", there)
    [run] = Store(there).runs()
    assert (run.status, run.message, run.rows) == ("failed", "no luck", 0)


def test_facts_that_were_not_needed_yet_come_when_the_batch_is_written_again(store):
    """A search notes its rules before it plays by them; only those that it played by travel."""
    run = write_run(store, 2)
    rows = setups("S:", ruleset="other")
    with duckdb.connect(str(store.path)) as connection:
        connection.execute(
            "INSERT INTO batches VALUES (?, 'later', 1, '{}', now()::TIMESTAMP)", [run]
        )
    assert not store.write(run, batch="later", tables={"setups": rows, "setup_ratings": RATINGS})
    assert store.query("FROM setups WHERE ruleset = 'other'").num_rows == 1
    assert store.query("FROM run_setups WHERE run = ?", [run]).num_rows == 2
    assert store.query("FROM setup_ratings WHERE run = ?", [run]).num_rows == 1


# ---- files ---------------------------------------------------------------------------------------


def test_a_file_is_replaced_only_by_force_and_a_link_leads_to_the_new_one(store, file, tmp_path):
    link = tmp_path / "link.zip"
    link.symlink_to(file)
    for path in (file, link):
        with pytest.raises(StoreError, match="is there already; --force replaces it"):
            export_bundle(store, ["latest"], path)
    file.write_text("old")
    export_bundle(store, ["latest"], link, force=True)
    assert link.is_symlink()
    assert zipfile.is_zipfile(file)
    link.unlink()
    link.symlink_to(tmp_path / "new.zip")
    export_bundle(store, ["latest"], link)
    assert zipfile.is_zipfile(tmp_path / "new.zip")


def test_a_place_that_takes_no_file(store, tmp_path):
    for path, says in (
        (tmp_path, "is no file"),
        (tmp_path / "none" / "a.zip", "there is no folder"),
        (Path("/dev/null"), "is no file"),
    ):
        with pytest.raises(StoreError, match=says):
            export_bundle(store, ["latest"], path, force=True)


def test_a_full_disk_leaves_no_file(store, tmp_path):
    program = (
        "import resource, sys; from pathlib import Path\n"
        "from conquest_opt.results import Store\n"
        "from conquest_opt.results.files.bundle_export import export_bundle\n"
        "store = Store(sys.argv[1]); store.runs()\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (4000, 4000))\n"
        "export_bundle(store, ['latest'], Path(sys.argv[2]))\n"
    )
    out = tmp_path / "out"
    out.mkdir()
    process = subprocess.run(
        [sys.executable, "-c", program, str(store.path), str(out / "a.zip")],
        check=False,
        capture_output=True,
        text=True,
    )
    assert "a.zip cannot be written: File too large" in process.stderr.splitlines()[-1]
    assert not list(out.iterdir())


def test_a_pipe_is_read_to_its_end(store, file, there, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    feeding = subprocess.Popen(["sh", "-c", f"cat '{file}' > '{pipe}'"])
    with pipe.open("rb", buffering=0) as given, bundle_import.staged(given, beside=there) as rows:
        Store(there).merge(rows)
    assert feeding.wait() == 0
    assert not differing(store.path, there)


# ---- runs that are here already ------------------------------------------------------------------


def test_the_same_run_again_changes_nothing(file, there):
    import_bundle(file, there)
    before = Store(there).query("FROM runs")
    [again] = import_bundle(file, there)
    assert not again.new
    assert Store(there).query("FROM runs") == before
    assert Store(there).query("FROM games").num_rows == 2


def test_another_run_of_the_same_name_is_refused_with_all_that_comes_with_it(
    store, file, there, tmp_path
):
    import_bundle(file, there)
    store.end_run(write_run(store, 2))
    first, second = (run.run for run in store.runs())
    with duckdb.connect(str(store.path)) as connection:
        connection.execute("UPDATE games SET turns = turns + 1 WHERE run = ?", [first])
    export_bundle(store, [second, first], tmp_path / "both.zip")
    with pytest.raises(StoreError, match=f"another run {first} is here already: its rows of games"):
        import_bundle(tmp_path / "both.zip", there)
    assert [run.run for run in Store(there).runs()] == [first]
    assert Store(there).query("SELECT count(*) AS n FROM games")["n"][0].as_py() == 2


# ---- beside other processes ----------------------------------------------------------------------


def test_a_kill_in_the_middle_leaves_nothing_half(store, file, there):
    Store(there)
    program = (
        "import sys, time; from pathlib import Path\n"
        "from conquest_opt.results.store import merge\n"
        "from tests.bundles import import_bundle\n"
        "def halt(*_):\n"
        "    print('now', flush=True); time.sleep(60)\n"
        "merge.insert_facts = halt\n"  # the rows of the run are written by then
        "import_bundle(Path(sys.argv[1]), Path(sys.argv[2]))\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program, str(file), str(there)], cwd=ROOT, stdout=subprocess.PIPE
    )
    assert process.stdout
    assert process.stdout.readline() == b"now\n"
    process.send_signal(signal.SIGKILL)
    process.wait(20)
    process.stdout.close()
    assert not Store(there).runs()
    assert Store(there).query("FROM games").num_rows == 0
    assert [m.new for m in import_bundle(file, there)] == [True]
    assert not differing(store.path, there)


def test_others_write_meanwhile(store, file, there):
    writer, run = start_writer(there, "new", 6)
    [merged] = import_bundle(file, there)
    assert merged.new
    assert writer.wait(60) == 0
    assert writer.stdout
    writer.stdout.close()
    here = Store(there)
    assert here.find_run(run).status == "finished"
    counts = here.query("SELECT run, count(*) AS n FROM games GROUP BY run").to_pylist()
    assert {row["run"]: row["n"] for row in counts} == {run: 12_000, merged.run: 2}
    assert here.find_run(merged.run).ended - store.runs()[0].ended == timedelta()
