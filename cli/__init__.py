"""The command line: one thin command a file, loaded when it is asked for.

    main      the `conquest-opt` group and its list of commands
    options   what several commands share: rule edits, action space, setups, output
    position, replay, engine   the commands
    protocol  the line protocol behind `conquest-opt engine`

Commands parse, call a room below, and print; nothing below this room prints.
"""
