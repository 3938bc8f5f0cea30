"""Inputs as people write them, read and checked: what every request is made of.

    errors       what cannot be asked for
    rules        rules: a file, an action space, edits
    time_span    15m, 8h: a budget of time
    asked        `Asked`: rules, seed, database and notes of one request
    agents       the agent that is asked for, or a default
    setup_lists  several setups: names, texts, JSON, files, SQL queries
    shares       setups with weights

These modules import no kernel: the command line reads them for `--help`.
"""
