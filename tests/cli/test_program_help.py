"""What helps with the program itself: terms, versions, manual pages, a pager for long lists."""

import json
import shutil
import subprocess
import sys

import pytest
from click.testing import CliRunner
from conquest_opt.arena.play.fingerprint import fingerprint
from conquest_opt.cli.main import COMMANDS, main

from tests.terminal import Terminal


def run(*words: str):
    return CliRunner().invoke(main, list(words))


# ---- glossary ------------------------------------------------------------------------------------


def test_a_term_is_found_in_any_case_by_its_name_or_a_part():
    whole = run("glossary", "Nash mixture").output
    assert whole == run("glossary", "nash", "MIXTURE").output
    assert whole.startswith("Nash mixture\n  The weights")
    assert "\nmixture\n" not in whole
    parts = run("glossary", "again").output
    assert "if measured again" in parts
    assert "if played again" in parts


def test_all_terms_fit_80_columns_and_are_the_same_as_json():
    lines = run("glossary").output.splitlines()
    assert max(map(len, lines)) <= 80
    terms = json.loads(run("glossary", "--json").output)
    assert len(terms) > 40
    assert [t["name"] for t in terms] == [x for x in lines if x and not x.startswith(" ")]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["hypervolum e"], "did you mean hypervolume?"),
        (["qqq"], "glossary prints all)"),
        (["zebra"], "no term 'zebra'; the nearest are interval, race, rival ("),
        ([""], "glossary prints all)"),
        (["\x1b[2J"], "no term '\\x1b[2J'"),
    ],
)
def test_an_unknown_term_is_answered_by_the_nearest(words: list[str], says: str):
    result = run("glossary", *words)
    assert result.exit_code == 1
    assert says in result.output


# ---- versions ------------------------------------------------------------------------------------


def test_the_version_names_what_decides_results():
    lines = run("--version").output.splitlines()
    assert lines[0].startswith("conquest-opt, version ")
    named = dict(line.split(maxsplit=1) for line in lines[1:])
    for library in ("Python", "numba", "llvmlite", "numpy", "ortools", "deap", "pymoo", "duckdb"):
        assert named[library][0].isdigit()
    assert named["runs"] == fingerprint()


def test_the_version_imports_no_kernel():
    code = (
        "import sys, atexit; from conquest_opt.cli.main import main\n"
        "atexit.register(lambda: print(sorted({'numba', 'duckdb'} & set(sys.modules))))\n"
        "sys.argv = ['conquest-opt', '--version']; main()"
    )
    process = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True
    )
    assert process.stdout.splitlines()[-1] == "[]"


# ---- manual pages --------------------------------------------------------------------------------


def test_manual_pages_are_written_for_all_commands(tmp_path):
    result = run("man", "--output", str(tmp_path / "man1"))
    assert result.exit_code == 0
    names = {file.name for file in (tmp_path / "man1").iterdir()}
    assert {f"conquest-opt-{name}.1" for name in COMMANDS} | {"conquest-opt.1"} <= names
    assert "conquest-opt-evolve-counter.1" in names


@pytest.mark.skipif(shutil.which("man") is None, reason="man is not installed")
def test_man_shows_a_page_without_a_warning(tmp_path):
    run("man", "--output", str(tmp_path))
    for file in tmp_path.iterdir():
        process = subprocess.run(
            ["man", "--warnings", "-E", "UTF-8", "-l", str(file)],
            check=True,
            capture_output=True,
            text=True,
            env={
                "MANWIDTH": "100",
                "PATH": "/usr/bin:/bin",
                "LC_ALL": "C.UTF-8",
                "MANPAGER": "cat",
            },
        )
        assert process.stderr == "", file.name
    page = subprocess.run(
        ["man", "-l", str(tmp_path / "conquest-opt-match.1")],
        check=True,
        capture_output=True,
        text=True,
        env={"MANWIDTH": "100", "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "MANPAGER": "cat"},
    ).stdout
    assert "$ conquest-opt match Default IAmWarrior --quick --games 200\n" in page
    assert "[default: 1; limits: 0 to 18,446,744,073,709,551,615]" in " ".join(page.split())
    assert "environment: CONQUEST_DB" in " ".join(page.split())


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["matc"], "did you mean 'match'?"),
        (["match", "x"], "conquest-opt match has no commands below it"),
        (["match", "--output", "x"], "leave out COMMAND"),
    ],
)
def test_mistakes_of_man_are_said(words: list[str], says: str, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(main, ["man", *words], prog_name="conquest-opt")
    assert result.exit_code == 2
    assert says in result.output
    assert list(tmp_path.iterdir()) == []


# ---- long output ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words", [["agents"], ["glossary"], ["setups", "list"], ["sql", "--tables"]]
)
def test_long_lists_go_through_the_pager_of_a_terminal(words: list[str], tmp_path):
    seen = tmp_path / "seen"
    pager = tmp_path / "pager"
    pager.write_text(f'#!/bin/sh\ncat > "{seen}"\necho paged\n')
    pager.chmod(0o755)
    terminal = Terminal(*words, prompt="", env={"PAGER": str(pager), "LINES": "24"})
    terminal.until("paged")
    assert terminal.close() == 0
    assert seen.read_text().strip() == run(*words).output.strip()


def test_what_fits_the_screen_is_not_paged(tmp_path):
    env = {"PAGER": "false", "LINES": "24"}
    terminal = Terminal("glossary", "seed", prompt="", env=env)
    assert "only other games" in " ".join(terminal.until("games.").split())
    assert terminal.close() == 0
