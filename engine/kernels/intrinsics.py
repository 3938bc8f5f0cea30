"""The compiled twins of `bits`: short LLVM functions, portable but for one instruction.

`nth_bit` uses the x86 instruction PDEP where the processor has it, a binary search otherwise.
"""

from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba import extending
from numba.core import cgutils, types
from numba.np.arrayobj import make_array

from ..rules.board import SQUARES
from .compiled import config, inline

# Any, since the functions are called without the typing context they are written with.
intrinsic: Any = extending.intrinsic

_I1, _I8, _I32, _I64 = (ir.IntType(n) for n in (1, 8, 32, 64))
_BOARD = ir.VectorType(_I64, 8)
_PLACES = ir.VectorType(_I8, 32)


def _host_has_pdep() -> bool:
    own_target = config.CPU_NAME or config.CPU_FEATURES
    return not own_target and bool(llvm.get_host_cpu_features().get("bmi2"))


def _data(context: Any, builder: Any, array_type: Any, array: Any) -> Any:
    """Return the pointer to an array argument's first element."""
    return make_array(array_type)(context, builder, array).data


def _splat(builder: Any, vector_type: Any, value: Any) -> Any:
    """Return a vector with `value` in every lane."""
    first = builder.insert_element(ir.Constant(vector_type, ir.Undefined), value, _I32(0))
    lanes = ir.Constant(ir.VectorType(_I32, vector_type.count), [_I32(0)] * vector_type.count)
    return builder.shuffle_vector(first, ir.Constant(vector_type, ir.Undefined), lanes)


@intrinsic
def popcount(typing: Any, word: Any) -> Any:
    """Return the number of bits set."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), generate


@intrinsic
def lowest_bit(typing: Any, word: Any) -> Any:
    """Return the place of the lowest bit set (64 for none)."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], _I1(0))

    return types.uint64(types.uint64), generate


@intrinsic
def _deposit(typing: Any, bits: Any, mask: Any) -> Any:
    """PDEP: put the low bits of `bits` at the places set in `mask`."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = ir.FunctionType(_I64, [_I64, _I64])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.x86.bmi.pdep.64")
        return builder.call(function, arguments)

    return types.uint64(types.uint64, types.uint64), generate


@intrinsic
def _shifted_one(typing: Any, n: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.shl(_I64(1), arguments[0])

    return types.uint64(types.uint64), generate


@inline
def nth_bit_pdep(word: Any, n: Any) -> Any:
    """Return the place of the bit set that has `n` set bits below it."""
    return lowest_bit(_deposit(_shifted_one(n), word))


@intrinsic
def nth_bit_portable(typing: Any, word: Any, n: Any) -> Any:
    """Return the place of the bit set that has `n` set bits below it, on any processor."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word, n = arguments
        place = _I64(0)
        for width in (32, 16, 8, 4, 2, 1):
            low = builder.and_(word, _I64((1 << width) - 1))
            count = builder.ctpop(low)
            above = builder.icmp_unsigned(">=", n, count)
            n = builder.select(above, builder.sub(n, count), n)
            word = builder.select(above, builder.lshr(word, _I64(width)), low)
            place = builder.select(above, builder.add(place, _I64(width)), place)
        return place

    return types.uint64(types.uint64, types.uint64), generate


nth_bit = nth_bit_pdep if _host_has_pdep() else nth_bit_portable


@intrinsic
def within(typing: Any, xs: Any, ys: Any, x: Any, y: Any, distance: Any) -> Any:
    """Return the mask of those of 32 places within a Chebyshev distance of (x, y)."""
    unsigned = types.uint64

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        distance = builder.trunc(arguments[4], _I8)
        reach = _splat(builder, _PLACES, builder.shl(distance, _I8(1)))
        near = None
        for array, array_type, centre in zip(
            arguments[:2], signature.args[:2], arguments[2:4], strict=True
        ):
            pointer = builder.bitcast(
                _data(context, builder, array_type, array), _PLACES.as_pointer()
            )
            places = builder.load(pointer)
            places.align = 1
            # place - (centre - distance) <= 2 * distance, modulo 256
            low = builder.sub(builder.trunc(centre, _I8), distance)
            offset = builder.sub(places, _splat(builder, _PLACES, low))
            close = builder.icmp_unsigned("<=", offset, reach)
            near = close if near is None else builder.and_(near, close)
        return builder.zext(builder.bitcast(near, _I32), _I64)

    return unsigned(xs, ys, unsigned, unsigned, unsigned), generate


def _one_step(builder: Any, squares: Any, free: Any) -> Any:
    """Return the free squares at most one step from `squares`."""
    nothing = ir.Constant(_BOARD, [0] * 8)

    def shift(name: str, board: Any, by: int) -> Any:
        return getattr(builder, name)(board, ir.Constant(_BOARD, [by] * 8))

    def lanes(board: Any, order: list[int]) -> Any:
        mask = ir.Constant(ir.VectorType(_I32, 8), order)
        return builder.shuffle_vector(board, nothing, mask)

    wide = builder.or_(squares, builder.or_(shift("shl", squares, 1), shift("lshr", squares, 1)))
    rows = builder.or_(shift("shl", wide, 21), shift("lshr", wide, 21))
    above = shift("lshr", lanes(wide, [8, 0, 1, 2, 3, 4, 5, 6]), 42)
    below = shift("shl", lanes(wide, [1, 2, 3, 4, 5, 6, 7, 8]), 42)
    spread = builder.or_(builder.or_(wide, rows), builder.or_(above, below))
    return builder.and_(spread, free)


@intrinsic
def spread(typing: Any, blocked: Any, code: Any, steps: Any, layers: Any) -> Any:
    """Write to `layers[k]` the squares within k free steps of `code`, itself among them."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        source = builder.bitcast(
            _data(context, builder, signature.args[0], arguments[0]), _BOARD.as_pointer()
        )
        target = builder.bitcast(
            _data(context, builder, signature.args[3], arguments[3]), _BOARD.as_pointer()
        )
        code, steps = arguments[1], arguments[2]
        occupied = builder.load(source)
        occupied.align = 8
        lane = ir.Constant(_BOARD, list(range(8)))
        here = builder.icmp_unsigned(
            "==", lane, _splat(builder, _BOARD, builder.lshr(code, _I64(6)))
        )
        bit = builder.shl(_I64(1), builder.and_(code, _I64(63)))
        start = builder.select(here, _splat(builder, _BOARD, bit), ir.Constant(_BOARD, [0] * 8))
        full = ir.Constant(_BOARD, [(1 << 64) - 1] * 8)
        free = builder.or_(builder.xor(occupied, full), start)
        store = builder.store(start, target)
        store.align = 8
        entry = builder.block
        loop = builder.append_basic_block("spread.step")
        end = builder.append_basic_block("spread.end")
        builder.cbranch(builder.icmp_unsigned("==", steps, _I64(0)), end, loop)
        builder.position_at_end(loop)
        squares = builder.phi(_BOARD)
        k = builder.phi(_I64)
        squares.add_incoming(start, entry)
        k.add_incoming(_I64(1), entry)
        further = _one_step(builder, squares, free)
        store = builder.store(further, builder.gep(target, [k]))
        store.align = 8
        following = builder.add(k, _I64(1))
        squares.add_incoming(further, loop)
        k.add_incoming(following, loop)
        builder.cbranch(builder.icmp_unsigned(">", following, steps), end, loop)
        builder.position_at_end(end)
        return context.get_dummy_value()

    return types.void(blocked, types.uint64, types.uint64, layers), generate


@intrinsic
def dilate(typing: Any, board: Any, steps: Any, out: Any) -> Any:
    """Write to `out` the squares within a Chebyshev distance of any square of a board."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        source, target = (
            builder.bitcast(
                _data(context, builder, signature.args[i], arguments[i]), _BOARD.as_pointer()
            )
            for i in (0, 2)
        )
        steps = arguments[1]
        start = builder.load(source)
        start.align = 8
        inside = ir.Constant(_BOARD, list(SQUARES))
        entry = builder.block
        loop = builder.append_basic_block("dilate.step")
        end = builder.append_basic_block("dilate.end")
        builder.cbranch(builder.icmp_unsigned("==", steps, _I64(0)), end, loop)
        builder.position_at_end(loop)
        squares, left = builder.phi(_BOARD), builder.phi(_I64)
        squares.add_incoming(start, entry)
        left.add_incoming(steps, entry)
        wider = _one_step(builder, squares, inside)
        fewer = builder.sub(left, _I64(1))
        squares.add_incoming(wider, loop)
        left.add_incoming(fewer, loop)
        builder.cbranch(builder.icmp_unsigned("==", fewer, _I64(0)), end, loop)
        builder.position_at_end(end)
        result = builder.phi(_BOARD)
        result.add_incoming(start, entry)
        result.add_incoming(wider, loop)
        store = builder.store(result, target)
        store.align = 8
        return context.get_dummy_value()

    return types.void(board, types.uint64, out), generate


@intrinsic
def copy_record(typing: Any, target: Any, source: Any) -> Any:
    """Copy one record over another of the same type, as one block of memory."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        size = _I64(signature.args[1].size)
        cgutils.raw_memcpy(builder, arguments[0], arguments[1], size, 1)
        return context.get_dummy_value()

    return types.void(target, source), generate
