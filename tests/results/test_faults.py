"""Each operation of the file system fails once, in two small jobs of `benchmarks.faults`."""

import re
import shutil
import subprocess
import sys

import pytest

from tests.stores import ROOT

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not shutil.which("cc"), reason="the shim needs a C compiler"),
]

LEAST = 40
"""Operations of the smaller job."""


@pytest.mark.parametrize(("job", "fault"), [("match", "torn"), ("action", "full")])
def test_nothing_acknowledged_is_lost_whatever_fails(job: str, fault: str):
    words = [sys.executable, "-m", "benchmarks.faults", job, "--fault", fault]
    ended = subprocess.run(
        words, cwd=ROOT, capture_output=True, text=True, timeout=280, check=False
    )
    assert not ended.returncode, ended.stdout + ended.stderr
    tried = re.search(rf"{fault}: (\d+) tried, 0 did not hold", ended.stdout)
    assert tried, ended.stdout
    assert int(tried[1]) >= LEAST
