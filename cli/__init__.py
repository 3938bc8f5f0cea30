"""The command line: parse, call a package below, print. Nothing below this package prints.

    start        where the program begins: signals, before anything else is loaded
    main         the `conquest-opt` group and its list of commands, each loaded when it is used
    __main__     `python -m conquest_opt.cli`, the same
    reference    every command with its help, as a page of the docs
    rules_reference  every rule, as a page of the docs
    terminal/    groups, progress, Ctrl-C and prompts
    parameters/  types of parameters: what a value may be, and how a shell completes it
    options/     options that several commands share
    play/        the game in the terminal, and the line protocol for programs
    commands/    commands about setups, rules, agents and results, one a file
    games/       commands about one game, one a file
    runs/        commands that run games in bulk, one a file
    help/        commands and options about the program itself: terms, completion, manual pages
    players/     commands that run games for a player's own setup, one a file
    stored/      commands about stored runs, which know how they were run

Each folder imports only from those above it; `commands/`, `games/`, `runs/` and `help/` not
from each other, nor `players/` and `stored/`.
"""
