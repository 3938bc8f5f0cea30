"""The arena: the one way to play games in bulk.

    entrant     a setup in the hands of an agent
    schedule    which games are played: data, in side-swapped pairs
    play        a game of a schedule, and what became of it
    rows        results as tables of the database
    threads     games on the cores of this machine
    cluster     games on many machines, by Dask; `worker` is what happens there
    board       results by game, and what they add up to
    conduct     play what is missing, write it down about once a second
    campaign    a schedule as a run that can be resumed by its name
    ladder, match, tournament   what the commands of these names play and find
    statistics  what scores mean: intervals, Elo, tests; pure functions
    sprt        stopping a match once it is decided
    ratings     many players in one order, with intervals

A game is a function of its place in the schedule and the run's seed, so the same run gives the same
rows for any number of workers, in any order, and after any interruption. Imports engine, setups,
agents and results.
"""
