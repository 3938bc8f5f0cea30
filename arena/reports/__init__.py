"""Reports: what a run's games say, beside what the thesis found.

    thesis      the thesis's figures (thesis.json)
    collect     what the store knows of a run's games: every query
    standing    standings and the win matrix
    dominance   cycles of dominance
    choice      Nash mixture and alpha-rank
    course      lengths, draws, the first player
    commands    which commands were used, and on whom
    troops      who was selected, who attacked whom
    notes       differences from the thesis that are known, in words
    report      the sections put together and written
    claims*     a claim of the thesis and its verdict; claims on games, claims on troops
    reproduction    all claims examined

Numbers are computed here; `results` draws them and makes the page. No game is played: nothing
imports a kernel.
"""
