"""The compiled bit operations against their plain twins, both ways to find the n-th bit."""

import random
from typing import Any

import numba
import numpy as np
import pytest
from conquest_opt.engine.kernels import bits, intrinsics
from conquest_opt.engine.kernels.compiled import interpreted
from conquest_opt.engine.rules.board import LAYERS, WORDS

pytestmark = pytest.mark.skipif(interpreted, reason="intrinsics exist compiled only")

NUMBERS = [0, 1, 1 << 63, (1 << 64) - 1, *(random.Random(1).getrandbits(64) for _ in range(200))]


def compiled(function: Any) -> Any:
    """Return an intrinsic of two numbers, or one, as something Python can call."""
    if function in (bits.popcount, bits.lowest_bit):
        return numba.njit(lambda word: function(np.uint64(word)))
    return numba.njit(lambda word, n: function(np.uint64(word), np.uint64(n)))


def test_popcount_and_lowest_bit():
    count, lowest = compiled(bits.popcount), compiled(bits.lowest_bit)
    for word in NUMBERS:
        assert count(np.uint64(word)) == bits.popcount_plain(word)
        assert lowest(np.uint64(word)) == bits.lowest_bit_plain(word)


@pytest.mark.parametrize("name", ["nth_bit", "nth_bit_portable"])
def test_nth_bit(name: str):
    nth = compiled(getattr(intrinsics, name))
    for word in NUMBERS:
        for n in range(word.bit_count()):
            assert nth(np.uint64(word), np.uint64(n)) == bits.nth_bit_plain(word, n)


def test_within():
    @numba.njit
    def near(xs, ys, x, y, distance):
        return bits.within(xs, ys, np.uint64(x), np.uint64(y), np.uint64(distance))

    draw = np.random.default_rng(1)
    for _ in range(300):
        xs, ys = draw.integers(0, 20, (2, 32), dtype=np.uint8)
        x, y, distance = (int(n) for n in draw.integers(0, 20, 3))
        assert near(xs, ys, x, y, distance) == bits.within_plain(xs, ys, x, y, distance)


def test_spread():
    @numba.njit
    def spread(blocked, code, steps, layers):
        bits.spread(blocked, np.uint64(code), np.uint64(steps), layers)

    from conquest_opt.engine import Ruleset
    from conquest_opt.engine.kernels.packing import outside
    from conquest_opt.engine.rules.squares import code_at

    draw = random.Random(2)
    for _ in range(200):
        blocked = np.array(outside(Ruleset()), np.uint64)
        for _ in range(draw.randrange(0, 200)):
            code = code_at(draw.randrange(20), draw.randrange(20))
            blocked[code // 64] |= np.uint64(1 << code % 64)
        code, steps = code_at(draw.randrange(20), draw.randrange(20)), draw.randrange(0, 14)
        fast, slow = np.zeros((2, LAYERS, WORDS), np.uint64)
        spread(blocked, code, steps, fast)
        bits.spread_plain(blocked, code, steps, slow)
        assert (fast == slow).all()


def test_dilate():
    @numba.njit
    def dilate(board, steps, out):
        bits.dilate(board, np.uint64(steps), out)

    from conquest_opt.engine.rules.squares import code_at

    draw = random.Random(3)
    for _ in range(200):
        board, fast, slow = np.zeros((3, WORDS), np.uint64)
        places = [(draw.randrange(20), draw.randrange(20)) for _ in range(draw.randrange(6))]
        for place in places:
            code = code_at(*place)
            board[code // 64] |= np.uint64(1 << code % 64)
        steps = draw.randrange(0, 21)
        dilate(board, steps, fast)
        bits.dilate_plain(board, steps, slow)
        assert (fast == slow).all()
        for x in range(20):
            for y in range(20):
                code = code_at(x, y)
                near = any(max(abs(x - px), abs(y - py)) <= steps for px, py in places)
                assert bool(int(fast[code // 64]) >> code % 64 & 1) == near


def test_least_distance_and_changed():
    @numba.njit
    def least(xs, ys, x, y, mask):
        return bits.least_distance(xs, ys, np.uint64(x), np.uint64(y), np.uint64(mask))

    @numba.njit
    def changed(first, second):
        return bits.changed(first, second)

    draw = np.random.default_rng(4)
    for _ in range(300):
        xs, ys = draw.integers(0, 20, (2, 32), dtype=np.uint8)
        x, y, mask = (int(n) for n in draw.integers(0, (20, 20, 1 << 32)))
        for some in (mask, mask & 0xFF0000, 1 << x, 0):
            assert least(xs, ys, x, y, some) == bits.least_distance_plain(xs, ys, x, y, some)
        assert changed(xs, ys) == bits.changed_plain(xs, ys)
        assert changed(xs, xs) == 0


def test_sets_of_squares():
    @numba.njit
    def both(first, second, out):
        return bits.common(first, second, out), bits.common(first, second, None)

    @numba.njit
    def first_only(first, second, out):
        return bits.others(first, second, out), bits.others(first, second, None)

    @numba.njit
    def either(first, second, out):
        return bits.union(first, second, out), bits.union(first, second, None)

    draw = np.random.default_rng(5)
    for sparse in (0, 1, 2, 3, 4, 6):
        for _ in range(30):
            first, second = np.bitwise_and.reduce(
                draw.integers(0, 1 << 64, (sparse, 2, WORDS), np.uint64, endpoint=False)
            )
            for pair in ((first, second), (first, first & second), (first & second, second)):
                for fast, slow in (
                    (both, bits.common_plain),
                    (first_only, bits.others_plain),
                    (either, bits.union_plain),
                ):
                    out, expected = np.zeros((2, WORDS), np.uint64)
                    some = slow(*pair, expected)
                    assert fast(*pair, out) == (some, some)
                    assert (out == expected).all()
                    there = pair[0].copy()
                    fast(there, pair[1], there)
                    assert (there == expected).all()


def test_squares_near_a_square():
    @numba.njit
    def near(x, y, distance, out):
        bits.near(np.uint64(x), np.uint64(y), np.uint64(distance), out)

    @numba.njit
    def single(code, out):
        bits.single(np.uint64(code), out)

    from conquest_opt.engine.rules.squares import code_at

    for x in range(20):
        for y in range(20):
            fast, slow = np.zeros((2, WORDS), np.uint64)
            single(code_at(x, y), fast)
            bits.single_plain(code_at(x, y), slow)
            assert (fast == slow).all()
            for distance in (0, 1, 2, 5, 9, 19, 40):
                near(x, y, distance, fast)
                bits.near_plain(x, y, distance, slow)
                assert (fast == slow).all()


def test_widen():
    @numba.njit
    def widen(layers, first, steps):
        bits.widen(layers[first:], np.uint64(steps))

    draw = random.Random(6)
    for _ in range(50):
        fast, slow = np.zeros((2, 20, WORDS), np.uint64)
        first, steps = draw.randrange(5), draw.randrange(15)
        for board in (fast, slow):
            bits.near_plain(3, 4, 0, board[first])
        widen(fast, first, steps)
        bits.widen_plain(slow[first:], steps)
        assert (fast == slow).all()
