"""Whole turns to choose from: generated directly, without duplicates, each with its value.

    desk      the records that turns are written in, and `Desk`: what travels with them
    trial     carry a turn out and list where it leads, if that is new
    attacks   who attacks whom, from which square, with which commands before it
    moves     what one troop does: attacks, quiet moves, both with Charge
    orders    commands that better a listed turn
    listing   all of it: the turns to look at from a position, best first

Each imports only from those above it. A turn is a handful of actions from a position to the
opponent's turn or the end of the game. Scripts propose one action after the other and know what
each would gain; here only whole turns are valued, by where they lead. That is four to five times
cheaper a position than walking through the scripts' turns. Commands decide games: with too few
turns that use one a search loses 37 : 63 to itself.
"""
