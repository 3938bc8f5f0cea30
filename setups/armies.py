"""`army`: a catalogue name, setup text or a JSON file -> the engine's `Army`."""

from ..engine.rules.army import Army
from ..engine.rules.ruleset import Ruleset
from .catalogue import catalogue_setup
from .setup import Setup


def army(text: str, rules: Ruleset | None = None) -> Army:
    """Return the army that enters play; named setups stand as published."""
    named = catalogue_setup(text)
    return named.army if named else Setup.parse(text).army(rules)
