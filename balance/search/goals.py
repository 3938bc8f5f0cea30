"""What rules can be judged by: the objectives by name, and how their figures are read."""

from dataclasses import dataclass
from typing import Final

from ...engine.rules.stats import COMMANDS, TROOPS
from ...results.text.glossary import hint

COMPONENT_COUNT: Final = len(TROOPS) + len(COMMANDS)
"""Troops and commands that there are."""


@dataclass(frozen=True, kw_only=True)
class Objective:
    """A figure that rules are judged by."""

    name: str
    about: str
    form: str
    """How it is written: share, number or count (see `results.page.grids`)."""
    label: str
    """What stands above it in a table."""
    more: bool = False
    """Whether more is better."""
    worst: float
    """What counts as nothing in a hypervolume; for `diversity` 1 setup, for `use` none."""
    games: bool = True
    """Whether it is measured by games; otherwise it is known exactly."""


OBJECTIVES: Final = {
    one.name: one
    for one in (
        Objective(
            name="unevenness",
            about=hint("unevenness"),
            form="share",
            label="Uneven",
            worst=0.5,
        ),
        Objective(
            name="exploitability",
            about="what the best setup gains where all are played equally often",
            form="share",
            label="Exploit",
            worst=0.5,
        ),
        Objective(
            name="diversity",
            about=hint("diversity"),
            form="number",
            label="Setups",
            more=True,
            worst=1.0,
        ),
        Objective(
            name="use",
            about="troops and commands that 5 % or more of what is played in equilibrium has",
            form="number",
            label="In use",
            more=True,
            worst=0.0,
        ),
        Objective(
            name="change",
            about=hint("change"),
            form="number",
            label="Change",
            worst=8.0,
            games=False,
        ),
        Objective(
            name="edits",
            about="number of edits",
            form="count",
            label="Edits",
            worst=6.0,
            games=False,
        ),
        Objective(
            name="size",
            about="sizes of the edits, as shares of what they change, added up",
            form="number",
            label="Size",
            worst=4.0,
            games=False,
        ),
        Objective(
            name="first-player",
            about="how far the first players' score is from 50 %",
            form="share",
            label="First",
            worst=0.5,
        ),
        Objective(
            name="length",
            about="how far the mean length of games is from the wanted one, in turns",
            form="number",
            label="Length",
            worst=100.0,
        ),
        Objective(
            name="target",
            about="typical distance of match-ups from the target graph",
            form="share",
            label="Target",
            worst=0.5,
        ),
    )
}

DEFAULT: Final = ("unevenness", "diversity", "change")
