"""`Search`: what every search is to whoever runs it: a value that is stored, and can go on.

    search = CounterTask(...)            # everything it is started with
    run = begin(search, store, keep)     # all of it is noted: a run is resumed by its name alone
    search.run(RunContext(referee=referee, watcher=watcher, store=store, run=run))

A search works at a `RunContext`: there are the referee, by whom alone it plays games, the watcher, whom
it tells how far it is, and the run, to which it writes what it finds. Its parts say beforehand how
many games each takes; a sample of each part's games tells how long.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol, Self, TypeVar

import pyarrow as pa

from ...engine.rules.ruleset import Ruleset
from ...results import Store
from .evaluator import Evaluator, NoProgress, Progress
from .player import Keep
from .schedule import Schedule
from .worker import fingerprint

Found_co = TypeVar("Found_co", covariant=True)
"""What a search ends with."""


@dataclass(frozen=True, kw_only=True)
class Part:
    """A part of a search that somebody waits for."""

    name: str
    games: int
    """So many are played at most."""
    agent: str
    """Who plays them."""
    sample: Callable[[], Schedule]
    """Makes a schedule of games like these, to see how long they take."""


@dataclass(frozen=True, kw_only=True)
class RunContext:
    """Where a search works."""

    referee: Evaluator
    watcher: Progress = field(default_factory=NoProgress)
    store: Store | None = None
    run: str | None = None
    """The run that is written to; None, as the store is, if nothing is kept."""

    def write(self, batch: str, tables: Mapping[str, pa.Table]) -> None:
        """Write rows that were found out, each batch once; without a store do nothing.

        Games that they rest on are written first.
        """
        if self.store and self.run:
            self.referee.flush()
            filled = {name: table for name, table in tables.items() if table.num_rows}
            self.store.write(self.run, batch=batch, tables=filled)


class Search(Protocol[Found_co]):
    """A search as a value with a JSON form."""

    kind: ClassVar[str]
    """The kind of its runs."""

    @property
    def seed(self) -> int:
        """What all its randomness derives from."""
        ...

    @property
    def rules(self) -> Ruleset:
        """The rules it starts with."""
        ...

    @property
    def agents(self) -> Sequence[str]:
        """Everybody who plays in it, as text."""
        ...

    def parts(self) -> Sequence[Part]:
        """Return what it will play, in order."""
        ...

    def run(self, desk: RunContext) -> Found_co:
        """Search to the end; asked again at a resumed run, do and find the same."""
        ...

    def to_dict(self) -> dict[str, Any]:
        """Return everything it is started with as plain JSON values."""
        ...

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Self:
        """Return the search of a dict as `to_dict` makes it."""
        ...


def begin(search: Search[Any], store: Store, keep: Keep) -> str:
    """Note that a search begins; return its run."""
    return store.begin_run(
        kind=search.kind,
        arguments=search.to_dict()
        | {
            "keep": {"events": keep.events, "records": keep.records},
            "software": fingerprint(),
        },
        seed=search.seed,
        ruleset=search.rules,
        agents=list(dict.fromkeys(search.agents)),
    )
