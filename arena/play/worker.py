"""What a worker of a cluster does: play a chunk of a schedule's games.

Threads of a worker have a player each, kept from chunk to chunk; the compiled code is made or
loaded once a process.
"""

import pickle
import threading
import zlib

from .errors import ArenaError
from .fingerprint import fingerprint
from .player import GameResult, Keep, Player
from .programme_player import ProgrammePlayer, player_for

_own = threading.local()
_warming = threading.Lock()


def warm(packed: bytes) -> str:
    """Have the kernels ready in this process; return its fingerprint."""
    _player(packed)
    return fingerprint()


def play_chunk(packed: bytes, expected: str, games: list[int]) -> list[GameResult]:
    """Play some games of a packed schedule, if this is the software that is wanted."""
    if fingerprint() != expected:
        raise ArenaError(f"a worker has {fingerprint()}; it needs {expected}")
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
