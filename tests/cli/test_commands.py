"""The commands as a person types them: output, errors, pipes."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from conquest_opt.cli.main import main
from conquest_opt.engine import Game, GameRecord
from conquest_opt.setups import army

from tests.records import write_records

START = """\
    a b c d e f g h i j k l m n o p q r s t
20  . . . . . . . . . . . . . . . . . . . .  20
19  . . . . . . . . . . . . . . . . . . . .  19
18  . . . . . . c . c . c . c . . . . . . .  18
"""


def run(*words: str, stdin: str | None = None):
    return CliRunner().invoke(main, list(words), input=stdin)


def test_bare_shows_help():
    result = run()
    assert "Commands:" in result.output
    assert "conquest-opt position Default IAmWarrior" in result.output


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full device")
@pytest.mark.parametrize("words", [["--help"], ["setups", "list"], ["rules"]])
def test_an_output_that_is_full_is_told_in_one_line(words: list[str]):
    code = "from conquest_opt.cli.main import main; main()"
    with Path("/dev/full").open("w") as full:
        process = subprocess.run(
            [sys.executable, "-c", code, *words],
            check=False,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert (process.returncode, process.stderr) == (1, "Error: No space left on device\n")


def test_version():
    assert run("--version").output.startswith("conquest-opt, version ")


def test_position_shows_the_board_and_the_legal_actions():
    result = run("position", "IAmWarrior", "SuperChampioneer")
    assert result.exit_code == 0
    assert result.stdout.startswith(START)
    assert "turn 1, first player, selection phase\n" in result.stdout
    assert result.stdout.endswith("3 legal actions\n  select h3 j3 l3\n")
    assert max(len(x) for x in result.stdout.splitlines() if not x.startswith("position:")) <= 80


def test_position_json_is_the_games_dict():
    result = run("position", "Default", "Rush", "--apply", "select e3; move e7", "--json")
    data = json.loads(result.stdout)
    game = Game.new(army("Default"), army("Rush")).apply("select e3").apply("move e7")
    assert data == game.to_dict() | {
        "position": game.position,
        "legal_actions": game.legal_actions(),
    }


def test_position_reads_a_line_from_an_argument_and_from_a_pipe():
    line = Game.new(army("C"), army("S")).position
    assert run("position", line).output == run("position", "-", stdin=line + "\n").output


def test_position_takes_rules(tmp_path):
    rules = tmp_path / "rules.toml"
    rules.write_text(
        'max_turns = 40\nwinds = "random"\n[champion]\nmovement = 1\n[actions]\ntrim = false\n'
    )
    words = ("position", "C", "S", "--rules", str(rules), "--set", "scout.range=2", "--json")
    data = json.loads(run(*words, "--apply", "select k3").output)
    assert sum(a.startswith("move") for a in data["legal_actions"]) == 8
    assert set(data["rules"]) == {
        "champion.movement=1",
        "scout.range=2",
        "actions.trim=false",
        "winds=random",
        "max_turns=40",
    }
    assert run("position", "C", "S", "--actions", "full").stdout.endswith("  end\n  select k3\n")


def test_options_come_on_top_of_a_lines_own_rules():
    line = "1 0 selection - 0/0 -/- Ck3=500/Sk18=100 - champion.movement=6,max_turns=40"
    result = run("position", line, "--actions", "full", "--set", "max_turns=50", "--json")
    assert json.loads(result.stdout)["rules"] == [
        "champion.movement=6",
        "actions.single_move=false",
        "actions.trim=false",
        "actions.command_window=any",
        "max_turns=50",
    ]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["posotion"], "did you mean 'position'?"),
        (["xyz"], "commands: "),
        (["position", "Default"], "give two setups"),
        (["position", "Defalt", "Rush"], "did you mean Default?"),
        (["position", "1 2 3"], "a position has the fields"),
        (["position", "C", "S", "--set", "champon.cost=3"], "did you mean 'champion.cost'?"),
        (["position", "C", "S", "--rules", "nowhere.toml"], "does not exist"),
        (["position", "C", "S", "--actions", "some"], "is not one of 'thesis', 'full'"),
        (["position", "C", "S", "--apply", "jump k3"], "illegal action 'jump k3'"),
        (["replay", "nowhere.jsonl"], "does not exist"),
        (["replay", sys.executable], "no game record"),
        (["position", "-"], "standard input has no position"),
        (["position", "--set", "board.width=8"], "does not fit the board"),
        (["position", "C", "S", "--set", "champion.cost=99999999999"], "from 1 to 10000"),
    ],
)
def test_errors_are_one_line_and_say_what_would_be_right(words: list[str], says: str):
    result = run(*words)
    assert result.exit_code in (1, 2)
    assert says in result.output
    assert "Traceback" not in result.output


def test_a_rules_file_with_a_mistake_is_named(tmp_path):
    rules = tmp_path / "rules.toml"
    for text, says in (("[champion\n", "rules.toml"), ("[champon]\ncost = 3\n", "did you mean")):
        rules.write_text(text)
        assert says in run("position", "C", "S", "--rules", str(rules)).output


@pytest.fixture
def recorded(tmp_path):
    """A file of two short games."""
    path = tmp_path / "games.jsonl"
    games = [Game.new(army("C"), army("S"), seed=seed) for seed in (1, 2)]
    for game in games:
        for action in ("select k3", "move k6", "end", "select j18", "end", "select k6"):
            game.apply(action)
    write_records(path, [GameRecord.of(game, ("Tall", "Small")) for game in games])
    return path


def test_replay_into_a_pipe_writes_one_line_a_turn(recorded):
    lines = run("replay", str(recorded), "--game", "2").output.splitlines()
    assert lines[:4] == [
        "Tall against Small, seed 2",
        "  1 first  select k3; move k6; end",
        "  2 second select j18; end",
        "  3 first  select k6",
    ]
    assert "turn 3, first player, movement phase" in lines


def test_names_of_a_record_do_not_steer_the_terminal(tmp_path):
    """Whether a record of such names is refused or shown."""
    game = Game.new(army("Default"), army("Default"), seed=1)
    record = GameRecord.of(game, ("Rush", "Venom")).to_json().replace("Rush", "\\u001b[2J\\u009b2J")
    (tmp_path / "a.jsonl").write_text(record + "\n", encoding="utf-8")
    result = CliRunner().invoke(main, ["replay", str(tmp_path / "a.jsonl")])
    assert result.exit_code in (0, 1)
    assert result.output.replace("\n", "").isprintable()


@pytest.mark.parametrize(
    "words",
    [
        ["match", "\x1b[2JRus", "Rush"],
        ["agents", "\x1b]0;mine\x07greedi"],
        ["setups", "check", "\x9b2JDefaul"],
        ["\x1b[2Jmatc"],
        ["--\x1b[2J"],
        ["match", "--\x1b[2J"],
        ["position", "Default", "Rush", "--set", "champion.cos\x1b=1"],
        ["replay", "\x1b[2J.jsonl"],
        ["runs", "--db", "\x1b[2J.duckdb"],
        ["sql", "SELECT \x1b[2J", "--db", "none\x07"],
    ],
)
def test_errors_do_not_steer_the_terminal(words: list[str]):
    result = CliRunner().invoke(main, words)
    assert result.exit_code in (1, 2)
    assert result.output.replace("\n", "").isprintable()


def test_replay_keys_lead_where_they_should():
    from conquest_opt.cli.games.replay import step

    starts, total = [0, 3, 5], 6
    ways = {
        (" ", 0): 1, ("\x1b[C", 6): 6, ("b", 0): 0, ("\x1b[D", 4): 3, ("t", 0): 3, ("t", 5): 6,
        ("r", 5): 3, ("r", 1): 0, ("a", 4): 0, ("\x1b[F", 1): 6, ("x", 2): 2, ("?", 2): 2,
        ("q", 2): None, ("\x1b", 2): None,
    }  # fmt: skip
    assert {way: step(*way, starts, total) for way in ways} == ways


def test_replay_verifies_and_finds_what_is_wrong(recorded):
    assert run("replay", str(recorded), "--verify").output == "2 games verified\n"
    recorded.write_text(recorded.read_text().replace("move k6", "move k9", 1))
    result = run("replay", str(recorded), "--verify")
    assert result.exit_code == 1
    assert "game 1: action 2: illegal action 'move k9'" in result.output
    empty = recorded.with_name("empty.jsonl")
    empty.touch()
    for words in ((), ("--verify",)):
        assert "has no game in it" in run("replay", str(empty), *words).output
    assert "from 1 to 2" in run("replay", str(recorded), "--game", "7").output


def test_agents_are_listed_with_their_parameters():
    from conquest_opt.agents.spec.kinds import AGENTS

    text = run("agents").output
    assert all(len(line) <= 80 for line in text.splitlines())
    listed = json.loads(run("agents", "--json").output)
    assert [agent["name"] for agent in listed] == list(AGENTS)
    fpu = next(agent for agent in listed if agent["name"] == "fpu")
    assert {"name": "k", "default": 0.5, "about": "exploration of UCB1", "low": 0, "high": 100} in (
        fpu["parameters"]
    )


@pytest.mark.parametrize(
    "words",
    [
        "position style:latest:9 Default",
        "position Default style:latest:9",
        "setups show style:latest:9",
        "setups check style:latest:9",
        "play style:latest:9 Default",
        "play Default style:latest:9",
        "play --agent style:latest:9",
        "play --you none --agent-2 style:latest:9",
    ],
)
def test_every_text_of_an_agent_or_a_setup_may_be_a_cell_of_a_map(words: str):
    result = CliRunner().invoke(main, words.split())
    assert result.exit_code == 1
    assert "a cell of a map is style:RUN:ROW:COL" in result.output
