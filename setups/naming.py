"""The names that setups have when they are shown: of the catalogue, or the user's own.

    titled("CCC:battle-cry,stoicism,regenerate,charge")
    # 'CCC:battle-cry,stoicism,regenerate,charge (IAmWarrior in another formation)'

Searches find setups as text. Where a result shows one that has a name, it shows the name beside it;
what is stored holds no such names, so it does not depend on the user's file. A name stands alone if
the formation is that of the name too; otherwise the words say that it is another.

A file of own setups that cannot be read must not take a result from its reader: names are then
those of the catalogue alone, and `unread_names` says why.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ..engine.rules.army import Army
from ..engine.rules.ruleset import Ruleset
from .catalogue import NamedSetup, catalogue
from .notation import SetupError
from .own_setups import OwnSetup, own_setups
from .setup import Setup

OTHERWISE = "in another formation"

_TEXT_KEYS = ("setup", "response")
"""Where JSON values have a setup's text."""


class KnownName(NamedTuple):
    """What a setup is called, and whether it stands as the setup of that name does."""

    named: NamedSetup | OwnSetup
    exact: bool

    @property
    def name(self) -> str:
        """The name alone."""
        return self.named.name

    def __str__(self) -> str:
        return self.name if self.exact else f"{self.name} {OTHERWISE}"


def known_name(
    setup: str, formation: Sequence[str] | None = None, rules: Ruleset | None = None
) -> KnownName | None:
    """Return the name of a setup's text, or None; without a formation its troops are placed.

    One whose formation is the same comes first, then the catalogue.
    """
    alike = [
        named for named in (*catalogue().values(), *_own().values()) if str(named.setup) == setup
    ]
    if not alike:
        return None
    rules = rules or Ruleset()
    stands = _standing(Setup.from_text(setup), formation, rules)
    names = [
        KnownName(named, stands is not None and _standing_by_name(named, rules) == stands)
        for named in alike
    ]
    return max(names, key=lambda one: one.exact)


def titled(setup: str, formation: Sequence[str] | None = None, rules: Ruleset | None = None) -> str:
    """Return a setup's text, with its name behind it if it has one."""
    name = known_name(setup, formation, rules)
    return f"{setup} ({name})" if name else setup


def name_cell(
    setup: str, formation: Sequence[str] | None = None, rules: Ruleset | None = None
) -> str | None:
    """Return a setup's name for a column of its own, or None."""
    name = known_name(setup, formation, rules)
    return str(name) if name else None


def plain_name(setup: str) -> str | None:
    """Return what a setup of these troops and commands is called, in whatever formation."""
    title = known_name(setup)
    return title.name if title else None


def names_text(labels: Sequence[str]) -> str:
    """Return a sentence on the labels that are texts of setups with a name; empty without any."""
    names = {label: known_name(label) for label in labels}
    parts = [f"{label} is {name}" for label, name in names.items() if name]
    return f"{'; '.join(parts)}." if parts else ""


def name_values(
    setup: str, formation: Sequence[str] | None = None, rules: Ruleset | None = None
) -> dict[str, str | None]:
    """Return a setup's name as JSON has it: `name`, or `like` if it stands in another formation."""
    title = known_name(setup, formation, rules)
    exact = title is not None and title.exact
    return {
        "name": title.name if title and exact else None,
        "like": title.name if title and not exact else None,
    }


def with_names(values: Any, rules: Ruleset | None = None) -> Any:
    """Return JSON values in which each object with a setup says its name; given names stay."""
    if isinstance(values, list | tuple):
        return [with_names(value, rules) for value in values]
    if not isinstance(values, Mapping):
        return values
    inner = {key: with_names(value, rules) for key, value in values.items()}
    text = next((values[key] for key in _TEXT_KEYS if isinstance(values.get(key), str)), None)
    if text is not None and values.get("name") in (None, text):
        named = name_values(text, values.get("formation"), rules)
        inner |= named | {"name": named["name"] or values.get("name")}
    return inner


def unread_names() -> str | None:
    """Return why the user's own names are not known, or None if they are."""
    try:
        own_setups()
    except SetupError as error:
        return str(error)
    return None


def _own() -> Mapping[str, OwnSetup]:
    try:
        return own_setups()
    except SetupError:
        return {}


def _standing(setup: Setup, formation: Sequence[str] | None, rules: Ruleset) -> Army | None:
    """Return where the troops stand; None where these rules have no room for them."""
    try:
        rows = tuple(formation) if formation and any(formation) else None
        return Setup(setup.counts, setup.commands, rows).army(rules)
    except SetupError:
        return None


def _standing_by_name(named: NamedSetup | OwnSetup, rules: Ruleset) -> Army | None:
    if isinstance(named, NamedSetup):
        return named.army
    return _standing(named.setup, named.setup.formation, rules)
