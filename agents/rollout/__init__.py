"""How playouts choose actions, and in which order a tree tries them.

policy   uniform, by kind of action, or by rank
playout  from a position to the end of a turn, by one of the policies
order    listed actions shuffled, sorted by rank, or by what scripts say of them
favour   which actions are favourable
"""
