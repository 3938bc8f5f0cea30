"""What a worker of a cluster does: play a chunk of a schedule's games.

Threads of a worker have a player each, kept from chunk to chunk; the compiled code is made or
loaded once a process.
"""

import hashlib
import pickle
import sys
import threading
import zlib
from functools import cache
from importlib.metadata import version
from pathlib import Path

from .errors import ArenaError
from .player import Keep, Player, Result
from .programme_player import ProgrammePlayer, player_for

_ROOMS = ("agents", "arena", "engine", "setups")
"""The rooms whose code decides how a game goes."""

_own = threading.local()
_warming = threading.Lock()


@cache
def fingerprint() -> str:
    """Return what must be the same on every machine for games to be: versions and sources."""
    house = Path(__file__).parents[2]
    sources = hashlib.sha256()
    for file in sorted(f for room in _ROOMS for f in (house / room).rglob("*.py")):
        sources.update(file.relative_to(house).as_posix().encode() + b"\0" + file.read_bytes())
    own, numba, code = version("conquest-opt"), version("numba"), sources.hexdigest()[:8]
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    return f"conquest-opt {own} (sources {code}), numba {numba}, Python {python}"


def warm(packed: bytes) -> str:
    """Have the kernels ready in this process; return its fingerprint."""
    _player(packed)
    return fingerprint()


def play_chunk(packed: bytes, wanted: str, games: list[int]) -> list[Result]:
    """Play some games of a packed schedule, if this is the software that is wanted."""
    if fingerprint() != wanted:
        raise ArenaError(f"a worker has {fingerprint()}; it needs {wanted}")
    player = _player(packed)
    return [player.play(game) for game in games]


def _player(packed: bytes) -> Player | ProgrammePlayer:
    """Return this thread's player of some games, made on first use and kept for the next chunk."""
    if getattr(_own, "packed", None) != packed:
        schedule, keep = pickle.loads(zlib.decompress(packed))
        player = player_for(schedule, keep)
        with _warming:
            player.warm()
        _own.packed, _own.player = packed, player
    return _own.player


def pack(schedule: object, keep: Keep) -> bytes:
    """Return a schedule as it travels: small, for it goes with every chunk."""
    return zlib.compress(pickle.dumps((schedule, keep)))
