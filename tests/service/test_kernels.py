"""The process that compiles kernels ends well, and with its server."""

import subprocess
import sys
import time

from conquest_opt.service.data.kernels import Kernels

COMMAND = [sys.executable, "-m", "conquest_opt.service.data.kernels"]


def test_it_says_when_kernels_are_ready():
    kernels = Kernels()
    assert kernels.state == "compiling"
    kernels.start()
    until = time.monotonic() + 300
    while kernels.state == "compiling":
        assert time.monotonic() < until
        time.sleep(0.1)
    assert (kernels.state, kernels.message) == ("ready", "")


def test_it_ends_with_its_server():
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        _, said = process.communicate()  # closes its input, as a server's end does
    assert (process.returncode, said) == (1, b"")
