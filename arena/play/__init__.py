"""Games in bulk: which games, who plays them, and what became of them.

entrant        a setup and the agent that plays it
schedule       which games are played: data, in side-swapped pairs
programme      schedules with rules of their own, played as one
player         plays a game of a schedule; programme_player: of a programme
engine_seats   the other programs that a thread's games are played by
play_schedule  plays what is missing of a schedule on an executor
threads        an executor: the cores of this machine
cluster        an executor: many machines, by Dask; `worker` is what happens there
result_board   results by game, and what they add up to; programme_board: of a programme
rows           results as tables of the database
fingerprint    the software that decides how games go; runs are stamped with it
errors         what can go wrong, said in one sentence
"""
