"""Setups: from names and text to armies, and every setup there is.

    name, text or file -> lookup -> setup (with catalogue, own names, formation) -> armies -> `Army`
    rules, constraints -> require  -> enumerate -> summary, table

    notation    setup text, read and written
    setup       `Setup`: troop counts and commands, cost, legality, what still fits
    formation   where troops stand when no formation is given
    catalogue   the 31 named setups with their formations (catalogue.json)
    own_setups  the user's own setups by name, in a file of theirs
    lookup      `given_setup`: a name, text or file -> the setup, and what it is called
    naming      the name beside a setup's text, where a result shows it
    metagame    the mixture of setups that no response gained much on (metagame.json)
    armies      `army`: a name or text -> the engine's `Army`
    require     side constraints such as `S+F<=4`
    query_text  `QueryText`: which setups are wanted, as typed and stored; `read_filter`
    enumerate   all setups of a ruleset, by CP-SAT (imports OR-Tools; not loaded with this package)
    swaps       small changes of a setup: all of them, and each in words
    keeping     what must stay when a setup is changed, as players say it
    summary     what a set of enumerated setups looks like
    table       enumerated setups as Arrow tables

The engine knows no names; this package knows no games.
"""

from .armies import army
from .catalogue import NamedSetup, catalogue, legal_catalogue
from .metagame import metagame
from .notation import SetupError
from .setup import Setup

__all__ = ["NamedSetup", "Setup", "SetupError", "army", "catalogue", "legal_catalogue", "metagame"]
