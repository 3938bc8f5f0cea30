"""What a run's games say, beside what the thesis found: sections that several reports share.

    thesis          the thesis's figures (thesis.json)
    collect         what the store knows of a run's games: every query
    score_text      scores as parts of sentences
    standing        standings and the win matrix
    dominance       cycles of dominance
    nash            Nash mixture and alpha-rank
    game_length     lengths, draws, the first player
    events          commands and troops, if the actions of the games were stored
    commands        which commands were used, and on which troops
    troops          which troops were selected, and which attacked which
    notes           differences from the thesis that are known, in words
    claims          a claim of the thesis and its verdict; claims_games and claims_troops
    reproduction    all claims examined

Numbers are computed here; `results` draws them and makes the page. No game is played: nothing
imports a kernel.
"""
