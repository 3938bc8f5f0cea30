"""Random numbers as plain functions of 64-bit words: splitmix64.

Streams are values: the same seed gives the same numbers on every machine and thread.
"""

import numpy as np

from .compiled import inline

U64 = np.uint64
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_S30, _S27, _S31, _S32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)


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
