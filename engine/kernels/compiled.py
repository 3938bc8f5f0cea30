"""The one door to numba: how kernels are compiled, and where the compiled code is kept.

numba's own cache does not notice an edit in a function called from another file. The cache
directory is therefore named after a hash of all source files of the packages that hold kernels, of
numba's version and of its settings, and set before numba is imported. Without a writable directory
the kernels still work, compiled anew in every process, and say so once.

`forceinline` marks the small helpers of the hot path (10 % of the playout rate); `fastmath` stays
off: it gained nothing, and results must not depend on it.
"""

import contextlib
import hashlib
import importlib.metadata
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import platformdirs

from . import notices

PACKAGES = ("agents", "engine")
"""The packages that hold kernels; they import from no other one, so nothing else changes them."""

_CACHE_DIR = "NUMBA_CACHE_DIR"

_KEEP = 6
"""Compiled versions kept for other checkouts and releases; older ones are removed."""


def source_digest() -> str:
    """Return a hash of all sources of kernels, numba's version and settings, and Python's."""
    root = Path(__file__).parents[2]
    digest = hashlib.sha256()
    for file in sorted(f for package in PACKAGES for f in (root / package).rglob("*.py")):
        digest.update(
            file.relative_to(root).as_posix().encode() + b"\0" + file.read_bytes() + b"\0"
        )
    settings = {k: v for k, v in os.environ.items() if k.startswith("NUMBA_") and k != _CACHE_DIR}
    versions = importlib.metadata.version("numba"), sys.version, sorted(settings.items())
    digest.update(repr(versions).encode())
    return digest.hexdigest()[:20]


def _writable(directory: Path) -> bool:
    try:
        directory.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=directory):
            return True
    except OSError:
        return False


def _base_directory() -> Path:
    setting = os.environ.get("CONQUEST_OPT_CACHE")
    return Path(setting) if setting else platformdirs.user_cache_path("conquest-opt")


def _choose_directory() -> Path | None:
    """Return this version's cache directory, made if need be, or None if none is writable."""
    base = _base_directory() / "compiled"
    directory = base / source_digest()
    if not _writable(directory):
        notices.report(f"{base} is not writable: compiled code is not kept for the next start")
        return None
    with contextlib.suppress(OSError):  # other processes may be doing the same
        os.utime(directory)
        _remove_old_versions(base)
    return directory


def _remove_old_versions(base: Path) -> None:
    """Remove all but the versions used last."""

    def used(version: Path) -> float:
        try:
            return version.stat().st_mtime
        except OSError:
            return 0.0

    for old in sorted(base.iterdir(), key=used, reverse=True)[_KEEP:]:
        shutil.rmtree(old, ignore_errors=True)


cache_directory = _choose_directory()
if cache_directory is not None:
    os.environ[_CACHE_DIR] = str(cache_directory)

import numba  # noqa: E402  (its cache directory had to be set first)
from numba.core import config as _config  # noqa: E402
from numba.core import event  # noqa: E402

from . import linking  # noqa: E402

config: Any = _config  # its settings are made at run time, unknown to type checkers

if cache_directory is not None:
    config.CACHE_DIR = str(cache_directory)  # in case someone imported numba before us

interpreted: bool = bool(config.DISABLE_JIT)
"""True under NUMBA_DISABLE_JIT=1: kernels run as plain Python, for debugging and tests."""


_HELPER: Any = {"nogil": True, "error_model": "numpy", **linking.HELPER}


def jit(function: Callable[..., Any]) -> Any:
    """Compile a kernel that Python calls: cached, without the GIL."""
    return numba.njit(function, cache=cache_directory is not None, nogil=True, error_model="numpy")


def inline(function: Callable[..., Any]) -> Any:
    """Compile a small helper that is always inlined into the kernel that calls it."""
    return numba.njit(function, forceinline=True, **_HELPER)


def helper(function: Callable[..., Any]) -> Any:
    """Compile a function that only kernels call."""
    return numba.njit(function, **_HELPER)


def part(function: Callable[..., Any]) -> Any:
    """Make a function a part of the one kernel that calls it: it is written into its caller.

    The play kernel takes 18 s to compile with its parts, 20 s if they are helpers.
    """
    return numba.njit(function, inline="always", **_HELPER)


def compile_together(name: str, use_all: Callable[[], object]) -> None:
    """Call what uses all kernels of a kind, unless this version's cache has them already.

    Otherwise each kernel would be compiled when it is first used, and "once" be several times.
    """
    if cache_directory is None or interpreted:
        return
    mark = cache_directory / f"{name}.complete"
    if not mark.exists():
        use_all()
        with contextlib.suppress(OSError):
            mark.touch()


class _CompileListener(event.Listener):
    """Says once that our kernels are being compiled; only real compilations raise this event."""

    def on_start(self, event: Any) -> None:
        root, _, module = event.data["dispatcher"].py_func.__module__.partition(".")
        if root == "conquest_opt":
            notices.compiling(module.partition(".")[0], kept=cache_directory is not None)

    def on_end(self, event: Any) -> None:
        pass


event.register("numba:compile", _CompileListener())
