"""Turns to open a file: one writer or several readers, in whatever process."""

from pathlib import Path

import pytest
from conquest_opt.engine import Ruleset
from conquest_opt.results import Store
from conquest_opt.results.database.turns import Turn


@pytest.fixture
def path(tmp_path) -> Path:
    return Store(tmp_path / "a.duckdb").path


@pytest.mark.parametrize("shared", [True, False])
def test_a_writer_is_alone(path: Path, shared: bool):
    first, other = Turn(path, shared=shared), Turn(path, shared=False)
    assert first.take()
    assert not other.take()
    first.give_back()
    assert other.take()
    assert not Turn(path, shared=True).take()
    other.give_back()


def test_readers_share(path: Path):
    readers = [Turn(path, shared=True) for _ in range(3)]
    assert all(reader.take() for reader in readers)
    for reader in readers:
        assert not Turn(path, shared=False).take()
        reader.give_back()
    assert Turn(path, shared=False).take()


def test_a_store_gives_its_turn_back_and_leaves_no_file(path: Path):
    store = Store(path)
    run = store.begin_run(kind="test", ruleset=Ruleset())
    with pytest.raises(ValueError, match="no column"):
        store.write(run, batch="0", tables={"games": store.query("SELECT 1 AS nonsense")})
    turn = Turn(path, shared=False)
    assert turn.take()
    turn.give_back()
    log = f"{path.name}.wal"
    assert sorted(file.name for file in path.parent.iterdir()) == [path.name, log]


def test_a_turn_that_is_not_given_back_locks_nobody_out_for_ever(path: Path):
    kept = Turn(path, shared=False)
    assert kept.take()
    assert Store(path, reader_timeout=0.1).runs() == []
    kept.give_back()
