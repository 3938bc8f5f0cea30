"""The rules as data: plain values, without numpy or numba.

stats      troops, commands, limits, board, economy: the values a ruleset is made of
ruleset    `Ruleset`: all of them in one frozen value, with edits, JSON and a digest
army       `Army`: the troops in their formation and the commands that a player brings
board      how 20 rows of squares are packed into eight words of bits
squares    squares as text (`a1`), as (x, y), and as codes on the packed board
seeds      the random streams that a game's seed gives
obstacles  the obstacles that a game's seed gives
"""
