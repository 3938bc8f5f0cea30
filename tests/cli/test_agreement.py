"""`conquest-opt agreement`: what agents say about the same setups, and games that show it."""

import json
from itertools import combinations
from pathlib import Path

import pytest
from conquest_opt.arena.agreement.result import AgreementResult, JudgeValues, PairValues
from conquest_opt.arena.agreement.task import AgreementTask
from conquest_opt.arena.kinds import KINDS
from conquest_opt.arena.play.errors import Interrupted
from conquest_opt.arena.play.threads import Threads
from conquest_opt.arena.run.report import build_page
from conquest_opt.arena.run.runner import run_task
from conquest_opt.arena.stats.rank_correlation import rank_correlation
from conquest_opt.results import Store

from tests.arenas import StopAfter
from tests.commands import Command

SETUPS = ("Default", "Rush", "Venom", "IAmWarrior")
QUICK = ("--setups", ",".join(SETUPS), "--set", "max_turns=60", "--set", "board.height=8")
TWO = ("--agent", "greedy", "--agent", "weighted-random")


run = Command()


@pytest.fixture(scope="module")
def stored(tmp_path_factory) -> tuple[Path, dict]:
    """Return a run of greedy twice and weighted-random, and what it result."""
    db = tmp_path_factory.mktemp("agreement") / "a.duckdb"
    words = ("--agent", "greedy", *TWO, "--games", "8", *QUICK, "--json")
    return db, json.loads(run("agreement", *words, db=db).stdout)


def test_figures_are_those_of_the_games(stored):
    db, result = stored
    assert [agent["agent"] for agent in result["agents"]] == ["greedy", "greedy", "weighted-random"]
    assert [agent["games"] for agent in result["agents"]] == [48, 48, 48]
    assert [(p["one"], p["other"]) for p in result["pairs"]] == list(combinations((1, 2, 3), 2))
    query = """
        WITH sides AS (
            SELECT game // 48 AS agent, pair // 6 % 2 AS half, first_name AS setup,
                CASE winner WHEN 'first' THEN 1 WHEN 'draw' THEN 0.5 ELSE 0 END AS points FROM games
            UNION ALL
            SELECT game // 48, pair // 6 % 2, second_name,
                CASE winner WHEN 'second' THEN 1 WHEN 'draw' THEN 0.5 ELSE 0 END FROM games
        )
        SELECT agent, setup, avg(points) AS score, avg(points) FILTER (half = 0) AS one,
            avg(points) FILTER (half = 1) AS other FROM sides GROUP BY ALL
    """
    rows = {(row["agent"], row["setup"]): row for row in Store(db).query(query).to_pylist()}
    for setup in result["setups"]:
        for agent in range(3):
            row = rows[agent, setup["entrant"]]
            assert setup["scores"][agent]["score"] == pytest.approx(row["score"])
            assert setup["halves"][agent] == pytest.approx([row["one"], row["other"]])
    for number, agent in enumerate(result["agents"]):
        one, other = ([rows[number, s][half] for s in SETUPS] for half in ("one", "other"))
        r = max(rank_correlation(one, other)[0], 0.0)
        assert agent["reliability"] == pytest.approx(2 * r / (1 + r))
    for pair in result["pairs"]:
        one, other = ([rows[pair[n] - 1, s]["score"] for s in SETUPS] for n in ("one", "other"))
        assert pair["rho"] == pytest.approx(rank_correlation(one, other)[0])
        sizes = [abs(difference["difference"]) for difference in pair["differences"]]
        assert sizes == pytest.approx(sorted(sizes, reverse=True))
        assert pair["rho_ci95"][0] <= pair["rho"] <= pair["rho_ci95"][1]


def test_the_games_that_are_named_show_the_difference_and_can_be_replayed(stored):
    db, result = stored
    rows = Store(db).query("SELECT * FROM games ORDER BY game").to_pylist()
    named = set()
    for pair in result["pairs"]:
        for difference in pair["differences"]:
            example = difference["example"]
            assert (example is None) == (difference["difference"] == 0)
            if example is None:
                continue
            for agent, game, points in zip(
                (pair["one"], pair["other"]), example["games"], example["points"], strict=True
            ):
                row, other = rows[game], {"first": "second", "second": "first"}[example["side"]]
                assert row[f"{example['side']}_name"] == difference["entrant"]
                assert row[f"{other}_name"] == example["opponent"]
                assert row["first_agent"] == result["agents"][agent - 1]["agent"]
                assert points == {example["side"]: 1, other: 0, "draw": 0.5}[row["winner"]]
                named.add(game)
            rise = example["points"][1] - example["points"][0]
            assert rise * difference["difference"] > 0
    kept = Store(db).query("SELECT game FROM game_records")["game"].to_pylist()
    assert sorted(kept) == sorted(named)
    assert run("replay", "--run", "latest", "--verify", db=db).stdout == (
        f"{len(named)} games verified\n"
    )
    output = run("replay", "--run", result["run"], "--game", str(min(named)), db=db)
    assert " against " in output.stdout.splitlines()[0]


def test_the_text_fits(stored):
    db, result = stored
    lines = run("agreement", "--resume", result["run"], db=db).stdout.splitlines()
    assert lines[0].startswith("Most alike: ")
    assert all(len(line) <= 80 for line in lines[:-1])


@pytest.mark.slow
def test_the_page_has_every_setup_and_the_commands_that_replay_games(stored, tmp_path):
    db, result = stored
    assert run("report", result["run"], "-o", str(tmp_path), db=db).exit_code == 0
    page = (tmp_path / "report.md").read_text()
    game = result["pairs"][1]["differences"][0]["example"]["games"][0]
    assert f"replay --run {result['run']} --game {game} --db" in page
    assert (tmp_path / "figures/scores-1-3.svg").exists()
    assert len((tmp_path / "tables/scores.csv").read_text().splitlines()) == 1 + len(SETUPS)


def test_saved_games_are_stored_once(tmp_path):
    db = tmp_path / "a.duckdb"
    result = run("agreement", *TWO, "--games", "4", *QUICK, "--save-games", "--json", db=db)
    assert result.exit_code == 0, result.output
    [row] = Store(db).query("SELECT count(*) AS n FROM game_records").to_pylist()
    assert row["n"] == json.loads(result.stdout)["games"] == 48


def test_nothing_is_stored_without_a_database(tmp_path):
    result = run("agreement", *TWO, "--games", "1", *QUICK, "--no-db", db=tmp_path / "a.duckdb")
    assert result.exit_code == 0, result.output
    assert "greedy and weighted-random" in result.stdout
    assert not list(tmp_path.iterdir())


def test_the_page_of_an_unfinished_run_says_so(tmp_path):
    task = AgreementTask.of(SETUPS, ["random", "random"], games=40, edits=("max_turns=60",))
    store, progress = Store(tmp_path / "a.duckdb"), StopAfter(10)
    with pytest.raises(Interrupted):
        run_task(task, Threads(2), store=store, progress=progress, stop=progress.stop)
    page = build_page(store, "latest", KINDS)
    assert page.title == "Agreement of random about setups"
    assert "The run is interrupted." in page.about


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--agent", "greedy"], "between two agents at least, not 1"),
        (["--setups", "Default,Rush,Venom"], "about 4 setups at least, not 3 setups"),
        (["--games", "0"], "games must be at least 1, not 0"),
    ],
)
def test_mistakes_are_told_in_a_line(words: list[str], says: str, tmp_path):
    result = run("agreement", *words, db=tmp_path / "a.duckdb")
    assert result.exit_code in (1, 2)
    assert says in result.stderr
    assert not list(tmp_path.iterdir())


def test_two_formations_need_two_names(tmp_path):
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "mine.json").write_text(json.dumps({"formation": ["CC"]}))
    files = [str(tmp_path / folder / "mine.json") for folder in ("a", "b")]
    with pytest.raises(ValueError, match="two setups are called mine"):
        AgreementTask.of([*files, "CC", "Rush"], ["random", "greedy"], games=4)


def pair(rho: tuple[float, float], corrected: tuple[float, float] | None) -> PairValues:
    return PairValues(
        one=1,
        other=2,
        rho=sum(rho) / 2,
        rho_ci95=rho,
        corrected=corrected and sum(corrected) / 2,
        corrected_ci95=corrected,
        differences=(),
    )


@pytest.mark.parametrize(
    ("rho", "corrected", "verdict", "says"),
    [
        ((0.5, 0.9), (0.6, 1.0), "agree", "a and b agree about these 0 setups (rho 0.70 [0.5"),
        ((0.5, 0.7), (0.6, 0.9), "agree in part", "corrected for noise 0.75 [0.60, 0.90])"),
        ((0.1, 0.9), None, "agree", "too noisy to correct that)"),
        ((-0.2, 0.5), (-0.3, 0.6), "not shown", "were shown neither to agree nor to disagree"),
        ((-0.6, -0.2), (-0.7, -0.3), "disagree", "one finds strong what the other finds weak"),
    ],
)
def test_words_follow_the_intervals(rho, corrected, verdict: str, says: str):
    values = pair(rho, corrected)
    assert values.verdict == verdict
    result = AgreementResult(
        seed=1, games=8, agents=(judge("a"), judge("b")), setups=(), pairs=(values,)
    )
    assert says in result.finding(values)


def judge(agent: str) -> JudgeValues:
    return JudgeValues(
        agent=agent,
        games=4,
        draws=0,
        turns_mean=9.0,
        reliability=0.9,
        reliability_ci95=(0.8, 1.0),
    )
