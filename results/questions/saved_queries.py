"""The common questions as SQL: `saved/*.sql`, in the order of their names.

The first line of a file is its title, the comment after it says what the answer is.
"""

from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import takewhile


@dataclass(frozen=True, kw_only=True)
class SavedQuery:
    """A question that people ask often."""

    name: str
    title: str
    about: str
    sql: str


@cache
def saved_queries() -> tuple[SavedQuery, ...]:
    """Return all of them."""
    folder = resources.files(__package__ or "") / "saved"
    files = sorted((one for one in folder.iterdir()), key=lambda one: one.name)
    return tuple(_read(file.name, file.read_text(encoding="utf-8")) for file in files)


def _read(file: str, text: str) -> SavedQuery:
    lines = text.splitlines()
    title, *about = [
        line.lstrip("- ") for line in takewhile(lambda one: one.startswith("--"), lines)
    ]
    sql = "\n".join(lines[1 + len(about) :])
    name = file.removesuffix(".sql").partition("-")[2]
    return SavedQuery(name=name, title=title, about=" ".join(about), sql=sql)
