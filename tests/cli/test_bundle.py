"""`conquest-opt export --bundle` and `conquest-opt import`."""

import json
import signal
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from conquest_opt.cli.main import main
from conquest_opt.engine import Ruleset
from conquest_opt.results import Store
from conquest_opt.results.files.bundle_export import export_bundle

from tests.bundles import differing, import_bundle
from tests.contract.test_run_kinds import BY_NAME, Finished, check_the_end, copied, each
from tests.goldens.playing import DATABASE, invoke, only_run, resume
from tests.goldens.stopping import games_of, stop
from tests.run_kinds import Kind
from tests.stores import setups

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def source(tmp_path_factory) -> Path:
    """A database with games of a match and with setups, to be read only."""
    db = tmp_path_factory.mktemp("source") / "a.duckdb"
    words = ["match", "Rush", "Venom", "--agent", "random", "--games", "4", "--threads", "1"]
    assert invoke(words, db).exit_code == 0
    store = Store(db)
    run = store.begin_run(kind="enumerate", arguments={"kind": "all"}, ruleset=Ruleset())
    store.write(run, batch="0", tables={"setups": setups("C:", "S:")})
    store.end_run(run)
    return store.path


@pytest.fixture(scope="module")
def file(source, tmp_path_factory) -> Path:
    """Both runs in one file, with the report of the one that has games."""
    path = tmp_path_factory.mktemp("bundle") / "runs.zip"
    result = invoke(["export", "match", "enumerate", "--bundle", str(path)], source)
    assert result.exit_code == 0, result.output
    assert all(line.endswith(f" in {path} (0.1 MB)") for line in result.output.splitlines())
    return path


def test_runs_are_imported_listed_and_reported(source, file, tmp_path):
    db = tmp_path / "b.duckdb"
    match, setups_run = (run.run for run in Store(source).runs())
    result = invoke(["import", str(file)], db)
    assert result.output.splitlines() == [
        f"{match} imported: finished, 10 rows",
        f"{setups_run} imported: finished, 4 rows",
    ]
    assert not differing(source, db)
    for words in (["runs"], ["runs", "--json"], ["sql", "FROM standings", "--csv"]):
        assert invoke(words, db).output == invoke(words, source).output
    again = invoke(["import", str(file)], db)
    assert again.exit_code == 0
    assert again.output.count(" is here already; nothing was changed\n") == 2
    listed = json.loads(invoke(["import", str(file), "--json"], db).output)
    assert listed[0] == {"run": match, "new": False, "rows": 10}


def test_the_report_is_in_the_file_and_the_same_there(source, file, tmp_path):
    match = Store(source).find_run("match").run
    db = tmp_path / "b.duckdb"
    invoke(["import", str(file)], db)
    made = invoke(["report", match, "-o", str(tmp_path / "page")], db)
    assert made.exit_code == 0, made.output
    with zipfile.ZipFile(file) as archive:
        archive.extractall(tmp_path / "unzipped")
    inside = tmp_path / "unzipped" / match / "report"
    files = {p.relative_to(inside) for p in inside.rglob("*") if p.is_file()}
    assert {Path("index.html"), Path("report.md")} <= files
    for name in files:
        assert (inside / name).read_bytes() == (tmp_path / "page" / name).read_bytes()


def test_through_pipes(source, tmp_path):
    program = [sys.executable, "-c", "from conquest_opt.cli.main import main; main()"]
    writing = [*program, "export", "enumerate", "--bundle", "-", "--db", str(source)]
    reading = [*program, "import", "-", "--db", str(tmp_path / "b.duckdb")]
    with subprocess.Popen(writing, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as writer:
        process = subprocess.run(reading, stdin=writer.stdout, capture_output=True, check=False)
        assert writer.stderr
        message = writer.stderr.read().decode()
    run = Store(source).find_run("enumerate").run
    assert message == f"{run} in standard output\n"
    assert (process.returncode, process.stdout) == (
        0,
        f"{run} imported: finished, 4 rows\n".encode(),
    )


def run(*words: str, db: Path, stdin: bytes | None = None) -> Result:
    return CliRunner().invoke(main, list(words), env={"CONQUEST_DB": str(db)}, input=stdin)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["export"], "which run?"),
        (["export", "--bundle", "a.zip"], "which run?"),
        (["export", "latest"], "where to? Give a directory, such as out/, or --bundle run.zip"),
        (["export", "match", "enumerate", "out"], "--bundle FILE takes several"),
        (["export", "latest", "--bundle", ""], "which file?"),
        (["export", "latest", "--bundle", "a.zip", "--format", "csv"], "are Parquet"),
        (["export", "latest", "--bundle", "none/a.zip"], "there is no folder none"),
        (["export", "nothing", "--bundle", "a.zip"], "there is no run 'nothing'"),
        (["import"], "Missing argument 'FILE'"),
        (["import", ""], "which file?"),
        (["import", "none.zip"], "none.zip: No such file"),
        (["import", "."], ".: Is a directory"),
        (["import", "\x1b[2J.zip"], "\\x1b[2J.zip: No such file"),
        (["import", "-"], "standard input is no bundle, or was cut short; nothing was imported"),
    ],
)
def test_mistakes_are_one_line(words: list[str], says: str, source, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = run(*words, db=source, stdin=b"")
    assert result.exit_code in (1, 2)
    assert says in result.output
    assert "Traceback" not in result.output
    assert not list(tmp_path.iterdir())


def test_a_file_that_is_there_is_kept(source, file):
    before = file.read_bytes()
    result = run("export", "enumerate", "--bundle", str(file), db=source)
    assert result.exit_code == 1
    assert "is there already; --force replaces it" in result.output
    assert file.read_bytes() == before


def test_neither_command_imports_numba(source, tmp_path):
    code = (
        "import sys; from click.testing import CliRunner; from conquest_opt.cli.main import main\n"
        f"db, file = ['--db', {str(source)!r}], {str(tmp_path / 'a.zip')!r}\n"
        "for words in (['export', 'match', '--bundle', file, *db],\n"
        f"              ['import', file, '--db', {str(tmp_path / 'b.duckdb')!r}]):\n"
        "    shown = CliRunner().invoke(main, words)\n"
        "    assert shown.exit_code == 0, shown.output\n"
        "assert not {'numba', 'ortools'} & set(sys.modules)\n"
    )
    process = subprocess.run(
        [sys.executable, "-c", code], check=False, capture_output=True, text=True
    )
    assert process.returncode == 0, process.stderr


# ---- every kind of run ---------------------------------------------------------------------------


def moved(db: Path, folder: Path) -> Path:
    """Return a database that has imported the latest run of another; its report stays behind."""
    folder.mkdir()
    export_bundle(Store(db), ["latest"], folder / "run.zip")
    import_bundle(folder / "run.zip", folder / DATABASE)
    return folder / DATABASE


@pytest.mark.parametrize("kind", each(slow=lambda kind: kind.name not in ("costs", "counter")))
def test_a_finished_run_is_the_same_in_another_database(kind: Kind, finished: Finished, tmp_path):
    db = moved(finished(kind).db, tmp_path / "there")
    assert not differing(finished(kind).db, db)
    again = resume(kind, str(finished(kind).run), db)
    assert again.exit_code == 0, again.output
    assert again.stdout == finished(kind).output


@pytest.mark.parametrize("kind", each(slow=lambda kind: kind.name != "counter"))
def test_a_killed_run_is_resumed_in_another_database_and_ends_the_same(
    kind: Kind, finished: Finished, tmp_path
):
    here = tmp_path / "here" / DATABASE
    here.parent.mkdir()
    stop(kind.stopped_words, here, signal.SIGKILL)
    run = only_run(here)
    kept = games_of(here, run)
    db = moved(here, tmp_path / "there")
    assert games_of(db, run) == kept
    resumed = resume(kind, run, db)
    check_the_end(kind, resumed, db, finished)
    assert 0 < kept < games_of(db, run)


@pytest.mark.parametrize("name", ["agreement", "meta"])
def test_commands_of_the_report_name_no_database_of_the_sender(
    name: str, finished: Finished, tmp_path
):
    db = finished(BY_NAME[name]).db
    result = invoke(["export", "latest", "--bundle", str(tmp_path / "a.zip")], db)
    assert result.exit_code == 0, result.output
    with zipfile.ZipFile(tmp_path / "a.zip") as archive:
        pages = [archive.read(one).decode() for one in archive.namelist() if one.endswith(".html")]
    assert pages
    assert not [page for page in pages if str(db) in page]
    assert invoke(["report", "latest", "-o", str(tmp_path / "here")], db).exit_code == 0
    assert str(db) in (tmp_path / "here" / "index.html").read_text()


def test_an_unfinished_run_says_how_to_resume_it(finished: Finished, tmp_path):
    db = copied(finished(BY_NAME["costs"]), tmp_path)
    name = only_run(db)
    Store(db).end_run(name, "interrupted")
    export_bundle(Store(db), ["latest"], tmp_path / "a.zip")
    result = invoke(["import", str(tmp_path / "a.zip")], tmp_path / "b.duckdb")
    first, *rest = result.output.splitlines()
    assert first.startswith(f"{name} imported: interrupted, ")
    assert rest[0] == "to resume it:"
    assert rest[1].startswith(f"conquest-opt balance costs --resume {name} --db ")
