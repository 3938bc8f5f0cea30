"""`conquest-opt improve`: its text and JSON, its rows and page, and every likely mistake."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from conquest_opt.cli.main import main
from conquest_opt.results import Store
from conquest_opt.setups import Setup, metagame

SMALL = (
    "--games", "2", "--race-games", "40", "--judge-games", "60", "--check-games", "20",
    "--agent", "greedy", "--screen-agent", "random", "--swaps", "1", "--set", "max_turns=40",
)  # fmt: skip


def run(*words: str, db: Path | None = None) -> Result:
    env = {"CONQUEST_DB": str(db) if db else "none.duckdb", "COLUMNS": "80"}
    return CliRunner().invoke(main, ["improve", *words, *([] if db else ["--no-db"])], env=env)


@pytest.fixture(scope="module")
def finished(tmp_path_factory) -> tuple[Store, str]:
    """A small run and its output."""
    db = tmp_path_factory.mktemp("improve") / "a.duckdb"
    result = run("Rush", "--against", "Venom=2,AntiRush", "--keep", "champions", *SMALL, db=db)
    assert result.exit_code == 0, result.output
    return Store(db), result.stdout


def test_the_text_says_what_was_gained(finished):
    store, text = finished
    plain = " ".join(text.split())
    assert "1. swap " in plain
    assert "points [" in plain
    assert "As it is, Rush scores" in plain
    assert "against Venom (67 %), AntiRush (33 %). Champions stayed." in plain
    assert "(a troop or a command)" in plain
    assert all(len(line) <= 80 for line in text.splitlines() if "stored in" not in line)
    [one] = store.runs()
    assert (one.kind, one.status) == ("improve", "finished")


def test_rows_hold_every_change_and_the_check(finished):
    store, _ = finished
    tried = store.query("SELECT * FROM candidates ORDER BY candidate").to_pylist()
    assert tried[0]["origin"] == "original"
    assert {row["origin"] for row in tried[1:]} == {"swap"}
    assert sum(row["elite"] for row in tried) == 4
    assert all(Setup.from_text(row["setup"]).counts[6] >= 2 for row in tried)
    ratings = store.query("SELECT * FROM setup_ratings ORDER BY entrant").to_pylist()
    assert [row["games"] for row in ratings] == [20] * 4
    assert ratings[0]["setup"] == tried[0]["setup"]


def test_json_is_plain(finished):
    store, _ = finished
    result = run("--resume", "latest", "--json", "--db", str(store.path), db=store.path)
    values = json.loads(result.stdout)
    assert values["name"] == "Rush"
    assert values["better"] is any(change["better"] for change in values["changes"])
    best = values["changes"][0]
    assert best["ci95"][0] <= best["gain"] <= best["ci95"][1]
    assert best["gain"] == pytest.approx(best["score"]["score"] - values["original"]["score"])
    assert {"change", "setup", "formation", "taken_out", "put_in"} <= set(best)
    assert values["candidates"] == len({row["setup"] for row in _tried(store)}) - 1


def _tried(store: Store) -> list[dict]:
    return store.query("SELECT setup FROM candidates").to_pylist()


def test_the_page_draws_it(finished, tmp_path):
    store, _ = finished
    env = {"CONQUEST_DB": str(store.path)}
    result = CliRunner().invoke(main, ["report", "improve", "-o", str(tmp_path / "out")], env=env)
    assert result.exit_code == 0, result.output
    page = (tmp_path / "out" / "index.html").read_text()
    assert "Small changes of Rush, played by greedy" in page
    assert "What each component is worth here" in page
    for name in ("gains", "formations", "components-out", "components-in"):
        assert (tmp_path / "out" / f"{name}.svg").exists() or f'id="{name}"' in page or name in page


def test_without_opponents_it_plays_the_metagame():
    result = run("Rush", *SMALL, "--json")
    assert result.exit_code == 0, result.output
    values = json.loads(result.stdout)
    assert list(values["opponents"]) == [name for name, _ in metagame()]


def test_where_the_metagame_is_illegal_named_setups_are_the_field():
    result = run("Venom", "--set", "champion.cost=225", *SMALL, "--dry-run", "--json")
    assert result.exit_code == 0, result.output
    assert "the mixture of the metagame is not legal by these rules; the field is the" in (
        " ".join(result.stderr.split())
    )


MISTAKES = [
    ([], "which setup should become better?"),
    (["Rsh"], "did you mean Rush?"),
    (["Rush", "--against", "Venm"], "did you mean Venom?"),
    (["Rush", "--against", ""], "--against names no setup"),
    (["Rush", "--against", "Venom=0"], "a weight is above 0"),
    (["Rush", "--against", "Venom=x"], "a weight is a number"),
    (["Rush", "--keep", "champoins"], "did you mean champions?"),
    (["Rush", "--keep", "archers"], "has no archers to keep"),
    (["Rush", "--keep", "3 champions"], "has two champions; 3 cannot be kept"),
    (["Rush", "--keep", "troops", "--keep", "commands"], "nothing to swap"),
    (["Rush", "--require", "A>=7"], "nothing to swap: no change of Rush by at most 2 components"),
    (["Rush", "--require", "Q>=7"], "unknown term"),
    (["Rush", "--with", "chrage"], "did you mean charge?"),
    (["Rush", "--swaps", "0"], "0 is not in the range 1<=x<=4"),
    (["Rush", "--swaps", "two"], "two"),
    (["Rush", "--swaps", "9"], "9 is not in the range 1<=x<=4"),
    (["Rush", "--judge", "stong"], "did you mean strong"),
    (["Rush", "--best", "0"], "best must be at least 1"),
    (["Rush", "--budget", "5m", "--games", "4"], "leave out --games"),
    (["S"], "has room for more than 4 further components"),
    (["Rush", "Venom"], "unexpected extra argument"),
]


@pytest.mark.parametrize(("words", "error"), MISTAKES, ids=[" ".join(w) for w, _ in MISTAKES])
def test_mistakes_are_said_before_any_game(words: list[str], error: str, tmp_path, monkeypatch):
    monkeypatch.setattr(
        "conquest_opt.arena.run.evaluator.Evaluator.play_schedule",
        lambda *_, **__: pytest.fail("a game was played"),
    )
    db = tmp_path / "none.duckdb"
    result = run(*words, db=db)
    assert result.exit_code in (1, 2), result.output
    assert error in " ".join(result.stderr.split()), result.stderr
    assert "Traceback" not in result.output
    assert not db.exists() or not Store(db).runs()


def test_an_illegal_setup_is_noted_and_mended():
    words = ("SSSSSSHKCC:battle-cry,stoicism,charge,bombard", *SMALL, "--swaps", "2", "--json")
    result = run(*words)
    assert result.exit_code == 0, result.output
    assert "over the limit of 1000" in " ".join(result.stderr.split())
    assert all(one["points"] <= 1000 for one in json.loads(result.stdout)["changes"])
