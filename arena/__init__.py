"""The arena: the one way to play games in bulk.

    schedule    which games are played: data, in side-swapped pairs
    play        a chunk of games inside one kernel call after the other, as rows
    statistics  what scores mean: intervals, Elo, tests; pure functions
    sprt        stopping a match once it is decided
    ratings     many players in one order, with intervals
    crosstable  everybody's results against everybody
    metagame    Nash mixture and alpha-rank
    cycles      dominance in circles, and whether it is more than chance
    reports/    what a run's games say, beside the thesis

A game is a function of its place in the schedule and the run's seed, so the same run gives the same
rows for any number of workers, in any order, and after any interruption. Imports engine, setups,
agents and results.
"""
