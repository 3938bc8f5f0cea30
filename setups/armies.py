"""`army`: a name, setup text or a JSON file -> the engine's `Army`."""

from ..engine.rules.army import Army
from ..engine.rules.ruleset import Ruleset
from .catalogue import NamedSetup
from .lookup import given_setup


def army(text: str, rules: Ruleset | None = None) -> Army:
    """Return the army that enters play; named setups stand as published, own ones as saved."""
    given = given_setup(text)
    return given.named.army if isinstance(given.named, NamedSetup) else given.setup.army(rules)
