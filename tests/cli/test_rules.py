"""`conquest-opt rules`: what every rule does, what differs, a file to begin with."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from conquest_opt.arena.inputs.rules import read_rules
from conquest_opt.balance.rules.edits import rule_numbers
from conquest_opt.cli.main import main
from conquest_opt.engine.rules.listing import listed_rules
from conquest_opt.engine.rules.ruleset import ActionSpace, Ruleset
from conquest_opt.engine.rules.stats import COMMANDS
from conquest_opt.engine.rules.texts import COMMAND_TEXTS

CHANGES = (
    "--set", "champion.cost=225", "--set", "foot-soldier.health=400", "--set", "winds=random",
    "--set", "actions.trim=false", "--set", "obstacles=12",
)  # fmt: skip


def run(*words: str):
    return CliRunner().invoke(main, ["rules", *words])


def lines_of(*words: str) -> list[str]:
    result = run(*words)
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert result.stdout.isascii()
    assert max(map(len, lines)) <= 80
    return lines


def sentence(lines: list[str]) -> str:
    return " ".join(" ".join(lines).split())


# ---- text ----------------------------------------------------------------------------------------


def test_all_rules_with_values_limits_and_sentences():
    lines = lines_of()
    text = sentence(lines)
    for rule in listed_rules(Ruleset()):
        assert rule.about in text, rule.name
        value = str(rule.standard).lower()
        if rule.group in ("troops", "commands"):
            [row] = [line for line in lines if line.split()[:1] == [rule.part] and value in line][
                :1
            ]
            assert value in row.split()
        else:
            assert f"{rule.name} = {value}" in text
    for command in COMMANDS:
        assert sum(line.split()[:1] == [command] for line in lines) == 2  # figures; what it does
    assert "[1 to 10,000; step 25]" in text
    assert "[1 to 9; fewer than half of height; step 1]" in text
    assert "[0 to 92, even; at most a third of the squares between the home rows; step 2]" in text
    assert "*" not in text
    assert lines[-1] == "A part in more depth: conquest-opt rules vigilance"


def test_changed_values_are_marked_and_limits_follow_the_board():
    lines = lines_of("--set", "champion.cost=225", "--set", "board.height=9")
    [champion] = [line for line in lines if line.startswith("  champion")]
    assert champion.split() == ["champion", "225*", "4", "1", "500", "400"]
    assert "  board.height = 9, standard 20" in lines
    assert "[1 to 4; fewer than half of height; step 1]" in sentence(lines)
    assert "* differs from the standard rules; --diff shows only that" in lines


def test_a_command_in_depth():
    lines = lines_of("Vigilance")
    assert lines[0] == "Vigilance (a command)"
    text = sentence(lines)
    assert COMMAND_TEXTS["vigilance"] in text
    assert "vigilance.cost = 50 Points that the command costs in a setup" in text
    assert "vigilance.cooldown = 3 After how many of its owner's turns" in text
    assert "[0 to 99; step 1]" in text
    assert "champion" not in text


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_explained(command: str):
    assert COMMAND_TEXTS[command] in sentence(lines_of(command))
    assert COMMAND_TEXTS[command] in sentence(lines_of("commands"))


def test_parts_rules_and_patterns_together():
    lines = lines_of("champion", "limits.points", "*.cap", "winds")
    assert lines[0] == "Champion (a troop, C in the text of a setup)"
    names = [line.split()[0] for line in lines if " = " in line]
    troop = [f"champion.{field}" for field in ("cost", "movement", "range", "health", "damage")]
    assert names == [*troop, "limits.points", "shield-wall.cap", "winds"]
    assert "seeded: by the position" in sentence(lines)
    assert lines_of("actions")[-1] != lines_of("limits")[-1]  # no switch has a step


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["vigilence"], "did you mean 'vigilance'? conquest-opt rules lists them"),
        (["champion.cots"], "champion has no 'cots'; it has cost, movement, range"),
        (["champion", "nothing"], "unknown rule 'nothing'; rules begin with scout"),
        (["--toml", "--json"], "--toml or --json, not both"),
        (["--set", "champon.cost=2"], "'champion.cost'? conquest-opt rules lists them"),
        (["--set", "champion.cost=0"], "champion.cost must be from 1 to 10000, not 0"),
        (["--rules", "nowhere.toml"], "does not exist"),
        (["vig\x1b[2Jilance"], "did you mean 'vigilance'?"),
    ],
)
def test_mistakes_say_what_would_be_right(words: list[str], says: str):
    result = run(*words)
    assert result.exit_code in (1, 2)
    assert result.stdout == ""
    assert says in result.stderr
    assert "\x1b" not in result.stderr


# ---- what differs --------------------------------------------------------------------------------


def test_what_differs():
    lines = lines_of(*CHANGES, "--diff")
    assert lines[0].split() == ["rule", "standard", "now", "what", "it", "means"]
    rows = [line for line in lines[1:-2] if not line.startswith(" ")]
    assert [row.split()[:3] for row in rows] == [
        ["foot-soldier.health", "300", "400"],
        ["champion.cost", "200", "225"],
        ["actions.trim", "true", "false"],
        ["winds", "seeded", "random"],
        ["obstacles", "0", "12"],
    ]
    assert "Champion costs 225 instead of 200" in sentence(lines)
    changed = [word for word in CHANGES if "=" in word]
    assert lines[-1] == f"5 of 73 rules; digest {Ruleset().edit(*changed).digest()}"


def test_the_longest_values_that_differ_fit():
    text = sentence(lines_of("--set", "actions.command_window=combat-rally", "--diff"))
    assert "actions.command_window movement-rally combat-rally commands may be used in" in text


def test_the_action_space_differs_by_three_rules():
    data = json.loads(run("--actions", "full", "--diff", "--json").stdout)
    assert {rule["name"]: rule["value"] for rule in data["rules"]} == {
        f"actions.{name}": value for name, value in vars(ActionSpace.full()).items()
    }


def test_nothing_differs():
    assert lines_of("--diff") == ["nothing differs from the standard rules"]
    assert lines_of("--set", "champion.cost=200", "--diff") == lines_of("--diff")
    some = lines_of("charge", "--set", "champion.cost=225", "--diff")
    assert some == ["nothing in charge differs from the standard rules"]
    assert json.loads(run("--diff", "--json").stdout)["rules"] == []


# ---- JSON and TOML -------------------------------------------------------------------------------


def test_json_has_every_rule_with_what_balance_may_change():
    data = json.loads(run("--json").stdout)
    assert data["digest"] == data["standard_digest"] == Ruleset().digest()
    assert {rule["name"]: rule["value"] for rule in data["rules"]} == Ruleset().by_name()
    assert data["parts"]["vigilance"] == COMMAND_TEXTS["vigilance"]
    free = {rule["name"]: rule["free"] for rule in data["rules"] if rule["free"]}
    assert free == {
        number.name: {"low": number.low, "high": number.high, "step": number.step}
        for number in rule_numbers(Ruleset())
    }
    winds = next(rule for rule in data["rules"] if rule["name"] == "winds")
    assert set(winds["choices"]) == {"seeded", "random"}
    assert (winds["low"], winds["high"], winds["free"]) == (None, None, None)


def test_json_of_a_change():
    [rule] = json.loads(run("champion.cost", "--set", "champion.cost=225", "--json").stdout)[
        "rules"
    ]
    assert (rule["standard"], rule["value"], rule["low"], rule["high"]) == (200, 225, 1, 10_000)
    assert rule["change"] == "Champion costs 225 instead of 200"


@pytest.mark.parametrize("form", [["--toml"], ["--toml", "--diff"]])
@pytest.mark.parametrize("changes", [(), CHANGES, ("--actions", "full")])
def test_a_toml_file_is_read_back(tmp_path: Path, changes: tuple[str, ...], form: list[str]):
    file = tmp_path / "mine.toml"
    file.write_text("\n".join(lines_of(*changes, *form)))
    again = json.loads(run("--rules", str(file), "--json").stdout)
    assert again == json.loads(run(*changes, "--json").stdout)


def test_a_toml_file_explains_each_number_once_and_can_be_a_part(tmp_path: Path):
    text = run("--toml", "--set", "champion.cost=225").stdout
    assert text.count("# Points that the troop costs in a setup.") == 1
    assert "cost = 225  # standard 200" in text
    file = tmp_path / "part.toml"
    file.write_text(run("champion", "--set", "champion.cost=225", "--toml").stdout)
    assert "[scout]" not in file.read_text()
    assert read_rules(file) == Ruleset().edit("champion.cost=225")


# ---- elsewhere -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        ["setups", "list", "--set", "xyz=1"],
        ["whatif", "--set", "champon.cost=1", "--no-db"],
        ["whatif", "--sweep", "champon.cost=1..3", "--no-db"],
        ["balance", "--free", "champ.*", "--no-db"],
    ],
)
def test_errors_about_unknown_rules_name_the_command(words: list[str]):
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 1
    assert result.stderr.rstrip().endswith("conquest-opt rules lists them")


def test_an_unknown_rule_of_a_file_names_the_command(tmp_path: Path):
    file = tmp_path / "mine.toml"
    file.write_text("[champon]\ncost = 3\n")
    result = run("--rules", str(file), "--diff")
    assert "mine.toml: 'champon.cost=3': unknown rule" in result.stderr
    assert result.stderr.rstrip().endswith("conquest-opt rules lists them")


def test_a_reader_that_leaves_early_is_no_error():
    code = "from conquest_opt.cli.main import main; main()"
    words = f"{sys.executable} -c '{code}' rules | head -n 1"
    process = subprocess.run(["sh", "-c", words], check=False, capture_output=True, text=True)
    assert process.stdout.startswith("The rules, by the names that --set takes")
    assert process.stderr == ""


def test_the_help_of_set_says_where_rules_are_listed():
    result = CliRunner().invoke(main, ["match", "--help"])
    assert "conquest-opt rules lists them" in " ".join(result.output.split())
