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

WITHOUT = f"""
import importlib, sys
absent = dict.fromkeys(("gymnasium", "pettingzoo", "pyspiel"))
sys.modules.update(absent)
import conquest_opt.envs.batch
for package in absent:
    del sys.modules[package]
for package, module, _ in {NEEDS}:
    sys.modules[package] = None
    try:
        importlib.import_module(module)
    except ModuleNotFoundError as error:
        print(error)
    del sys.modules[package]
"""
"""Imports many games at once without any of the packages, then each module without one."""


@pytest.fixture(scope="module")
def done() -> subprocess.CompletedProcess[str]:
    """One process, in which packages cannot be imported: what they take to begin is the same."""
    return subprocess.run(
        [sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=False, timeout=240
    )


@pytest.mark.parametrize(
    ("place", "package", "extra"),
    [pytest.param(i, need[0], need[2], id="-".join(need)) for i, need in enumerate(NEEDS)],
)
def test_the_missing_package_and_its_extra_are_named(done, place: int, package: str, extra: str):
    sentence = f"{package} is not installed: pip install 'conquest-opt[{extra}]' brings it"
    assert done.stdout.splitlines()[place] == sentence


def test_many_games_at_once_need_no_extra(done):
    assert (done.returncode, done.stderr) == (0, "")
