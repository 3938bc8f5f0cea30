"""Terms are explained where they are used first: half a sentence of the glossary, in brackets.

    "the Nash mixture is ..."  ->  "the Nash mixture (how often to play each so that ...) is ..."

What has brackets already is left as it is. Terminal and page do this to the same blocks
(`results.page.blocks`), so that both use the same words.
"""

import re
from collections.abc import Iterable

from .glossary import terms


class FirstUses:
    """The terms that have not been used yet."""

    def __init__(self) -> None:
        self._unused = [term for term in terms().values() if term.hint]

    def text(self, text: str) -> str:
        """Return a text with each term explained that it uses first."""
        result = text
        for used, hint in reversed(self._first_uses(text)):
            end = used.end()
            if text[:end].count("(") > text[:end].count(")"):  # no brackets within brackets
                result = f"{result} ({used[0]}: {hint})"
            elif not text[end:].startswith(" ("):
                result = f"{result[:end]} ({hint}){result[end:]}"
        return result

    def facts(self, facts: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
        """Return facts; a term that is a label is explained after the value."""
        return [(label, self._of_label(label, self.text(value))) for label, value in facts]

    def note(self, *texts: str) -> str:
        """Return what explains the terms that texts use first; they are used from now on."""
        uses = self._first_uses("\n".join(texts))
        return "; ".join(f"{used[0]}: {hint}" for used, hint in uses)

    def _of_label(self, label: str, value: str) -> str:
        hints = [hint for _, hint in self._first_uses(label)]
        return f"{value} ({'; '.join(hints)})" if hints else value

    def _first_uses(self, text: str) -> list[tuple[re.Match[str], str]]:
        """Return where a text uses terms first, in its order, and the half sentence of each."""
        matches = {term.name: term.pattern.search(text) for term in self._unused}
        places = [(used, term.hint) for term in self._unused if (used := matches[term.name])]
        self._unused = [term for term in self._unused if not matches[term.name]]
        return sorted(places, key=lambda place: place[0].start())
