"""`conquest-opt evolve styles`: JSON, cells as agents and setups, the report."""

import json
import shutil

import pytest
from click.testing import CliRunner
from conquest_opt.cli.main import main
from conquest_opt.results import Store

from tests.commands import Command, parsed, stored_rows, whole_run

SMALL = (
    "--agent", "greedy", "--opponent", "weighted-random", "--scripts", "attack-*",
    "--setups", "Rush,Venom", "--random", "3", "--batch", "5", "--generations", "2",
    "--games", "4", "--elite-games", "8", "--check-games", "4", "--baseline", "random",
    "--set", "max_turns=80", "--y", "distance:7:12:3", "--x", "attacks:0.2:0.6:3",
)  # fmt: skip

TABLES = "generations", "candidates", "archive_cells", "behaviour"


run, styles = Command(), Command("evolve", "styles")


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> tuple[Store, str, dict]:
    """A search that was not disturbed."""
    db = tmp_path_factory.mktemp("whole") / "a.duckdb"
    return whole_run(styles(*SMALL, "--json", "--threads", "2", db=db), db)


def test_a_map_is_told_and_kept(whole):
    store, name, result = whole
    assert result["over"] == "weights"
    assert (result["x"], result["y"]) == ("attacks:0.2:0.6:3", "distance:7:12:3")
    assert result["coverage"] == len(result["cells"]) / 9
    assert result["quality"] == pytest.approx(sum(cell["score"] for cell in result["cells"]))
    kept = stored_rows(store, name, *TABLES)
    last = [cell for cell in kept["archive_cells"] if cell["generation"] == 3]
    assert [(c["row"], c["col"], c["score"], c["x"], c["y"]) for c in last] == [
        (c["row"], c["col"], c["score"], c["x"], c["y"]) for c in result["cells"]
    ]
    for cell in result["cells"]:
        assert cell["text"].startswith("greedy")
        assert cell["ci95"][0] <= cell["score"] <= cell["ci95"][1]
    elites = {c["agent"]: c["cell"] for c in kept["candidates"] if c["elite"]}
    assert elites == {c["text"]: f"{c['row']}:{c['col']}" for c in result["cells"]}
    origins = [c["origin"] for c in kept["candidates"]]
    assert origins[:10] == ["seed", *["one script"] * 6, *["random"] * 3]
    assert set(origins[10:]) == {"mutation"}
    assert [g["generation"] for g in kept["generations"]] == [0, 1, 2, 3]
    assert [game["game"] for game in kept["games"]] == list(range(len(kept["games"])))
    assert [row["game"] for row in kept["behaviour"]] == list(range(len(kept["games"])))


def test_what_the_map_claims_follows_from_the_games(whole):
    """The features and scores of cells, by SQL over what was stored; trials do not count."""
    store, name, result = whole
    sql = """
        WITH played AS (
            SELECT if(player = 'first', first_agent, second_agent) AS agent, seed, behaviour.*
            FROM behaviour JOIN games USING (run, game) WHERE run = ?
        )
        SELECT agent, min(game) AS first_game, list(game ORDER BY game) AS games,
            list(attacks ORDER BY game) AS attacks, list(turns ORDER BY game) AS turns,
            list(wins ORDER BY game) AS wins, count(DISTINCT seed) AS seeds
        FROM played GROUP BY agent
    """
    by_agent = {row["agent"]: row for row in store.query(sql, [name]).to_pylist()}
    for cell in result["cells"]:
        row, count = by_agent[cell["text"]], cell["games"]
        attacks, turns = (sum(row[what][4 : 4 + count]) for what in ("attacks", "turns"))
        assert attacks / turns == pytest.approx(cell["x"])
        assert sum(row["wins"][4 : 4 + count]) / count <= cell["score"]
        assert len(row["games"]) in (4 + count, 4 + count + 3 * 4)  # a trial, and three checks
        assert row["seeds"] == len(row["games"]) // 2


def test_a_check_has_the_map_beside_fresh_games(whole):
    store, name, result = whole
    meetings = ["fresh games", "other setups", "against random"]
    assert list(dict.fromkeys(check["meeting"] for check in result["checks"])) == meetings
    cells = {(c["row"], c["col"]): c for c in result["cells"]}
    for check in result["checks"]:
        cell, measures = cells[check["row"], check["col"]], check["measures"]
        assert list(measures) == ["score", "attacks", "distance"]
        assert measures["score"]["claimed"] == cell["score"]
        assert measures["attacks"]["claimed"] == cell["x"]
        low, high = measures["distance"]["ci95"]
        assert low <= measures["distance"]["measured"] <= high
        assert check["games"] == 4
    games = stored_rows(store, name)["games"]
    check = len(result["checks"]) * 4
    fresh, before = ({g["seed"] for g in some} for some in (games[-check:], games[:-check]))
    assert not fresh & before


def test_a_cell_plays_wherever_an_agent_does(whole, tmp_path):
    store, name, result = whole
    db = shutil.copy(store.path, tmp_path / "a.duckdb")
    cell = result["cells"][-1]
    text = f"style:{name}:{cell['row']}:{cell['col']}"
    rules = ("--set", "max_turns=60", "--games", "2", "--json")
    match = run("match", "Rush", "Venom", "--agent-a", text, "--agent-b", "random", *rules, db=db)
    assert parsed(match)["a"]["agent"] == cell["text"]
    assert Store(db).runs()[-1].agents[0] == cell["text"]
    latest = f"style:latest:{cell['row']}:{cell['col']}"
    ladder = run("ladder", latest, "random", "--setups", "Rush", *rules, "--no-db", db=db)
    assert cell["text"] in ladder.stdout
    played = run("play", "Rush", "Venom", "--you", "none", "--agent", "style:latest:9", db=db)
    assert "style:RUN:ROW:COL" in played.output
    engine = CliRunner().invoke(
        main,
        ["engine"],
        input=f"newgame Rush Venom\ngo agent {text}\ngo agent style:nope:0:0\nquit\n",
        env={"CONQUEST_DB": str(db)},
    )
    assert "bestmove select" in engine.stdout
    assert "error style:nope:0:0: there is no run 'nope'" in engine.stdout


def test_a_map_of_setups_gives_setups(tmp_path):
    db = tmp_path / "a.duckdb"
    words = (
        "--over", "setups", "--screen-agent", "random", "--race-agent", "weighted-random",
        "--judge", "greedy", "--setups", "Rush,Venom", "--random", "5", "--batch", "4",
        "--generations", "1", "--games", "2", "--race-games", "6", "--elite-games", "4",
        "--check-games", "2", "--set", "max_turns=30", "--require", "C>=1",
    )  # fmt: skip
    output = styles(*words, db=db)
    assert output.exit_code == 0, output.output
    lines = output.stdout.splitlines()
    assert " of 64 cells " in lines[0]
    assert "Columns are troops (number of troops), rows ranged-points" in output.stdout
    assert all(len(line) <= 80 for line in lines[:-1])
    assert "generation 1 of 1: " in output.stderr
    assert "as estimates for greedy" in " ".join(output.stdout.split())
    plan = " ".join(output.stderr.split())
    for part in ("at most 68 by random (screen 68)", "by weighted-random", "by greedy (elites"):
        assert part in plan
    query = (
        "SELECT if(player = 'first', first_agent, second_agent) AS agent, count(*) AS games "
        "FROM behaviour JOIN games USING (run, game) GROUP BY agent"
    )
    played = {row["agent"]: row["games"] for row in Store(db).query(query).to_pylist()}
    assert set(played) == {"random", "weighted-random", "greedy"}
    text = next(word for word in output.stdout.split() if word.startswith("style:"))
    result = parsed(run("match", text, "Rush", "--quick", "--games", "2", "--json", db=db))
    assert "C" in result["a"]["setup"]
    mapped = Store(db).runs()[0].run
    report = run("report", mapped, "-o", str(tmp_path / "out"), db=db)
    assert report.exit_code == 0, report.output
    assert (tmp_path / "out" / "figures" / "setups.png").exists()


def test_the_report_shows_map_check_and_styles(whole, tmp_path):
    store, name, result = whole
    report = run("report", name, "-o", str(tmp_path / "out"), db=store.path)
    assert report.exit_code == 0, report.output
    out = tmp_path / "out"
    figures = {file.stem for file in (out / "figures").iterdir()}
    assert figures == {"map", "check", "weights", "course", "scores"}
    page = (out / "index.html").read_text()
    best = max(result["cells"], key=lambda cell: cell["ci95"][0])
    assert f"--agent style:{name}:{best['row']}:{best['col']}" in page
    assert f"cell {best['row']}:{best['col']}: {100 * best['score']:.1f} %" in page
    table = (out / "tables" / "check.csv").read_text().splitlines()
    assert table[0] == "cell,feature,map,meeting_1,meeting_2,meeting_3"
    assert len(table) == 1 + len(result["checks"])
    assert len((out / "tables" / "cells.csv").read_text().splitlines()) == 1 + len(result["cells"])


def test_the_dry_run_says_how_much(tmp_path):
    result = styles(*SMALL, "--dry-run", "--json", db=tmp_path / "a")
    assert result.exit_code == 0, result.output
    estimate = json.loads(result.stdout)
    assert estimate["search_games"] == 2 * 4 * (10 + 2 * 5)
    assert estimate["check_games"] == 4 * 3 * 5
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--x", "atacks"], "did you mean attacks?"),
        (["--x", "troops"], "no feature 'troops'"),
        (["--x", "attacks", "--y", "attacks:0:1"], "two different features"),
        (["--agent", "fpu"], "fpu has no scripts to weigh"),
        (["--agent", "portfolio"], "does not look at the weights"),
        (["--scripts", "mvoe-*"], "no script is called"),
        (["--games", "0"], "games must be at least 2, not 0"),
        (["--judge", "greedy"], "--judge goes with --over setups"),
        (["--race-games", "8"], "--race-games goes with --over setups"),
        (["--budget", "5m", "--batch", "8"], "leave out --batch"),
        (["--require", "C>=1"], "--require goes with --over setups"),
        (["--over", "setups", "--scripts", "move-*"], "--scripts goes with --over weights"),
        (["--over", "setups", "--require", "C>=9"], "no maximal setup that answers"),
        (["--agent", "style:latest:0:0"], "the database holds no run yet"),
    ],
)
def test_mistakes_are_told_in_a_line(words, says, tmp_path):
    store = Store(tmp_path / "a.duckdb")
    assert says in styles.refusal(words, store.path)
