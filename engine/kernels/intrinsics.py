"""The compiled twins of `bits` on words, places and records; on boards see `board_intrinsics`.

Short LLVM functions, portable but for one instruction:
`nth_bit` uses the x86 instruction PDEP where the processor has it, a binary search otherwise.
"""

from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba import extending
from numba.core import cgutils, types
from numba.np.arrayobj import make_array

from .compiled import config, inline
from .random import record_keys

# Any, since the functions are called without the typing context they are written with.
intrinsic: Any = extending.intrinsic

_I1, _I8, _I32, _I64 = (ir.IntType(n) for n in (1, 8, 32, 64))
_PLACES = ir.VectorType(_I8, 32)


def _host_has_pdep() -> bool:
    own_target = config.CPU_NAME or config.CPU_FEATURES
    return not own_target and bool(llvm.get_host_cpu_features().get("bmi2"))


def data_of(context: Any, builder: Any, array_type: Any, array: Any) -> Any:
    """Return the pointer to an array argument's first element."""
    return make_array(array_type)(context, builder, array).data


def splat(builder: Any, vector_type: Any, value: Any) -> Any:
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
        reach = splat(builder, _PLACES, builder.shl(distance, _I8(1)))
        near = None
        for array, array_type, centre in zip(
            arguments[:2], signature.args[:2], arguments[2:4], strict=True
        ):
            pointer = builder.bitcast(
                data_of(context, builder, array_type, array), _PLACES.as_pointer()
            )
            places = builder.load(pointer)
            places.align = 1
            # place - (centre - distance) <= 2 * distance, modulo 256
            low = builder.sub(builder.trunc(centre, _I8), distance)
            offset = builder.sub(places, splat(builder, _PLACES, low))
            close = builder.icmp_unsigned("<=", offset, reach)
            near = close if near is None else builder.and_(near, close)
        return builder.zext(builder.bitcast(near, _I32), _I64)

    return unsigned(xs, ys, unsigned, unsigned, unsigned), generate


@intrinsic
def copy_record(typing: Any, target: Any, source: Any) -> Any:
    """Copy one record over another of the same type, as one block of memory."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        size = _I64(signature.args[1].size)
        cgutils.raw_memcpy(builder, arguments[0], arguments[1], size, 1)
        return context.get_dummy_value()

    return types.void(target, source), generate


@intrinsic
def least_distance(typing: Any, xs: Any, ys: Any, x: Any, y: Any, mask: Any) -> Any:
    """Return the least Chebyshev distance from (x, y) to the places of a mask; 255 for none."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        farther = None
        for array, array_type, centre in zip(
            arguments[:2], signature.args[:2], arguments[2:4], strict=True
        ):
            data = data_of(context, builder, array_type, array)
            places = builder.load(builder.bitcast(data, _PLACES.as_pointer()))
            places.align = 1
            at = splat(builder, _PLACES, builder.trunc(centre, _I8))
            above = builder.icmp_unsigned(">", places, at)
            gap = builder.select(above, builder.sub(places, at), builder.sub(at, places))
            if farther is None:
                farther = gap
            else:
                wider = builder.icmp_unsigned(">", gap, farther)
                farther = builder.select(wider, gap, farther)
        chosen = builder.bitcast(builder.trunc(arguments[4], _I32), ir.VectorType(_I1, 32))
        farther = builder.select(chosen, farther, ir.Constant(_PLACES, [255] * 32))
        kind = ir.FunctionType(_I8, [_PLACES])
        function = cgutils.get_or_insert_function(
            builder.module, kind, "llvm.vector.reduce.umin.v32i8"
        )
        return builder.zext(builder.call(function, [farther]), _I64)

    unsigned = types.uint64
    return unsigned(xs, ys, unsigned, unsigned, unsigned), generate


@intrinsic
def changed(typing: Any, first: Any, second: Any) -> Any:
    """Return the mask of those of 32 places at which two arrays of bytes differ."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        loaded = []
        for kind, array in zip(signature.args, arguments, strict=True):
            data = data_of(context, builder, kind, array)
            loaded.append(builder.load(builder.bitcast(data, _PLACES.as_pointer())))
            loaded[-1].align = 1
        return builder.zext(builder.bitcast(builder.icmp_unsigned("!=", *loaded), _I32), _I64)

    return types.uint64(first, second), generate


@intrinsic
def record_key(typing: Any, record: Any) -> Any:
    """Return a hash of a record's bytes: the sum of lo * hi of each word plus its own number."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        words = signature.args[0].size // 8
        keys = record_keys(words)
        pointer = builder.bitcast(arguments[0], _I64.as_pointer())
        lanes, total = 4, _I64(0)
        vector = ir.VectorType(_I64, lanes)
        sums = ir.Constant(vector, [0] * lanes)
        for i in range(0, words - words % lanes, lanes):
            place = builder.bitcast(builder.gep(pointer, [_I64(i)]), vector.as_pointer())
            loaded = builder.load(place)
            loaded.align = 1
            mixed = builder.add(loaded, ir.Constant(vector, keys[i : i + lanes]))
            low = builder.and_(mixed, ir.Constant(vector, [0xFFFFFFFF] * lanes))
            high = builder.lshr(mixed, ir.Constant(vector, [32] * lanes))
            sums = builder.add(sums, builder.mul(low, high))
        for lane in range(lanes):
            total = builder.add(total, builder.extract_element(sums, _I32(lane)))
        for i in range(words - words % lanes, words):
            loaded = builder.load(builder.gep(pointer, [_I64(i)]))
            loaded.align = 1
            mixed = builder.add(loaded, _I64(keys[i]))
            low = builder.and_(mixed, _I64(0xFFFFFFFF))
            total = builder.add(total, builder.mul(low, builder.lshr(mixed, _I64(32))))
        return total

    return types.uint64(record), generate
