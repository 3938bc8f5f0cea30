"""What every kind of run keeps to, at the command line: one contract for all of them.

Checks of what a kind finds are in tests/cli; what it found before is in tests/goldens.
"""

import json
import re
import shlex
import shutil
import signal
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import pytest
from click.testing import Result
from conquest_opt.arena.comparison.figures import compared_figures
from conquest_opt.arena.run.report import read_stored
from conquest_opt.balance.kinds import KINDS as RUN_KINDS
from conquest_opt.results import Store

from tests.goldens.bless import golden_file
from tests.goldens.digests import read
from tests.goldens.playing import DATABASE, Played, invoke, only_run, play, resume
from tests.goldens.stopping import games_of, stop
from tests.run_kinds import KINDS, Kind

pytestmark = pytest.mark.slow

UNJUDGED = ("", "no interval", "nothing varied", "ended by a test")
"""Why a figure is not judged beside itself, if it is not."""

Finished = Callable[[Kind], Played]

BY_NAME = {kind.name: kind for kind in KINDS}
MOSTLY_GAMES = ("match", "explain", "rank", "costs", "actionspace")
"""Kinds of which --games is about all that they play."""
QUICKLY_STOPPED = ("counter",)
"""Kinds that are stopped in every run of the tests; the others count as slow."""


def each(kinds: Iterable[Kind] = KINDS, *, slow: Callable[[Kind], bool] = lambda _: False) -> list:
    """Return kinds as parameters, those that take long marked as such."""
    return [
        pytest.param(kind, id=kind.name, marks=[pytest.mark.slow] if slow(kind) else [])
        for kind in kinds
    ]


def copied(played: Played, folder: Path) -> Path:
    """Return a copy of a finished run's database."""
    return Path(shutil.copy(played.db, folder / DATABASE))


def check_the_end(kind: Kind, resumed: Result, db: Path, finished: Finished) -> None:
    """Check that a run that was stopped and resumed has ended as if it had not been stopped."""
    assert resumed.exit_code == 0, resumed.output
    ended = Played(db.parent, resumed.stdout, resumed.stderr)
    if kind.longest:
        whole = db.parent / "whole"
        whole.mkdir()
        assert ended.exact_story == play(kind.stopped_words, whole).exact_story
    elif kind.longer:
        assert not ended.story.differences(read(golden_file(kind))["longer"])
    else:
        assert ended.exact_story == finished(kind).exact_story


def error_of(words: Sequence[str], db: Path) -> str:
    """Return the one line of a command's error."""
    result = invoke(words, db)
    assert result.exit_code in (1, 2), result.output
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    [line] = [line for line in result.stderr.splitlines() if line.startswith("Error: ")]
    assert result.stderr.endswith(f"{line}\n")
    return line


def is_slow_to_play(kind: Kind) -> bool:
    return kind.name not in ("match", "counter", "whatif")


@pytest.mark.parametrize("threads", [pytest.param(1, marks=pytest.mark.slow), 3])
@pytest.mark.parametrize("kind", each(slow=is_slow_to_play))
def test_results_are_the_same_for_any_number_of_threads(
    kind: Kind, threads: int, finished: Finished, tmp_path
):
    assert play(kind.words, tmp_path, threads).exact_story == finished(kind).exact_story


def is_slow_to_stop(kind: Kind) -> bool:
    return kind.name not in QUICKLY_STOPPED


@pytest.mark.parametrize("kind", each(slow=is_slow_to_stop))
def test_a_killed_run_is_resumed_and_ends_the_same(kind: Kind, finished: Finished, tmp_path):
    db = tmp_path / DATABASE
    stop(kind.stopped_words, db, signal.SIGKILL)
    run = only_run(db)
    kept = games_of(db, run)
    resumed = resume(kind, run[-4:], db)
    check_the_end(kind, resumed, db, finished)
    assert 0 < kept < games_of(db, run)


@pytest.mark.parametrize("kind", each(slow=is_slow_to_stop))
def test_ctrl_c_says_how_to_resume(kind: Kind, finished: Finished, tmp_path):
    folder = tmp_path / "a name to quote"
    folder.mkdir()
    db = folder / DATABASE
    stopped = stop([*kind.stopped_words, "--json"], db, signal.SIGINT)
    assert stopped.returncode == 130, stopped.stderr
    assert stopped.stdout == ""
    assert "Traceback" not in stopped.stderr
    run = only_run(db)
    assert f"stopped: {games_of(db, run):,} " in stopped.stderr
    program, *words = shlex.split(stopped.stderr.splitlines()[-1])
    assert program == "conquest-opt"
    assert words[: len(kind.command) + 2] == [*kind.command, "--resume", run]
    [row] = json.loads(invoke(["runs", "--json"], db).stdout)
    assert row["status"] == "interrupted"
    check_the_end(kind, invoke(words, db), db, finished)


@pytest.mark.parametrize("kind", each(slow=lambda kind: kind.name == "actionspace"))
def test_a_dry_run_stores_nothing_and_says_games_and_time(kind: Kind, tmp_path, monkeypatch):
    db = tmp_path / DATABASE
    monkeypatch.setattr("conquest_opt.arena.run.parts.SAMPLE_SECONDS", 0.02)
    result = invoke([*kind.words, "--dry-run"], db)
    assert result.exit_code == 0, result.output
    assert " games" in result.stdout
    assert "about " in result.stdout
    estimate = json.loads(invoke([*kind.words, "--dry-run", "--json"], db).stdout)
    assert estimate["games"] > 0
    assert estimate["seconds"] > 0
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("kind", each())
def test_more_games_than_a_run_can_have_are_refused_before_anything_is_made(kind: Kind, tmp_path):
    message = error_of([*kind.words, "--games", "1000000000000"], tmp_path / DATABASE)
    assert re.search(
        r"at most (268,435,456|1,000,000)|(268,435,456|1,000,000) at most|<=1000000", message
    )
    if kind.name not in MOSTLY_GAMES:
        message = error_of([*kind.words, "--games", "268000000"], tmp_path / DATABASE)
        assert re.search(r"[\d,]{11,} games are too many; a run has at most 268,435,456$", message)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("kind", each())
def test_the_help_shows_an_example_and_fits(kind: Kind, tmp_path):
    lines = invoke([*kind.command, "--help"], tmp_path / DATABASE).stdout.splitlines()
    assert any(line.startswith(f"  conquest-opt {' '.join(kind.command)}") for line in lines)
    assert all(len(line) <= 80 for line in lines)


@pytest.mark.parametrize("kind", each())
def test_the_result_is_one_json_document(kind: Kind, finished: Finished):
    assert finished(kind).output.endswith("\n")
    assert json.loads(finished(kind).output)


@pytest.mark.parametrize("kind", each(slow=is_slow_to_play))
def test_a_finished_run_is_told_again_and_plays_nothing(kind: Kind, finished: Finished, tmp_path):
    db, run = copied(finished(kind), tmp_path), finished(kind).run
    assert run
    before = invoke(["runs", "--json"], db).stdout
    again = resume(kind, run, db)
    assert again.exit_code == 0, again.output
    assert again.stdout == finished(kind).output
    text = invoke([*kind.command, "--resume", run], db)
    assert text.exit_code == 0, text.output
    assert len(text.stdout.splitlines()) > 3
    assert not text.stdout.startswith(("{", "["))
    assert invoke(["runs", "--json"], db).stdout == before


def is_slow_to_report(kind: Kind) -> bool:
    return kind.name not in ("costs", "tune")


@pytest.mark.parametrize("kind", each(slow=is_slow_to_report))
def test_a_report_is_a_page(kind: Kind, finished: Finished, tmp_path):
    out = tmp_path / "out"
    result = invoke(["report", "latest", "-o", str(out)], finished(kind).db)
    assert result.exit_code == 0, result.output
    assert "</html>" in (out / "index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", each())
def test_a_result_lists_figures_that_another_run_may_have(kind: Kind, finished: Finished):
    stored = read_stored(Store(finished(kind).db, create=False), "latest", RUN_KINDS)
    quantities = stored.values.quantities()
    names = [(one.group, one.name) for one in quantities]
    assert len(set(names)) == len(names)
    assert any(one.known for one in quantities)
    for one in quantities:
        assert one.name.strip() == one.name
        if one.known:
            low, high = one.at(0.999)
            assert low <= one.value <= high
    figures = compared_figures(quantities, quantities)
    assert len(figures) == len(quantities)
    assert not any(figure.beyond_noise for figure in figures)
    assert all(figure.reason in UNJUDGED for figure in figures)


def test_every_kind_of_run_has_figures_of_its_own():
    for kind in RUN_KINDS.values():
        assert "quantities" in vars(kind.result_class()), kind.name
    assert {kind.stored_as for kind in KINDS} == set(RUN_KINDS)


@pytest.mark.parametrize(
    ("agent", "says"),
    [("gredy", "did you mean greedy?"), ("tactician:ms=5", "thinks by the clock")],
)
@pytest.mark.parametrize("kind", each())
def test_an_agent_that_cannot_play(kind: Kind, agent: str, says: str, tmp_path):
    assert says in error_of([*kind.words, *kind.agent_option, agent], tmp_path / DATABASE)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("kind", each())
def test_a_rule_that_there_is_not(kind: Kind, tmp_path):
    words = [*kind.words, "--set", "champion.csot=5"]
    assert "champion" in error_of(words, tmp_path / DATABASE)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--resume", "nobody"], "there is no run 'nobody'"),
        (["--resume", "latest", "--seed", "3"], "leave out --seed"),
        (["--resume", "latest", "--set", "max_turns=9"], "leave out --set"),
        (["--resume", "latest", "--no-db"], "need the database"),
        (["--threads", "2", "--cluster", "tcp://localhost:1"], "leave out --threads"),
    ],
)
@pytest.mark.parametrize("kind", each())
def test_options_that_do_not_go_together(
    kind: Kind, words: list[str], says: str, finished: Finished, tmp_path
):
    db = copied(finished(BY_NAME["costs"]), tmp_path)
    assert says in error_of([*kind.command, *words], db)
    only_run(db)


@pytest.mark.parametrize("kind", each())
def test_there_is_nothing_to_resume_without_a_database(kind: Kind, tmp_path):
    words = [*kind.command, "--resume", "latest"]
    assert "there is no database" in error_of(words, tmp_path / DATABASE)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("kind", each())
def test_a_run_of_another_kind_names_its_command(kind: Kind, finished: Finished, tmp_path):
    other = BY_NAME["tune" if kind.name != "tune" else "costs"]
    db = copied(finished(other), tmp_path)
    message = error_of([*kind.command, "--resume", "latest"], db)
    assert f"is no {kind.stored_as}" in message
    assert f"conquest-opt {' '.join(other.command)} --resume {only_run(db)}" in message
