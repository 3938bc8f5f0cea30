"""Files that appear whole: what is left, and what is said, when that fails."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow as pa
import pytest
from conquest_opt.results import Store, StoreError
from conquest_opt.results.database.atomic_files import hidden_file, whole_file
from conquest_opt.results.files.streams import write_csv, write_parquet, write_stream
from conquest_opt.results.files.tables import distinct

READ_ONLY = Path("/sys")
"""A folder in which nobody can make a file, the superuser neither."""

TABLE = pa.table({"a": [1]})


@pytest.mark.skipif(not READ_ONLY.is_dir(), reason="needs a folder that refuses everybody")
@pytest.mark.parametrize(
    "make",
    [
        lambda path: write_csv(path, [TABLE]),
        lambda path: write_parquet(path, [TABLE]),
        lambda path: write_stream(path, [TABLE]),
        Store,
    ],
)
def test_an_error_names_the_wanted_file(make):
    with pytest.raises(StoreError) as error:
        make(READ_ONLY / "a.parquet")
    assert str(error.value).startswith("/sys/a.parquet cannot be ")
    assert "denied" in str(error.value) or "not permitted" in str(error.value)
    assert ".new" not in str(error.value)


def test_a_failing_removal_does_not_hide_the_error(tmp_path, monkeypatch):
    def refuse(_path: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "unlink", refuse)
    with pytest.raises(StoreError, match=r"a\.csv cannot be written: No such file"):
        write_csv(tmp_path / "none" / "a.csv", [TABLE])


def test_a_file_needs_a_name():
    with pytest.raises(StoreError, match="names no file"):
        write_parquet(Path(), [TABLE])


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit, ValueError])
def test_nothing_is_left_behind(tmp_path, error: type[BaseException]):
    with pytest.raises(error), whole_file(tmp_path / "a") as making:
        making.write_text("half")
        raise error
    assert not list(tmp_path.iterdir())


def test_what_dead_processes_left_is_removed(tmp_path):
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    old = time.time() - 3600
    for name, age in (
        (f".a.{dead.pid}.new", old),
        (f".a.{dead.pid}.new.wal", old),
        (f".b.{dead.pid}.new", old),
        (f".a.{os.getppid()}.new", old),
        (f".a.{dead.pid}0.new", time.time()),
        (".a.mine.new", old),
    ):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (age, age))
    with hidden_file(tmp_path / "a"):
        pass
    assert {p.name for p in tmp_path.iterdir()} == {
        f".b.{dead.pid}.new",
        f".a.{os.getppid()}.new",
        f".a.{dead.pid}0.new",
        ".a.mine.new",
    }


def test_ctrl_c_while_a_database_is_made_leaves_nothing(tmp_path):
    program = (
        "import sys; from pathlib import Path; from conquest_opt.results.store import migrations\n"
        "take = migrations.take\n"
        "def slowly(connection, step):\n"
        "    if step.number == 3: print('now', flush=True); import time; time.sleep(20)\n"
        "    take(connection, step)\n"
        "migrations.take = slowly\n"
        "migrations.create(Path(sys.argv[1]))\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path / "a.duckdb")],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert process.stdout
    assert process.stdout.readline() == b"now\n"
    process.send_signal(signal.SIGINT)
    assert process.wait(20) != 0
    process.stdout.close()
    assert not list(tmp_path.iterdir())


def test_names_become_distinct():
    assert distinct(["a", "b", "a", "a"]) == ["a", "b", "a_1", "a_2"]
    assert distinct(["a", "a", "a_1"]) == ["a", "a_2", "a_1"]
