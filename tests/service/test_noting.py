"""A worker that is killed as its run begins: the job has one run, and the run has its job."""

import json
import signal
from pathlib import Path

import duckdb
import pytest
from conquest_opt import match

from tests.servers import ended

pytestmark = pytest.mark.slow

SETTINGS = {"a": "Default", "b": "Rush", "games": 12, "agent": "greedy", "seed": 3}

MOMENTS = {
    "before the run is noted": ("call", "named"),
    "once it is noted, before it begins": ("return", "named"),
    "once it has begun": ("return", "begin_run"),
    "once a part of it has begun": ("return", "stage"),
}

KILLER = """
import json, os, signal, sys
from pathlib import Path

order = Path(__file__).with_name("order.json")
if "conquest_opt.service.jobs.worker" in sys.orig_argv and order.exists():
    event, function = json.loads(order.read_text())

    def look(frame, happened, _):
        if happened == event and frame.f_code.co_name == function:
            order.unlink()
            os.kill(os.getpid(), signal.SIGKILL)

    sys.setprofile(look)
"""
"""A sitecustomize that every process of the server loads: the first worker kills itself."""


def rows(db: Path) -> list[tuple]:
    """Return the games of all runs, without what depends on the clock."""
    with duckdb.connect(str(db), read_only=True) as connection:
        return connection.execute(
            "SELECT * EXCLUDE (run, batch, duration) FROM games ORDER BY ALL"
        ).fetchall()


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_run_belongs_to_its_job_whenever_the_worker_is_killed(start, tmp_path: Path, moment: str):
    (tmp_path / "sitecustomize.py").write_text(KILLER)
    order = tmp_path / "order.json"
    order.write_text(json.dumps(MOMENTS[moment]))
    server = start(PYTHONPATH=str(tmp_path))
    server.post("/jobs", {"kind": "match", "settings": SETTINGS})
    job = server.wait_for(ended)
    assert not order.exists()  # it was killed
    assert (job["state"], job["attempts"]) == ("finished", 2)
    assert server.end(signal.SIGTERM) == 0

    db = tmp_path / "results.duckdb"
    with duckdb.connect(str(db), read_only=True) as connection:
        runs = connection.execute("SELECT run, status FROM runs").fetchall()
    assert runs == [(job["run"], "finished")]
    alone = match(**SETTINGS, db=tmp_path / "alone.duckdb", progress=False)
    assert alone.run
    assert rows(db) == rows(tmp_path / "alone.duckdb")
