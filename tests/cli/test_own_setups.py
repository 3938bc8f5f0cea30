"""Own setups on the command line: saved, listed, removed, and played wherever a setup is."""

import json
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result
from conquest_opt.arena.levels.settings import LevelSettings
from conquest_opt.arena.match.task import MatchTask
from conquest_opt.arena.play.entrant import Entrant, LastingSetup
from conquest_opt.arena.run.runner import stored_task
from conquest_opt.balance.kinds import KINDS
from conquest_opt.cli.main import main
from conquest_opt.cli.parameters.style_texts import SETUP, SETUPS
from conquest_opt.evolve.styles.over_setups import SetupsDomain
from conquest_opt.evolve.styles.over_weights import WeightsDomain
from conquest_opt.results import Store

from tests.terminal import Terminal

WARRIOR = "CCC:battle-cry,stoicism,regenerate,charge"
SMALL = ("--agent", "random", "--set", "max_turns=20", "--threads", "1")


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "setups.toml"
    monkeypatch.setenv("CONQUEST_SETUPS", str(path))
    return path


def run(*words: str, **more: Any) -> Result:
    return CliRunner().invoke(main, list(words), env={"COLUMNS": "80"}, **more)


def save(name: str, setup: str, *more: str) -> None:
    result = run("setups", "save", name, setup, *more)
    assert result.exit_code == 0, result.output


# ---- save, list, remove --------------------------------------------------------------------------


def test_saved_listed_shown_and_removed(file: Path):
    result = run("setups", "list", "--mine")
    assert result.output.startswith(f"{file} has no setup yet; conquest-opt setups save ")
    assert json.loads(run("setups", "list", "--mine", "--json").output) == []
    assert run("setups", "save", "Hammer", "css: Charge").output == (
        f"Hammer is SSC:charge, in {file}\n"
    )
    save("Iron-Wall_2", "IAmWarrior")
    assert run("setups", "list", "--mine").output == (
        "name                  troops       points  commands\n"
        "Hammer                SSC             325  charge\n"
        "Iron-Wall_2           CCC             975  cry stoicism regen charge\n\n"
    )
    listed = json.loads(run("setups", "list", "--mine", "--json").output)
    assert [(one["name"], one["setup"]) for one in listed] == [
        ("Hammer", "SSC:charge"),
        ("Iron-Wall_2", WARRIOR),
    ]
    assert run("setups", "show", "hammer").output.startswith("Hammer\nSSC:charge\n")
    assert "note     this is Hammer of your own\n" in run("setups", "check", "SSC:charge").output
    removed = run("setups", "remove", "HAMMER")
    assert removed.output == f"removed Hammer, SSC:charge, from {file}\n"
    assert [
        one["name"] for one in json.loads(run("setups", "list", "--mine", "--json").output)
    ] == ["Iron-Wall_2"]


def test_a_setup_that_is_there_is_replaced_only_on_purpose(file: Path):
    save("Hammer", "SSC")
    again = run("setups", "save", "hammer", "SSC")
    assert again.output == f"Hammer is SSC already, in {file}\n"
    refused = run("setups", "save", "hammer", "KK")
    assert (refused.exit_code, refused.output) == (1, "Error: Hammer is SSC; --force replaces it\n")
    save("hammer", "KK", "--force")
    assert file.read_text().endswith('[Hammer]\nsetup = "KK"\n')


@pytest.mark.parametrize(("answer", "left"), [("y\n", "KK"), ("\n", "SSC"), ("\x04", "SSC")])
def test_at_a_terminal_a_question_is_asked(file: Path, answer: str, left: str):
    save("Hammer", "SSC")
    words = ("setups", "save", "Hammer", "KK")
    terminal = Terminal(*words, prompt="[y/N]: ", env={"CONQUEST_SETUPS": str(file)})
    try:
        assert "Hammer is SSC. Replace it by KK?" in terminal.until("[y/N]: ", 60)
        terminal.type(answer)
        assert terminal.process.wait(60) == (0 if left == "KK" else 1)
    finally:
        terminal.close()
    assert f'setup = "{left}"' in file.read_text()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["save", "Rush", "SSC"], "Rush is a setup of the catalogue; choose another name"),
        (["save", "SSC", "SSC"], "'SSC' is read as the setup SSC; choose another name"),
        (["save", "x.json", "SSC"], "'x.json' would be read as a file"),
        (["save", "Other", "SSX"], "unknown troop 'X' at position 3"),
        (["save", "Other", "no.json"], "no.json: No such file"),
        (["remove", "Hamer"], "you have no setup 'Hamer'; did you mean Hammer?"),
        (["remove", "Rush"], "Rush is a setup of the catalogue, which stays"),
        (["show", "Hamer"], "unknown setup 'Hamer'; did you mean Hammer?"),
        (["list", "--mine", "--setups-file", "no.toml"], "'no.toml' does not exist"),
    ],
)
def test_mistakes_are_answered_in_one_line(file: Path, words: list[str], says: str):
    save("Hammer", "SSC")
    result = run("setups", *words)
    assert result.exit_code != 0
    assert says in result.output
    assert result.output.splitlines()[-1].startswith("Error: ")


def test_an_illegal_setup_is_saved_with_a_note(file: Path):
    result = run("setups", "save", "Champions", "C" * 6)
    assert result.stderr == "note: Champions costs 1200, 200 over the limit of 1000\n"
    assert run("setups", "list", "--mine").output.splitlines()[1].endswith(" *")


def test_a_broken_file_is_an_error_where_a_name_is_needed_and_nowhere_else(file: Path):
    file.write_text("[Hammer\n")
    for words in (["list", "--mine"], ["show", "Hammer"], ["remove", "Hammer"]):
        result = run("setups", *words)
        assert result.exit_code == 1
        assert result.output.startswith(f"Error: {file} is no TOML")
        assert len(result.output.splitlines()) == 1
    assert run("setups", "show", "Rush").exit_code == 0
    played = run("match", "Rush", "SSC", "--games", "2", "--no-db", *SMALL)
    assert played.exit_code == 0
    assert f"note: shown without the names of your own setups: {file}" in played.stderr


# ---- wherever a setup is -------------------------------------------------------------------------


def commands_below(group: click.Group, before: str = "") -> dict[str, click.Command]:
    """Return every command by the words that call it."""
    context, commands = click.Context(group), {}
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command
        commands[f"{before}{name}"] = command
        if isinstance(command, click.Group):
            commands |= commands_below(command, f"{before}{name} ")
    return commands


def test_every_command_that_takes_a_setup_takes_the_file():
    taking = {
        name: command
        for name, command in commands_below(main).items()
        if any(parameter.type in (SETUP, SETUPS) for parameter in command.params)
    }
    assert {"match", "tournament", "evolve rank", "whatif", "setups save"} <= set(taking)
    for name, command in {**taking, "engine": commands_below(main)["engine"]}.items():
        assert any("--setups-file" in parameter.opts for parameter in command.params), name


def test_the_option_comes_before_the_variable(file: Path, tmp_path: Path):
    other = str(tmp_path / "sub" / "other.toml")
    save("Hammer", "SSC")
    save("Hammer", "KK", "--setups-file", other)
    line = run("position", "Hammer", "Rush", "--setups-file", other).output
    assert line == run("position", "KK", "Rush").output
    assert run("position", "Hammer", "Rush").output == run("position", "SSC", "Rush").output


def test_the_protocol_and_play_know_own_names(file: Path):
    save("Hammer", "SSC")
    lines = "newgame hammer Rush seed 1\nposition\nnewgame SSC Rush seed 1\nposition\nquit\n"
    _, own, _, text, _ = run("engine", input=lines).output.splitlines()
    assert own == text
    played = run("play", "Hammer", "Hammer", "--you", "none", "--agent", "random", input="quit\n")
    assert played.exit_code == 0, played.output


def test_a_name_plays_the_games_of_its_text_and_formation(file: Path, tmp_path: Path):
    placed = tmp_path / "placed.json"
    placed.write_text(json.dumps({"formation": ["S  S", "C"], "commands": ["charge"]}))
    save("Hammer", "SSC:charge")
    save("Placed", str(placed))
    board = ("--set", "max_turns=60", "--set", "board.height=8", "--agent", "greedy")
    words = ("Rush", "--games", "6", "--no-db", "--json", *board)
    values = [
        json.loads(run("match", setup, *words).stdout)
        for setup in ("Hammer", "SSC:charge", "Placed", str(placed))
    ]
    assert [one["a"]["name"] for one in values] == ["Hammer", "Hammer", "Placed", "placed"]
    assert [one["a"]["setup"] for one in values] == ["SSC:charge"] * 4
    for one in values:
        del one["a"]
    assert values[0] == values[1]
    assert values[2] == values[3]
    assert values[0] != values[2]


def test_lists_and_weights_know_own_names(file: Path):
    save("Hammer", "SSC:charge")
    words = ("--games", "2", "--no-db", "--json", *SMALL)
    result = run("tournament", "--setups", "hammer,Rush", "--setups", "KK", *words)
    assert {one["entrant"] for one in json.loads(result.stdout)["standings"]} == {
        "Hammer",
        "Rush",
        "KK",
    }
    against = run("tournament", "--setups", "Rush,Venom", "--against", "hammer", *words)
    assert "Hammer" in {one["entrant"] for one in json.loads(against.stdout)["standings"]}
    shares = run("evolve", "counter", "--opponents", "hamer=2,Rush", "--dry-run")
    assert "did you mean Hammer?" in shares.output


# ---- runs depend on no file ----------------------------------------------------------------------


def test_a_run_is_resumed_the_same_whatever_became_of_the_file(file: Path, tmp_path: Path):
    db = tmp_path / "runs.duckdb"
    save("Hammer", "SSC:charge")
    save("Wall", "IAmWarrior")
    words = ("Hammer", "Wall", "--games", "4", *SMALL, "--db", str(db), "--json")
    first = json.loads(run("match", *words).stdout)
    save("Hammer", "KKKK", "--force")
    run("setups", "remove", "Wall")
    task = stored_task(Store(db), "latest", KINDS).task
    assert isinstance(task, MatchTask)
    assert task.a == Entrant(setup="SSC:charge", agent="random", name="Hammer")
    file.unlink()
    again = json.loads(run("match", "--resume", "latest", "--db", str(db), "--json").stdout)
    assert again == first
    result = run("report", "latest", "-o", str(tmp_path / "out"), "--db", str(db))
    assert result.exit_code == 0, result.output
    assert "Hammer" in (tmp_path / "out" / "report.md").read_text()


def test_maps_store_what_names_and_files_stand_for(file: Path, tmp_path: Path):
    save("Hammer", "SSC:charge")
    placed = tmp_path / "placed.json"
    placed.write_text(json.dumps({"formation": ["S  S", "C"]}))
    given = ("Rush", "hammer", "KK:charge", str(placed))
    stored = (
        "Rush",
        LastingSetup(setup="SSC:charge", name="Hammer"),
        "KK:charge",
        LastingSetup(setup="SSC", name="placed", formation=("S  S", "C")),
    )
    assert WeightsDomain.of(setups=given).setups == stored
    assert SetupsDomain(setups=given, levels=LevelSettings()).setups == stored


# ---- names beside what is shown ------------------------------------------------------------------


def test_results_show_names_beside_texts_and_store_none(file: Path, tmp_path: Path):
    db = tmp_path / "runs.duckdb"
    words = ("SSC:charge", WARRIOR, "--games", "2", *SMALL, "--db", str(db))
    before = run("match", *words).output
    assert f"SSC:charge against {WARRIOR} (IAmWarrior in another" in before.replace("\n", " ")
    save("Hammer", "SSC:charge")
    resumed = run("match", "--resume", "latest", "--db", str(db))
    assert resumed.output.startswith("SSC:charge (Hammer) against CCC:")
    values = json.loads(run("match", "--resume", "latest", "--db", str(db), "--json").stdout)
    assert (values["a"]["name"], values["a"]["like"]) == ("Hammer", None)
    assert (values["b"]["name"], values["b"]["like"]) == (None, "IAmWarrior")
    [row] = Store(db).query("SELECT DISTINCT result FROM run_results").to_pylist()
    assert "Hammer" not in row["result"]
    out = tmp_path / "out"
    assert run("report", "latest", "-o", str(out), "--db", str(db)).exit_code == 0
    assert "SSC:charge (Hammer)" in (out / "report.md").read_text()


def test_a_ranking_says_which_of_its_texts_have_names(file: Path):
    save("Hammer", "SSC:charge")
    words = ("--games", "2", "--no-db", *SMALL)
    result = run("tournament", "--setups", "Rush", "--setups", "SSC:charge", *words)
    assert "\n\nSSC:charge is Hammer.\n" in result.output


def test_found_counters_have_their_names(file: Path, tmp_path: Path):
    db = tmp_path / "runs.duckdb"
    words = (
        *("evolve", "counter", "--target", "Rush", "--population", "4", "--generations", "1"),
        *("--games", "2", "--race-games", "0", "--shortlist", "2", "--shortlist-games", "2"),
        *("--best", "2", "--check-games", "2", *SMALL, "--db", str(db)),
    )
    first = run(*words, "--json")
    assert first.exit_code == 0, first.output
    best = json.loads(first.stdout)[0]
    assert "name" in best
    save("Found", best["setup"])
    again = run("evolve", "counter", "--resume", "latest", "--db", str(db))
    assert f"{best['setup']} (Found)" in " ".join(again.output.split())
    assert max(map(len, again.stdout.splitlines()[:-1])) <= 80  # the last line names the database
    resume = ("evolve", "counter", "--resume", "latest", "--db", str(db))
    values = json.loads(run(*resume, "--json").stdout)
    assert values[0]["name"] == "Found"
    out = tmp_path / "out"
    assert run("report", "latest", "-o", str(out), "--db", str(db)).exit_code == 0
    table = (out / "tables" / "counters.csv").read_text()
    assert table.startswith("rank,setup,name,")
    assert ",Found," in table
