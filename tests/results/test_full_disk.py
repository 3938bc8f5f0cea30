"""A database on a disk that is full: refused with a sentence, and good again once there is room."""

from pathlib import Path

import pytest
from conquest_opt.engine import Ruleset
from conquest_opt.results import Store, StoreError

from tests.disks import resize, small_disk
from tests.stores import ROWS, batch_tables, command_line


@pytest.mark.parametrize("size", [f"{kilobytes}k" for kilobytes in range(300, 1000, 100)])
def test_a_database_that_had_no_room_can_be_made_later(tmp_path: Path, size: str):
    with small_disk(tmp_path / "disk", size) as disk:
        try:
            Store(disk / "a.duckdb")
        except StoreError as error:
            assert "cannot be made" in str(error)
            assert list(disk.iterdir()) == []
        resize(disk, "16m")
        store = Store(disk / "a.duckdb")
        assert store.runs() == []
        run = store.begin_run(kind="test", ruleset=Ruleset())
        assert store.write(run, batch="0", tables=batch_tables(0, run))


@pytest.mark.slow
@pytest.mark.parametrize("size", ["300k", "600k", "900k"])
def test_enumerate_on_a_full_disk_is_said_and_done_again(tmp_path: Path, size: str):
    with small_disk(tmp_path / "disk", size) as disk:
        words = ("enumerate", "--require", "C>=3", "--with", "charge")
        ended = command_line(*words, db=disk / "a.duckdb", timeout=120)
        assert ended.returncode
        assert "Traceback" not in ended.stderr
        resize(disk, "64m")
        ended = command_line(*words, db=disk / "a.duckdb", timeout=120)
        assert not ended.returncode, ended.stderr


def test_batches_that_were_written_are_there_when_the_disk_is_full(tmp_path: Path):
    with small_disk(tmp_path / "disk", "6m") as disk:
        store = Store(disk / "a.duckdb")
        run = store.begin_run(kind="test", ruleset=Ruleset())
        written = 0
        with pytest.raises(StoreError):
            for number in range(100):
                store.write(run, batch=str(number), tables=batch_tables(number, run))
                written += 1
        assert 0 < written < 100
        assert store.written_batches(run) == {str(number) for number in range(written)}
        resize(disk, "64m")
        assert store.write(run, batch=str(written), tables=batch_tables(written, run))
        store.end_run(run)
        games = store.query("SELECT count(*) AS n FROM games")["n"][0].as_py()
        assert games == (written + 1) * ROWS
