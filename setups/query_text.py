"""`QueryText`: which setups are wanted, as text that is typed and stored.

    QueryText(require=("C>=2",), with_commands=("charge",)).read()
    read_filter("charge -mage C>=2, troops<=8")      # as people type it while they look

Words of a filter are apart by spaces or commas, and all of them must hold:

    C>=2  S+F<=4  points>=990    a requirement, as `require` reads it
    charge  batt                 has the command; the beginning of a name will do if it is of one
    champion  CC                 has one at least; of letters as many of each
    -charge  !mage  -CC          the opposite
"""

import re
from typing import TYPE_CHECKING, Final

import msgspec

from ..engine.reading.input_error import InputError
from ..engine.reading.names import shown
from ..engine.reading.numbers import whole_number
from ..engine.rules.stats import COMMANDS, LETTERS, TROOPS
from .notation import SHORT_NAMES, SetupError, read_commands, read_troops
from .require import parse_requirement

if TYPE_CHECKING:
    from .enumerate import Query


class QueryText(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """Constraints as they are written; `read` checks them."""

    require: tuple[str, ...] = ()
    """Such as C>=2 or S+F<=4."""
    with_commands: tuple[str, ...] = msgspec.field(default=(), name="with")
    without_commands: tuple[str, ...] = msgspec.field(default=(), name="without")
    points: tuple[int, int] | None = None
    troops: tuple[int, int] | None = None

    def joined(self, other: "QueryText") -> "QueryText":
        """Return both constraints at once; of ranges the other's counts where it has one."""
        lists = ("require", "with_commands", "without_commands")
        both = {name: getattr(self, name) + getattr(other, name) for name in lists}
        points, troops = other.points or self.points, other.troops or self.troops
        return QueryText(**both, points=points, troops=troops)

    def read(self) -> "Query":
        """Return the query; errors point at what was not understood."""
        from .enumerate import Query  # noqa: PLC0415  (brings OR-Tools)

        return Query(
            requirements=tuple(parse_requirement(text) for text in self.require),
            with_commands=read_commands(list(self.with_commands)),
            without_commands=read_commands(list(self.without_commands)),
            points=self.points,
            troops=self.troops,
        )


ANY_SETUP = QueryText()
"""No constraint at all."""


def read_range(text: str, most: int, example: str) -> tuple[int, int]:
    """Return the two ends of `A..B`, or one number twice."""
    low, dots, high = text.partition("..")
    try:
        first, last = (whole_number(end, 0, most) for end in (low, high if dots else low))
    except InputError as error:
        raise SetupError(f"{text!r} is no range such as {example}: {error}") from None
    if first > last:
        raise SetupError(f"{text!r}: {first} is more than {last}")
    return first, last


_NAMES: Final = {slug: slug for slug in (*COMMANDS, *TROOPS)} | SHORT_NAMES
_WITHIN: Final = re.compile(r"\s*(<=|>=|==|!=|[<>=+*])\s*")
_BETWEEN: Final = re.compile(r"[\s,;]+")
_NEGATED: Final = ("-", "!")


def read_filter(text: str) -> QueryText:
    """Return what a text asks for; an error says which word was not understood."""
    for slug in (*COMMANDS, *TROOPS):
        text = re.sub(slug.replace("-", r"[\s-]+"), slug, text, flags=re.IGNORECASE)
    query = QueryText()
    for word in filter(None, _BETWEEN.split(_WITHIN.sub(r"\1", text))):
        query = query.joined(_read_word(word))
    return query


def _read_word(word: str) -> QueryText:
    if re.search("[<>=]", word):
        parse_requirement(word)  # raises if it cannot be read
        return QueryText(require=(word,))
    negated, plain = word.startswith(_NEGATED), word.lstrip("".join(_NEGATED))
    if plain and set(plain) <= set(LETTERS):
        return QueryText(require=_amounts(plain, negated=negated))
    name = _name(plain, word)
    if name in COMMANDS:
        return QueryText(without_commands=(name,)) if negated else QueryText(with_commands=(name,))
    return QueryText(require=_amounts(LETTERS[TROOPS.index(name)], negated=negated))


def _amounts(letters: str, *, negated: bool) -> tuple[str, ...]:
    """Return requirements for as many of each letter, or for fewer."""
    amounts = zip(LETTERS, read_troops(letters), strict=True)
    return tuple(f"{letter}{'<' if negated else '>='}{n}" for letter, n in amounts if n)


def _name(plain: str, word: str) -> str:
    """Return the command or troop that a word begins."""
    start = plain.lower()
    if start in _NAMES:
        return _NAMES[start]
    starts = (start, start.removesuffix("s"))  # mages
    matches = {slug for name, slug in _NAMES.items() if start and name.startswith(starts)}
    if len(matches) == 1:
        return matches.pop()
    if matches:
        raise SetupError(f"{shown(word)} could be {' or '.join(sorted(matches))}: type more of it")
    raise SetupError(
        f"{shown(word)} was not understood: give a command or a troop, such as charge, -charge or "
        "mage, or a comparison, such as C>=2, S+F<=4 or points>=990"
    )
