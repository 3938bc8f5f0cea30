"""Balance: what changed rules do to the game, and which changes would make it richer.

Rules are data, so a change is a value too: a list of edits to a `Ruleset`. What it does is answered
by games, in pairs with common seeds before and after. Imports evolve and what it may import.

The search for balance (`conquest-opt balance`):

    space       numbers of the rules that are free, their limits and steps; genes and edits
    operators   NSGA-II of pymoo over such genes, with operators and a generator of its own
    players     the setups that judge rules: fitted to them, and bred by them
    goals       what can be wanted, by name; target: win rates that a designer wants
    objectives  what a round robin says of each
    candidates  rules that are tried, their setups and their record
    front       who is beaten by nobody, how firmly, and how much that is worth
    search      generations, and the check of the front on fresh seeds
    points      what was found; rows: what is written down
    settings, task   everything a search is started with

Point values (`conquest-opt balance costs`):

    sampling    setups of varied composition and total, to learn prices from
    worth       what things are worth: a model of who wins by what both sides are made of
    costs       the estimate of point values
"""
