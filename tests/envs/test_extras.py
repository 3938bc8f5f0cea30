"""Without the packages of an extra: a sentence that says what to install."""

import subprocess
import sys

import pytest

NEEDS = [
    ("gymnasium", "conquest_opt.envs.single", "envs"),
    ("gymnasium", "conquest_opt.envs.conquest_v0", "envs"),
    ("pettingzoo", "conquest_opt.envs.conquest_v0", "envs"),
    ("pyspiel", "conquest_opt.envs.spiel", "openspiel"),
]


def imported_without(package: str, module: str) -> subprocess.CompletedProcess:
    """Import a module in a process in which a package cannot be imported."""
    code = f"import sys; sys.modules[{package!r}] = None; import {module}"
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=240
    )


@pytest.mark.parametrize(("package", "module", "extra"), NEEDS)
def test_the_missing_package_and_its_extra_are_named(package: str, module: str, extra: str):
    process = imported_without(package, module)
    assert process.returncode == 1
    sentence = f"{package} is not installed: pip install 'conquest-opt[{extra}]' brings it"
    assert process.stderr.splitlines()[-1] == f"ModuleNotFoundError: {sentence}"


@pytest.mark.parametrize("package", ["gymnasium", "pettingzoo", "pyspiel"])
def test_many_games_at_once_need_no_extra(package: str):
    process = imported_without(package, "conquest_opt.envs.batch")
    assert process.returncode == 0, process.stderr
