"""The named setups of the Conquest thesis (appendix B), as published."""

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from types import MappingProxyType

from ..engine.army import Army

_PLAYED_TROOPS = 10
"""Of the setup drawn with 11 troops the first 10 in reading order enter play."""


@dataclass(frozen=True, kw_only=True)
class NamedSetup:
    """A setup of the catalogue."""

    name: str
    formation: tuple[str, ...]
    """Front, middle, back row as drawn; a blank is an empty square."""
    commands: tuple[str, ...]
    points: int
    """What everything drawn costs under the standard rules."""
    note: str = ""
    """What is unusual about it: over the limit, drawn with 11 troops, points left over."""

    @property
    def army(self) -> Army:
        """The army that enters play."""
        drawn = Army.from_formation(self.formation, self.commands)
        return Army(drawn.troops[:_PLAYED_TROOPS], drawn.commands)


@cache
def catalogue() -> MappingProxyType[str, NamedSetup]:
    """Return the 31 setups by name, in the thesis's order."""
    text = (
        resources.files("conquest_opt.setups")
        .joinpath("catalogue.json")
        .read_text(encoding="utf-8")
    )
    setups = [
        NamedSetup(
            name=entry["name"],
            formation=tuple(entry["formation"]),
            commands=tuple(entry["commands"]),
            points=entry["points"],
            note=entry.get("note", ""),
        )
        for entry in json.loads(text)["setups"]
    ]
    return MappingProxyType({setup.name: setup for setup in setups})
