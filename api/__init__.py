"""The front door in Python: `import conquest_opt as cq` has these names.

    board/     a game as plain values for those who draw it
    setup_data/  all maximal setups in memory, what is known of one, what fits into one
    options    the keywords of each kind of run: names, types and defaults, from its declaration
    runs       a function for each kind of run: match, counter, whatif, ...
    running    the one driver: task, threads or cluster, database, budget, follower, Ctrl-C
    progress   how far a run is: on a terminal, in a notebook, in a log
    stopping   Ctrl-C and requests to terminate, for runs that keep what they have
    results    what a run gives back, and its tables: Arrow, pandas, Polars
    database   `open`: the results database, by SQL
    agents     `agent`: chooses actions and analyses positions
    forms      kinds of run with their settings, as forms need them
    titles     titles of runs in words for people
    listings   setups, rules and agents as plain values
    setups     `setup`, `enumerate`, `game`: setups and games from names and texts
    stub       writes roof/__init__.pyi, by which type checkers know the keywords

    keywords ──▶ options ──▶ kind.make ──▶ Task ──▶ running (run_task) ──▶ Result ──▶ .arrow()

The command line and the service run by the same driver, each with a follower of its own: only what
is typed and how it is shown differ. Names of keywords are those of the command line's options.
"""
