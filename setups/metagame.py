"""The mixture of the metagame that ships as data (metagame.json), with where it is from.

    metagame()    # [("Championeer", 0.37), ("SSSSCCC:battle-cry,...", 0.21), ...]

`python -m benchmarks.metagame RUN` writes the file from a finished run of `evolve meta`.
"""

import json
from functools import cache
from importlib import resources
from typing import Any


def metagame() -> list[tuple[str, float]]:
    """Return the setups of the mixture, each by its name or else its text, with their weights.

    The heaviest come first; weights add up to 1.
    """
    return [(one["name"] or one["setup"], one["weight"]) for one in metagame_document()["mixture"]]


@cache
def metagame_document() -> dict[str, Any]:
    """Return all of the file: the mixture, the command and seed that found it, who judged."""
    file = resources.files("conquest_opt.setups") / "metagame.json"
    return json.loads(file.read_text(encoding="utf-8"))
