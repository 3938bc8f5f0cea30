"""The database of an older version is read, reported on, and its interrupted runs are resumed."""

import json
from pathlib import Path

import pytest

from tests.goldens.bless import golden_file
from tests.goldens.digests import Story, read
from tests.goldens.old_database import unpack
from tests.goldens.playing import invoke, resume
from tests.run_kinds import KINDS, Kind

NEWER = ("actionspace", "agreement", "explain", "formation", "improve")
STORED = [kind for kind in KINDS if kind.name not in NEWER]
"""Kinds in the order of the file; version 0.1.0 stored nothing of the others."""
SHARED = ("agents", "rulesets", "setups")
"""Tables whose rows belong to no run: those of other runs are there too."""

REFUSED = dict.fromkeys(
    ("counter", "rank", "meta", "styles-weights", "styles-setups", "whatif", "balance", "costs"),
    "begun by an earlier version, which searched in another way",
)
"""What is said of interrupted runs, by kind, that cannot be resumed any more."""


def run_of(kind: Kind, db: Path, status: str) -> str:
    """Return the run of a kind; runs are there in the order of the table, two of each kind."""
    runs = json.loads(invoke(["runs", "--json"], db).stdout)
    row = runs[2 * STORED.index(kind) + (status == "interrupted")]
    assert (row["kind"], row["status"]) == (kind.stored_as, status)
    return row["run"]


def test_it_opens(tmp_path):
    db = unpack(tmp_path)
    result = invoke(["runs"], db)
    assert result.exit_code == 0, result.output
    assert result.stdout.count(" finished ") == result.stdout.count(" interrupted ") == len(STORED)
    query = "SELECT run, count(*) AS games FROM games GROUP BY run ORDER BY run"
    result = invoke(["sql", query, "--json"], db)
    assert result.exit_code == 0, result.output
    counted = json.loads(result.stdout)
    assert len(counted) == 2 * len(STORED)
    assert all(row["games"] > 0 for row in counted)


def test_its_runs_are_shown_and_make_experiments_or_say_why_not(tmp_path):
    db = unpack(tmp_path)
    for kind in STORED:
        run = run_of(kind, db, "finished")
        result = invoke(["runs", "show", run], db)
        assert result.exit_code == 0, result.output
        assert "What it found" in result.stdout
        written = invoke(["runs", "show", run, "--config"], db)
        if kind.name in REFUSED:
            assert REFUSED[kind.name] in written.stderr
        else:
            assert f'command = "{" ".join(kind.command)}"\n' in written.stdout
            assert "seed = " in written.stdout


def test_its_runs_are_deleted(tmp_path):
    db = unpack(tmp_path)
    runs = [run["run"] for run in json.loads(invoke(["runs", "--json"], db).stdout)]
    result = invoke(["runs", "delete", *runs[:-1], "--yes"], db)
    assert result.exit_code == 0, result.output
    assert [run["run"] for run in json.loads(invoke(["runs", "--json"], db).stdout)] == runs[-1:]
    counted = json.loads(invoke(["sql", "SELECT DISTINCT run FROM games", "--json"], db).stdout)
    assert counted == [{"run": runs[-1]}]


@pytest.mark.slow
@pytest.mark.parametrize("kind", [pytest.param(kind, id=kind.name) for kind in STORED])
def test_a_finished_run_is_reported_on(kind: Kind, tmp_path):
    db = unpack(tmp_path)
    out = tmp_path / "out"
    result = invoke(["report", run_of(kind, db, "finished"), "-o", str(out)], db)
    assert result.exit_code == 0, result.output
    assert "</html>" in (out / "index.html").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("kind", [pytest.param(kind, id=kind.name) for kind in STORED])
def test_an_interrupted_run_is_resumed_and_ends_the_same(kind: Kind, tmp_path):
    db = unpack(tmp_path)
    run = run_of(kind, db, "interrupted")
    resumed = resume(kind, run, db)
    if kind.name in REFUSED:
        [line] = [line for line in resumed.stderr.splitlines() if line.startswith("Error: ")]
        assert resumed.exit_code == 1
        assert REFUSED[kind.name] in line
        return
    assert resumed.exit_code == 0, resumed.output
    expected = read(golden_file(kind))[kind.long_size]
    own = {table: columns for table, columns in expected.items() if table not in SHARED}
    assert not Story.of(resumed.stdout, db, run).differences(own)
