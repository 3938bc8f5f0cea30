"""The arena: the one way to play games in bulk.

    stats         what scores mean: intervals, Elo, ratings, Nash mixtures; pure functions
    play          games of a schedule, on threads or a cluster, and their results
    run           tasks: begun, stopped, resumed, stored, reported
    reports       what a run's games say, beside the thesis
    match, tournament, ladder, action_space     the kinds of runs of this room

Imports point upwards in this list. A game is a function of its place in the schedule and the run's
seed, so the same run gives the same rows for any number of workers, in any order, and after any
interruption. Imports engine, setups, agents and results.
"""
