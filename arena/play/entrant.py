"""`Entrant`: a setup and the agent that plays it, as plain text."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from ...agents.spec.parameters import AgentError
from ...agents.spec.spec import AgentSpec
from ...engine.reading.names import printable
from ...engine.rules.army import Army
from ...engine.rules.ruleset import Ruleset
from ...engine.rules.stats import LETTERS
from ...setups.catalogue import catalogue_setup
from ...setups.notation import read_text, write_text
from ...setups.setup import Setup, is_json
from .errors import ArenaError

_LONGEST_LABEL: Final = 60
"""Characters of a file's name that stand for its setup: pages and tables have room for these."""


def repeatable(agent: AgentSpec | str) -> AgentSpec:
    """Return an agent whose games come out the same whenever they are played; raise otherwise."""
    spec = AgentSpec.parse(agent) if isinstance(agent, str) else agent
    if spec.ms:
        raise AgentError(
            f"{spec} thinks by the clock, so its games could not be repeated; "
            "give it advances or iterations"
        )
    return spec


class Entrant(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A setup and the agent that plays it; equal entrants are equal values."""

    setup: str
    """What enters play, as canonical text."""
    agent: str
    """The agent as canonical text."""
    name: str | None = None
    """What the setup is called."""
    formation: tuple[str, ...] | None = None
    """Rows of letters, front row first; None: derived from the troops."""

    @classmethod
    def of(cls, setup: str, agent: AgentSpec | str) -> "Entrant":
        """Return the entrant of a catalogue name, setup text, JSON or JSON file, and an agent.

        Of a catalogue setup the troops that enter play count, in their published formation. A file
        lends its name; JSON may have one in it.
        """
        spec = repeatable(agent)
        named = catalogue_setup(setup)
        if named:
            army = named.army
            counts = tuple(sum(t.letter == letter for t in army.troops) for letter in LETTERS)
            text = write_text(counts, army.commands)
            return cls(setup=text, agent=str(spec), name=named.name, formation=army.formation)
        if is_json(setup):
            own, name = Setup.from_json(setup)
            return cls(setup=str(own), agent=str(spec), name=name, formation=own.formation)
        given = Setup.parse(setup)
        file = setup.strip().lower().endswith(".json")
        name = printable(Path(setup.strip()).stem)[:_LONGEST_LABEL] if file else None
        return cls(setup=str(given), agent=str(spec), name=name, formation=given.formation)

    @property
    def label(self) -> str:
        """The setup's name, or its text if it has none."""
        return self.name or self.setup

    @property
    def given(self) -> str | dict[str, Any]:
        """The setup as a command or a file names it: its name, its text, or an object of its own.

        `Entrant.of` makes an equal entrant of it; an object is given as JSON.
        """
        if self.name and catalogue_setup(self.name) and self == Entrant.of(self.name, self.agent):
            return self.name
        if self.name is None and self.formation is None:
            return self.setup
        counts, commands = read_text(self.setup)
        return Setup(counts, commands, self.formation).to_dict(self.name)

    def army(self, rules: Ruleset) -> Army:
        """Return the army that enters play, checked against the board."""
        counts, commands = read_text(self.setup)
        return Setup(counts, commands, self.formation).army(rules)

    def played_by(self, agent: str) -> "Entrant":
        """Return the same setup, played by another agent."""
        return msgspec.structs.replace(self, agent=agent)


def check_labels(entrants: Sequence[Entrant]) -> None:
    """Refuse entrants of which two have the same label: results name them by it."""
    labels = [entrant.label for entrant in entrants]
    if len(set(labels)) < len(labels):
        twice = next(label for label in labels if labels.count(label) > 1)
        raise ArenaError(f"two setups are called {twice}; give one of the files another name")
