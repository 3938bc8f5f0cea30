"""The terms that output and docs use: what each means, in one place, `glossary.toml`.

`conquest-opt glossary` prints them, docs/glossary.md is generated from them, and results explain a
term by its half sentence (`hint`) where they use it first (`first_use`).

    python -m conquest_opt.results.text.glossary docs/glossary.md
"""

import re
import sys
import tomllib
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import Final

from .escape import markdown

_HEAD: Final = """# Glossary

Do not edit: the page is generated from results/text/glossary.toml by
`python -m conquest_opt.results.text.glossary docs/glossary.md`.

`conquest-opt glossary` prints the same, `conquest-opt glossary "Nash mixture"` one term. Output
explains a term by half a sentence where it uses it first.
"""


@dataclass(frozen=True, kw_only=True)
class Term:
    """A term: its meaning, and the half sentence that stands in brackets at its first use."""

    name: str
    meaning: str
    hint: str = ""
    """Empty where output need not explain it."""
    forms: str = ""
    """How it is written, as a regular expression; by default its name, and with an s."""
    methods: str = ""
    """The heading of docs/methods.md that says how it is computed."""

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """What finds the term in a text."""
        written = self.forms or f"{re.escape(self.name)}s?"
        return re.compile(rf"(?<![\w:-])(?:{written})(?![\w=-])", re.IGNORECASE)


@cache
def terms() -> MappingProxyType[str, Term]:
    """Return the terms by name, in alphabetical order."""
    file = resources.files("conquest_opt.results.text") / "glossary.toml"
    entries = tomllib.loads(file.read_text(encoding="utf-8"))
    for entry in entries.values():
        entry["meaning"] = " ".join(entry["meaning"].split())
    ordered = sorted(entries, key=str.lower)
    return MappingProxyType({name: Term(name=name, **entries[name]) for name in ordered})


def hint(name: str) -> str:
    """Return the half sentence that explains a term."""
    return terms()[name].hint


def page() -> str:
    """Return the terms as a Markdown page."""
    parts = [_HEAD]
    for term in terms().values():
        link = f" [Method](methods.md#{term.methods})." if term.methods else ""
        parts.append(f"## {term.name}\n\n{markdown(term.meaning)}{link}\n")
    return "\n".join(parts)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")
