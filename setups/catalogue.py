"""The named setups of the Conquest thesis (appendix B), as published."""

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Final

from ..engine.rules.army import Army
from ..engine.rules.ruleset import Ruleset
from .setup import Setup

_PLAYED_TROOPS = 10
"""Of the setup drawn with 11 troops the first 10 in reading order enter play."""


@dataclass(frozen=True, kw_only=True)
class NamedSetup:
    """A setup of the catalogue."""

    name: str
    setup: Setup
    """As drawn, with its formation."""
    points: int
    """What everything drawn costs under the standard rules."""
    note: str = ""
    """What is unusual about it: over the limit, drawn with 11 troops, points left over."""

    @property
    def army(self) -> Army:
        """The army that enters play, as published."""
        drawn = Army.from_formation(self.setup.formation or (), self.setup.commands)
        return Army(drawn.troops[:_PLAYED_TROOPS], drawn.commands)


SIX_UNLIKE: Final = (
    "Default",
    "Rush",
    "Venom",
    "GlassCannon",
    "Championeer",
    "OutrangeOutplay",
)
"""Mixed, fast, mages and knights, ranged, champions, many scouts with Bombard."""


@cache
def catalogue() -> MappingProxyType[str, NamedSetup]:
    """Return the 31 setups by name, in the thesis's order."""
    file = resources.files("conquest_opt.setups") / "catalogue.json"
    setups = [
        NamedSetup(
            name=entry["name"],
            setup=Setup.from_dict({k: entry[k] for k in ("troops", "formation", "commands")}),
            points=entry["points"],
            note=entry.get("note", ""),
        )
        for entry in json.loads(file.read_text(encoding="utf-8"))["setups"]
    ]
    return MappingProxyType({setup.name: setup for setup in setups})


def legal_catalogue(rules: Ruleset) -> dict[str, NamedSetup]:
    """Return the named setups that are legal by these rules."""
    return {name: named for name, named in catalogue().items() if not named.setup.faults(rules)}


def catalogue_setup(name: str) -> NamedSetup | None:
    """Return the setup of a name in any case, or None."""
    if not isinstance(name, str) or not name.isascii():
        return None  # as every name of the catalogue is
    return _by_lower_name().get(name.strip().lower())


@cache
def _by_lower_name() -> dict[str, NamedSetup]:
    return {name.lower(): named for name, named in catalogue().items()}
