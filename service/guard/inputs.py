"""Settings and texts that the API refuses: those that name a file, a machine or a program.

The command line and the front door take files, SQL and addresses in many places: a setup may be
`mine.json`, opponents a query, rules a TOML file. A person at the terminal may read those files; a
client of the service may not. What is refused is decided by name for settings that are nothing
else, and by form for texts. No other module decides it: what passes here is read from no file.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from ...agents.spec.engine_spec import is_engine
from ...arena.inputs.errors import RequestError
from ...arena.inputs.setup_lists import QUERIES
from ...engine.reading.names import shown
from ...setups.lookup import GivenSetup, given_setup
from ...setups.setup import is_json
from .bodies import check_depth

OF_THE_SERVER: Final = {
    "db": "the service has one database",
    "threads": "the service decides it for all jobs",
    "cluster": "the service decides it for all jobs",
    "progress": "ask for the job's events",
    "resume": "ask for a job to be resumed",
    "rules": "give changes of the rules in set",
    "start_engine": "the service starts no other programs",
}
"""Settings that the API refuses, and what to do instead."""

SUFFIXES: Final = (".json", ".jsonl", ".txt", ".csv", ".toml", ".duckdb", ".parquet")
EDITS_ONLY: Final = ("base",)
JSON_LISTS: Final = {"balance": ("target",)}
"""Settings of a kind that are a JSON list; any other text is a file's name there."""


def check_given(kind: str, given: Mapping[str, Any]) -> None:
    """Refuse settings of a job that name a file, a machine or a program."""
    for name, value in given.items():
        if name in OF_THE_SERVER:
            raise RequestError(f"{name} cannot be given here: {OF_THE_SERVER[name]}")
        for text in _texts(value):
            if name in JSON_LISTS.get(kind, ()):
                _check_list(text, name)
                continue
            check_text(text, name)
            if name in EDITS_ONLY and "=" not in text:
                raise RequestError(f"{name}: {_no_file(text)}; give changes such as mage.range=5")


def check_text(text: str, name: str = "a text") -> None:
    """Refuse a text that would be read as a file, a query or a program."""
    if is_json(text):  # so every reader takes it, whatever follows
        check_depth(text)
        return
    first, _, rest = text.strip().partition(" ")
    if rest and first.lower() in QUERIES:
        raise RequestError(f"{name}: {shown(text)} is a query; give the setups themselves")
    for part in text.replace("=", ",").split(","):
        if is_engine(part.lower()):
            raise RequestError(f"{name}: {shown(part)}: the service starts no other programs")
        if "/" in part or "\\" in part or part.strip().lower().endswith(SUFFIXES):
            raise RequestError(f"{name}: {_no_file(part)}; give a name or a text")


def read_setup(text: str) -> GivenSetup:
    """Return the setup of a name, text or JSON, but of no file."""
    check_text(text, "setup")
    return given_setup(text)


def _check_list(text: str, name: str) -> None:
    """Refuse what is no JSON list."""
    if not text.lstrip().startswith("["):
        raise RequestError(f"{name}: {_no_file(text)}; give a JSON list")
    check_depth(text)


def _no_file(text: str) -> str:
    return f"{shown(text)} is a file's name, and the service reads no files"


def _texts(value: Any) -> Sequence[str]:
    """Return all texts in a value, keys of mappings among them."""
    match value:
        case str():
            return [value]
        case Mapping():
            inside = [*value.keys(), *value.values()]
            return [] if "troops" in value else [text for one in inside for text in _texts(one)]
        case list() | tuple():
            return [text for one in value for text in _texts(one)]
        case _:
            return []
