"""The set-up of `.venv`: with uv, and with pip where uv cannot be had or cannot do it."""

import runpy
from pathlib import Path
from typing import Any

import pytest

from .archives import ROOT

SETUP: dict[str, Any] = runpy.run_path(str(ROOT / ".ci" / "setup.py"))
ERROR: type[Exception] = SETUP["SetupError"]


class Recorded(SETUP["Environment"]):
    """An environment whose commands are noted and not run; some of them fail."""

    def __init__(self, root: Path, failing: tuple[str, ...]) -> None:
        super().__init__(root, lock=-1)
        self.failing = failing
        self.done: list[str] = []

    def call(self, purpose: str, *command: str, **_: Any) -> str:
        self.done.append(purpose if command[0] != str(self.uv) else f"{purpose} with uv")
        if self.done[-1] in self.failing:
            raise ERROR(purpose)
        for name, made in (("make .venv", "python"), ("get uv", "uv"), ("install pip", "pip")):
            if purpose == name:
                (self.folder / "bin").mkdir(exist_ok=True)
                (self.folder / "bin" / made).touch(0o755)
        return "global.index-url='address/simple'\n:env:.index-url='mirror/simple'\nno line\n"


def prepared(root: Path, *failing: str) -> Recorded:
    for name in ("pyproject.toml", "constraints.txt"):
        (root / name).write_text(name)
    environment = Recorded(root, failing)
    environment.prepare({"test"})
    return environment


BEGUN = ["make .venv", "get uv"]
WITH_UV = ["read pip's settings", "install setuptools with uv", "install the project with uv"]
WITH_PIP = ["install pip", "install setuptools", "install the project"]


@pytest.mark.parametrize(
    ("failing", "done", "says"),
    [
        ((), BEGUN + WITH_UV, "getting uv"),
        (("get uv",), BEGUN + WITH_PIP, "uv could not be had: pip"),
        (("install setuptools with uv",), BEGUN + WITH_UV[:2] + WITH_PIP, "uv could not do it"),
        (("install the project with uv",), BEGUN + WITH_UV + WITH_PIP, "uv could not do it"),
    ],
)
def test_pip_does_what_uv_cannot(
    failing: tuple[str, ...],
    done: list[str],
    says: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
):
    environment = prepared(tmp_path, *failing)
    assert environment.done == done
    assert says in capsys.readouterr().err
    assert environment.stamp.read_bytes() == environment.contents({"test"})
    assert not environment.unfinished.exists()


def test_a_set_up_that_failed_with_both_begins_anew(tmp_path: Path):
    with pytest.raises(ERROR, match="install the project"):
        prepared(tmp_path, "install the project with uv", "install the project")
    assert (tmp_path / ".venv" / ".unfinished").exists()
    assert not (tmp_path / ".venv" / ".ready").exists()


def test_uv_is_told_where_pip_looks_for_packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("UV_DEFAULT_INDEX", raising=False)
    environment = prepared(tmp_path)
    assert environment.indexes() == {"UV_DEFAULT_INDEX": "mirror/simple"}
    monkeypatch.setenv("UV_DEFAULT_INDEX", "own/simple")
    assert environment.indexes() == {"UV_DEFAULT_INDEX": "own/simple"}
