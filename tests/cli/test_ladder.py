"""`conquest-opt ladder`: its table, its JSON, Ctrl-C while the database is held, mistakes."""

import json
import signal

import pytest
from conquest_opt.results import Store

from tests.arenas import start, wait_for_games
from tests.commands import Command
from tests.stores import hold

QUICK = ("--set", "max_turns=60", "--setups", "Default,IAmWarrior")
LONG = ("ladder", "random", "weighted-random", "fpu:advances=60", "--games", "4000", *QUICK)


run = Command("ladder")


def test_a_ladder_is_told_and_stored(tmp_path):
    db = tmp_path / "a.duckdb"
    words = ("random", "fpu:advances=60", "weighted-random", "--games", "10", *QUICK)
    one = json.loads(run(*words, "--json", db=db).stdout)
    best = one["agents"][0]
    assert best["agent"] == "fpu:advances=60"
    assert best["games"] == 24  # 10 is rounded up to 3 pairs on each of 2 setups
    assert best["elo_ci95"][0] < best["elo"] < best["elo_ci95"][1]
    assert 60 <= best["advances_a_decision"] < 90
    assert {(pair["a"], pair["b"]) for pair in one["pairs"]} == {
        ("random", "fpu:advances=60"),
        ("random", "weighted-random"),
        ("fpu:advances=60", "weighted-random"),
    }
    store = Store(db)
    rows = store.query("SELECT agent, rating FROM agent_ratings WHERE run = ?", [one["run"]])
    assert dict(zip(*rows.to_pydict().values(), strict=True)) == {
        agent["agent"]: agent["elo"] for agent in one["agents"]
    }
    scores = store.query("SELECT * FROM agent_scores WHERE run = ?", [one["run"]]).to_pylist()
    wins = {(row["agent"], row["opponent"]): row["wins"] for row in scores}
    assert all(wins[pair["a"], pair["b"]] == pair["wins"] for pair in one["pairs"])
    assert store.query("SELECT * FROM matchups WHERE run = ?", [one["run"]]).num_rows == 6
    assert {r.status for r in store.runs()} == {"finished"}


def test_the_table_fits_a_terminal(tmp_path):
    result = run("random", "fpu:advances=60", "--games", "4", *QUICK, "--no-db", db=tmp_path / "a")
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert all(len(line) <= 80 for line in lines)
    assert lines[0].startswith("fpu:advances=60 is rated highest, ")
    [rule, *_] = [number for number, line in enumerate(lines) if line.startswith("-")]
    assert lines[rule + 1].split()[:2] == ["1", "fpu:advances=60"]
    assert "score of the row against the column, in %, with its 95 % interval" in lines
    assert lines[-1].startswith("4 games in ")
    assert not list(tmp_path.iterdir())


def test_budgets_are_shared_and_a_reference_meets_everybody(tmp_path):
    words = ("mcts", "fpu:iterations=5", "random", "--advances", "50", "--reference", "fpu:k=0.3")
    result = json.loads(run(*words, "--games", "4", *QUICK, "--json", db=tmp_path / "a.db").stdout)
    reference = "fpu:advances=50,k=0.3"
    assert {(pair["a"], pair["b"]) for pair in result["pairs"]} == {
        (reference, other) for other in ("mcts:advances=50", "fpu:advances=50", "random")
    }


def test_an_estimate_says_how_many_games(tmp_path):
    result = run(*LONG[1:], "--dry-run", "--no-db", db=tmp_path / "a")
    assert result.stdout.startswith("12,000 games (6 matchups, 1,000 side-swapped pairs each) on ")


@pytest.mark.parametrize("presses", [1, 2])
def test_ctrl_c_while_another_process_holds_the_database(tmp_path, presses: int):
    """The timeout with other processes is ten minutes; Ctrl-C ends it."""
    db = tmp_path / "a.duckdb"
    ladder = start(*LONG, db=db)
    wait_for_games(db)
    holder = hold(db, read_only=True)
    try:
        assert ladder.stderr
        seen = ""
        while "waiting for" not in seen:
            seen = ladder.stderr.readline()
        assert f"is held by process {holder.pid}" in seen
        ladder.send_signal(signal.SIGINT)
        while "stopping" not in seen:
            seen = ladder.stderr.readline()
        if presses == 2:
            ladder.send_signal(signal.SIGINT)
        _, err = ladder.communicate(timeout=60)
    finally:
        holder.communicate(b"\n")
    assert ladder.returncode == 1
    assert "Traceback" not in err
    assert "To resume:\n  conquest-opt ladder --resume" in err
    assert f"is held by process {holder.pid}" in err
    assert Store(db).runs()[0].status == "interrupted"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "a ladder needs two agents at least, not 0"),
        (["random"], "two agents at least, not 1"),
        (["random", "random"], "random is there twice"),
        (["random", "fpu", "--games", "0"], "games must be at least 1, not 0"),
        (["random", "fpu", "--setups", "Defalt"], "did you mean Default?"),
        (["random", "fpu", "--setups", "nowhere.txt"], "nowhere.txt: No such file"),
        (["random", "fpu", "--setups", "SELECT 1 AS a, 2 AS b"], "there is no database"),
        (["--resume", "latest", "random"], "leave out AGENT"),
    ],
)
def test_mistakes_are_told_in_a_line(words: list[str], says: str, tmp_path):
    assert says in run.refusal(words, tmp_path / "a.duckdb")
    assert not list(tmp_path.iterdir())


def test_setups_come_from_files_and_queries(tmp_path):
    from conquest_opt.arena.inputs.asked import Asked
    from conquest_opt.arena.inputs.setup_lists import read_setups

    db, file, drawn = (tmp_path / name for name in ("a.duckdb", "some.txt", "mine.json"))
    Store(db)
    file.write_text("setup\nDefault  # the first\n\nrush\nCC:charge,stoicism\n")
    drawn.write_text('{"formation": ["C C"], "commands": []}')
    many = tmp_path / "many.json"
    many.write_text('["Rush", {"setup": "CCC"}]')
    wanted = [str(file), "default,Venom", "SC:charge,bombard", str(drawn), str(many)]
    assert read_setups(wanted, Asked()) == [
        "Default", "Rush", "CC:stoicism,charge", "Venom", "SC:bombard,charge", str(drawn), "CCC",
    ]  # fmt: skip
    query = "SELECT name FROM (VALUES ('Venom'), ('CCS')) AS t(name)"
    assert read_setups([query], Asked(db=db)) == ["Venom", "SCC"]
    assert len(read_setups(["all"], Asked())) == 31
