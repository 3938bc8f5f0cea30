"""The library of scripts: for each kind of action the one that a way of playing would take.

    library   the scripts of selections and attacks, and all scripts asked at once
    moves     scripts for moves
    commands  scripts for commands
    targets   what an attack gains and what the enemy's answer costs, in setup points
    hints     from setup points to a script's value and an action's hint
    enemy     where the enemy stands and what it can attack, kept while it stands still
    boards    the sets of squares that the scripts work on

A script proposes an action with a value in [0, 1]; the value times the script's weight is the
action's hint.
"""
