"""`conquest-opt whatif`: its JSON and text, sweeps, reports, mistakes."""

import json
import shutil

import pytest
from click.testing import CliRunner
from conquest_opt.arena.levels.settings import Levels
from conquest_opt.arena.play.entrant import Entrant
from conquest_opt.arena.play.threads import Threads
from conquest_opt.arena.run.runner import run_task
from conquest_opt.arena.run.task import read_form, stored_form
from conquest_opt.balance.whatif.settings import AdaptSettings
from conquest_opt.balance.whatif.sizes import LevelPlan
from conquest_opt.balance.whatif.task import WhatifTask
from conquest_opt.cli.main import main
from conquest_opt.engine.rules.ruleset import Ruleset
from conquest_opt.results import Store
from conquest_opt.results.page.terminal import terminal_text
from conquest_opt.setups.setup import Setup

from tests.commands import Command, parsed, stored_rows, whole_run

pytestmark = pytest.mark.slow

SMALL = (
    "--base", "limits.points=300", "--base", "max_turns=60", "--base", "board.height=8",
    "--base", "board.width=8", "--setups", "SSKK:chastise",
    "--setups", "C:charge", "--setups", "AAF:chastise", "--agent", "weighted-random",
)  # fmt: skip
PLANTED = (*SMALL, "--set", "knight.health=1500", "--set", "knight.cost=125", "--games", "40")
KNIGHTS = "SSKK:chastise"

TABLES = (
    "whatif_variants", "whatif_setups", "whatif_measures", "whatif_changes", "whatif_mixtures",
    "whatif_counters", "game_events",
)  # fmt: skip

run = Command("whatif")


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> tuple[Store, str, dict]:
    """A comparison that was not disturbed."""
    db = tmp_path_factory.mktemp("whole") / "a.duckdb"
    return whole_run(run(*PLANTED, "--json", "--threads", "2", db=db), db)


def test_a_planted_change_is_found(whole):
    _, _, result = whole
    assert result["games"] == 2 * 3 * 40
    [variant] = result["variants"]
    assert variant["words"] == [
        "Knight has 1500 health instead of 300", "Knight costs 125 instead of 100",
    ]  # fmt: skip
    setups = {change["name"]: change for change in variant["changes"]["setups"]}
    assert setups[KNIGHTS]["beyond_noise"]
    assert setups[KNIGHTS]["change"] > 0.4
    assert setups[KNIGHTS]["ci95"][0] > 0
    assert variant["beyond_noise"] >= 1
    for family in ("setups", "matchups", "games", "usage", "structure"):
        for change in variant["changes"][family]:
            low, high = change["ci95"]
            assert low <= change["change"] <= high
            assert change["change"] == pytest.approx(change["after"] - change["before"])
            assert change["beyond_noise"] == (change["p_value"] < 0.05)
    assert len(variant["changes"]["usage"]) == 16
    assert len(variant["changes"]["matchups"]) == 3


def test_setups_that_became_illegal_are_repaired_and_told(whole):
    _, _, result = whole
    [variant] = result["variants"]
    fates = {fate["name"]: fate for fate in variant["fates"]}
    assert fates[KNIGHTS]["fate"] == "repaired"
    assert fates[KNIGHTS]["before"] == KNIGHTS
    assert fates[KNIGHTS]["after"] != KNIGHTS
    assert "50 over the limit of 300" in fates[KNIGHTS]["change"]
    assert fates["C:charge"]["fate"] == "kept"
    before, after = result["before"]["setups"], variant["after"]["setups"]
    assert before["legal"] > after["legal"]
    assert set(before) == {"legal", "maximal", "exact"}
    for side in (result["before"], variant["after"]):
        assert sum(part["weight"] for part in side["nash"]) == pytest.approx(1)
        assert set(side["measures"]) >= {"first player", "turns", "draws", "entropy", "support"}
        assert len(side["win_matrix"]["rates"]) == 3


SPLIT, SAME = 140, 100
"""The first game after; and before, the first of the match-up without knights."""


def test_games_before_and_after_share_seeds_and_events_are_of_one_pair(whole):
    store, name, _ = whole
    games = stored_rows(store, name)["games"]
    assert [game["game"] for game in games] == list(range(240))
    before, after = games[:SPLIT], games[SPLIT:]
    assert [g["seed"] for g in before[:SAME]] == [g["seed"] for g in after]
    assert len({g["ruleset"] for g in before}) == 1
    assert {g["ruleset"] for g in before} != {g["ruleset"] for g in after}
    traced = store.query("SELECT DISTINCT game FROM game_events ORDER BY game")["game"].to_pylist()
    assert traced == [*range(4), SAME, SAME + 1, *range(SPLIT, SPLIT + 4)]
    rulesets = set(store.query("SELECT ruleset FROM rulesets")["ruleset"].to_pylist())
    assert {g["ruleset"] for g in games} <= rulesets


def test_two_setups_that_the_edit_leaves_alone_play_once_and_the_others_more(whole):
    store, name, result = whole
    games = stored_rows(store, name)["games"]
    met = [frozenset((g["first_setup"], g["second_setup"])) for g in games]
    alone = {"C:charge", "FAA:chastise"}
    assert [number for number, pair in enumerate(met) if pair == alone] == list(range(SAME, SPLIT))
    assert {met[:SPLIT].count(pair) for pair in set(met[:SAME])} == {50}
    [variant] = result["variants"]
    [same] = [c for c in variant["changes"]["matchups"] if {c["name"], c["opponent"]} == alone]
    assert (same["change"], same["ci95"], same["p_value"]) == (0, [0, 0], 1)
    assert result["same_matchups"] == 1
    rate = sum(_points(game, same["name"]) for game in games[SAME:SPLIT]) / 40
    assert same["before"] == same["after"] == pytest.approx(rate)
    assert (result["before"]["games"], variant["after"]["games"]) == (SPLIT, 240 - SPLIT)


def _points(game: dict, setup: str) -> float:
    if game["winner"] == "draw":
        return 0.5
    return float(game[f"{game['winner']}_setup"] == setup)


def test_usage_is_what_the_events_say(whole):
    store, _, result = whole
    [variant] = result["variants"]
    used = {change["name"]: change for change in variant["changes"]["usage"]}
    sql = f"SELECT count(*) AS n FROM game_events WHERE kind = 'select' AND game < {SPLIT}"
    every = store.query(sql)["n"][0].as_py()
    knights = store.query(f"{sql} AND troop = 'knight'")["n"][0].as_py()
    assert used["knight"]["before"] == pytest.approx(knights / every)
    chastised = store.query(
        f"SELECT count(*) AS n FROM game_events WHERE command = 'chastise' AND game >= {SAME}"
    )
    assert used["chastise"]["after"] == pytest.approx(chastised["n"][0].as_py() / 6)


def test_the_same_without_a_database(whole, tmp_path):
    assert parsed(run(*PLANTED, "--json", "--no-db", db=tmp_path / "a")) == whole[2]
    assert not list(tmp_path.iterdir())


def test_a_comparison_that_was_cut_off_ends_the_same(whole, tmp_path):
    store, name, result = whole
    db = shutil.copy(store.path, tmp_path / "a.duckdb")
    other, cut = Store(db), 123  # in the midst of the games with events after
    tables = ("variants", "setups", "measures", "changes", "mixtures")
    other.change(
        f"DELETE FROM games WHERE game >= {cut}; DELETE FROM game_events WHERE game >= {cut};"
        "DELETE FROM batches WHERE batch <> 'rulesets'; DELETE FROM run_results;"
        "UPDATE runs SET status = 'interrupted', ended = NULL;"
        + ";".join(f"DELETE FROM whatif_{table}" for table in tables)
    )
    assert parsed(run("--resume", "latest", "--json", db=db)) == result
    assert stored_rows(other, name, *TABLES) == stored_rows(store, name, *TABLES)


def test_the_text_leads_with_what_is_beyond_noise(whole):
    store, name, _ = whole
    result = run("--resume", name, db=store.path)
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[0] == "Knight has 1500 health instead of 300"
    assert lines[3].startswith(
        f"Largest change beyond noise (more than chance shows): {KNIGHTS}: score"
    )
    assert "beyond noise, all questions asked at once at 95 %:" in lines
    assert any(line.startswith(KNIGHTS) for line in lines)
    assert "of 3 setups 1 became illegal (repaired here), 0 gained room" in result.stdout
    assert "Nash mixture before: " in result.stdout
    assert all(len(line) <= 80 for line in lines[:-1])


NINE = ("SSKK:chastise", "C:charge", "AAF:chastise", "SSSS", "FFFFF", "HHHH", "AAA", "MMM", "KKK")
LEVELS = (
    *SMALL[:8], *(word for setup in NINE for word in ("--setups", setup)),
    "--screen-agent", "random",
    "--race-agent", "random", "--judge", "weighted-random", "--screen-games", "6", "--games", "2",
)  # fmt: skip


def test_levels_make_one_estimate_for_the_judge(tmp_path):
    db = tmp_path / "a.duckdb"
    output = run(*LEVELS, "--set", "archer.damage=900", "--json", db=db)
    result = parsed(output)
    assert "games: 430 by random (screen 430); 142 by weighted-random (judge 142)" in output.stderr
    assert result["agent"] == "weighted-random"
    assert [(one["agent"], one["games"]) for one in result["levels"]] == [
        ("random", 430), ("weighted-random", 142),
    ]  # fmt: skip
    [variant] = result["variants"]
    assert sum(one["share"] for one in variant["levels"]) == pytest.approx(1)
    assert variant["levels"][1]["own_error"] == 0
    # of each two 6 and 2 games: 15 match-ups have archers, 21 do not and are played before only
    assert result["before"]["games"] == 278 + 92
    rates = {(0, n): row for n, row in enumerate(result["before"]["win_matrix"]["rates"][0])}
    for place, change in enumerate(variant["changes"]["matchups"][:8], start=1):
        assert change["before"] == pytest.approx(rates[0, place])
    store = Store(db)
    games = store.query("SELECT game, seed, first_agent FROM games ORDER BY game").to_pylist()
    seeds = [g["seed"] for g in games]
    assert (seeds[:152], seeds[278:328]) == (seeds[370:522], seeds[522:])
    assert {g["first_agent"] for g in games[:278]} == {"random"}
    traced = store.query("SELECT DISTINCT game FROM game_events ORDER BY game")["game"].to_pylist()
    assert traced == [*range(278, 308), *range(328, 370), *range(522, 552)]
    text = " ".join(run("--resume", "latest", db=db).stdout.split())
    assert "Figures are estimates for weighted-random, from 430 games by random, " in text
    assert "In 21 of 36 match-ups neither setup fields what the change touches: " in text
    store.change(
        "DELETE FROM games WHERE game >= 250; DELETE FROM game_events WHERE game >= 250;"
        "DELETE FROM batches WHERE batch <> 'rulesets'; DELETE FROM run_results;"
        "UPDATE runs SET status = 'interrupted', ended = NULL;"
        "DELETE FROM whatif_variants; DELETE FROM whatif_setups; DELETE FROM whatif_measures;"
        "DELETE FROM whatif_changes; DELETE FROM whatif_mixtures"
    )
    assert parsed(run("--resume", "latest", "--json", db=db)) == result


def test_identical_rules_change_nothing(tmp_path):
    words = (*SMALL, "--set", "champion.cost=200", "--games", "8", "--no-db", "--json")
    result = parsed(run(*words, db=tmp_path / "a"))
    [variant] = result["variants"]
    assert variant["beyond_noise"] == 0
    changes = [change for family in variant["changes"].values() for change in family]
    assert all(change["change"] == 0 for change in changes)
    assert {fate["fate"] for fate in variant["fates"]} == {"kept"}


def test_a_sweep_and_its_report(tmp_path):
    db = tmp_path / "a.duckdb"
    words = (*SMALL, "--sweep", "knight.health=100..1500:1400", "--games", "12")
    result = run(*words, db=db)
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[0] == "sweep of knight.health"
    assert lines[2].startswith("Largest change beyond noise (more than chance shows): ")
    [rule, *_] = [number for number, line in enumerate(lines) if line.startswith("---")]
    assert [line.split()[0] for line in lines[rule + 1 : rule + 4]] == ["before", "100", "1500"]
    assert all(len(line) <= 80 for line in lines[:-1])
    report = ["report", "latest", "--db", str(db), "-o", str(tmp_path / "out")]
    made = CliRunner().invoke(main, report)
    assert made.exit_code == 0, made.output
    assert {f.name for f in (tmp_path / "out/figures").glob("*.png")} >= {"curves.png", "nash.png"}


def test_a_report_of_one_change(whole, tmp_path):
    report = ["report", whole[1], "--db", str(whole[0].path), "-o", str(tmp_path / "out")]
    made = CliRunner().invoke(main, report)
    assert made.exit_code == 0, made.output
    drawn = {file.stem for file in (tmp_path / "out/figures").glob("*.png")}
    assert drawn == {
        "setup-changes", "matrix-difference", "matrix-before", "matrix-after", "nash",
        "usage-troops", "usage-commands",
    }  # fmt: skip
    page = (tmp_path / "out/report.md").read_text()
    assert "beyond noise, all questions asked at once at 95 %:" in page
    assert "Changes beyond noise" in page
    assert page.startswith("# What if Knight has 1500 health instead of 300; ")
    rules = [line for line in page.splitlines() if line.startswith("- Rules: ")]
    assert "; after: " in rules[0]
    assert "knight.health=1500" in rules[0].partition("; after: ")[2]
    assert "it sells" in page


def test_players_adapt_before_and_after(tmp_path):
    base = ("limits.points=300", "max_turns=60", "board.height=8", "board.width=8")
    setups = ("SSKK:chastise", "C:charge", "FAA:chastise")
    task = WhatifTask(
        edits=Ruleset().edit(*base).edits,
        variants=(("knight.health=1500",),),
        entrants=tuple(Entrant.of(setup, "weighted-random") for setup in setups),
        levels=(LevelPlan(agent="weighted-random", games=4),),
        adapting_agents=Levels("weighted-random", "weighted-random", "weighted-random"),
        adapting=AdaptSettings(
            rounds=2,
            population=6,
            generations=2,
            games=2,
            shortlist=2,
            check_games=20,
            join_games=4,
        ),
    )
    assert read_form(WhatifTask, json.loads(json.dumps(stored_form(task)))) == task
    with pytest.raises(ValueError, match="begun by an earlier version"):
        read_form(WhatifTask, stored_form(task) | {"form": 3})  # played other games
    store = Store(tmp_path / "a.duckdb")
    outcome = run_task(task, Threads(2), store=store)
    values = outcome.values
    assert values.games == outcome.games <= sum(part.games for part in task.parts())
    sides = (values.before, values.variants[0].after)
    for side, rules in zip(sides, (task.rules, *task.rules_after), strict=True):
        assert side.adapted is not None
        assert len(side.adapted.counters) == 2
        assert all(c.games == 20 for c in side.adapted.counters)
        assert all(Setup.from_text(c.setup).is_maximal(rules) for c in side.adapted.counters)
        assert sum(part.weight for part in side.adapted.mixture) == pytest.approx(1)
        new = {part.setup for part in side.adapted.mixture if part.new}
        assert new <= {c.setup for c in side.adapted.counters} - set(setups)
        assert {part.setup for part in side.adapted.mixture} - new <= set(setups)
    rounds = store.query("SELECT variant, round FROM whatif_counters ORDER BY ALL").to_pylist()
    assert [tuple(row.values()) for row in rounds] == [(0, 1), (0, 2), (1, 1), (1, 2)]
    adapted = store.query("SELECT DISTINCT variant FROM whatif_mixtures WHERE adapted")
    assert sorted(adapted["variant"].to_pylist()) == [0, 1]
    text = terminal_text(values.summary(), 80)
    assert "once players adapted, after:" in text
    assert all(len(line) <= 80 for line in text.splitlines())


def test_a_dry_run_says_how_long(tmp_path):
    words = (*SMALL, "--set", "knight.health=400", "--dry-run", "--json", "--games", "4")
    result = json.loads(run(*words, db=tmp_path / "a").stdout)
    assert (result["games"], result["judge_games"]) == (24, 24)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "what would change? Give --set"),
        (["--set", "champoin.cost=3"], "did you mean 'champion.cost'"),
        (["--set", "champion.health=0"], "champion.health must be from 1"),
        (["--set", "limits.points=20"], "no setup is legal"),
        (["--set", "champion.movement=20"], "goes beyond the board"),
        (["--set", "champion.cost=225", "--sweep", "champion.cost=1..9:1"], "is set twice"),
        (["--sweep", "champion.cost=150"], "a sweep is NAME=FROM..TO:STEP"),
        (["--sweep", "champion.health=0..100:50"], "champion.health must be from 1"),
        (["--base", "champion.range=20", "--set", "champion.cost=225"], "goes beyond the board"),
        (["--base", "nothing.toml", "--set", "champion.cost=225"], "nothing.toml"),
        (["--set", "champion.cost=225", "--rounds", "3"], "--rounds goes with --evolve"),
        (["--set", "champion.cost=225", "--setups", "Rush"], "two setups at least"),
        (
            ["--set", "champion.cost=225", "--games", "2", "--setups", "Rush,Default"],
            "games are 4 at least for each two of fewer than 8 setups",
        ),
        (["--set", "champion.cost=225", "--quick", "--budget", "5m"], "leave out --quick"),
        (
            ["--set", "champion.cost=225", "--agent", "greedy", "--screen-games", "4"],
            "--screen-games counts for nothing",
        ),
    ],
)
def test_mistakes_are_told_in_a_line_before_any_game(words: list[str], says: str, tmp_path):
    assert says in run.refusal(words, tmp_path / "a.duckdb")
    assert not list(tmp_path.iterdir())


def test_setups_are_fitted_to_the_rules_before(tmp_path):
    words = (
        "--base", "champion.cost=250", "--base", "max_turns=20", "--set", "archer.range=5",
        "--setups", "Default,Rush", "--agent", "random", "--games", "4", "--no-db",
    )  # fmt: skip
    result = run(*words, "--json", db=tmp_path / "a")
    [variant] = parsed(result)["variants"]
    rules = Ruleset().edit("champion.cost=250")
    assert [fate["fate"] for fate in variant["fates"]] == ["kept", "kept"]
    assert [Setup.parse(fate["before"]).faults(rules) for fate in variant["fates"]] == [[], []]
    assert "note: refitted to the rules before: Default, Rush" in result.stderr


def test_rules_may_come_from_a_file(tmp_path):
    file = tmp_path / "new.toml"
    file.write_text("max_turns = 60\n[knight]\nhealth = 400\ncost = 125\n")
    words = (*SMALL, "--rules", str(file), "--set", "knight.cost=110", "--games", "4", "--no-db")
    result = parsed(run(*words, "--json", db=tmp_path / "a"))
    assert sorted(result["variants"][0]["edits"]) == [
        "knight.cost=110", "knight.health=400", "max_turns=60",
    ]  # fmt: skip
