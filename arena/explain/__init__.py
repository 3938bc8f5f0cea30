"""Why setup A beats setup B, or loses.

    settings     how much is played by which agent
    task         screen, race, the judge's games, the values of turns
    variants     A without a component, with a swap, without two
    screening    which swaps and pairs the judge plays
    parts        what carries the score: its change by each variant
    game_rows    the actions of the games of A against B
    battle       a game followed action by action
    happenings   what happens: damage, kills, first strikes, commands, survivors
    valuing      the judge's value after every turn
    course       when it is decided: the value over games, and the games that show it
    values       what is stored and printed as JSON
    sentences    words, each resting on an interval that leaves out chance
    result       all of it; summary: its tables; tables: its rows; report: its page

Everything is seen from A. All questions are asked at once: the chance that any sentence is wrong is
5 % (`values.LEVEL`).
"""
