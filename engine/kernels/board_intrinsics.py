"""The compiled twins of `bits` on packed boards: a board is one vector of eight words."""

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types

from ..rules.board import ROW_BITS, ROWS_PER_WORD, SQUARES, WORDS
from ..rules.stats import MAX_SIZE
from .intrinsics import data_of, intrinsic, splat

_I32, _I64 = ir.IntType(32), ir.IntType(64)
# Vectors: playouts went from 21.7 to 30.5 M actions/s over plain loops on words (prototype).
_BOARD = ir.VectorType(_I64, WORDS)


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


def _one_square(builder: Any, code: Any) -> Any:
    """Return the board of one square."""
    lane = ir.Constant(_BOARD, list(range(8)))
    word = splat(builder, _BOARD, builder.lshr(code, _I64(6)))
    bit = splat(builder, _BOARD, builder.shl(_I64(1), builder.and_(code, _I64(63))))
    here = builder.icmp_unsigned("==", lane, word)
    return builder.select(here, bit, ir.Constant(_BOARD, [0] * 8))


def _boards(context: Any, builder: Any, kinds: Any, values: Any) -> list[Any]:
    """Return pointers to the boards among some arguments."""
    return [
        builder.bitcast(data_of(context, builder, kind, value), _BOARD.as_pointer())
        for kind, value in zip(kinds, values, strict=True)
        if isinstance(kind, types.Array)
    ]


def _loaded(builder: Any, pointer: Any) -> Any:
    board = builder.load(pointer)
    board.align = 8
    return board


def _steps(builder: Any, start: Any, free: Any, count: Any, layers: Any) -> Any:
    """Return the squares within `count` free steps of a board; write those of step k to layer k."""
    entry = builder.block
    loop = builder.append_basic_block("step")
    end = builder.append_basic_block("end")
    builder.cbranch(builder.icmp_unsigned("==", count, _I64(0)), end, loop)
    builder.position_at_end(loop)
    squares, k = builder.phi(_BOARD), builder.phi(_I64)
    further, following = _one_step(builder, squares, free), builder.add(k, _I64(1))
    for phi, first, later in ((squares, start, further), (k, _I64(1), following)):
        phi.add_incoming(first, entry)
        phi.add_incoming(later, loop)
    if layers is not None:
        builder.store(further, builder.gep(layers, [k])).align = 8
    builder.cbranch(builder.icmp_unsigned(">", following, count), end, loop)
    builder.position_at_end(end)
    result = builder.phi(_BOARD)
    result.add_incoming(start, entry)
    result.add_incoming(further, loop)
    return result


@intrinsic
def spread(typing: Any, blocked: Any, code: Any, steps: Any, layers: Any) -> Any:
    """Write to `layers[k]` the squares within k free steps of `code`, itself among them."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        source, target = _boards(context, builder, signature.args, arguments)
        start = _one_square(builder, arguments[1])
        builder.store(start, target).align = 8
        free = builder.or_(builder.not_(_loaded(builder, source)), start)
        _steps(builder, start, free, arguments[2], target)
        return context.get_dummy_value()

    return types.void(blocked, types.uint64, types.uint64, layers), generate


@intrinsic
def dilate(typing: Any, board: Any, steps: Any, out: Any) -> Any:
    """Write to `out` the squares within a Chebyshev distance of any square of a board."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        source, target = _boards(context, builder, signature.args, arguments)
        inside = ir.Constant(_BOARD, list(SQUARES))
        wider = _steps(builder, _loaded(builder, source), inside, arguments[1], None)
        builder.store(wider, target).align = 8
        return context.get_dummy_value()

    return types.void(board, types.uint64, out), generate


@intrinsic
def widen(typing: Any, layers: Any, steps: Any) -> Any:
    """Write to `layers[k]`, k = 1 .. steps, the squares within k of any square of `layers[0]`."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        [target] = _boards(context, builder, signature.args, arguments)
        inside = ir.Constant(_BOARD, list(SQUARES))
        _steps(builder, _loaded(builder, target), inside, arguments[1], target)
        return context.get_dummy_value()

    return types.void(layers, types.uint64), generate


def _combined(first: Any, second: Any, out: Any, combine: Any) -> Any:
    """Return an intrinsic that makes a board of two, written to `out` unless that is None.

    All words are read before one is written, which a loop in numba does not promise to LLVM.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointers = _boards(context, builder, signature.args, arguments)
        result = combine(builder, *(_loaded(builder, pointer) for pointer in pointers[:2]))
        if len(pointers) > 2:
            builder.store(result, pointers[2]).align = 8
        whole = builder.bitcast(result, ir.IntType(512))
        return builder.icmp_unsigned("!=", whole, ir.Constant(ir.IntType(512), 0))

    return types.boolean(first, second, out), generate


@intrinsic
def common(typing: Any, first: Any, second: Any, out: Any) -> Any:
    """Write the squares in both of two boards; return whether there are any."""
    return _combined(first, second, out, lambda builder, a, b: builder.and_(a, b))


@intrinsic
def others(typing: Any, first: Any, second: Any, out: Any) -> Any:
    """Write the squares of one board that are not in another; return whether there are any."""
    return _combined(first, second, out, lambda builder, a, b: builder.and_(a, builder.not_(b)))


@intrinsic
def union(typing: Any, first: Any, second: Any, out: Any) -> Any:
    """Write the squares in either of two boards; return whether there are any."""
    return _combined(first, second, out, lambda builder, a, b: builder.or_(a, b))


@intrinsic
def near(typing: Any, x: Any, y: Any, distance: Any, out: Any) -> Any:
    """Write the squares within a Chebyshev distance of (x, y)."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        def bounds(centre: Any) -> tuple[Any, Any]:
            beyond = builder.icmp_unsigned("<", centre, arguments[2])
            low = builder.select(beyond, _I64(0), builder.sub(centre, arguments[2]))
            high = builder.add(centre, arguments[2])
            inside = builder.icmp_unsigned("<", high, _I64(MAX_SIZE))
            return low, builder.add(builder.select(inside, high, _I64(MAX_SIZE - 1)), _I64(1))

        left, right = bounds(arguments[0])
        columns = builder.sub(builder.shl(_I64(1), right), builder.shl(_I64(1), left))
        columns = builder.mul(columns, _I64(sum(1 << ROW_BITS * i for i in range(ROWS_PER_WORD))))
        rows = ir.ArrayType(_BOARD, MAX_SIZE + 1)
        table = cgutils.global_constant(builder, "rows_below", ir.Constant(rows, _rows_below()))
        low, high = (
            builder.load(builder.gep(table, [_I32(0), row])) for row in bounds(arguments[1])
        )
        board = builder.and_(builder.xor(low, high), splat(builder, _BOARD, columns))
        [target] = _boards(context, builder, signature.args, arguments)
        builder.store(board, target).align = 8
        return context.get_dummy_value()

    number = types.uint64
    return types.void(number, number, number, out), generate


def _rows_below() -> list[list[int]]:
    """Return for each y the board of all squares in rows below it."""
    row = (1 << MAX_SIZE) - 1
    boards = [[0] * WORDS]
    for y in range(MAX_SIZE):
        boards.append(list(boards[-1]))
        boards[-1][y // ROWS_PER_WORD] |= row << ROW_BITS * (y % ROWS_PER_WORD)
    return boards


@intrinsic
def single(typing: Any, code: Any, out: Any) -> Any:
    """Write the board of one square."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        [target] = _boards(context, builder, signature.args, arguments)
        builder.store(_one_square(builder, arguments[0]), target).align = 8
        return context.get_dummy_value()

    return types.void(types.uint64, out), generate
