"""Random streams of a game in plain Python: every use has a stream of its own.

The same splitmix64 as the kernels' `random`, for what is drawn once a game.
"""

from collections.abc import Iterator

_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15

WINDS_STREAM = 1
OBSTACLE_STREAM = 2


def mix(word: int) -> int:
    """Return a word whose every bit depends on every bit of `word`."""
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _MASK
    return word ^ (word >> 31)


def derive(seed: int, stream: int) -> int:
    """Return the start of one of a seed's streams."""
    return mix(mix(seed & _MASK) + _GOLDEN * stream & _MASK)


def numbers(start: int) -> Iterator[int]:
    """Yield the stream's 64-bit numbers."""
    while True:
        start = (start + _GOLDEN) & _MASK
        yield mix(start)
