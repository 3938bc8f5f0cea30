"""Levels of games: cheap ones screen, better ones race, strong ones decide.

    settings  who plays at each level; one agent for everything, if wanted
    budget    a span of time -> numbers of games, before a run begins
    combined  the same figures by games of several levels -> one estimate for the judge

What a search reports is true for its judge, the agent of the last level. Games of the other agents
are cheaper, so there are many of them, and they are wrong in their own way. A level's games count
for as much as the games of both levels say that they are worth: where the two differ by more than
chance, that difference is the error of the cheaper one, and no number of games makes it smaller.
(M. Kennedy and A. O'Hagan, "Predicting the output from a complex computer code when fast
approximations are available", Biometrika 87, 2000.)
"""
