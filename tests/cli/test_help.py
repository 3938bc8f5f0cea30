"""Every command's help: what it shows first, whether that is true, and how it stands at 80 columns.

A command passes if

- a line of its help is 80 columns at most, and its examples stand as they were written;
- its first screen has an example with what it prints: a block that begins with `\\b` and
  `$ conquest-opt ...`, then lines of output, in which `...` stands for lines left out;
- there is a second example;
- if it runs games, it says how long that takes on two cores;
- the examples with output are true. They are run here, in `SESSION`'s folder, unless they are in
  `NOT_RUN`.
"""

import re
import shutil
from inspect import cleandoc
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from conquest_opt.cli.help.parameters import walk
from conquest_opt.cli.main import main

from tests.sessions import GAP, agrees, output_of

COLUMNS = 80
SCREEN = 24
"""Lines of the first screen."""

INDENT = "  "
"""What click puts before every line of a help text."""

SESSION = (
    "conquest-opt match Default IAmWarrior --quick --games 200 --save-games",
    "conquest-opt export match --bundle run.zip",
    "conquest-opt setups save Hammer SSCCC:charge,regenerate --setups-file mine.toml",
)
"""What was run in the folder in which the examples are."""

NOT_RUN = {
    "conquest-opt tournament --quick",
    "conquest-opt improve Rush",
    "conquest-opt explain Championeer Rush",
    "conquest-opt evolve counter --target IAmWarrior",
    "conquest-opt evolve rank --budget 1h --seed 1",
    "conquest-opt evolve meta --quick",
    "conquest-opt formation Rush",
    "conquest-opt whatif --set champion.cost=225 --quick",
    'conquest-opt balance --free "*.cost" --quick',
    "conquest-opt match Def<Tab>",
    "conquest-opt runs",
    "conquest-opt runs delete 05ce --yes",
    "conquest-opt compare fa62 05ce",
    "conquest-opt serve --port 8000",
}
"""Examples that take minutes, do not end, need a shell, or whose columns are as wide as the clock
says; what they show was copied from a terminal."""


EVERY = list(walk(click.Context(main, info_name="conquest-opt", **main.context_settings)))


def name(context: click.Context) -> str:
    return context.command_path


def shown(context: click.Context) -> list[str]:
    """Return the help as a terminal shows it."""
    words = context.command_path.split()[1:]
    env = {"COLUMNS": str(COLUMNS)}
    return CliRunner().invoke(main, [*words, "--help"], env=env).output.splitlines()


def blocks(context: click.Context) -> list[list[str]]:
    """Return the parts of the help text that stand as written."""
    parts = re.split(r"\n\s*\n", cleandoc(context.command.help or ""))
    return [part.split("\n")[1:] for part in parts if part.startswith("\b")]


def examples(context: click.Context) -> list[tuple[str, str]]:
    """Return each command line that is shown with output, and that."""
    sessions = []
    for block in blocks(context):
        if not block[0].startswith("$ "):
            continue
        lines = block.copy()
        line = lines.pop(0).removeprefix("$ ")
        while line.endswith("\\"):
            line = f"{line[:-1].rstrip()} {lines.pop(0).strip()}"
        sessions.append((line, "\n".join(lines)))
    return sessions


@pytest.mark.parametrize("context", EVERY, ids=name)
def test_help_fits_80_columns_and_examples_stand_as_written(context: click.Context):
    lines = shown(context)
    assert [line for line in lines if len(line) > COLUMNS] == []
    for block in blocks(context):
        at = lines.index(INDENT + block[0])
        assert lines[at : at + len(block)] == [f"{INDENT}{line}".rstrip() for line in block]


@pytest.mark.parametrize("context", EVERY, ids=name)
def test_the_first_screen_shows_a_use_with_its_output(context: click.Context):
    first = shown(context)[:SCREEN]
    uses = [line for line in first if line.startswith(f"{INDENT}$ ") and "conquest-opt" in line]
    assert uses, "no example with output on the first screen"
    _, output = examples(context)[0]
    assert [line for line in output.split("\n") if line.strip() not in ("", GAP)]
    every = [line for block in blocks(context) for line in block if "conquest-opt " in line]
    assert len(every) >= 2, "one example alone"


@pytest.mark.parametrize("context", EVERY, ids=name)
def test_a_command_that_runs_games_says_how_long_it_takes(context: click.Context):
    if any(parameter.name == "dry_run" for parameter in context.command.params):
        text = " ".join((context.command.help or "").split())
        assert re.search(
            r"(second|minute|hour)s?\b.{0,60}on two cores|on two cores.{0,60}(second|minute)",
            text,
            re.I,
        )


TRUE = [
    pytest.param(line, output, id=line, marks=pytest.mark.slow)
    for line, output in dict(pair for context in EVERY for pair in examples(context)).items()
    if line not in NOT_RUN
]


def test_what_takes_long_is_still_shown():
    every = {line for context in EVERY for line, _ in examples(context)}
    assert every >= NOT_RUN


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with a run; examples add theirs to other files."""
    made = tmp_path_factory.mktemp("session")
    shutil.copytree(Path(__file__).parents[2] / "examples", made / "examples")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(made)
        patch.delenv("CONQUEST_DB", raising=False)
        for line in SESSION:
            assert "Error" not in output_of(line, COLUMNS)
    return made


@pytest.mark.parametrize(("line", "output"), TRUE)
def test_examples_are_true(line: str, output: str, folder: Path, tmp_path: Path, monkeypatch):
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CONQUEST_DB", raising=False)
    printed = output_of(line, COLUMNS - len(INDENT))
    assert agrees(output, printed), printed
