"""Standard streams that are closed or of another encoding, and screens of odd sizes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from conquest_opt.cli.main import main
from conquest_opt.cli.options.database import screen_width
from conquest_opt.engine import Ruleset
from conquest_opt.results import Store

from tests.stores import setups

PROGRAM = f'"{sys.executable}" -c "from conquest_opt.cli.main import main; main()"'


@pytest.fixture(scope="module")
def db(tmp_path_factory):
    """A database with a name in several alphabets."""
    path = tmp_path_factory.mktemp("streams") / "a.duckdb"
    store = Store(path)
    run = store.begin_run(kind="enumerate", ruleset=Ruleset())
    names = setups("SSC:charge", name="\xe9\u2013\u6f22\u2026")
    store.write(run, batch="0", tables={"setups": names})
    store.end_run(run)
    return path


def shell(words: str, db: Path, **env: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        ["sh", "-c", f"{PROGRAM} {words}"],
        env={**os.environ, "CONQUEST_DB": str(db), **env},
        capture_output=True,
        check=False,
    )


@pytest.mark.parametrize("words", ["runs", "setups list", "--help", "sql 'FROM runs'"])
def test_closed_streams(db, words: str):
    closed = shell(f"{words} >&-", db)
    assert closed.returncode == 1
    assert closed.stderr == (b"Error: standard output is closed; send it to a file or /dev/null\n")
    before = db.read_bytes()
    for streams in ("2>&-", "<&-", "<&- 2>&-"):
        process = shell(f"{words} {streams}", db)
        assert (process.returncode, process.stderr) == (0, b"")
        assert process.stdout
    both = shell(f"{words} >&- 2>&-", db)
    assert (both.returncode, both.stdout, both.stderr) == (1, b"", b"")
    assert db.read_bytes() == before


def test_a_full_disk_is_one_line(db):
    full = shell("runs >/dev/full", db)
    assert (full.returncode, full.stderr) == (1, b"Error: No space left on device\n")


@pytest.mark.parametrize("encoding", ["latin-1", "ascii", "cp1252:strict"])
def test_characters_that_an_encoding_lacks(db, encoding: str):
    query = "sql 'SELECT name FROM setups'"
    for words in ("agents", f"{query} --table"):
        process = shell(words, db, PYTHONIOENCODING=encoding, PYTHONUTF8="0", LC_ALL="C")
        assert (process.returncode, process.stderr) == (0, b""), words


def test_data_in_another_encoding(db):
    query = "sql 'SELECT name FROM setups'"
    text = shell(f"{query} --csv", db, PYTHONIOENCODING="latin-1").stdout
    assert text == b"name\n\xe9-?...\n"
    as_json = shell(f"{query} --json", db, PYTHONIOENCODING="latin-1").stdout
    assert as_json == b'[{"name": "\\u00e9\\u2013\\u6f22\\u2026"}]\n'


ODD = ("²", "0", "-5", "x", "", "\u0661\u0660", "9" * 30, "1" * 5000, "99999")


@pytest.mark.parametrize("columns", ODD)
def test_screens_of_odd_sizes(db, columns: str, monkeypatch):
    monkeypatch.setenv("COLUMNS", columns)
    assert screen_width() == (99999 if columns == "99999" else 100)
    for words in (["runs"], ["sql", "FROM setups", "--table"], ["--help"]):
        result = CliRunner().invoke(
            main, [*words, "--db", str(db)] if words != ["--help"] else words
        )
        assert result.exit_code == 0, result.output


def test_a_narrow_screen_has_room_for_a_word(monkeypatch):
    monkeypatch.setenv("COLUMNS", "1")
    assert screen_width() == 20
