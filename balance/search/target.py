"""`Target`: how a designer wants match-ups to end, read from a file.

    a,b,score                 [[matchup]]                  [{"a": "Rush", "b": "Venom",
    Rush,Venom,0.6            a = "Rush"                     "score": 0.6}]
    Venom,Default,60 %        b = "Venom"
                              score = 0.6
    a CSV file                a TOML file                  a JSON file

The score is what a takes of the points against b: a share, or per cent with its sign. A graph need
not be whole: match-ups that it does not name are left to themselves.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from ...arena.play.entrant import Entrant
from ...engine.reading.files import read_csv, read_json, read_toml
from ...engine.reading.input_error import InputError
from ...engine.reading.names import shown
from ...engine.reading.numbers import real_number
from ...setups.setup import Setup
from ..rules.errors import BalanceError

SHAPE = "a match-up has a, b and score, such as a=Rush, b=Venom, score=0.6"


class WantedScore(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a should score against b."""

    a: str
    b: str
    score: float


@dataclass(frozen=True, kw_only=True)
class Target:
    """The match-ups that a designer has drawn."""

    wanted: tuple[WantedScore, ...]

    @property
    def setups(self) -> list[str]:
        """Every setup that is named, once, in order of appearance."""
        return list(dict.fromkeys(name for one in self.wanted for name in (one.a, one.b)))

    @classmethod
    def of(cls, entries: Sequence[Any], where: str = "target") -> "Target":
        """Return the target of dicts with a, b and score; errors name the entry."""
        if not entries:
            raise BalanceError(f"{where} names no match-up; {SHAPE}")
        scores = [_wanted_score(entry, f"{where}, {n}") for n, entry in enumerate(entries, start=1)]
        seen: set[frozenset[str]] = set()
        for one in scores:
            both = frozenset((one.a, one.b))
            if both in seen:
                raise BalanceError(f"{where}: {one.a} against {one.b} is there twice")
            seen.add(both)
        return cls(wanted=tuple(scores))


def read_target(path: Path) -> Target:
    """Return the target of a CSV, TOML or JSON file."""
    readers: dict[str, Callable[[Path], Any]] = {
        ".csv": _rows,
        ".toml": lambda path: read_toml(path).get("matchup", []),
        ".json": read_json,
    }
    if path.suffix.lower() not in readers:
        raise BalanceError(f"{path}: a target is a .csv, .toml or .json file")
    try:
        entries = readers[path.suffix.lower()](path)
    except InputError as error:
        raise BalanceError(f"the target cannot be read: {error}") from None
    if not isinstance(entries, list):
        raise BalanceError(f"{path}: a target is a list of match-ups; {SHAPE}")
    return Target.of(entries, str(path))


def target_text(text: str) -> str:
    """Return how match-ups should end as JSON: of JSON, or of a file."""
    if text.lstrip().startswith("["):
        return text
    return msgspec.json.encode(read_target(Path(text)).wanted).decode()


def _rows(path: Path) -> list[dict[str, str]]:
    """Return the rows of a CSV file by its headings."""
    heads, *rows = read_csv(path) or [[]]
    return [dict(zip(heads, row, strict=False)) for row in rows]


def _wanted_score(entry: Any, where: str) -> WantedScore:
    if not isinstance(entry, Mapping) or not {"a", "b", "score"} <= set(entry):
        raise BalanceError(f"{where}: {SHAPE}")
    try:
        a, b = (_setup(entry[side]) for side in ("a", "b"))
    except InputError as error:
        raise BalanceError(f"{where}: {error}") from None
    if a == b:
        raise BalanceError(f"{where}: {a} against itself ends even; name two setups")
    return WantedScore(a=a, b=b, score=_score(entry["score"], where))


def _setup(text: object) -> str:
    """Return a setup's name, or its text as it is always written."""
    if not isinstance(text, str):
        raise BalanceError(f"a setup is text, not {shown(text)}; {SHAPE}")
    Setup.parse(text.strip())  # raises if it is none
    return Entrant.of(text.strip(), "random").label


def _score(value: object, where: str) -> float:
    text = value.strip() if isinstance(value, str) else shown(value)
    whole = 100 if text.endswith("%") else 1
    try:
        score = real_number(text.removesuffix("%")) / whole
    except InputError:
        score = -1.0
    if not 0 <= score <= 1:
        raise BalanceError(
            f"{where}: a score is from 0 to 1, or per cent as 60 %, not {shown(value)}"
        )
    return score
