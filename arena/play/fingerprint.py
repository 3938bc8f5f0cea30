"""What runs are stamped with: the software that decides how games go. It imports no kernel."""

import hashlib
import sys
from functools import cache
from importlib.metadata import version
from pathlib import Path

_PACKAGES = ("agents", "arena", "engine", "setups")
"""The packages whose code decides how a game goes."""


@cache
def fingerprint() -> str:
    """Return what must be the same on every machine for games to be: versions and sources."""
    root = Path(__file__).parents[2]
    sources = hashlib.sha256()
    for file in sorted(f for package in _PACKAGES for f in (root / package).rglob("*.py")):
        sources.update(file.relative_to(root).as_posix().encode() + b"\0" + file.read_bytes())
    own, numba, code = version("conquest-opt"), version("numba"), sources.hexdigest()[:8]
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    return f"conquest-opt {own} (sources {code}), numba {numba}, Python {python}"
