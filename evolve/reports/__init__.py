"""Reports of searches; each module has `build(store, run, told)`, which gives a page.

They read the database and draw; no game is played, so nothing here imports a kernel.
"""
