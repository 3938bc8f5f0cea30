"""Balance: what changed rules do to the game, and which changes would make it richer.

Rules are data, so a change is a value too: a list of edits to a `Ruleset`. What it does is answered
by games, in pairs with common seeds before and after. Imports evolve and what it may import.
"""
