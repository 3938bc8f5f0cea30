"""Games in bulk: which games, who plays them, and what became of them.

entrant        a setup and the agent that plays it
schedule       which games are played: data, in side-swapped pairs
player         plays a game of a schedule
play_schedule  plays what is missing of a schedule on an executor
threads        an executor: the cores of this machine
cluster        an executor: many machines, by Dask; `worker` is what happens there
result_board   results by game, and what they add up to
rows           results as tables of the database
errors         what can go wrong, said in one sentence
"""
