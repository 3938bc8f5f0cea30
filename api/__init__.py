"""The front door in Python: `import conquest_opt as cq` has these names.

    board/     a game as plain values for those who draw it
    inputs/    setups, weights, fields and rules as people write them, read and checked
    texts/     what keywords and kinds of run mean, for help, forms and pages
    setup_data/  all maximal setups in memory, what is known of one, what fits into one
    requests/  what is asked for becomes a task, one module for each kind of run
    options    the keywords of each kind of run: names, types and defaults, from its settings
    runs       a function for each kind of run: match, counter, whatif, ...
    running    runs a task: threads or cluster, database, budget, progress, Ctrl-C
    progress   how far a run is: on a terminal, in a notebook, in a log
    stopping   Ctrl-C and requests to terminate, for runs that keep what they have
    results    what a run gives back, and its tables: Arrow, pandas, Polars
    database   `open`: the results database, by SQL
    agents     `agent`: chooses actions and analyses positions
    forms      kinds of run with their settings, as forms need them
    listings   setups, rules and agents as plain values
    setups     `setup`, `enumerate`, `game`: setups and games from names and texts
    stub       writes roof/__init__.pyi, by which type checkers know the keywords

    keywords ──▶ options ──▶ requests ──▶ Task ──▶ running (run_task) ──▶ Result ──▶ .arrow()

The command line asks by the same requests and runs by the same runner; only what is typed and how
it is shown is its own. Names of keywords are those of the command line's options.
"""
