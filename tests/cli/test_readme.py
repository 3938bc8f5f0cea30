"""The README's sessions are true: every command in a console block gives the output shown."""

import os
import re
import shlex
from pathlib import Path

from click.testing import CliRunner
from conquest_opt.cli.main import main

from tests.sessions import same

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```console\n(.*?)^```", re.M | re.S)


def sessions(page: str) -> list[tuple[str, str]]:
    """Return (command line, output) of every command of a page's console blocks."""
    pairs = []
    for block in BLOCK.findall((ROOT / page).read_text()):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            line, _, output = part.partition("\n")
            pairs.append((line, output))
    return pairs


SESSIONS = sessions("README.md")


def test_the_readme_has_sessions():
    assert len(SESSIONS) >= 3


def python_of(page: str) -> list[str]:
    """Return the Python blocks of a page."""
    return re.findall(r"^```python\n(.*?)^```", (ROOT / page).read_text(), re.M | re.S)


def test_the_python_of_the_engine_page_runs(capsys):
    blocks = python_of("docs/reference/engine.md")
    assert blocks
    for block in blocks:
        exec(block, {})
    assert "turn 1, first player, combat phase" in capsys.readouterr().out


def test_the_python_of_the_readme_prints_what_its_comments_say(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    [block] = python_of("README.md")
    exec(block, {})
    comments = re.findall(r"^print\(.*  # (.*)$", block, re.M)
    assert len(comments) == 4
    printed = capsys.readouterr().out.splitlines()
    assert [line for line in printed if line in comments] == comments


def test_the_readme_is_true(tmp_path: Path, monkeypatch):
    (tmp_path / "docs").symlink_to(ROOT / "docs")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CONQUEST_DB", raising=False)
    for line, output in SESSIONS:
        source, pipe, command = line.rpartition(" | ")
        words = shlex.split(command)
        assert words[0] == "./run"
        given = shlex.split(source)[1].replace("\\n", "\n") if pipe else ""
        result = CliRunner().invoke(main, words[1:], input=given, env=dict(os.environ))
        assert same(result.stdout) == same(output), line
