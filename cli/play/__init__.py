"""The game in the terminal, and the line protocol.

a line -> prompt -> talk -> actions -> the engine's `Game` -> words, listing, board -> the screen

prompt    lines from a terminal or a pipe, Ctrl-C and Ctrl-D
talk      `TableTalk`: a player's line in, a text out
actions   what was typed -> one legal action
reasons   why an action is not legal now
listing   the legal actions, numbered
board     the board, with the squares in reach
words     what an action did
help      the texts of `help` and `help rules`
verdict   how the game ended
agent     `Chooser`: the agents' actions
undo      what an undo takes back
save      a game saved and resumed
protocol  `Protocol`: the same for programs, a line in, lines out
"""
