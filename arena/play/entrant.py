"""`Entrant`: a setup and the agent that plays it, as plain text."""

from collections.abc import Sequence
from typing import Any

import msgspec

from ...agents.spec.engine_spec import EngineSpec, is_engine
from ...agents.spec.parameters import AgentError
from ...agents.spec.spec import AgentSpec
from ...engine.rules.army import Army
from ...engine.rules.ruleset import Ruleset
from ...setups.catalogue import catalogue_setup
from ...setups.lookup import given_setup
from ...setups.naming import titled
from ...setups.notation import read_text
from ...setups.setup import Setup
from .errors import ArenaError


def repeatable(agent: AgentSpec | str) -> AgentSpec:
    """Return an agent whose games come out the same whenever they are played; raise otherwise."""
    spec = AgentSpec.parse(agent) if isinstance(agent, str) else agent
    if spec.ms:
        raise AgentError(
            f"{spec} thinks by the clock, so its games could not be repeated; "
            "give it advances or iterations"
        )
    return spec


def player_text(agent: AgentSpec | str) -> str:
    """Return the canonical text of an agent that is repeatable, or of another program."""
    if isinstance(agent, str) and is_engine(agent):
        return str(EngineSpec.parse(agent))
    return str(repeatable(agent))


class LastingSetup(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A setup as tasks store it: whatever becomes of the file it was named in, it stays the same.

    Workers of a cluster have no such file, and a resumed run must play the same games.
    """

    setup: str
    """What enters play, as canonical text."""
    name: str | None = None
    """What it is called."""
    formation: tuple[str, ...] | None = None
    """Rows of letters, front row first; None: derived from the troops."""

    @property
    def given(self) -> str | dict[str, Any]:
        """It as a command or a file names it: its name, its text, or an object, given as JSON."""
        if self.name and catalogue_setup(self.name) and self == lasting_setup(self.name):
            return self.name
        if self.name is None and self.formation is None:
            return self.setup
        counts, commands = read_text(self.setup)
        return Setup(counts, commands, self.formation).to_dict(self.name)


def lasting_setup(setup: str) -> LastingSetup:
    """Return the setup of a name, text, JSON or JSON file.

    Of a catalogue setup the troops that enter play count, in their published formation. A file
    lends its name; JSON may have one in it.
    """
    entry = given_setup(setup)
    playing = entry.playing
    return LastingSetup(setup=str(playing), name=entry.label, formation=playing.formation)


class Entrant(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A setup and the agent that plays it; equal entrants are equal values."""

    setup: str
    """As of a `LastingSetup`; so are name and formation."""
    agent: str
    """The agent as canonical text."""
    name: str | None = None
    formation: tuple[str, ...] | None = None

    @classmethod
    def of(
        cls, setup: str | LastingSetup, agent: AgentSpec | str, *, engines: bool = False
    ) -> "Entrant":
        """Return the entrant of a setup, as `lasting_setup` reads it, and an agent.

        With `engines` that may be another program.
        """
        text = player_text(agent) if engines else str(repeatable(agent))
        lasting = lasting_setup(setup) if isinstance(setup, str) else setup
        return cls(agent=text, **msgspec.structs.asdict(lasting))

    @property
    def label(self) -> str:
        """The setup's name, or its text if it has none."""
        return self.name or self.setup

    def title(self, rules: Ruleset | None = None) -> str:
        """Return the label as it is shown: a text with the name that it has, if it has one."""
        return self.name or titled(self.setup, self.formation, rules)

    @property
    def given(self) -> str | dict[str, Any]:
        """The setup as a command or a file names it; `Entrant.of` makes an equal entrant of it."""
        return LastingSetup(setup=self.setup, name=self.name, formation=self.formation).given

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
        raise ArenaError(f"two setups are called {twice}; give one of them another name")
