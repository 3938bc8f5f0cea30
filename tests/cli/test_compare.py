"""`conquest-opt compare`: real runs by cheap agents, and what cannot be compared."""

import json
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest
from conquest_opt.engine import Ruleset
from conquest_opt.results import Store

from tests.goldens.old_database import unpack
from tests.goldens.playing import invoke
from tests.stores import command_line

TOURNAMENT = ("tournament", "--setups", "Default,Rush,IAmWarrior", "--set", "max_turns=60")
TOURNAMENT += ("--set", "board.height=8", "--games", "40")
MATCH = (
    "match",
    "Rush",
    "IAmWarrior",
    "--agent-a",
    "random",
    "--agent-b",
    "random",
    "--games",
    "6",
)


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """A database with runs, by what they are called here."""
    db = tmp_path_factory.mktemp("compare") / "runs.duckdb"
    played = {
        "greedy": (*TOURNAMENT, "--agent", "greedy"),
        "again": (*TOURNAMENT, "--agent", "greedy", "--threads", "1"),
        "random": (*TOURNAMENT, "--agent", "weighted-random"),
        "fewer": ("tournament", "--setups", "Default,Rush", *TOURNAMENT[3:], "--agent", "greedy"),
        "match": MATCH,
        "tested": (*MATCH, "--sprt", "0,40", "--seed", "2"),
    }
    names = {}
    for name, words in played.items():
        result = invoke([*words, "--json"], db)
        assert result.exit_code == 0, result.output
        names[name] = json.loads(result.stdout)["run"]
    store = Store(db)
    store.end_run(store.begin_run(kind="enumerate", ruleset=Ruleset()))
    stopped = store.begin_run(kind="match", ruleset=Ruleset())
    store.end_run(stopped, "interrupted")
    return db, names | {"stopped": stopped}


@pytest.fixture
def compared(runs):
    """Run the command on runs by what they are called here."""
    db, names = runs

    def run(one: str, other: str, *words: str, **env: str):
        return invoke(["compare", names.get(one, one), names.get(other, other), *words], db, **env)

    return run


def test_what_differs_beyond_noise_comes_first(compared):
    result = compared("greedy", "random")
    assert result.exit_code == 0, result.output
    text = result.stdout
    assert "differ beyond noise (more than chance shows), all asked at once" in text
    assert "agents" in text
    assert "greedy in run 1, weighted-random in run 2" in text
    assert "seed 1 in run 1" not in text
    assert text.index(": beyond noise\n") < text.index(": not shown to differ\n")
    assert "They have the same seed" in text
    assert max(map(len, text.splitlines())) <= 80


def test_the_document_has_every_figure_with_its_intervals(compared):
    result = json.loads(compared("greedy", "random", "--json").stdout)
    assert (result["kind"], result["same_seed"], result["paired"]) == ("tournament", True, False)
    assert [setting["name"] for setting in result["asked"]] == ["entrants.agents"]
    groups = {figure["group"] for figure in result["figures"]}
    assert groups == {"setups' scores", "match-ups", "games"}
    certain = [figure for figure in result["figures"] if figure["beyond_noise"]]
    assert certain
    for figure in result["figures"]:
        one, other = figure["values"]
        assert figure["difference"] == pytest.approx(other - one)
        if figure["verdict"] == "not asked":
            assert figure["reason"] == "no interval"
            continue
        (low, high), (from_, to) = figure["difference_ci95"], figure["difference_ci95_all"]
        assert from_ <= low <= figure["difference"] <= high <= to
        assert figure["beyond_noise"] == (from_ > 0 or to < 0)
        assert figure["verdict"] == ("higher" if from_ > 0 else "lower" if to < 0 else "not shown")
    assert result["only"] == []


def test_the_other_way_round_everything_is_turned(compared):
    one, other = (
        {
            (f["group"], f["name"]): f
            for f in json.loads(compared(*pair, "--json").stdout)["figures"]
        }
        for pair in (("greedy", "random"), ("random", "greedy"))
    )
    assert one.keys() == other.keys()
    for key, figure in one.items():
        assert figure["difference"] == -other[key]["difference"]
        assert figure["beyond_noise"] == other[key]["beyond_noise"]


def test_equal_runs_say_so(compared):
    output = compared("greedy", "again")
    assert output.exit_code == 0
    assert "The two runs have the same result: no figure differs." in output.stdout
    assert "The two asked for the same." in output.stdout
    result = json.loads(compared("greedy", "again", "--json").stdout)
    assert result["same_result"]
    assert not any(figure["beyond_noise"] for figure in result["figures"])


def test_scores_against_other_opponents_are_not_judged(compared):
    result = json.loads(compared("greedy", "fewer", "--json").stdout)
    reasons = {(f["group"], f["name"]): f["reason"] for f in result["figures"]}
    assert reasons["setups' scores", "Rush"] == "other opponents"
    assert reasons["match-ups", "Default against Rush"] == ""
    assert {one["name"] for one in result["only"]} == {
        "IAmWarrior",
        "Default against IAmWarrior",
        "IAmWarrior against Rush",
    }
    text = compared("greedy", "fewer").stdout
    assert "Only in one of them" in text
    assert "other opponents" in text


def test_a_match_that_its_test_ended_is_not_judged(compared):
    result = json.loads(compared("match", "tested", "--json").stdout)
    reasons = {f["name"]: f["reason"] for f in result["figures"]}
    assert reasons["A's score"] == reasons["first players' score"] == "ended by a test"
    assert "No difference can be judged" in compared("match", "tested").stdout


@pytest.mark.parametrize(
    ("one", "other", "says"),
    [
        ("greedy", "match", "give two runs of one kind"),
        ("greedy", "greedy", "both are run"),
        ("tournament", "fewer", "give another one of the kind tournament: "),
        ("match", "stopped", "is interrupted; conquest-opt match --resume"),
        ("enumerate", "match", "has no games"),
        ("nobody", "match", "there is no run 'nobody'"),
        ("", "match", "which run?"),
        ("tournament-", "match", "is part of 4 runs"),
    ],
)
def test_what_cannot_be_compared(compared, one: str, other: str, says: str):
    result = compared(one, other)
    assert result.exit_code == 1
    [line] = result.stderr.splitlines()
    assert line.startswith("Error: ")
    assert says in line
    assert result.stdout == ""


def test_runs_are_named_as_everywhere(compared, runs):
    _, names = runs
    result = compared(names["greedy"][-8:], "tournament", "--json")
    assert [run["run"] for run in json.loads(result.stdout)["runs"]] == [
        names["greedy"],
        names["fewer"],
    ]


def test_a_run_that_is_under_way(compared, runs):
    db, names = runs
    under_way = Store(db).begin_run(kind="match", ruleset=Ruleset())
    try:
        result = compared(names["match"], under_way)
        assert result.exit_code == 1
        assert "is still under way" in result.stderr
    finally:
        Store(db).end_run(under_way, "interrupted")


def test_a_result_of_another_form(tmp_path, runs):
    _, names = runs
    db = tmp_path / "copy.duckdb"
    db.write_bytes(runs[0].read_bytes())
    with duckdb.connect(str(db)) as connection:
        connection.execute("UPDATE run_results SET version = 99 WHERE run = ?", [names["greedy"]])
    result = invoke(["compare", names["greedy"], names["random"]], db)
    assert result.exit_code == 1
    assert "was stored by an earlier version, in another form" in result.stderr
    assert f"tournament --resume {names['greedy']}" in result.stderr


def test_a_database_of_an_older_version(tmp_path):
    db = unpack(tmp_path)
    every = json.loads(invoke(["runs", "--json", "--kind", "styles"], db).stdout)
    one, other = [run["run"] for run in every if run["status"] == "finished"]
    result = invoke(["compare", one, other], db)
    assert result.exit_code in (0, 1), result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)


def test_there_is_no_database(tmp_path):
    result = invoke(["compare", "a", "b"], tmp_path / "none.duckdb")
    assert result.exit_code == 1
    assert "there is no database" in result.stderr
    assert not list(tmp_path.iterdir())


def test_a_page_is_written_without_importing_numba(runs, tmp_path):
    db, names = runs
    code = (
        "import sys; from conquest_opt.cli.main import main\n"
        "main(sys.argv[1:], standalone_mode=False)\n"
        "assert not {'numba', 'ortools'} & set(sys.modules)"
    )
    out = tmp_path / "out"
    words = ["compare", names["greedy"], names["random"], "-o", str(out), "--db", str(db)]
    process = subprocess.run(
        [sys.executable, "-c", code, *words], capture_output=True, text=True, check=False
    )
    assert process.returncode == 0, process.stderr
    assert process.stdout.splitlines()[-1].startswith(f"{out / 'index.html'} and ")
    page = (out / "index.html").read_text(encoding="utf-8")
    assert "Two runs of tournament compared" in page
    assert names["greedy"] in page
    assert names["random"] in page
    table = (out / "tables" / "match-ups.csv").read_text(encoding="utf-8").splitlines()
    assert table[0].startswith("name,one,one_low,one_high,other,")
    assert len(table) == 4
    assert (out / "figures" / "setups-scores.png").stat().st_size > 1000
    again = invoke(words[:-2], db)
    assert again.exit_code == 1
    assert "--force" in again.stderr
    forced = invoke([*words[:-2], "--force", "--json"], db)
    assert forced.exit_code == 0
    assert json.loads(forced.stdout)["kind"] == "tournament"
    assert "index.html" in forced.stderr


def test_a_directory_that_cannot_be_taken(compared, tmp_path):
    file = tmp_path / "file"
    file.write_text("")
    assert "is a file; give a directory" in compared("greedy", "random", "-o", str(file)).stderr
    assert "which directory?" in compared("greedy", "random", "-o", "").stderr


def test_a_pipe_and_a_narrow_terminal(compared, runs):
    db, names = runs
    process = command_line("compare", names["greedy"], names["random"], db=db, timeout=60)
    assert process.returncode == 0, process.stderr
    assert max(map(len, process.stdout.splitlines())) <= 100
    narrow = compared("greedy", "random", COLUMNS="40").stdout
    assert max(map(len, narrow.splitlines())) <= 48  # identifiers are not cut
