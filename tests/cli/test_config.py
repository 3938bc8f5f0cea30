"""`--config`: options of a file, in the words of options."""

import json
from pathlib import Path

import pytest

from tests.goldens.playing import invoke

GOOD = """
command = "match"
a = "Rush"
b = "SSC:charge"
agent = "random"
games = 4
set = ["max_turns=20", "board.height=8"]
"""


@pytest.fixture
def place(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CONQUEST_DB", raising=False)
    return tmp_path


def said(place: Path, text: str | bytes, *words: str) -> str:
    """Return the line in which a command refuses a file."""
    file = place / "my.toml"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    result = invoke([*(words or ("match",)), "--config", "my.toml"], place / "a.duckdb")
    assert result.exit_code in (1, 2), result.output
    assert result.stdout == ""
    assert not (place / "a.duckdb").exists()
    return result.stderr.splitlines()[-1].removeprefix("Error: ")


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("gmaes = 5", "my.toml: gmaes is no option of match; did you mean games?"),
        ("race_agent = 5", "my.toml: race_agent is no option of match; "),
        ('games = "many"', "my.toml: games: 'many' is no whole number"),
        ("games = 2.5", "my.toml: games: '2.5' is no whole number"),
        ("games = true", "my.toml: games: 'true' is no whole number"),
        ("games = [4, 6]", "my.toml: games takes one value, not a list"),
        ("games = 0", "games must be at least 1, not 0 (with the options of my.toml)"),
        ("games = 1979-05-27", "my.toml: games is no time of day or date: put it in quotes"),
        ("seed = -1", "my.toml: seed: -1 is not in the range 0<=x<="),
        ("threads = 0", "my.toml: threads: 0 is not in the range 1<=x<=1024."),
        ("alpha = 'x'", "my.toml: alpha: 'x' is no number"),
        ("quick = 1", "my.toml: quick is true or false, not 1"),
        ("quick = true", "leave out --agent or --quick (with the options of my.toml)"),
        ("sprt = '5,0'", "my.toml: sprt: '5,0' is no two numbers such as 0,20"),
        ('actions = "ful"', "my.toml: actions: 'ful' is not one of 'thesis', 'full'."),
        ('rules = "none.toml"', "my.toml: rules: File 'none.toml' does not exist."),
        ('agent-a = "gredy"', "unknown agent 'gredy'; did you mean greedy?"),
        ('resume = "latest"', "my.toml: resume is for the command line only"),
        ('config = "a.toml"', "my.toml: config is for the command line only"),
    ],
)
def test_a_wrong_value_names_the_file_and_the_key(place: Path, line: str, error: str):
    key = line.partition(" =")[0]
    kept = [one for one in GOOD.splitlines() if not one.startswith(f"{key} =")]
    assert error in said(place, "\n".join([*kept, line]))


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("games = 4", 'my.toml does not say which command it is for: add command = "match"'),
        ('command = "matsch"', "'matsch' is no command that runs games; did you mean 'match'?"),
        (
            'command = "evolve counter"',
            "my.toml is for evolve counter, not for match: "
            "conquest-opt evolve counter --config my.toml",
        ),
        ("command = 5", "5 is no command that runs games; "),
        ("command = ", "my.toml is no TOML: "),
        (b"\xff\xfe", "my.toml is no text: not UTF-8"),
        ("", "my.toml does not say which command it is for"),
    ],
)  # fmt: skip
def test_a_file_for_another_command_or_for_none(place: Path, text: str | bytes, error: str):
    assert error in said(place, text)


def test_a_file_that_is_not_there(place: Path):
    result = invoke(["match", "--config", "none.toml"], place / "a.duckdb")
    assert result.stderr.endswith("Error: none.toml: No such file or directory\n")


def test_the_command_line_wins_and_the_file_comes_before_the_environment(place: Path):
    (place / "my.toml").write_text(GOOD + 'db = "file.duckdb"\nevents = true\njson = true\n')
    result = invoke(["match", "--config", "my.toml", "--games", "2"], place / "environment.duckdb")
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["games"] == 2
    assert [file.name for file in place.glob("*.duckdb")] == ["file.duckdb"]
    counted = invoke(
        ["sql", "SELECT count(*) > 10 AS many FROM game_events"], place / "file.duckdb"
    )
    assert "true" in counted.stdout.lower()
    invoke(["match", "--config", "my.toml", "--db", "typed.duckdb", "--games", "2"], place / "x")
    assert (place / "typed.duckdb").exists()


def test_a_resumed_run_takes_nothing_from_a_file(place: Path):
    assert "takes everything from the run: leave out --config" in said(
        place, GOOD, "match", "--resume", "latest"
    )


def test_a_file_of_a_group_is_not_for_what_is_below_it(place: Path):
    (place / "my.toml").write_text('command = "balance"\n')
    result = invoke(["balance", "--config", "my.toml", "costs"], place / "a.duckdb")
    assert "before costs would count for nothing" in result.stderr


def test_sizes_of_a_file_count_as_given(place: Path):
    text = 'command = "evolve counter"\ntarget = "Rush"\npopulation = 8\n'
    assert "--budget decides how much is played: leave out --population" in said(
        place, text, "evolve", "counter", "--budget", "1h"
    )
    text = 'command = "evolve styles"\nrace-games = 8\n'
    assert "--race-games goes with --over setups" in said(place, text, "evolve", "styles")
