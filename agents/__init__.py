"""Agents: how positions are valued and actions chosen. Imports the engine and nothing else of ours.

    value   how good a position is for a player, in [-1, 1]

Kernels here are compiled into the engine's, without the GIL.
"""
