"""Sessions that docs and help show: command lines with their output, run and compared."""

import os
import re
import shlex

from click.testing import CliRunner
from conquest_opt.cli.main import main

RUN = re.compile(r"[0-9]{8}-[0-9]{6}-([a-z]+)-[0-9a-f]{4}")
SECONDS = re.compile(r"\b[0-9.]+ s(?=;|  )")
ROWS = re.compile(r"(?<=imported: finished, )[0-9,]+(?= rows)")
"""Batches are rows too, and a slower machine plays a run in other batches."""

GAP = "..."
"""A line that stands for any number of lines."""


def same(output: str) -> str:
    """Return an output without what differs from run to run."""
    output = ROWS.sub("ROWS", SECONDS.sub("SECONDS", output.rstrip()))
    return RUN.sub(r"ID-\1", output)


def output_of(line: str, columns: int) -> str:
    """Return what a command line prints; it may be given a text by printf or echo."""
    source, pipe, command = line.rpartition(" | ")
    words = shlex.split(command)
    assert words[0] == "conquest-opt", line
    given = shlex.split(source)[1].replace("\\n", "\n") if pipe else ""
    env = dict(os.environ) | {"COLUMNS": str(columns)}
    result = CliRunner().invoke(main, words[1:], input=given, env=env)
    return result.stdout or result.stderr


def agrees(example: str, output: str) -> bool:
    """Return whether an output is the one shown, in which some lines may be left out."""
    parts = [
        "" if line.strip() == GAP else re.escape(line) + "\n" for line in same(example).split("\n")
    ]
    pattern = "".join(part or r"(?:.*\n)*?" for part in parts)
    return re.fullmatch(pattern, same(output) + "\n") is not None
