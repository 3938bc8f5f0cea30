"""Side constraints: `C>=2`, `S+F<=4`, `2*charge + M < K + 3`, as linear constraints.

A constraint compares two sums. Terms are whole numbers, troop letters (how many), command slugs
(1 if the setup has it), `troops`, `commands` and `points`, each with a factor in front if wanted.
"""

import difflib
import re
from dataclasses import dataclass
from typing import Final

from ..engine.reading.names import LONGEST_SHOWN, shown
from ..engine.rules.stats import COMMANDS, LETTERS
from .notation import SHORT_NAMES, SetupError

_COMPARISONS: Final = ("<=", ">=", "==", "!=", "<", ">", "=")
_SPLIT = re.compile(r"(<=|>=|==|!=|<|>|=)")
_TERM = re.compile(
    r"\s*([+-])?\s*(?:([0-9]{1,9})\s*\*?\s*)?([A-Za-z][A-Za-z-]*[A-Za-z]|[A-Za-z])?\s*"
)
MOST: Final = 999_999_999
"""The largest factor or constant: sums of them stay far within 64 bits."""
TOTALS: Final = ("troops", "commands", "points")


@dataclass(frozen=True)
class Requirement:
    """`sum of factors + constant  COMPARISON  0`, with factors by name."""

    factors: dict[str, int]
    constant: int
    comparison: str
    """One of <= >= == !=."""
    text: str

    def holds(self, value: int) -> bool:
        """Return whether the comparison holds for the left side's value (also for arrays)."""
        match self.comparison:
            case "<=":
                return value <= 0
            case ">=":
                return value >= 0
            case "==":
                return value == 0
            case _:
                return value != 0


def parse_requirement(text: str) -> Requirement:
    """Return the constraint of a text; errors point at what was not understood."""
    parts = _SPLIT.split(text)
    if len(parts) != 3:
        raise SetupError(
            f"{shown(text)}: a requirement compares two sums once, such as C>=2 or S+F<=4; "
            f"comparisons are {' '.join(_COMPARISONS)}"
        )
    left, sign, right = parts
    for side, where in ((left, "before"), (right, "after")):
        if not side.strip():
            raise SetupError(f"{shown(text)}: something is missing {where} {sign}, as in C>=2")
    factors, constant = _sum(left, text)
    right_factors, right_constant = _sum(right, text)
    for name, factor in right_factors.items():
        factors[name] = factors.get(name, 0) - factor
    constant -= right_constant
    if max(map(abs, (constant, *factors.values()))) > MOST:
        raise SetupError(f"{shown(text)}: numbers of a requirement are {MOST:,} at most")
    match sign:  # whole numbers: a < b is a + 1 <= b
        case "<":
            sign, constant = "<=", constant + 1
        case ">":
            sign, constant = ">=", constant - 1
        case "=":
            sign = "=="
    return Requirement({n: f for n, f in factors.items() if f}, constant, sign, text)


def _sum(text: str, whole: str) -> tuple[dict[str, int], int]:
    """Return the factors and the constant of one side."""
    factors: dict[str, int] = {}
    constant, place = 0, 0
    while place < len(text) or not place:
        match = _TERM.match(text, place)
        if not match or not (match[2] or match[3]) or (place and not match[1]):
            rest = text[place:].strip() or text.strip()
            raise SetupError(f"{shown(whole)}: not understood at {shown(rest)}; try C>=2 or S+F<=4")
        factor = int(match[2] or 1) * (-1 if match[1] == "-" else 1)
        if match[3]:
            name = _name(match[3], whole)
            factors[name] = factors.get(name, 0) + factor
        else:
            constant += factor
        place = match.end()
    return factors, constant


def _name(word: str, whole: str) -> str:
    """Return a term's name as it is used in factors."""
    if len(word) == 1 and word.upper() in LETTERS:
        return word.upper()
    slug = SHORT_NAMES.get(word.lower(), word.lower())
    terms = (*COMMANDS, *TOTALS)
    if slug in terms:
        return slug
    near = difflib.get_close_matches(slug[:LONGEST_SHOWN], terms, n=1)
    hint = f"did you mean {near[0]}?" if near else f"terms are {', '.join((*LETTERS, *terms))}"
    raise SetupError(f"{shown(whole)}: unknown term {shown(word)}; {hint}")
