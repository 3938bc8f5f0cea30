"""A kind of run is declared once: every interface has it from there."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import conquest_opt as cq
import pytest
from click.testing import CliRunner, Result
from conquest_opt.api.forms import kind_forms
from conquest_opt.api.options import read_options
from conquest_opt.api.progress import NoDisplay
from conquest_opt.api.running import Follower, RunStopped, run
from conquest_opt.api.runs import run_function
from conquest_opt.api.stopping import Stopping
from conquest_opt.api.stub import stub
from conquest_opt.api.titles import run_title
from conquest_opt.balance.kinds import KINDS
from conquest_opt.cli.main import main
from conquest_opt.results import Store
from conquest_opt.service.guard.inputs import OF_THE_SERVER
from conquest_opt.service.jobs.asking import checked
from conquest_opt.service.routes.documents import settings_schemas


@pytest.fixture
def mirror() -> Iterator[click.Command]:
    """Have the small kind; its command's file is this function."""
    from conquest_opt.cli.runs.command import kind_command

    KINDS.add("mirror", "tests.small_kind")

    @kind_command("mirror")
    def command() -> None:
        """Play a setup against itself."""

    yield command
    KINDS.remove("mirror")
    run_function.cache_clear()
    _forget("mirror", "RUNS")


def _forget(*names: str) -> None:
    """Have the package look these names up anew."""
    for name in names:
        if name in vars(cq):
            delattr(cq, name)


def typed(command: click.Command, *words: str) -> Result:
    return CliRunner().invoke(command, words, env={"COLUMNS": "80"})


def call(name: str) -> Any:
    return getattr(cq, name)


def test_it_is_a_command_with_help(mirror: click.Command):
    text = typed(mirror, "--help").output
    assert "Play a setup against itself." in text
    assert re.search(r"--mirror-games INTEGER.*Games, rounded up to pairs.*\[default: 20\]", text)
    assert "--resume RUN" in text


def test_it_is_a_function_of_python_with_help_and_a_stub(mirror: click.Command):
    _forget("RUNS")
    assert "mirror" in cq.RUNS
    assert "mirror_games: Games, rounded up to pairs." in (call("mirror").__doc__ or "")
    assert "mirror_games: int = ..." in stub()
    assert "from .small_kind.result import MirrorResult" in stub()


def test_it_is_in_forms_titles_and_the_openapi_document(mirror: click.Command):
    [form] = [one for one in kind_forms(OF_THE_SERVER) if one.kind == "mirror"]
    settings = {one.name: one for one in form.settings}
    assert form.group == "Games"
    assert (settings["mirror_games"].input, settings["mirror_games"].least) == ("whole", 2)
    assert settings["mirror_games"].title == "Mirror games"
    assert settings["setup"].required
    schema = settings_schemas()["mirror_settings"]
    assert schema["required"] == ["setup"]
    assert schema["properties"]["mirror_games"]["default"] == 20
    form_of_task = {"setup": {"name": "Rush", "setup": ""}}
    assert run_title("mirror", form_of_task, ["quick"]) == "Mirror match of Rush"


def test_the_service_checks_it(mirror: click.Command, tmp_path: Path):
    job = checked("mirror", {"setup": "Rush", "mirror_games": 4}, tmp_path / "a.duckdb")
    assert job.title == "Mirror match of Rush"
    assert "games: 4 by strong" in job.plan


def test_it_runs_resumes_and_reports_the_same_everywhere(mirror: click.Command, tmp_path: Path):
    asked = {"agent": "random", "mirror_games": 40}
    whole = call("mirror")("Rush", **asked)

    file, stopping = tmp_path / "a.duckdb", Stopping()
    stopped = Follower(
        display=NoDisplay(),
        on_begin=lambda _: stopping.event.set(),
        stopping=stopping,
        signals=(),
    )
    with pytest.raises(RunStopped):
        run("mirror", read_options("mirror", ("Rush",), asked | {"db": file}), stopped)
    [begun] = Store(file).runs()
    assert begun.status == "interrupted"

    words = ("--resume", begun.run, "--json", "--db", str(file))
    resumed = json.loads(typed(mirror, *words).stdout)
    assert resumed == json.loads(json.dumps(whole.json())) | {"run": begun.run}

    page = tmp_path / "page"
    done = CliRunner().invoke(main, ["report", "latest", "--db", str(file), "--output", str(page)])
    assert done.exit_code == 0, done.output
    html = (page / "index.html").read_text(encoding="utf-8").replace("&nbsp;", " ")
    assert f"{100 * whole.values.first.score:.1f} %" in html
    shown = CliRunner().invoke(main, ["runs", "show", "latest", "--config", "--db", str(file)])
    assert 'command = "mirror"' in shown.output
    assert "mirror-games = 40" in shown.output


def test_an_error_names_the_field_as_each_interface_has_it(mirror: click.Command, tmp_path: Path):
    assert (
        "--mirror-games must be at least 2" in typed(mirror, "Rush", "--mirror-games", "1").output
    )
    with pytest.raises(cq.InputError, match="mirror_games= must be at least 2") as caught:
        call("mirror")("Rush", mirror_games=1)
    assert caught.value.field == "mirror_games"
