"""The figures of the thesis that games are compared with: numbers, read from thesis.json."""

import json
from functools import cache
from importlib import resources
from typing import Any, Final

NAME: Final = "thesis"


@cache
def thesis() -> dict[str, Any]:
    """Return the figures: counts of setups, tournament, cycles, lengths, commands, troops."""
    file = resources.files("conquest_opt.arena.reports") / "thesis.json"
    return json.loads(file.read_text(encoding="utf-8"))
