"""Random numbers as plain functions of 64-bit words: splitmix64.

Streams are values: the same seed gives the same numbers on every machine and thread. `draw` and
`unit` take the next number of the stream in `scratch`.
"""

import numpy as np

from .compiled import inline

U64 = np.uint64
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
# All typed: where uint64 meets a plain int64, numba goes on in float64 without a word.
_S11, _S30, _S27, _S31, _S32 = (np.uint64(n) for n in (11, 30, 27, 31, 32))
_UNIT = 1.0 / (1 << 53)


@inline
def mix(word):
    """Return a word whose every bit depends on every bit of `word`."""
    word = (word ^ (word >> _S30)) * _MIX_1
    word = (word ^ (word >> _S27)) * _MIX_2
    return word ^ (word >> _S31)


@inline
def advance(stream):
    """Return the stream's next state; `mix` of it is the number drawn."""
    return stream + _GOLDEN


@inline
def below(number, n):
    """Return a whole number below `n` (< 2**32) from a random word; bias under n / 2**32."""
    return ((number >> _S32) * n) >> _S32


def record_keys(count: int) -> list[int]:
    """Return the fixed random numbers that `bits.record_key` adds to the words of a record."""
    keys, word, full = [], 0, (1 << 64) - 1
    for _ in range(count):
        word = (word + int(_GOLDEN)) & full
        key = ((word ^ (word >> 30)) * int(_MIX_1)) & full
        key = ((key ^ (key >> 27)) * int(_MIX_2)) & full
        keys.append(key ^ (key >> 31))
    return keys


@inline
def draw(scratch, n):
    """Return a random number below n."""
    scratch.random = advance(scratch.random)
    return below(mix(scratch.random), n)


@inline
def unit(scratch):
    """Return a random number in [0, 1)."""
    scratch.random = advance(scratch.random)
    return float(mix(scratch.random) >> _S11) * _UNIT
