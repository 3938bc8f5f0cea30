"""Runs as one file for others: what comes back is what was there, and nothing else gets in."""

import json
import os
import signal
import subprocess
import sys
import zipfile
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import duckdb
import pyarrow as pa
import pytest
from conquest_opt.engine import Ruleset
from conquest_opt.results import Store, StoreError
from conquest_opt.results.files import bundle, bundle_import
from conquest_opt.results.files.bundle_export import export_bundle
from conquest_opt.results.store.migrations import latest

from tests.bundles import Bundle, differing, import_bundle
from tests.goldens.old_database import unpack
from tests.stores import FPU, HOUSE, events, games, setups, start_writer

RULES = Ruleset().edit("champion.cost=225")
RATINGS = pa.table(
    {"method": ["elo"], "entrant": ["C:"], "setup": ["C:"], "rating": [1.5], "formation": ["x"]}
)


def write_run(store: Store, number: int) -> str:
    """Write a run with rows of several kinds of tables; return it."""
    run = store.begin_run(kind="test", seed=2**64 - 1, ruleset=RULES, agents=[FPU])
    tables = {
        "setups": setups("C:", f"{'C' * number}C:", ruleset=RULES.digest()),
        "games": games(0, ("C:", "CC:", "draw"), ("C:", "CC:", "first"), duration=float("nan")),
        "game_events": events(0, {"kind": "end"}, {"kind": "command", "command": "charge"}),
        "setup_ratings": RATINGS,
    }
    store.write(run, batch="0", tables=tables)
    return run


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
    told = json.loads(content.members[f"{run.run}/run.json"])
    assert (told["run"], told["status"], told["edits"]) == (run.run, "finished", run.edits)
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
    import_bundle(older.write(tmp_path / "older.zip"), there)
    [row] = Store(there).query("FROM setup_ratings").to_pylist()
    assert (row["rating"], row["formation"]) == (1.5, None)


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
    done = subprocess.run(
        [sys.executable, "-c", program, str(store.path), str(out / "a.zip")],
        check=False,
        capture_output=True,
        text=True,
    )
    assert "a.zip cannot be written: File too large" in done.stderr.splitlines()[-1]
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


# ---- broken and hostile files --------------------------------------------------------------------


def halves(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def without_its_end(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-10])


def flipped(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[content.index(b"PAR1") + 200] ^= 1
    file.write_bytes(content)


@pytest.mark.parametrize(
    "damage",
    [
        halves,
        without_its_end,
        flipped,
        lambda file: file.write_bytes(b""),
        lambda file: file.write_text("no zip"),
        lambda file: file.write_bytes(os.urandom(10_000)),
        lambda file: file.write_bytes(b"PK\5\6" + b"\xff" * 18),
    ],
)
def test_a_file_that_was_cut_short_or_is_none(damage, file, there):
    damage(file)
    with pytest.raises(StoreError, match="is no bundle, or was cut short; nothing was imported"):
        import_bundle(file, there)
    assert not list(there.parent.iterdir())


def set_manifest(**values: object) -> Callable[[Bundle], object]:
    return lambda content: content.manifest.update(values)


def add(name: str, content: bytes = b"x") -> Callable[[Bundle], object]:
    return lambda bundle: bundle.members.update({name: content})


def first(name: str, column: str, value: object) -> Callable[[Bundle], object]:
    """Return what puts a value into a column of the first row, in a type that can hold it."""

    def change(content: Bundle) -> None:
        rows = content.table(name)
        values = rows[column].to_pylist()
        kind = rows.schema.field(column).type
        kind = kind.value_type if pa.types.is_dictionary(kind) else kind
        content.set(name, column, pa.array([value, *values[1:]], kind))

    return change


def no_text(content: Bundle) -> None:
    rows = content.table("games")
    offsets = pa.array(range(rows.num_rows + 1), pa.int32()).buffers()[1]
    wrong = pa.StringArray.from_buffers(rows.num_rows, offsets, pa.py_buffer(b"\xff\xff"))
    content.set("games", "first_name", wrong)


def twice(name: str) -> Callable[[Bundle], object]:
    return lambda content: content.change(name, lambda rows: pa.concat_tables([rows, rows]))


def bomb(content: Bundle) -> None:
    name = f"{content.run}/report/index.html"
    content.members[name] = b" " * (bundle.LARGEST_REPORTS + 1)
    content.methods[name] = zipfile.ZIP_DEFLATED


def compressed(content: Bundle) -> None:
    content.methods[f"{content.run}/games.parquet"] = zipfile.ZIP_DEFLATED


def renamed(content: Bundle) -> None:
    content.manifest["runs"] = {"../../x": "test"}


def within(name: str) -> Callable[[Bundle], object]:
    return lambda content: content.members.update({f"{content.run}/{name}": b"x"})


ENDLESS = pa.scalar(2**63 - 1, pa.timestamp("us"))
HOSTILE = {
    "another format": (set_manifest(format="tar"), "is not a conquest-opt bundle"),
    "a newer format": (
        set_manifest(version=2),
        "version 2 of the format, this .* up to 1: a newer",
    ),
    "a newer schema": (set_manifest(schema=latest() + 1), "of the schema, this .* reads it"),
    "no version": (set_manifest(version="one"), "without a version of the format"),
    "no members": (set_manifest(members=[]), "cannot be read: Expected `object`"),
    "a run too many": (
        set_manifest(runs={"20260101-000000-test-0000": "test"}),
        "has no row of the run 20260101-000000-test-0000",
    ),
    "a run that is a path": (renamed, "'../../x', which is no run's identifier"),
    "another kind": (
        lambda content: content.manifest["runs"].update({content.run: "match"}),
        "has other runs than its manifest",
    ),
    "a path upwards": (add("../x"), r"a member '\.\./x', which is no file of its runs"),
    "an absolute path": (add("/tmp/x"), "a member '/tmp/x'"),
    "a path out of the run": (within("../../x"), "which is no file of its runs"),
    "a path of Windows": (within("..\\x"), "which is no file of its runs"),
    "a folder of no run": (add("other/games.parquet"), "'other/games.parquet'"),
    "a table that there is not": (within("nothing.parquet"), "has no such table"),
    "a table of the schema's own": (within("schema_versions.parquet"), "has no such table"),
    "rows in no format": (within("candidates.parquet"), "is no bundle"),
    "a report too large": (bomb, "reports of more than 256 MB"),
    "a table that grows": (compressed, "games.parquet compressed; tables are stored"),
    "a column too many": (
        lambda content: content.change("games", lambda rows: rows.append_column("x", rows["game"])),
        "games.parquet that are none of a run: the column 'x' is none of the table's",
    ),
    "a column too few": (
        lambda content: content.change("games", lambda rows: rows.drop_columns(["turns"])),
        "the column 'turns' is missing",
    ),
    "another type": (
        lambda content: content.set("games", "turns", pa.array(["9", "9"])),
        "the column 'turns' has string, and needs uint16",
    ),
    "another run's rows": (first("games", "run", "20260101-000000-test-0000"), "another run"),
    "another run's row": (first("runs", "run", "20260101-000000-test-0000"), "another run"),
    "rows of no run": (first("batches", "run", None), "they name another run"),
    "an unknown name": (first("games", "winner", "nobody"), "none of a run: Conversion Error"),
    "a value that is missing": (first("games", "seed", None), "none of a run: Constraint Error"),
    "a broken condition": (first("game_events", "command", "charge"), "Constraint Error"),
    "a key twice": (twice("batches"), "batches.parquet that are none of a run: Constraint Error"),
    "a game twice": (twice("games"), "has a game twice among games"),
    "an action twice": (twice("game_events"), "has a game twice among game_events"),
    "bytes that are no text": (no_text, "is no bundle"),
    "other rules": (
        first("rulesets", "rules", json.dumps(Ruleset().to_dict())),
        "has other rules under the digest",
    ),
    "rules that are none": (first("rulesets", "rules", "[1, "), "Error|no JSON"),
    "other edits": (first("rulesets", "edits", ["scout.cost=1"]), "under the edits scout.cost=1"),
    "another agent": (first("agents", "name", "greedy"), "has another agent under the text 'fpu"),
    "a run under way": (first("runs", "status", "running"), "is under way"),
    "no settings": (first("runs", "arguments", "[]"), "without its settings"),
    "settings that are none": (first("runs", "arguments", "{"), "Error|is no bundle"),
    "endless settings": (first("runs", "arguments", "[" * 90_000 + "]" * 90_000), "is no|Error"),
    "a time without end": (
        lambda content: content.set("runs", "started", pa.array([ENDLESS])),
        "is no bundle|Constraint",
    ),
}


@pytest.fixture(scope="module")
def kept(tmp_path_factory) -> Path:
    """A bundle for tests that only read it."""
    folder = tmp_path_factory.mktemp("kept")
    store = Store(folder / "a.duckdb")
    store.end_run(write_run(store, 1))
    export_bundle(store, ["latest"], folder / "run.zip")
    return folder / "run.zip"


@pytest.mark.parametrize("case", HOSTILE)
def test_a_hostile_file_changes_nothing(case: str, kept, there, tmp_path):
    tamper, says = HOSTILE[case]
    content = Bundle(kept)
    tamper(content)
    hostile = content.write(tmp_path / "hostile.zip")
    with pytest.raises(StoreError, match=says) as error:
        import_bundle(hostile, there)
    text = str(error.value)
    assert text.startswith(f"{hostile} ")
    assert text.endswith("; nothing was imported")
    assert len(text.splitlines()) == 1
    assert not list(there.parent.iterdir())


def test_a_member_that_is_not_what_the_manifest_says(file, there):
    content = Bundle(file)
    content.manifest["members"][f"{content.run}/run.json"]["sha256"] = "0" * 64
    with zipfile.ZipFile(file, "w") as archive:
        for name, data in content.members.items():
            archive.writestr(name, data)
        archive.writestr("manifest.json", json.dumps(content.manifest))
    with pytest.raises(StoreError, match=r"is damaged: .*/run.json is not what manifest.json says"):
        import_bundle(file, there)
    assert not list(there.parent.iterdir())


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda archive: archive.writestr("more.txt", "x"), "'more.txt' is not in manifest.json"),
        (lambda archive: archive.writestr("manifest.json", "{}"), "has two members of one name"),
    ],
)
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_member_too_many(change, says: str, file, there):
    with zipfile.ZipFile(file, "a") as archive:
        change(archive)
    with pytest.raises(StoreError, match=f"{says}|says something else"):
        import_bundle(file, there)
    assert not list(there.parent.iterdir())


def test_rows_that_are_compressed_beyond_measure(file, there, monkeypatch):
    monkeypatch.setattr(bundle_import, "LARGEST_GROUP", 100)
    with pytest.raises(StoreError, match="MB are compressed together"):
        import_bundle(file, there)


def test_a_zip_of_something_else(file, there):
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("letter.txt", "Dear all")
    with pytest.raises(StoreError, match=r"is a zip without manifest.json, no bundle"):
        import_bundle(file, there)


def test_a_database_that_is_none_is_left_alone(file, tmp_path):
    other = tmp_path / "letter.txt"
    other.write_text("Dear all")
    with pytest.raises(StoreError, match="is no DuckDB database"):
        import_bundle(file, other)
    with pytest.raises(StoreError, match="there is no directory"):
        import_bundle(file, tmp_path / "none" / "a.duckdb")
    assert other.read_text() == "Dear all"


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
        [sys.executable, "-c", program, str(file), str(there)], cwd=HOUSE, stdout=subprocess.PIPE
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
