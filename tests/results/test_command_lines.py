"""Commands that are printed can be pasted, however the program was started."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from conquest_opt.results.text.command_lines import command_line, pasted, quoted

ROOT = Path(__file__).parents[2]
INSTALLED = Path(sys.executable).with_name("conquest-opt")


WORDS = ("a b", "it's", "$(x)", "a\x1b[2J\nb", "caf\udce9", "\\'\x07'", "")


@pytest.mark.parametrize("word", WORDS)
def test_a_shell_reads_back_what_was_quoted(word: str):
    assert quoted(word).isprintable()
    echoed = subprocess.run(
        ["bash", "-c", f"printf %s {quoted(word)}"], capture_output=True, check=True
    )
    assert echoed.stdout == os.fsencode(word)


def test_the_database_is_named_where_it_has_to_be(monkeypatch):
    monkeypatch.delenv("CONQUEST_DB", raising=False)
    assert command_line("runs", db="conquest.duckdb") == "conquest-opt runs"
    assert command_line("runs", db=Path("a b.duckdb")) == "conquest-opt runs --db 'a b.duckdb'"
    monkeypatch.setenv("CONQUEST_DB", "other.duckdb")
    assert command_line("runs", db="conquest.duckdb") == "conquest-opt runs --db conquest.duckdb"


def test_a_stored_command_begins_as_the_program_does(monkeypatch):
    assert pasted("conquest-opt whatif --set a=1") == "conquest-opt whatif --set a=1"
    monkeypatch.setenv("CONQUEST_OPT_STARTED_AS", "./run")
    assert pasted("conquest-opt whatif --set a=1") == "./run whatif --set a=1"
    assert pasted("") == ""


def test_what_run_suggests_can_be_pasted(tmp_path):
    called = os.path.relpath(ROOT / "run", tmp_path)
    assert suggested(called, tmp_path) == f"{called} enumerate --db 'no such.duckdb'"


def bash(command: str, cwd: Path, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run a command as it is pasted."""
    return subprocess.run(
        ["bash", "-c", command],
        cwd=cwd,
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        check=False,
    )


def suggested(called: str, cwd: Path, **env: str) -> str:
    """Return the command that is suggested where there is no database."""
    failed = bash(f"{called} runs --db 'no such.duckdb'", cwd, env)
    assert failed.returncode == 1, failed.stderr
    return failed.stderr.partition("duckdb: ")[2].partition(" makes one")[0]


@pytest.mark.slow
def test_what_is_suggested_can_be_pasted(tmp_path):
    """The suggestion, run where it was printed, does something: it makes the database."""
    (tmp_path / "link to it").symlink_to(ROOT / "run")
    elsewhere = os.path.relpath(ROOT / "run", tmp_path)
    on_path = f"{INSTALLED.parent}:{os.environ['PATH']}"
    cases = {
        f"{shlex.quote(elsewhere)}": (shlex.quote(elsewhere), {}),
        "'./link to it'": ("'./link to it'", {}),
        f"sh {elsewhere}": (elsewhere, {}),
        str(INSTALLED): (str(INSTALLED), {}),
        "conquest-opt": ("conquest-opt", {"PATH": on_path}),
        f"{sys.executable} -m conquest_opt.cli": (f"{sys.executable} -m conquest_opt.cli", {}),
    }
    for called, (name, env) in cases.items():
        again = suggested(called, tmp_path, **env)
        assert again == f"{name} enumerate --db 'no such.duckdb'"
        process = bash(f"{again} --help", tmp_path, env)
        assert process.returncode == 0, process.stderr
        assert f"$ {name} enumerate --count" in process.stdout
