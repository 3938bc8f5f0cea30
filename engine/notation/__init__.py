"""Positions, actions and games as text, JSON and drawings.

action_text  actions as text and back: `select k3`, `battle-cry k7`, `end`
snapshot     a state as JSON values and back, every value checked on the way in
position     those values as one line of text and back, like chess's FEN
drawing      the board as text, 80 columns wide at most
events       a finished game, action by action: who did what to whom
replay       games played again from their text
"""
