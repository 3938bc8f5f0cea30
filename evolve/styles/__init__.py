"""Maps of play-styles and of setups, by MAP-Elites: each cell keeps the best that is like that.

settings, task    how a map is started: axes, how much is played
map_domain        what is mapped: over_weights, weights of scripts; over_setups, setups
features          what a style or a setup is like, as numbers; the axes of a map
search            founders, generations of children, the elites, the check
behaviour         what candidates did in their games, counted from the events
ratings           how good setups are for the judge, by games of several levels
archive           the cells; each keeps the candidate with the highest lower confidence bound
check, result     chosen cells on held-out seeds; what the map says, as values and in words
tables            generations, candidates, cells and checks as rows of the database
report            the page, from the database: stored, holders
"""
