"""Each operation of the file system fails once: `python -m benchmarks.faults`, for small jobs."""

import shutil
import subprocess
import sys

import pytest

from tests.stores import HOUSE

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not shutil.which("cc"), reason="the shim needs a C compiler"),
]


@pytest.mark.parametrize(
    ("job", "fault"),
    [
        ("match", "torn"),
        ("delete", "torn"),
        ("first", "full"),
        ("first", "eio"),
        ("action", "torn"),
    ],
)
def test_nothing_acknowledged_is_lost_whatever_fails(job: str, fault: str):
    words = [sys.executable, "-m", "benchmarks.faults", job, "--fault", fault]
    ended = subprocess.run(
        words, cwd=HOUSE, capture_output=True, text=True, timeout=280, check=False
    )
    assert not ended.returncode, ended.stdout + ended.stderr
    assert ", 0 did not hold" in ended.stdout
