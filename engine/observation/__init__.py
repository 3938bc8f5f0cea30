"""What a player observes of a game, as arrays, and actions as numbers: for learners.

spaces   which arrays and which actions there are: names, shapes, types, limits
kernels  a state -> its observation and mask; an action's number -> the engine's action;
         many games stepped at once
"""
