"""The README's sessions are true: every command in a console block gives the output shown."""

import os
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner
from conquest_opt.cli.main import main

HOUSE = Path(__file__).parents[2]
BLOCK = re.compile(r"^```console\n(.*?)^```", re.M | re.S)


def sessions(page: str) -> list[tuple[str, str]]:
    """Return (command line, output) of every command of a page's console blocks."""
    found = []
    for block in BLOCK.findall((HOUSE / page).read_text()):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            line, _, output = part.partition("\n")
            found.append((line, output))
    return found


SESSIONS = sessions("README.md")


def test_the_readme_has_sessions():
    assert len(SESSIONS) >= 3


def test_the_python_of_the_engine_page_runs(capsys):
    blocks = re.findall(
        r"^```python\n(.*?)^```", (HOUSE / "docs/engine.md").read_text(), re.M | re.S
    )
    assert blocks
    for block in blocks:
        exec(block, {})
    assert "turn 1, first player, combat phase" in capsys.readouterr().out


@pytest.mark.parametrize(("line", "output"), SESSIONS, ids=[line for line, _ in SESSIONS])
def test_the_readme_is_true(line: str, output: str, monkeypatch):
    monkeypatch.chdir(HOUSE)
    command, pipe, source = line, "", None
    if " | " in line:
        source, _, command = line.partition(" | ")
    if source:
        words = shlex.split(source)
        assert words[0] == "printf"
        pipe = words[1].replace("\\n", "\n")
    words = shlex.split(command)
    assert words[0] == "./run"
    shown = CliRunner().invoke(main, words[1:], input=pipe, env=dict(os.environ))
    assert shown.stdout.rstrip("\n") == output.rstrip("\n")
