"""The ways of choosing an action.

choose       an agent's parameters -> one of the ways below; `AgentMemory`
root         where the game's position enters a search
tree         nodes and edges of a search tree, and the index of equal positions
expand       the edges that a node gets
select       UCB1 and PUCT: the edge to follow
iterate      Monte Carlo tree search, for single decisions and for whole turns
negamax      alpha-beta, over all actions or over scripts
monte_carlo  playouts for every action, the best average
rhea         rolling horizon evolution of plans
turn_search      the same for whole turns, for agents that search once a turn
turn_tree        a tree of whole turns, and how it grows
turn_mcts        Monte Carlo tree search in it
turn_alphabeta   alpha-beta in it
report       `SearchReport`: what a search saw, for people
"""
