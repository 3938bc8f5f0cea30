"""Agents: how positions are valued and actions chosen. Imports the engine and nothing else of ours.

    spec     agents as text: kinds, parameters, defaults
    value    how good a position is for a player, in [-1, 1]
    policy   how playouts draw actions, and in which order trees try them
    tree     nodes and edges
    search   Monte Carlo tree search
    match    whole games between two agents: `Table`
    params   the records behind them, and `codes`, the numbers in them

Kernels here are compiled into the engine's, without the GIL.
"""
