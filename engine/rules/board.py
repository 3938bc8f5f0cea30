"""The packed board: 20 rows of bits in eight words.

Word `w` holds rows 3w, 3w+1, 3w+2, each of 20 squares and one bit of padding, so that a shift by
one square never runs into the next row; the last word is unused. A square's *code* is its bit's
place in that string: `64 * (y // 3) + 21 * (y % 3) + x`.
"""

WORDS = 8
"""Words of a packed board."""
SQUARE_WORDS = 7
"""Those that hold squares."""
ROW_BITS = 21
ROWS_PER_WORD = 3
LAYERS = 101
"""Most steps a move can take (movement 20, Charge times 5), and one."""

SQUARES = tuple(
    sum(((1 << 20) - 1) << (ROW_BITS * row) for row in range(ROWS_PER_WORD) if 3 * word + row < 20)
    for word in range(WORDS)
)
"""The squares of each word, without padding and what lies beyond the board."""
