"""`conquest-opt balance`: its JSON and text, a planted imbalance, mistakes."""

import json
import re
import shlex

import pytest
from click.testing import CliRunner, Result
from conquest_opt.cli.main import main
from conquest_opt.results import Store

from tests.commands import Command, parsed, stored_rows, whole_run

pytestmark = pytest.mark.slow

SMALL = (
    "--free", "*.cost", "--free", "champion.*", "--setups", "Default,Rush,Venom",
    "--population", "5", "--generations", "2", "--games", "4", "--front", "3",
    "--check-games", "8", "--rivals", "1", "--adapt", "1", "--breed", "1",
    "--agent", "weighted-random", "--set", "max_turns=60", "--set", "board.height=8",
)  # fmt: skip

TABLES = "balance_candidates", "balance_front", "balance_setups", "generations"


run = Command("balance")


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> tuple[Store, str, dict]:
    """A search that was not disturbed."""
    db = tmp_path_factory.mktemp("whole") / "a.duckdb"
    return whole_run(run(*SMALL, "--json", "--threads", "2", db=db), db)


def test_a_search_ends_with_a_front_and_tells_its_story(whole):
    store, name, result = whole
    assert result["objectives"] == ["unevenness", "diversity", "change"]
    assert result["origin"]["edits"] == []
    assert 0 <= result["hypervolume"] <= 1
    for point in (*result["front"], *result["fell"]):
        assert len(point["edits"]) == len(point["words"])
        assert all(" instead of " in word for word in point["words"])
        command = shlex.split(point["whatif"])
        assert command[:2] == ["conquest-opt", "whatif"]
        assert command[3:6:2] == ["board.height=8", "max_turns=60"]
        assert command[7::2] == point["edits"]
        for objective in point["objectives"].values():
            low, high = objective["ci95"]
            assert low <= objective["value"] <= high
        assert all(0 <= point["stability"] <= 1 for point in result["front"])
    rows = stored_rows(store, name, *TABLES)
    assert store.find_run(name).status == "finished"
    origin = rows["balance_candidates"][0]
    assert (origin["edits"], origin["games"]) == ([], 2 * 24)  # it played again
    assert [g["generation"] for g in rows["generations"]] == [0, 1]
    assert all(0 <= g["hypervolume"] <= 1 for g in rows["generations"])
    reported = [row for row in rows["balance_front"] if row["reported"]]
    assert {row["candidate"] for row in reported} == {p["candidate"] for p in result["front"]}
    assert {row["generation"] for row in reported} == {2}


def test_every_game_is_played_by_setups_that_its_rules_allow(whole):
    store, name, result = whole
    rows = stored_rows(store, name, *TABLES)
    by_ruleset = {c["ruleset"]: c["candidate"] for c in rows["balance_candidates"] if c["feasible"]}
    stored = set(store.query("SELECT ruleset FROM rulesets")["ruleset"].to_pylist())
    assert set(by_ruleset) <= stored
    assert {game["ruleset"] for game in rows["games"]} <= stored
    from conquest_opt.engine.rules.ruleset import Ruleset
    from conquest_opt.setups import Setup

    rules = {
        row["ruleset"]: Ruleset().edit(*row["edits"])
        for row in store.query("SELECT ruleset, edits FROM rulesets").to_pylist()
    }
    pairs = {(game["ruleset"], game["first_setup"]) for game in rows["games"]}
    assert all(not Setup.from_text(setup).faults(rules[ruleset]) for ruleset, setup in pairs)
    fates = {row["fate"] for row in rows["balance_setups"]}
    assert {"kept", "repaired"} <= fates
    changed = [row for row in rows["balance_setups"] if row["fate"] != "kept"]
    assert all(row["change"] for row in changed)
    matchups = 4 * 3 // 2
    points = len(result["front"]) + len(result["fell"])
    check = rows["games"][-points * matchups * 8 :]
    seeds = {game["seed"] for game in check}
    assert len(seeds) == matchups * 4  # common to all points
    assert not seeds & {game["seed"] for game in rows["games"][: -len(check)]}


def test_a_finished_search_is_reported_as_a_page(whole, tmp_path):
    store, name, result = whole
    words = ["report", name, "--db", str(store.path), "-o", str(tmp_path / "out")]
    output = CliRunner().invoke(main, words)
    assert output.exit_code == 0, output.output
    page = (tmp_path / "out/index.html").read_text()
    last = result["front"][-1]
    for text in (*last["words"], last["whatif"], 'data-point="0"', "point-0"):
        assert text in page
    for figure in ("front-unevenness-change", "hypervolume", "figure-diversity"):
        assert (tmp_path / f"out/figures/{figure}.png").exists()
    assert (tmp_path / "out/tables/front.csv").exists()


def test_a_planted_imbalance_is_moved_back(tmp_path):
    planted = (
        "--set", "champion.health=3000", "--free", "champion.health=500..3000:500",
        "--free", "champion.movement", "--setups", "Devastation,HalberderPure,WrathOfBombard",
        "--objective", "unevenness", "--objective", "change", "--population", "6",
        "--generations", "3", "--games", "8", "--check-games", "20", "--rivals", "0",
        "--adapt", "0", "--agent", "quick", "--no-db",
    )  # fmt: skip
    result = parsed(run(*planted, "--json", db=tmp_path / "a"))
    assert result["front"][0]["edits"] == []  # the front begins at the origin
    best = min(result["front"], key=lambda p: p["objectives"]["unevenness"]["value"])
    edits = dict(edit.split("=") for edit in best["edits"])
    assert int(edits["champion.health"]) <= 1500
    even, origin = best["objectives"]["unevenness"], result["origin"]["objectives"]["unevenness"]
    assert even["ci95"][1] < origin["ci95"][0] or even["value"] < 0.7 * origin["value"]
    assert not list(tmp_path.iterdir())


def test_the_text_names_edits_and_fits(tmp_path):
    (tmp_path / "wanted.csv").write_text("a,b,score\nDefault,Rush,0.5\n")
    words = (
        *SMALL[:4], *SMALL[6:], "--setups", "Default,Venom,ItsATrap", "--generations", "1",
        "--adapt", "0", "--rivals", "0", "--target", str(tmp_path / "wanted.csv"), "--length", "40",
    )  # fmt: skip
    result = run(*words, db=tmp_path / "a.duckdb")
    assert result.exit_code == 0, result.output
    *lines, closing = result.stdout.splitlines()
    assert "stored in" in closing
    assert all(len(line) <= 80 for line in lines)
    words = "unevenness .*, diversity .*, change .*, length.* and target"
    assert re.search(words, " ".join(result.stdout.split()))
    assert "0. no change" in result.stdout
    assert " instead of " in result.stdout
    assert "conquest-opt whatif --base board.height=8 --base max_turns=60 " in result.stdout
    assert "conquest-opt report " in result.stdout
    assert "generation 1 of 1: front of " in result.stderr


LEVELS = ("--screen-agent", "random", "--race-agent", "weighted-random", "--judge", "greedy")


def test_the_estimate_has_a_part_for_each_purpose_and_agent(tmp_path):
    small = [word for word in SMALL if word not in ("--agent", "weighted-random")]
    for levels, names in (
        (("--agent", "random"), ("setups", "search", "check")),
        (LEVELS, ("setups", "search", "race", "judge", "check-screen", "check")),
    ):
        result = run(*small, *levels, "--dry-run", "--json", db=tmp_path / "a.duckdb")
        assert result.exit_code == 0, result.output
        estimate = json.loads(result.stdout)
        assert {key for key in estimate if key.endswith("_games")} == {f"{n}_games" for n in names}
        assert estimate["games"] == sum(estimate[f"{name}_games"] for name in names)


@pytest.fixture(scope="module")
def levelled(tmp_path_factory) -> tuple[Store, str, dict, Result]:
    """A search whose games are of three levels, and what it printed."""
    db = tmp_path_factory.mktemp("levels") / "a.duckdb"
    small = [word for word in SMALL if word not in ("--agent", "weighted-random")]
    result = run(*small, *LEVELS, "--generations", "3", "--json", db=db)
    store = Store(db)
    return store, store.runs()[0].run, parsed(result), result


def test_the_front_is_judged_by_better_agents_and_the_text_says_by_which(levelled, tmp_path):
    store, name, result, output = levelled
    assert result["judge"] == "greedy"
    matchups = 4 * 3 // 2
    assert result["games_a_point"] == 2 * matchups
    assert result["screen_games"] == {"random": 8 * matchups}
    assert "games: at most " in output.stderr
    assert "by greedy" in output.stderr
    games = store.query(
        "SELECT first_agent AS agent, count(*) AS games, min(game) AS first FROM games "
        "WHERE run = ? AND first_agent = second_agent GROUP BY 1 ORDER BY first",
        [name],
    ).to_pylist()
    assert games[0]["agent"] == "random"
    assert {row["agent"] for row in games} == {"random", "weighted-random", "greedy"}
    for point in (*result["front"], *result["fell"]):
        if not point["edits"]:
            continue
        assert set(point["against_origin"]) == {"unevenness", "diversity"}
        for one in point["against_origin"].values():
            assert one["games_needed"] is None or not one["shown"]
    words = ["report", name, "--db", str(store.path), "-o", str(tmp_path / "out")]
    assert CliRunner().invoke(main, words).exit_code == 0
    page = (tmp_path / "out/index.html").read_text()
    assert "All figures are estimates for greedy" in " ".join(page.split())
    assert "Beside no change" in page


def test_a_budget_decides_the_sizes(tmp_path):
    words = ("--free", "*.cost", "--setups", "Default,Rush,Venom", "--rivals", "0", "--adapt", "0",
             "--agent", "random", "--set", "max_turns=40", "--dry-run", "--json")  # fmt: skip
    sizes = []
    for budget in ("10s", "40s"):
        result = run(*words, "--budget", budget, db=tmp_path / "a.duckdb")
        assert result.exit_code == 0, result.output
        sizes.append(json.loads(result.stdout)["games"])
    assert sizes[0] < sizes[1]
    refused = run(*words, "--budget", "10s", "--population", "8", db=tmp_path / "a.duckdb")
    assert refused.exit_code == 2
    assert "leave out --population" in refused.stderr


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "which rules may change? Give --free"),
        (["--free", "champoin.*"], "names no number of the rules"),
        (["--free", "*.cost=25..10"], "limits go upwards"),
        (["--free", "*.cost", "--set", "limits.points=10"], "no setup is legal"),
        (["--free", "*.cost", "--set", "mage.movement=20"], "goes beyond the board"),
        (["--free", "*.cost", "--length", "0"], "a game takes a turn at least, not 0"),
        (["--free", "*.cost", "--objective", "fun"], "no objective 'fun'; there are unevenness"),
        (["--free", "*.cost", "--objective", "target"], "two objectives at least"),
        (["--free", "*.cost", "--target", "none.csv"], "none.csv: No such file"),
        (["--free", "*.cost", "--setups", "Rsh,Venom"], "did you mean Rush?"),
        (["--free", "*.cost", "--setups", "Rush", "--rivals", "0"], "three setups at least"),
        (["--free", "*.cost", "--generations", "0"], "generations must be at least 1"),
        (["csots"], "no command 'csots'"),
        (["--free", "*.cost", "costs"], "--free before costs would count for nothing"),
    ],
)
def test_mistakes_are_told_in_a_line(words: list[str], says: str, tmp_path):
    store = Store(tmp_path / "a.duckdb")
    assert says in run.refusal(words, store.path)
