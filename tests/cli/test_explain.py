"""`conquest-opt explain`: what it prints, saves and refuses."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from conquest_opt.cli.main import main
from conquest_opt.results import Store

from tests.goldens.playing import Played
from tests.run_kinds import KINDS, Kind

[EXPLAIN] = [kind for kind in KINDS if kind.name == "explain"]


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["explain", *words])


@pytest.fixture(scope="module")
def explained(finished: Callable[[Kind], Played]) -> Played:
    return finished(EXPLAIN)


def test_the_document_has_sentences_first_and_everything_they_rest_on(explained):
    result = json.loads(explained.output)
    assert list(result)[:2] == ["run", "sentences"]
    assert result["a"]["name"] == "IAmWarrior"
    assert result["score"]["games"] == 16
    kinds = [part["kind"] for part in result["parts"]]
    assert kinds.count("out") == 5  # a champion and four commands
    assert kinds.count("swap") == 5
    assert kinds.count("pair") == 2
    assert {part["score"]["games"] for part in result["parts"]} == {4}
    assert [one["troop"] for one in result["happenings"]["a"]["troops"]] == ["champion"]
    assert result["happenings"]["a"]["troops"][0]["fielded"] == 3
    assert result["course"]["games"] == 4
    assert result["course"]["points"][0]["turn"] == 0


def test_the_games_that_show_it_are_saved_whole_and_their_decisive_turn_can_be_replayed(explained):
    result = json.loads(explained.output)
    examples = result["course"]["examples"]
    assert examples[0]["role"] == "typical"
    for one in examples:
        words = ["--run", result["run"], "--game", str(one["game"]), "--db", str(explained.db)]
        output = CliRunner().invoke(main, ["replay", *words, "--turn", str(one["turn"])])
        assert output.exit_code == 0, output.output
        assert f"{one['turn']:>3} " in output.output
        assert one["actions"][0] in output.output
    verified = CliRunner().invoke(
        main, ["replay", "--run", result["run"], "--verify", "--db", str(explained.db)]
    )
    assert verified.output == f"{len(examples)} games verified\n"


def test_tables_say_what_the_document_says(explained):
    result = json.loads(explained.output)
    store = Store(explained.db)
    parts = store.query("SELECT change, points FROM explain_parts ORDER BY number").to_pylist()
    assert parts == [{"change": part["name"], "points": part["change"]} for part in result["parts"]]
    query = """
        SELECT sum(CASE WHEN mine THEN damage_dealt ELSE damage_received END) / 16 AS dealt FROM (
            SELECT (player = 'first') = coalesce(first_name = 'IAmWarrior', false) AS mine, kind,
                damage_dealt, damage_received FROM game_events JOIN games USING (run, game)
        ) WHERE kind = 'attack'
    """
    [row] = store.query(query).to_pylist()
    assert row["dealt"] == pytest.approx(result["happenings"]["a"]["dealt"]["value"])
    values = store.query("SELECT count(DISTINCT game) AS n FROM explain_values").to_pylist()
    assert values == [{"n": 4}]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["Championeer"], "give two setups, such as: conquest-opt explain Championeer Rush"),
        (["Championer", "Rush"], "unknown setup 'Championer'; did you mean Championeer?"),
        (["Championeer", "SSX"], "unknown troop"),
        (["Championeer", ":charge"], "an army has from 1 to 16 troops"),
        (["Rush", "Venom", "--judge", "stronk"], "stronk"),
        (["Rush", "Venom", "--games", "2"], "games must be at least 8, not 2"),
        (["Rush", "Venom", "--budget", "5m", "--games", "80"], "--budget decides how much"),
        (["Rush", "Venom", "--set", "champion.price=2"], "champion"),
    ],
)
def test_mistakes_are_refused_before_any_game(words: list[str], said: str, tmp_path: Path):
    db = tmp_path / "none.duckdb"
    result = run(*words, "--db", str(db))
    assert result.exit_code in (1, 2)
    assert said in result.stderr
    assert "Traceback" not in result.output
    assert not db.exists()


def test_an_agent_without_values_of_turns_explains_without_them(tmp_path: Path):
    sizes = ("--games", "8", "--part-games", "4", "--screen-games", "2", "--pairs", "0")
    rules = ("--set", "max_turns=40", "--set", "board.height=8")
    result = run("K:charge", "K:charge", "--agent", "greedy", *sizes, *rules, "--no-db")
    assert result.exit_code == 0, result.output
    assert "greedy has no values of whole turns" in " ".join(result.stdout.split())
    assert "K:charge (A) against K:charge (B), both played by greedy" in result.stdout


def test_without_valued_games_that_is_said(tmp_path: Path):
    sizes = ("--games", "8", "--part-games", "4", "--screen-games", "2", "--value-games", "0")
    rules = ("--set", "max_turns=40", "--set", "board.height=8", "--pairs", "0")
    agent = ("--agent", "strategist:advances=60")
    result = run("K:charge", "F", *agent, *sizes, *rules, "--no-db")
    assert result.exit_code == 0, result.output
    assert "No game was valued (--value-games)" in " ".join(result.stdout.split())
