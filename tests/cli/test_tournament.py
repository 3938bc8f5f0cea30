"""`conquest-opt tournament`: standings, gauntlets, setups from anywhere, trouble with the file."""

import json
import subprocess
import sys
from itertools import combinations_with_replacement
from pathlib import Path

import pytest
from conquest_opt.arena.inputs.asked import Asked
from conquest_opt.arena.inputs.errors import RequestError
from conquest_opt.arena.inputs.setup_lists import read_setups
from conquest_opt.results import Store

from tests.arenas import PROGRAM
from tests.commands import Command

QUICK = ("--agent", "random", "--set", "max_turns=60")


run = Command("tournament")


def test_the_whole_catalogue_meets(tmp_path):
    db = tmp_path / "a.duckdb"
    result = json.loads(run("--games", "2", *QUICK, "--json", db=db).stdout)
    assert (result["games"], len(result["standings"]), len(result["matchups"])) == (930, 31, 465)
    scores = [standing["score"] for standing in result["standings"]]
    assert scores == sorted(scores, reverse=True)
    store = Store(db)
    standings = store.query("SELECT entrant, score, wins FROM standings").to_pylist()
    assert {(s["entrant"], s["score"], s["wins"]) for s in standings} == {
        (s["entrant"], s["score"], s["wins"]) for s in result["standings"]
    }
    rated = store.query("SELECT entrant, rating FROM setup_ratings").to_pylist()
    assert {(s["entrant"], s["rating"]) for s in rated} == {
        (s["entrant"], s["elo"]) for s in result["standings"]
    }
    assert store.query("SELECT * FROM matchup_scores").num_rows == 930
    lines = run("--resume", result["run"], db=db).stdout.splitlines()
    names = [standing["entrant"] for standing in result["standings"]]
    rule = next(number for number, line in enumerate(lines) if line.startswith("--"))
    assert [line.split()[1] for line in lines[rule + 1 : rule + 32]] == names
    assert lines[-1].startswith("930 games in ")
    assert all(len(line) <= 80 for line in lines[:-1])


def test_a_gauntlet_and_setups_by_query(tmp_path):
    db = tmp_path / "a.duckdb"
    Store(db)
    query = "SELECT * FROM (VALUES ('CC'), ('Rush'), ('CCC')) AS t(setup)"
    words = ("--setups", query, "--against", "ccc", "--games", "2", "--json", *QUICK)
    result = json.loads(run(*words, db=db).stdout)
    assert [(m["a"], m["b"]) for m in result["matchups"]] == [("CCC", "CC"), ("CCC", "Rush")]


def test_formations_of_ones_own_meet_under_their_files_names(tmp_path):
    for name, row in (("wide", "C    C"), ("tight", "CC")):
        (tmp_path / f"{name}.json").write_text(json.dumps({"formation": [row]}))
    files = [f"--setups={tmp_path / name}.json" for name in ("wide", "tight")]
    result = json.loads(run(*files, "--games", "2", *QUICK, "--json", db=tmp_path / "a.db").stdout)
    assert {s["entrant"] for s in result["standings"]} == {"wide", "tight"}
    assert {s["setup"] for s in result["standings"]} == {"CC"}


def test_a_tournament_of_thousands_is_estimated_and_one_of_more_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("conquest_opt.arena.run.parts.SAMPLE_SECONDS", 0.02)
    texts = ["".join(letters) for letters in combinations_with_replacement("SFHAMKC", 8)]
    texts += [f"{text}:charge" for text in texts]
    for count in (3000, 3300):
        (tmp_path / f"{count}.txt").write_text("\n".join(texts[:count]))
    db = tmp_path / "a.duckdb"
    output = run("--setups", f"{tmp_path}/3000.txt", "--dry-run", *QUICK, db=db)
    assert output.stdout.startswith("224,925,000 games (4,498,500 matchups, 25 side-swapped pairs ")
    refused = run("--setups", f"{tmp_path}/3300.txt", "--dry-run", *QUICK, db=db)
    assert refused.exit_code == 1
    games = "272,167,500 games are too many; a run has at most 268,435,456"
    assert refused.stderr == f"Error: {games}\n"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--setups", "Default"], "two setups at least, not 1"),
        (["--setups", "Default", "--against", "default"], "two setups at least, not 1"),
        (["--setups", "SELECT 1 AS a, 2 AS b"], "must give a column setup, not a, b"),
        (["--setups", "SELECT nonsense"], "nonsense"),
        (["--setups", " , "], "names no setup"),
        (["--setups", "Default,SSC:charge"], "repeat the option for each"),
        (["--setups", "SSC:charge,Default"], "repeat the option for each"),
        (["--games", "5000000000"], "268,435,456 at most"),
        (["--games", "260000000"], "games are too many"),
    ],
)
def test_mistakes_are_told_in_a_line(words: list[str], says: str, tmp_path):
    store = Store(tmp_path / "a.duckdb")
    assert says in run.refusal(words, store.path)


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("a.json", '["CC", {"name": "mine"}]', "entry 2 is neither"),
        ("a.json", '["CC", 3]', "entry 2 is neither"),
        ("a.json", '["CC"', "is no JSON"),
        ("a.csv", "name,points\nmine,1000\n", "several columns, name, points; the one to take"),
    ],
)
def test_lists_without_setups_are_told(name: str, text: str, says: str, tmp_path):
    (tmp_path / name).write_text(text)
    with pytest.raises(RequestError, match=says):
        read_setups([str(tmp_path / name)], Asked())


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.json", '["CC:charge", {"setup": "SSC:charge,regenerate", "points": 1}]'),
        ("a.csv", 'name,Setup,points\na,CC:charge,1\n"b, c","SSC:charge,regenerate",2\n'),
        ("a.csv", 'setup\nCC:charge\n"SSC:charge,regenerate"\n'),
        ("a.txt", "CC:charge\nSSC:charge,regenerate  # mine\n"),
    ],
)
def test_lists_of_setups(name: str, text: str, tmp_path):
    (tmp_path / name).write_text(text)
    expected = read_setups(["CC:charge", "SSC:charge,regenerate"], Asked())
    assert read_setups([str(tmp_path / name)], Asked()) == expected
    assert len(expected) == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a limit on file sizes")
def test_a_full_disk_ends_the_run_with_all_that_was_written(tmp_path):
    db = tmp_path / "a.duckdb"
    Store(db)
    limit = f"""
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
size = {db.stat().st_size + 500_000}
resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
sys.argv = ["conquest-opt", *sys.argv[1:]]
{PROGRAM[-1]}
"""
    words = ["tournament", "--events", "--games", "500", *QUICK, "--db", str(db)]
    process = subprocess.run(
        [sys.executable, "-c", limit, *words],
        check=False, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert process.returncode == 1, process.stderr
    assert "Traceback" not in process.stderr
    assert "Error: " in process.stderr
    assert "conquest-opt tournament --resume" in process.stderr
    store = Store(db)
    [run_row] = store.runs()
    assert run_row.status in ("failed", "interrupted")
    kept = store.query("SELECT count(*) AS n, count(DISTINCT game) AS m FROM games").to_pylist()
    assert kept[0]["n"] == kept[0]["m"]
