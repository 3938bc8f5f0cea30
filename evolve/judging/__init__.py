"""What games of several levels say about setups: how good each is, for the judge.

model       log-odds of winning by what a setup is made of: troops, commands, and pairs of them
levels      the same for several agents: what a cheaper judge adds, by composition
book        what every setup has played and scored, by level
dispersion  how far setups are from the model, and cheaper judges from the last one
rating      games and model -> a rate with its interval for every setup, also one that never played
evidence    the same for a growing list of setups

    book.add(level, numbers, pairs)                       # games of any level
    judgement = judge(composition, book, basis, prior, dispersion)
    judgement.rating.mean, judgement.rating.interval()    # for the judge

A cheap game counts as a part of a game of the judge, and all cheap games of a setup together as
no more than their judge's own error allows (`dispersion`).
"""
