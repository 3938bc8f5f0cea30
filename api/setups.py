"""`setup`, `enumerate`, `game`: setups and games from names and texts."""

import os
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Literal

import pyarrow as pa

from ..arena.inputs.errors import RequestError
from ..engine import Army, Game
from ..engine.rules.ruleset import Ruleset
from ..setups import Setup, army
from ..setups.enumerate import enumerate_setups
from ..setups.lookup import given_setup
from ..setups.query_text import QueryText
from ..setups.table import to_arrow
from .options import rules_of, setup_text
from .results import Table

SetupLike = str | Setup | Mapping[str, Any]
"""A setup: a name, a text such as SSC:charge, a dictionary, or a `Setup`."""

SetupsLike = SetupLike | Sequence[SetupLike] | Mapping[str, float]
"""Several setups; a mapping gives them weights. A text may be a file's name or an SQL query."""


def setup(given: SetupLike) -> Setup:
    """Return a setup by its name, text, file or dictionary; a named one in its formation."""
    return given if isinstance(given, Setup) else given_setup(setup_text(given)).playing


class Setups(Table):
    """Enumerated setups: rows for tables, `Setup` values for loops."""

    def __iter__(self) -> Iterator[Setup]:
        return (Setup.from_text(text) for text in self.texts)

    @cached_property
    def texts(self) -> list[str]:
        """The setups as texts."""
        return self.arrow()["setup"].to_pylist()

    def __contains__(self, given: SetupLike) -> bool:
        return str(setup(given)) in self.texts


def enumerate(
    kind: Literal["maximal", "exact", "all"] = "maximal",
    *,
    require: Sequence[str] = (),
    with_commands: Sequence[str] = (),
    without_commands: Sequence[str] = (),
    points: tuple[int, int] | None = None,
    troops: tuple[int, int] | None = None,
    set: Sequence[str] = (),
    rules: Ruleset | str | os.PathLike[str] | None = None,
) -> Setups:
    """Return every setup that the rules and constraints allow, proven complete.

    `maximal` are those to which nothing can be added, `exact` those of exactly the limit's points.
    """
    if kind not in ("maximal", "exact", "all"):
        raise RequestError(f"kind is maximal, exact or all, not {kind!r}")
    query = QueryText(
        require=_several(require),
        with_commands=_several(with_commands),
        without_commands=_several(without_commands),
        points=points,
        troops=troops,
    )
    found = enumerate_setups(rules_of(_several(set), rules, None).ruleset, query.read())
    blocks = (
        block if kind == "all" else block.where(getattr(block, kind)) for block in found.blocks()
    )
    return Setups(pa.concat_tables([to_arrow(found, block) for block in blocks]))


def game(
    first: SetupLike | Army,
    second: SetupLike | Army,
    *,
    seed: int = 0,
    set: Sequence[str] = (),
    rules: Ruleset | str | os.PathLike[str] | None = None,
    actions: Literal["thesis", "full"] | None = None,
) -> Game:
    """Return a game of two setups at its beginning."""
    chosen = rules_of(_several(set), rules, actions).ruleset
    armies = [
        one if isinstance(one, Army) else army(setup_text(one), chosen) for one in (first, second)
    ]
    return Game.new(*armies, rules=chosen, seed=seed)


def _several(texts: Sequence[str]) -> tuple[str, ...]:
    """Return texts; one alone counts as one of them."""
    return (texts,) if isinstance(texts, str) else tuple(texts)
