"""Runs and SQL by the API, beside the same from the library."""

import json
import threading
import time
from dataclasses import replace
from pathlib import Path

import duckdb
import pyarrow.parquet as pq
import pytest
from conquest_opt import match
from conquest_opt.api.database import Database
from conquest_opt.results.database.errors import QueryError
from conquest_opt.service.app import inner_app
from conquest_opt.service.common.settings import ServiceLimits, ServiceSettings
from conquest_opt.service.data.side_process import SideProcess
from conquest_opt.service.guard.gate import Gate
from conquest_opt.service.shared.shared import Shared

from tests.locks import held
from tests.service.conftest import client_of

API = "/api/v1"


@pytest.fixture(scope="module")
def db(tmp_path_factory) -> Path:
    db = tmp_path_factory.mktemp("runs") / "results.duckdb"
    for seed in (1, 2):
        match("Default", "Rush", games=10, agent="greedy", seed=seed, db=db, progress=False)
    return db


@pytest.fixture(scope="module")
def shared(db: Path):
    limits = ServiceLimits(sql_seconds=3.0, sql_memory=200_000_000, sql_bytes=1 << 20)
    shared = Shared(ServiceSettings(db=db, limits=limits))
    yield shared
    shared.queries.stop()
    shared.pages.stop()


@pytest.fixture(scope="module")
def client(shared: Shared):
    app = inner_app(shared)
    app.on_startup.clear()
    app.on_shutdown.clear()
    with client_of(Gate(app, replace(shared.settings, limits=ServiceLimits()))) as client:
        yield client


def test_runs_say_what_they_found(client):
    listed = client.get(f"{API}/runs?said=true").json()["data"]["runs"]
    one = client.get(f"{API}/runs/{listed[0]['run']}").json()["data"]
    assert listed[0]["said"] == one["said"]
    assert any("Default" in sentence for sentence in one["said"])
    assert "said" not in client.get(f"{API}/runs").json()["data"]["runs"][0]


def test_runs_are_listed_the_latest_first(client):
    answer = client.get(f"{API}/runs").json()
    assert not answer["stale"]
    assert answer["as_of"]
    runs = answer["data"]["runs"]
    assert [run["seed"] for run in runs] == [2, 1]
    assert runs[0]["played"] == "Default, Rush by greedy"
    assert client.get(f"{API}/runs?limit=1&offset=1").json()["data"]["runs"] == runs[1:]
    assert client.get(f"{API}/runs?kind=counter").json()["data"]["matching"] == 0


def test_a_run_is_read_with_what_it_found(client, db: Path):
    run = client.get(f"{API}/runs/latest").json()["data"]
    assert run["result"] == json.loads(json.dumps(Database(db).result("latest").json()))
    assert run["games"] == 10
    assert run["status"] == "finished"


def test_an_answer_that_a_client_has_is_not_sent_again(client):
    first = client.get(f"{API}/runs/latest")
    again = client.get(f"{API}/runs/latest", headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304
    assert not again.content


def test_tables_of_a_run_are_paged(client):
    games = client.get(f"{API}/runs/latest/tables/games?limit=3&offset=8").json()["data"]
    assert games["total"] == 10
    assert len(games["rows"]) == 2
    missing = client.get(f"{API}/runs/latest/tables/sqlite_master")
    assert missing.status_code == 404
    assert "games" in missing.json()["detail"]


def test_runs_that_are_not_there(client):
    for path in ("nothing", "nothing/report", "nothing/tables/games"):
        answer = client.get(f"{API}/runs/{path}")
        assert answer.status_code == 404
        assert "there is no run 'nothing'" in answer.json()["detail"]
    assert client.delete(f"{API}/runs/nothing").status_code == 404


def test_the_report_is_a_page_that_runs_one_script_only(client):
    page = client.get(f"{API}/runs/latest/report")
    assert page.headers["content-type"].startswith("text/html")
    assert "Default" in page.text
    policy = page.headers["content-security-policy"]
    assert "sandbox allow-scripts" in policy
    assert "script-src 'sha256-" in policy
    script = page.text.partition("<script>")[2].partition("</script>")[0]
    from conquest_opt.service.guard.headers import report_policy

    assert policy == report_policy(script)
    assert page.text.count("<script") == 1


def test_a_report_is_light_or_dark_as_asked(client):
    plain = client.get(f"{API}/runs/latest/report")
    dark = client.get(f"{API}/runs/latest/report?theme=dark")
    assert '<html data-theme="dark" lang="en-GB">' in dark.text
    assert dark.text.replace(' data-theme="dark"', "", 1) == plain.text
    assert dark.headers["content-security-policy"] == plain.headers["content-security-policy"]
    assert client.get(f"{API}/runs/latest/report?theme=<b>").status_code == 400


def test_runs_are_found_by_words_and_say_what_they_found(client):
    found = client.get(f"{API}/runs?text=rush GREEDY").json()["data"]
    assert [run["games"] for run in found["runs"]] == [10, 10]
    assert client.get(f"{API}/runs?text=rush venom").json()["data"]["matching"] == 0
    who, score, *_ = client.get(f"{API}/runs/latest").json()["data"]["said"]
    assert "Default against Rush" in who
    assert score.startswith("score: ")


def test_a_finished_run_is_not_resumed(client):
    refused = client.post(f"{API}/runs/latest/resume")
    assert refused.status_code == 409
    assert "is finished" in refused.json()["detail"]
    assert client.post(f"{API}/runs/nothing/resume").status_code == 404


def test_two_runs_are_compared(client):
    runs = [run["run"] for run in client.get(f"{API}/runs").json()["data"]["runs"]]
    found = client.get(f"{API}/compare", params={"one": runs[0], "other": runs[1]}).json()["data"]
    assert found["kind"] == "match"
    assert found["figures"]
    page = client.get(f"{API}/compare/page", params={"one": runs[0], "other": runs[1]})
    assert page.status_code == 200
    same = client.get(f"{API}/compare", params={"one": "nothing", "other": runs[0]})
    assert same.status_code == 404


def test_a_query_is_answered_with_columns_and_rows(client):
    asked = {"query": "SELECT kind, count(*) AS runs FROM runs GROUP BY kind"}
    for answer in (client.get(f"{API}/sql", params=asked), client.post(f"{API}/sql", json=asked)):
        assert answer.status_code == 200
        found = answer.json()
        assert [column["name"] for column in found["columns"]] == ["kind", "runs"]
        assert found["rows"] == [["match", 2]]
        assert not found["cut"]


def test_rows_are_cut_at_the_limit(client):
    found = client.get(f"{API}/sql", params={"query": "FROM range(100)", "limit": 7}).json()
    assert len(found["rows"]) == 7
    assert found["cut"]


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("DELETE FROM runs", "read-only"),
        ("CREATE TABLE x AS SELECT 1", "read-only"),
        ("FROM read_csv('/etc/passwd')", "disabled"),
        ("COPY runs TO 'out.csv'", "disabled"),
        ("ATTACH 'other.duckdb'", "disabled"),
        ("SET memory_limit = '100GB'", "locked"),
        ("INSTALL httpfs", "disabled"),
        ("SELEKT 1", "syntax error"),
        ("   ;", "empty query"),
    ],
)
def test_a_query_can_change_nothing_and_read_no_file(client, query: str, words: str):
    refused = client.post(f"{API}/sql", json={"query": query})
    assert refused.status_code == 400
    assert words in refused.json()["detail"]


def test_a_query_is_ended_in_time_and_the_next_one_is_answered(client):
    endless = "SELECT count(*) FROM range(1000000) a, range(1000000) b, range(1000000) c"
    began = time.monotonic()
    ended = client.post(f"{API}/sql", json={"query": endless})
    assert ended.status_code == 400
    assert "longer than 3 seconds" in ended.json()["detail"]
    assert time.monotonic() - began < 60
    assert client.get(f"{API}/sql?query=SELECT 1 AS one").json()["rows"] == [[1]]


def test_a_query_that_is_given_up_is_ended_and_the_next_need_not_wait(db: Path):
    side, gone = SideProcess(), threading.Event()
    given = {"db": str(db), "rows": 9, "most_bytes": 1 << 20, "memory": 100_000_000, "timeout": 5.0}
    endless = "SELECT count(*) FROM range(1000000) a, range(1000000) b, range(1000000) c"
    threading.Timer(1.0, gone.set).start()
    try:
        with pytest.raises(QueryError, match="given up"):
            side.call("query", given | {"sql": endless, "form": "csv"}, seconds=300, given_up=gone)
        one = side.call("query", given | {"sql": "SELECT 1 AS one", "form": "csv"}, seconds=60)
        assert one == b"one\n1\n"
    finally:
        side.stop()


def test_a_query_has_a_limit_of_memory_and_of_bytes(client):
    large = "SELECT list(range) FROM range(200000000)"
    refused = client.post(f"{API}/sql", json={"query": large})
    assert refused.status_code == 400
    assert "emory" in refused.json()["detail"] or "longer than" in refused.json()["detail"]
    long = client.post(f"{API}/sql", json={"query": "SELECT repeat('x', 5000000) AS x"})
    assert long.status_code == 400
    assert "bytes" in long.json()["detail"]


def test_results_are_downloaded(client, tmp_path: Path):
    query = {"query": "SELECT kind, seed FROM runs ORDER BY seed"}
    csv = client.get(f"{API}/sql/download", params=query)
    assert csv.text.splitlines() == ["kind,seed", "match,1", "match,2"]
    assert "attachment" in csv.headers["content-disposition"]
    parquet = client.get(f"{API}/sql/download", params=query | {"format": "parquet"})
    file = tmp_path / "result.parquet"
    file.write_bytes(parquet.content)
    assert pq.read_table(file)["seed"].to_pylist() == [1, 2]


def test_the_schema_is_explained(client):
    tables = {table["name"]: table for table in client.get(f"{API}/sql/schema").json()}
    assert tables["games"]["columns"]
    assert tables["games"]["comment"]


def test_a_process_that_is_killed_is_started_again(db: Path):
    side = SideProcess()
    given = {"db": str(db), "sql": "SELECT 1 AS one", "rows": 9, "most_bytes": 1 << 20}
    given |= {"memory": 100_000_000, "timeout": 5.0, "form": "csv"}
    try:
        assert side.call("query", given, seconds=20) == b"one\n1\n"
        process = side._process
        assert process
        process.kill()
        process.wait()
        assert side.call("query", given, seconds=20) == b"one\n1\n"
    finally:
        side.stop()


def test_no_read_waits_for_a_locked_database(client, shared: Shared, db: Path):
    """Another process holds the file."""
    known = client.get(f"{API}/runs").json()
    with held(db):
        time.sleep(2)  # answers are given again for a moment
        stale = client.get(f"{API}/runs").json()
        assert stale["stale"]
        assert stale["data"] == known["data"]
        assert stale["as_of"] <= known["as_of"]
        unknown = client.get(f"{API}/runs?kind=meta")
        assert unknown.status_code == 503
        assert unknown.headers["retry-after"]
        assert "busy" in unknown.json()["detail"] or "held by" in unknown.json()["detail"]


def test_a_run_is_deleted_with_its_rows(client, db: Path):
    run = match("Default", "Rush", games=4, agent="greedy", db=db, progress=False).run
    deleted = client.delete(f"{API}/runs/{run}")
    assert deleted.status_code == 200
    assert deleted.json()["rows"] > 0
    assert client.get(f"{API}/runs/{run}").status_code == 404
    with duckdb.connect(str(db), read_only=True) as connection:
        left = connection.execute("SELECT count(*) FROM games WHERE run = ?", [run]).fetchone()
    assert left == (0,)


def test_deletes_that_wait_for_the_file_hold_up_nothing_else(client, db: Path):
    run = match("Default", "Rush", games=4, agent="greedy", db=db, progress=False).run
    ended = list[int]()

    def ask() -> None:
        ended.append(client.delete(f"{API}/runs/{run}").status_code)

    asking = [threading.Thread(target=ask) for _ in range(12)]
    with held(db):
        for one in asking:
            one.start()
        time.sleep(1)
        for _ in range(3):
            assert client.get(f"{API}/rules/check").status_code == 200
        assert not ended
    for one in asking:
        one.join(60)
    assert sorted(set(ended)) in ([200, 404], [200, 404, 503])
    assert ended.count(200) == 1


def test_a_database_that_has_gone_is_said(tmp_path: Path):
    db = tmp_path / "gone.duckdb"
    shared = Shared(ServiceSettings(db=db))
    app = inner_app(shared)
    app.on_startup.clear()
    with client_of(Gate(app, shared.settings)) as client:
        assert client.get(f"{API}/runs").json()["data"]["runs"] == []
        assert client.get(f"{API}/runs/latest").status_code == 404
        db.unlink()
        time.sleep(1.6)
        gone = client.get(f"{API}/runs")
        assert gone.status_code == 404
        assert "there is no database" in gone.json()["detail"]
        assert client.get(f"{API}/state").json()["database_bytes"] is None
