"""Balance: what changed rules do to the game, and which changes would make it richer.

Rules are data, so a change is a value too: a list of edits to a `Ruleset`. What it does is answered
by games, in pairs with common seeds before and after. Imports evolve and what it may import.

    rules      edits of rules, and setups made to fit edited rules
    measures   what a metagame is like, as numbers that can be compared
    whatif     the game before and after a change (`conquest-opt whatif`)
    search     edits towards a richer game, as a Pareto front (`conquest-opt balance`)
    costs      what troops and commands are worth in points (`conquest-opt balance costs`)
    kinds      every kind of run there is, those of the packages below among them
"""
