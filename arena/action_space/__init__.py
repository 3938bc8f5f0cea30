"""What the reductions of the action space are worth: sizes counted, strength by games.

spaces                  the spaces that are compared, and what the thesis says of them
survey -> sizes         games give positions, in which every space is measured
duels -> duel_player    an agent with a reduction against the same without it
rows                    both as rows of the database, and back when a run is resumed
settings -> task -> result -> report
"""
