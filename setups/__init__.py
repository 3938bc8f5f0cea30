"""Setups: from names and text to armies.

    catalogue   the 31 named setups with their formations (catalogue.json)
    armies      `army`: a catalogue name or setup text -> the engine's `Army`

The engine knows no names; this room knows no games.
"""

from .armies import SetupError, army
from .catalogue import NamedSetup, catalogue

__all__ = ["NamedSetup", "SetupError", "army", "catalogue"]
