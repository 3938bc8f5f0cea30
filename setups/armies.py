"""`army`: a name, setup text or a JSON file -> the engine's `Army`."""

from ..engine.rules.army import Army
from ..engine.rules.ruleset import Ruleset
from .catalogue import NamedSetup
from .lookup import given_setup


def army(text: str, rules: Ruleset | None = None) -> Army:
    """Return the army that enters play; named setups stand as published, own ones as saved."""
    entry = given_setup(text)
    return entry.named.army if isinstance(entry.named, NamedSetup) else entry.setup.army(rules)
