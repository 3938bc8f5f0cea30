"""Terms are explained where they are used first: half a sentence of the glossary, in brackets.

    "the Nash mixture is ..."  ->  "the Nash mixture (how often to play each so that ...) is ..."

What has brackets already is left as it is. Terminal and page do this to the same blocks
(`results.page.blocks`), so that both use the same words.
"""

from collections.abc import Iterable

from .glossary import Term, terms


class FirstUses:
    """The terms that have not been used yet."""

    def __init__(self) -> None:
        self._unused = [term for term in terms().values() if term.hint]

    def text(self, text: str) -> str:
        """Return a text with each term explained that it uses first."""
        for end, term in reversed(self._found(text)):
            if text[:end].count("(") > text[:end].count(")"):  # no brackets within brackets
                text = f"{text} ({term.name}: {term.hint})"
            elif not text[end:].startswith(" ("):
                text = f"{text[:end]} ({term.hint}){text[end:]}"
        return text

    def facts(self, facts: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
        """Return facts; a term that is a label is explained after the value."""
        return [(label, self._of_label(label, self.text(value))) for label, value in facts]

    def note(self, *texts: str) -> str:
        """Return what explains the terms that texts use first; they are used from now on."""
        found = self._found("\n".join(texts))
        return "; ".join(f"{term.name}: {term.hint}" for _, term in found)

    def _of_label(self, label: str, value: str) -> str:
        hints = [term.hint for _, term in self._found(label)]
        return f"{value} ({'; '.join(hints)})" if hints else value

    def _found(self, text: str) -> list[tuple[int, Term]]:
        """Return the terms that a text uses first, each with where it ends, in their order."""
        places = [(f.end(), term) for term in self._unused if (f := term.pattern.search(text))]
        used = [term for _, term in places]
        self._unused = [term for term in self._unused if term not in used]
        return sorted(places, key=lambda place: place[0])
