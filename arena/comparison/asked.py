"""What two tasks ask for differently, from their stored forms as they are.

The stored form needs no kernel to be read, and that of an older version may differ: what only one
of the two has stands as nothing on the other side.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from ...results.page.grids import NOTHING
from ...results.page.words import listed
from ...results.store.runs import Run

_LEFT_OUT: Final = ("form", "keep", "given", "sized")
"""Parts of a stored form that decide no game."""
_AGENTS: Final = "agents"
_SHOWN_ITEMS: Final = 4
"""Items of a list that are named; the JSON has all."""


class AskedSetting(msgspec.Struct, frozen=True, kw_only=True):
    """A setting that differs, as both runs have stored it."""

    name: str
    """Its place in the stored form, such as settings.games."""
    values: tuple[Any, Any]

    @property
    def label(self) -> str:
        """Its name in words."""
        words = self.name.removeprefix("settings.").replace("_", " ")
        inside, _, agents = words.rpartition(f".{_AGENTS}")
        return (f"{_AGENTS} of {inside}" if inside and not agents else words).replace(".", " ")

    @property
    def texts(self) -> tuple[str, str]:
        """The values in words; of lists only what the other has not."""
        one, other = self.values
        if not isinstance(one, list) or not isinstance(other, list):
            return _text(one), _text(other)
        mine, its = ([i for i in a if i not in b] for a, b in ((one, other), (other, one)))
        if not mine and not its:
            return "one order", "another order"
        return _items(mine, its), _items(its, mine)


def asked_differently(one: Run, other: Run) -> list[AskedSetting]:
    """Return the settings in which two runs differ."""
    both = [
        dict(_settings("", {**run.arguments, "software": _software(run)})) for run in (one, other)
    ]
    names = dict.fromkeys(name for settings in both for name in settings)
    values = {name: (both[0].get(name), both[1].get(name)) for name in names}
    return [
        AskedSetting(name=name, values=(first, second))
        for name, (first, second) in values.items()
        if first != second
    ]


def _software(run: Run) -> str:
    return run.arguments.get("software", f"conquest-opt {run.software}")


def _settings(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Yield settings by name; setups apart from the agents that play them."""
    if name and _is_entrant(value):
        yield from _entrants(name, [value])
    elif isinstance(value, dict):
        for part, inside in value.items():
            if name or part not in _LEFT_OUT:
                yield from _settings(f"{name}.{part}" if name else part, inside)
    elif isinstance(value, list) and value and all(map(_is_entrant, value)):
        yield from _entrants(name, value)
    else:
        yield name, value


def _entrants(name: str, entrants: Sequence[dict[str, Any]]) -> Iterator[tuple[str, Any]]:
    setups = [{k: v for k, v in entrant.items() if k != "agent"} for entrant in entrants]
    yield name, [setup for place, setup in enumerate(setups) if setup not in setups[:place]]
    yield f"{name}.{_AGENTS}", list(dict.fromkeys(entrant["agent"] for entrant in entrants))


def _is_entrant(value: Any) -> bool:
    return isinstance(value, dict) and {"setup", "agent"} <= value.keys()


def _items(items: Sequence[Any], others: Sequence[Any]) -> str:
    """Return items of a list; a setup by its name, and by its text where the others have that."""
    names = {_text(other) for other in others}
    texts = [_text(item) for item in items]
    full = [
        f"{text} ({item['setup']})" if text in names and isinstance(item, dict) else text
        for text, item in zip(texts, items, strict=True)
    ]
    return listed(full, _SHOWN_ITEMS) or NOTHING


def _text(value: Any) -> str:
    match value:
        case _ if value in (None, [], {}):
            return NOTHING
        case bool():
            return "yes" if value else "no"
        case {"setup": str(setup)}:
            return value.get("name") or setup
        case list():
            return listed([_text(item) for item in value], _SHOWN_ITEMS)
        case dict():
            return json.dumps(value)
        case _:
            return str(value)
