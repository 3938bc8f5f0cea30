"""The store: runs, batches, facts kept once, and what is refused."""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pyarrow as pa
import pytest
from conquest_opt.engine import Ruleset
from conquest_opt.results import Store, StoreError
from conquest_opt.results.database.processes import alive, mark

from tests.stores import FPU, STANDARD, events, games, setups


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path / "a.duckdb")


@pytest.fixture
def run(store):
    return store.begin_run(kind="test", ruleset=Ruleset())


def count(store: Store, table: str) -> int:
    return store.query(f"SELECT count(*) AS n FROM {table}")["n"][0].as_py()


def test_a_run_from_beginning_to_end(store):
    rules = Ruleset().edit("champion.cost=225")
    run = store.begin_run(
        kind="tournament",
        arguments={"games": 50, "setups": ["Rush", "Venom"]},
        seed=2**64 - 1,
        ruleset=rules,
        agents=[FPU, "random"],
    )
    assert run.split("-")[2] == "tournament"
    [running] = store.runs()
    assert (running.status, running.ended) == ("running", None)
    store.end_run(run)
    [row] = store.runs()
    assert row.run == run
    assert (row.status, row.seed, row.ruleset) == ("finished", 2**64 - 1, rules.digest())
    assert row.ended is not None and row.ended >= row.started
    assert row.edits == ["champion.cost=225"]
    assert row.arguments == {"games": 50, "setups": ["Rush", "Venom"]}
    assert json.dumps(row.to_dict())


def test_rules_and_agents_are_written_with_the_run(store):
    rules = Ruleset().edit("obstacles=4")
    for _ in range(2):
        store.begin_run(kind="test", ruleset=rules, agents=[FPU, "random"])
    [kept] = store.query("FROM rulesets").to_pylist()
    assert Ruleset.from_dict(json.loads(kept["rules"])) == rules
    assert kept["edits"] == ["obstacles=4"]
    agents = store.query("FROM agents ORDER BY agent").to_pylist()
    assert [a["name"] for a in agents] == ["fpu", "random"]
    assert json.loads(agents[0]["parameters"]) == {"iterations": 1000, "k": 0.5}


def test_runs_begun_at_once_have_different_identifiers(store):
    runs = {store.begin_run(kind="test", ruleset=Ruleset()) for _ in range(5)}
    assert len(runs) == 5
    assert count(store, "runs") == 5


def test_a_batch_written_again_changes_nothing(store, run):
    tables = {"setups": setups("C:", "CC:"), "games": games(0, ("C:", "CC:", "second"))}
    assert store.write(run, batch="0", tables=tables) is True
    before = store.path.read_bytes()
    assert store.write(run, batch="0", tables=tables) is False
    assert store.path.read_bytes() == before
    assert (count(store, "setups"), count(store, "games"), count(store, "run_setups")) == (2, 1, 2)
    assert store.written_batches(run) == {"0"}
    [batch] = store.query("FROM batches").to_pylist()
    assert batch["rows"] == 3
    assert json.loads(batch["tables"]) == {"setups": 2, "games": 1}


def test_facts_are_kept_once_and_as_they_came_first(store, run):
    other = store.begin_run(kind="test", ruleset=Ruleset())
    store.write(run, batch="0", tables={"setups": setups("C:", "CC:", "C:", name="Tall")})
    store.write(run, batch="1", tables={"setups": setups("C:", ruleset="s", name="Other rules")})
    store.write(other, batch="0", tables={"setups": setups("CC:", "S:", name="Late")})
    kept = store.query("SELECT ruleset, setup, name FROM setups ORDER BY ALL").to_pylist()
    assert [tuple(row.values()) for row in kept] == [
        (STANDARD, "C:", "Tall"),
        (STANDARD, "CC:", "Tall"),
        (STANDARD, "S:", "Late"),
        ("s", "C:", "Other rules"),
    ]
    rows = store.query("SELECT setup FROM run_setups WHERE run = ? ORDER BY ALL", [other])
    assert rows["setup"].to_pylist() == ["CC:", "S:"]


def test_a_batch_with_a_mistake_leaves_nothing(store, run):
    bad = games(0, ("C:", "CC:", "nobody"))
    with pytest.raises(StoreError, match="nobody"):
        store.write(run, batch="0", tables={"setups": setups("C:"), "games": bad})
    assert count(store, "setups") == count(store, "games") == count(store, "batches") == 0
    assert store.written_batches(run) == set()


@pytest.mark.parametrize(
    ("tables", "says"),
    [
        ({"game": games(0, ("C:", "C:", "draw"))}, "there is no table 'game'"),
        ({"runs": pa.table({"run": ["x"]})}, "there is no table 'runs' to write to"),
        ({"games": pa.table({"run": ["x"]})}, "games.run is filled in by the store"),
        ({"games": pa.table({"winer": ["first"]})}, "did you mean 'winner'?"),
        ({"games": pa.table({"game": [1]})}, "NOT NULL constraint failed"),
        ({"game_events": events(0, {"kind": "command"})}, "CHECK constraint failed"),
    ],
)
def test_rows_that_do_not_fit_are_refused(store, run, tables, says: str):
    with pytest.raises(StoreError, match=says):
        store.write(run, batch="0", tables=tables)


def test_a_game_comes_once(store, run):
    store.write(run, batch="0", tables={"games": games(0, ("C:", "S:", "first"))})
    with pytest.raises(StoreError, match="already has game 0"):
        store.write(run, batch="1", tables={"games": games(0, ("C:", "S:", "first"))})
    twice = pa.concat_tables([events(0, {"kind": "end"})] * 2)
    with pytest.raises(StoreError, match=r"has the same \(game, action\) twice"):
        store.write(run, batch="1", tables={"game_events": twice})
    other = store.begin_run(kind="test", ruleset=Ruleset())
    assert store.write(other, batch="1", tables={"games": games(0, ("C:", "S:", "first"))})


def test_mistakes_about_runs(store, run):
    with pytest.raises(StoreError, match="there is no run 'x'"):
        store.write("x", batch="0", tables={})
    with pytest.raises(StoreError, match="a seed is from 0 to"):
        store.begin_run(kind="test", seed=-1, ruleset=Ruleset())
    with pytest.raises(StoreError, match="one word"):
        store.begin_run(kind="two words", ruleset=Ruleset())
    with pytest.raises(StoreError, match="there is no run 'zzz'; the last ones are"):
        store.find_run("zzz")
    assert store.find_run("latest").run == store.find_run(run[-4:]).run == run
    later = store.begin_run(kind="test", ruleset=Ruleset())
    assert store.find_run("test").run == store.find_run("evolve test").run == later
    with pytest.raises(StoreError, match="is part of 2 runs"):
        store.find_run("-test-")


def test_how_a_run_ends_is_noted(store):
    for error, status in (
        (None, "finished"),
        (KeyboardInterrupt(), "interrupted"),
        (ValueError("no"), "failed"),
    ):
        run = store.begin_run(kind="test", ruleset=Ruleset())
        try:
            with store.running(run):
                if error:
                    raise error
        except (KeyboardInterrupt, ValueError):
            pass
        assert store.find_run(run).status == status
    assert store.find_run("latest").message == "ValueError: no"


def test_a_clock_that_is_behind_ends_a_run_no_sooner_than_it_began(store, run):
    store.change("UPDATE runs SET started = started + INTERVAL 1 DAY")
    running = store.find_run(run)
    assert (running.status, running.seconds) == ("running", 0)
    for status in ("interrupted", "finished"):
        store.end_run(run, status)
        ended = store.find_run(run)
        assert (ended.status, ended.ended, ended.seconds) == (status, ended.started, 0)
        store.resume_run(run)


def test_a_run_whose_process_died_is_interrupted_and_can_be_resumed(store):
    code = (
        "import sys; from conquest_opt.engine import Ruleset\n"
        "from conquest_opt.results import Store\n"
        "print(Store(sys.argv[1]).begin_run(kind='test', ruleset=Ruleset()))"
    )
    words = [sys.executable, "-c", code, str(store.path)]
    run = subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()
    assert store.find_run(run).status == "interrupted"
    store.begin_run(kind="test", ruleset=Ruleset())
    stored = store.query("SELECT status, ended FROM runs WHERE run = ?", [run]).to_pylist()
    assert stored[0]["status"] == "interrupted"
    assert stored[0]["ended"] is not None
    assert store.resume_run(run) == set()
    assert store.find_run(run).status == "running"


def test_a_process_is_told_from_a_later_one_of_its_number():
    me = os.getpid()
    assert alive(me, mark(me))
    assert not mark(me) or not alive(me, "1")
    child = subprocess.Popen([sys.executable, "-c", ""])
    marked = mark(child.pid)
    child.wait()
    assert not alive(child.pid, marked)


def test_threads_share_a_store(store, run):
    def work(number: int) -> int:
        text = f"{'C' * (number + 1)}:"
        assert store.write(run, batch=str(number), tables={"setups": setups(text)})
        return count(Store(store.path), "setups")

    with ThreadPoolExecutor(4) as pool:
        counts = list(pool.map(work, range(8)))
    assert max(counts) == count(store, "setups") == 8


def test_queries_take_values_and_return_arrow(store, run):
    table = store.query("SELECT run, ? AS x FROM runs WHERE run = ?", [3, run])
    assert isinstance(table, pa.Table)
    assert table.to_pylist() == [{"run": run, "x": 3}]
    with pytest.raises(StoreError, match="Parser Error"):
        store.query("SELCT 1")
