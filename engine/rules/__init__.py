"""The rules as data: plain values, without numpy or numba.

values     what a rule may be: numbers within limits, switches, choices, each with what it does
stats      troops, commands, limits, board, economy: the values a ruleset is made of
ruleset    `Ruleset`: all of them in one frozen value, with edits, JSON and a digest
texts      what troops, commands and the other parts of the rules are, in sentences
longest    how many actions a game can have
listing    every rule with its name, sentence, limits and values; parts found by name
army       `Army`: the troops in their formation and the commands that a player brings
board      how 20 rows of squares are packed into eight words of bits
squares    squares as text (`a1`), as (x, y), and as codes on the packed board
seeds      the random streams that a game's seed gives
obstacles  the obstacles that a game's seed gives
"""
