"""What a position is worth.

value     how good a position is for a player, in [-1, 1]
exchange  what an attack takes and what it costs, in setup points
"""
