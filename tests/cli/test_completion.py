"""Completion, by the real shells: what the Tab key makes of a line."""

import os
import pty
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner
from conquest_opt.cli.help.shells import SHELLS, VARIABLE
from conquest_opt.cli.main import main
from conquest_opt.engine import Ruleset
from conquest_opt.results import Store

ROOT = Path(__file__).parents[2]
PROGRAM = Path(sys.executable).with_name("conquest-opt")

LINES = {
    "conquest-opt matc": "match",
    "conquest-opt match iamw": "IAmWarrior",
    "conquest-opt match --agent fpu:adv": "fpu:advances=",
    "conquest-opt match --set=champion.c": "--set=champion.cost=",
    "conquest-opt tournament --setups Default,ru": "Default,Rush",
    "conquest-opt report lat": "latest",
    "conquest-opt balance costs --bud": "--budget",
    "conquest-opt sql --file only-o": "only-one.sql",
}
"""Lines, and what the Tab key makes of the last word."""

VALUES = {
    "evolve cou": "counter",
    "match --agent strat": "strategist",
    "match --agent fpu:advances=9,reu": "fpu:advances=9,reuse=",
    "match --set champion.c": "champion.cost=",
    "match --set champion.cost=": "champion.cost=200",
    "match --resume mat": "match",
    "enumerate --with vig": "vigilance",
    "runs --kind tourn": "tournament",
    "balance --objective une": "unevenness",
    "balance --free archer.r": "archer.range",
    "whatif --sweep obst": "obstacles=",
    "glossary hyp": "hypervolume",
    "agents tact": "tactician",
    "setups check --rul": "--rules",
    "play --you sec": "second",
}
"""Words after the program, and the only one that is offered for the last."""


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """A folder with a database and a file, and the program on the PATH."""
    folder = tmp_path_factory.mktemp("home")
    store = Store(folder / "conquest.duckdb")
    store.end_run(store.begin_run(kind="match", ruleset=Ruleset()))
    (folder / "only-one.sql").write_text("SELECT 1")
    return folder


def environment(home: Path) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("CONQUEST", "COMP_"))}
    path = f"{PROGRAM.parent}{os.pathsep}{os.environ['PATH']}"
    return {**kept, "PATH": path, "HOME": str(home), "TERM": "dumb", "LC_ALL": "C.UTF-8"}


class Shell:
    """An interactive shell on a terminal of its own."""

    def __init__(self, words: list[str], ready: str, home: Path) -> None:
        self.end, other = pty.openpty()
        self.process = subprocess.Popen(
            words,
            stdin=other,
            stdout=other,
            stderr=other,
            cwd=home,
            env=environment(home),
            start_new_session=True,
        )
        os.close(other)
        self.seen = ""
        self.type(f"{ready}; echo rea''dy\n")
        self.until("ready\r\n")

    def type(self, text: str) -> None:
        os.write(self.end, text.encode())

    def until(self, text: str) -> str:
        while text not in self.seen:
            readable, _, _ = select.select([self.end], [], [], 60)
            assert readable, f"waited in vain for {text!r} after {self.seen!r}"
            self.seen += os.read(self.end, 10_000).decode(errors="replace")
        before, _, self.seen = self.seen.partition(text)
        return before

    def completed(self, line: str) -> list[str]:
        """Return the words of a line once Tab was pressed: they are printed, not run."""
        self.type(f"{line}\t")
        time.sleep(0.2)  # a key that comes while zsh completes would be typed before the word
        self.type("\x01printf '<%s>' \x05 'e'nd\n")
        answer = self.until("<end>")
        return answer[answer.rindex("<conquest-opt>") + 1 : -1].split("><")

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.end)


INTERACTIVE = {
    "bash": (
        ["bash", "--norc", "--noprofile", "-i"],
        "bind 'set enable-bracketed-paste off'; source <(conquest-opt completion bash)",
    ),
    "zsh": (
        ["zsh", "-f", "-i"],
        "autoload -U compinit; compinit -u -D; source <(conquest-opt completion zsh)",
    ),
}


def installed(shell: str) -> str:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    return shell


@pytest.mark.slow
@pytest.mark.parametrize("shell", INTERACTIVE)
def test_the_tab_key_completes_words(shell: str, home: Path):
    words, ready = INTERACTIVE[installed(shell)]
    session = Shell(words, ready, home)
    try:
        made = {line: session.completed(line)[-1] for line in LINES}
    finally:
        session.close()
    assert made == LINES


def asked(shell: str, script: str, home: Path, env: dict[str, str] | None = None) -> str:
    """Return what a shell prints that runs a script."""
    process = subprocess.run(
        [installed(shell), "-c", script],
        check=True,
        cwd=home,
        env=environment(home) | (env or {}),
        capture_output=True,
        text=True,
    )
    assert process.stderr == ""
    return process.stdout


@pytest.mark.slow
def test_fish_completes_words(home: Path):
    ask = "".join(f"complete -C '{line}'; echo @@;" for line in LINES)
    text = asked("fish", f"conquest-opt completion fish | source; {ask}", home)
    parts = text.split("@@\n")[:-1]
    first = [part.splitlines()[0].partition("\t")[0] for part in parts]
    assert dict(zip(LINES, first, strict=True)) == LINES


def test_values_are_completed_by_their_kind(home: Path, monkeypatch):
    monkeypatch.chdir(home)
    for line, wanted in VALUES.items():
        monkeypatch.setenv("COMP_WORDS", "\n".join(line.split()))
        answers = SHELLS["zsh"](main, {}, "conquest-opt", VARIABLE).complete()
        offered = [one.split("\t")[1] for one in answers.splitlines()]
        assert offered == [wanted], line


BASH_ASKS = """
ask() {
    COMP_LINE=$1 COMP_POINT=${#1} COMPREPLY=()
    _conquest_opt "${1%% *}" 2>/dev/null
    printf '%s\\n' "${COMPREPLY[@]}"
}
"""


def in_bash(line: str, home: Path, program: str = "conquest-opt", **env: str) -> list[str]:
    """Return what bash offers for a line."""
    script = f'eval "$({program} completion bash)"\n{BASH_ASKS}\nask "{line}"'
    return asked("bash", script, home, env).splitlines()


def test_bash_offers_commands_and_their_options(home: Path):
    assert in_bash("conquest-opt evolve ", home) == ["counter", "rank", "meta", "styles"]
    assert "--sprt" in in_bash("conquest-opt match --s", home)
    assert in_bash("conquest-opt glossary nash", home) == ["Nash\\ mixture"]


def test_runs_are_those_of_the_database_that_is_named(home: Path, tmp_path: Path):
    (run,) = [run.run for run in Store(home / "conquest.duckdb").runs()]
    assert in_bash("conquest-opt report ", home) == ["latest", "match", run]
    assert in_bash(f"conquest-opt report --db {home}/conquest.duckdb 2", tmp_path) == [run]
    named = {"CONQUEST_DB": f"{home}/conquest.duckdb"}
    assert in_bash("conquest-opt report 2", tmp_path, **named) == [run]


@pytest.mark.parametrize("content", [None, b"", b"no database", "folder"])
def test_without_a_database_there_are_no_runs_and_none_is_made(content, tmp_path: Path):
    file = tmp_path / "conquest.duckdb"
    if content == "folder":
        file.mkdir()
    elif content is not None:
        file.write_bytes(content)
    before = sorted(tmp_path.iterdir())
    assert in_bash("conquest-opt report ", tmp_path) == [""]
    assert sorted(tmp_path.iterdir()) == before


def test_the_way_it_was_started_is_completed_and_no_other(home: Path, tmp_path: Path):
    """./run of this folder, but not that of another project."""
    other = tmp_path / "run"
    other.write_text("#!/bin/sh\ntouch started\n")
    other.chmod(0o755)
    starting = {"CONQUEST_OPT_STARTED_AS": str(ROOT / "run")}
    assert in_bash(f"{ROOT}/run matc", home, **starting) == ["match"]
    script = f'eval "$(CONQUEST_OPT_STARTED_AS={ROOT}/run conquest-opt completion bash)"'
    text = asked("bash", f"{script}\n{BASH_ASKS}\nask './run matc'", tmp_path)
    assert (text, (tmp_path / "started").exists()) == ("\n", False)


def test_fish_completes_after_the_way_it_was_started(home: Path, tmp_path: Path):
    script = f"CONQUEST_OPT_STARTED_AS={ROOT}/run conquest-opt completion fish | source;"
    text = asked("fish", f"{script} cd {ROOT}; complete -C './run matc'", home)
    assert text.startswith("match\t")
    other = tmp_path / "run"
    other.write_text("#!/bin/sh\ntouch started\n")
    other.chmod(0o755)
    assert "match" not in asked("fish", f"{script} complete -C './run matc'", tmp_path)
    assert not (tmp_path / "started").exists()


@pytest.mark.parametrize("line", ["conquest-opt match iam", "conquest-opt report "])
def test_completing_imports_no_kernel(line: str, home: Path):
    code = (
        "import sys, atexit; from conquest_opt.cli.main import main\n"
        "atexit.register(lambda: print('numba' in sys.modules, 'ortools' in sys.modules))\n"
        "main()"
    )
    env = environment(home) | {"_CONQUEST_OPT_COMPLETE": "bash_complete", "COMP_LINE": line}
    process = subprocess.run(
        [sys.executable, "-c", code], check=True, cwd=home, env=env, capture_output=True, text=True
    )
    assert process.stdout.splitlines()[-1] == "False False"
    assert len(process.stdout.splitlines()) > 1


def test_a_line_that_is_wrong_already_is_completed_without_a_word(home: Path):
    for line in ("conquest-opt nothing x", "conquest-opt match --agent 'x", "conquest-opt \\xff"):
        asked("bash", f'eval "$(conquest-opt completion bash)"\n{BASH_ASKS}\nask "{line}"', home)


def test_an_unknown_shell_is_refused_with_those_there_are():
    result = CliRunner().invoke(main, ["completion", "tcsh"])
    assert result.exit_code == 2
    assert "'bash', 'zsh', 'fish'" in result.output
