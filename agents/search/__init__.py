"""The ways of choosing an action.

choose       an agent's parameters -> one of the ways below; `AgentMemory`
tree         nodes and edges of a search tree, and the index of equal positions
iterate      Monte Carlo tree search, for single decisions and for whole turns
negamax      alpha-beta, over all actions or over scripts
monte_carlo  playouts for every action, the best average
rhea         rolling horizon evolution of plans
report       `SearchReport`: what a search saw, for people
"""
