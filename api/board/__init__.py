"""A game as plain values for those who draw it: a page needs to know no rule.

    words        what an action did, in words (imports no kernel)
    board_game   `BoardGame`: a game with its beginning and its actions as numbers
    actions      legal actions and lines, each with its troop, squares and target
    values       the position: board, troops, commands, whose turn
    events       what happened, action by action, with squares
    preview      what actions would do, without doing them
    reach        where troops can move and attack, of both sides
    replay       a whole game in one value: its beginning, then what changed
    positions    a position that somebody drew, checked
    seen         analyses, hints and reviews, with squares
    undo         what a person's undo takes back

    Game ──▶ actions, values ──┐
    history ──▶ events ────────┼──▶ plain dicts and lists, ready for JSON
    Analysis, Review ──▶ seen ─┘

Everything comes from the engine's states and legal actions: what is offered is legal, and what is
foretold is what the engine does. A square is `[column, row]` from 0: k3 is [10, 2].
"""
