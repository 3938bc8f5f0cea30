"""What a position is worth.

evaluate    what a position is worth to a player: all that a search of actions asks for
value       the state value: troops, command points, cooldowns and threats, in (-1, 1)
exchange    what an attack takes and what it costs, in setup points
turn_value  what a position at the start of a turn is worth to the player to move
worths      the tables it reads: what kinds are worth by the rules and an agent's weights
"""
