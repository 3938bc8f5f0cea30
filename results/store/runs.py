"""Runs: their identifiers, and how they stand.

An identifier such as `20261116-020344-enumerate-3f9a` is text that a person can read and type, that
sorts by time, and that two processes (or two files, merged later) never give twice without having
to ask each other for the next number.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from ...engine.rules.values import digest
from ...setups.naming import titled
from ..database.errors import StoreError
from ..database.processes import alive

if TYPE_CHECKING:
    import pyarrow as pa


def now() -> datetime:
    """Return the time as it is stored: UTC, without saying so."""
    return datetime.now(UTC).replace(tzinfo=None)


def new_run(kind: str, started: datetime, origin: object) -> str:
    """Return the identifier of a run; `origin` is what it was started with, and by whom."""
    if not kind.isidentifier():
        raise StoreError(f"{kind!r}: the kind of a run is one word, such as enumerate")
    return f"{started:%Y%m%d-%H%M%S}-{kind}-{digest(str(origin))[:4]}"


@dataclass(frozen=True, kw_only=True)
class Run:
    """A run as `conquest-opt runs` lists it."""

    run: str
    kind: str
    status: str
    """As stored, but interrupted where it says running and its process is gone."""
    started: datetime
    ended: datetime | None
    seconds: float
    seed: int | None
    ruleset: str
    edits: list[str]
    agents: list[str]
    clock_dependent: bool = False
    """Whether other programs played: then the seed does not repeat its games."""
    arguments: dict[str, Any]
    software: str
    message: str | None
    batches: int
    rows: int

    def players(self, called: Callable[[str], str] = str) -> str:
        """Return who played, or was to be beaten: setups and agents, their number if they are many.

        Of a run about one setup it is that one. `called` gives an agent's text for people.
        """
        about = self.arguments.get("setup")
        one = [about.get("name") or about["setup"]] if isinstance(about, dict) else []
        setups = one or list(dict.fromkeys(entrants_of(self.arguments)))
        if len(setups) <= _FEW:
            setups = [titled(setup) for setup in setups]
        agents = list(dict.fromkeys(called(agent).partition(":")[0] for agent in self.agents))
        named = _few(setups, "setups"), _few(agents, "agents")
        return " by ".join(text for text in named if text)

    def mentions(self, text: str) -> bool:
        """Return whether its identifier, a setup, an agent or a rule has a text as a part."""
        setups = entrants_of(self.arguments, names_only=False)
        texts = (self.run, *self.agents, *self.edits, *setups)
        return any(text.lower() in one.lower() for one in texts)

    def to_dict(self) -> dict[str, Any]:
        """Return the run as plain JSON values."""
        times = {"started": self.started, "ended": self.ended}
        return asdict(self) | {k: t and f"{t.isoformat(' ')}Z" for k, t in times.items()}


def entrants_of(stored: object, *, names_only: bool = True) -> Iterator[str]:
    """Yield the names, or texts, of the setups that a stored task fields, wherever it has them.

    Unless `names_only`, texts come beside names.
    """
    if isinstance(stored, Mapping):
        if isinstance(stored.get("setup"), str) and "agent" in stored:
            name, setup = stored.get("name"), str(stored["setup"])
            yield str(name or setup)
            if name and not names_only:
                yield setup
            return
        stored = list(stored.values())
    if isinstance(stored, list | tuple):
        for part in stored:
            yield from entrants_of(part, names_only=names_only)


_FEW: Final = 2
"""Names that are shown; of more, their number."""


def _few(names: Sequence[str], noun: str) -> str:
    return ", ".join(names) if len(names) <= _FEW else f"{len(names)} {noun}"


RUNS_QUERY = """
    SELECT s.*, coalesce(clock_dependent, false) AS clock_dependent, arguments, software, message,
        process, process_mark
    FROM run_summary s JOIN runs USING (run) ORDER BY started, run
"""


ENDED_WITH_LAST_BATCH = """
    coalesce(
        (SELECT greatest(max(written), started) FROM batches b WHERE b.run = runs.run), started
    )
"""
"""When a run ended whose process did not say so, within a query of `runs`."""


def read_runs(rows: "pa.Table") -> list[Run]:
    """Return the runs of what `RUNS_QUERY` gives, as they stand now."""
    at = now()
    return [read_run(row, json.loads(row["arguments"]), at) for row in rows.to_pylist()]


def read_run(row: Mapping[str, Any], arguments: dict[str, Any], at: datetime) -> Run:
    """Return the run of a row of `RUNS_QUERY`, as it stands at a time."""
    values: dict[str, Any] = dict(row) | {"arguments": arguments}
    living = alive(values.pop("process"), values.pop("process_mark"))
    if values["status"] == "running":
        if living:
            values["seconds"] = max(0.0, (at - values["started"]).total_seconds())
        else:
            values["status"] = "interrupted"
    return Run(**values)


def find(runs: Sequence[Run], name: str) -> Run:
    """Return the run that is meant: an identifier, a part of just one, `latest`, or a kind.

    A kind stands for its latest run, and is called by its name or command: match, evolve counter.
    """
    if not name:
        raise StoreError("which run? Give its identifier, a part of it, latest, or a kind")
    if not runs:
        raise StoreError("the database holds no run yet")
    if name == "latest":
        return runs[-1]
    of_kind = [r for r in runs if r.kind == name.rpartition(" ")[2]]
    matches = [r for r in runs if r.run == name] or of_kind[-1:]
    matches = matches or [r for r in runs if name in r.run]
    if len(matches) == 1:
        return matches[0]
    if matches:
        raise StoreError(f"{name!r} is part of {len(matches)} runs: {_names(matches)}")
    raise StoreError(f"there is no run {name!r}; the last ones are {_names(runs)}")


def _names(runs: Sequence[Run]) -> str:
    return ", ".join(r.run for r in runs[-3:])
