"""Reports of runs about the rules; each module has `build(store, run, told)` for its kind of run.

They read the database and draw; no game is played, so nothing here imports a kernel.
"""
