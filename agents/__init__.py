"""Agents: how positions are valued and actions chosen. Imports the engine and nothing else of ours.

What can be said of agents without any kernel:

    kinds      every kind of agent with its parameters and source; `codes`, the numbers behind them
    spec       `AgentSpec`: an agent as text

What they are made of:

    params     the records of the kernels: an agent's parameters, and the room it works in
    value      how good a position is for a player, in [-1, 1]
    exchange   what an attack takes and what it costs; `favour`, which actions that makes favourable
    policy     how playouts draw actions, and the ranks of actions; `order`, by rank or by hint
    playout    from a position to the end of a turn
    scripts    what each of a library of scripts would do (`script_names`, `script_*`)
    tree       nodes and edges, and the index that finds equal positions

Ways of choosing, which `choose` picks from:

    search     Monte Carlo tree search, for single decisions and for whole turns
    negamax    alpha-beta over all actions or over scripts
    monte_carlo, rhea

And where they play: `match`, whole games in one kernel (`Table`); `opened`, a search looked into.
Kernels here are compiled into the engine's, without the GIL.
"""
