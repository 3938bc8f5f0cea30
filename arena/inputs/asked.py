"""`Asked`: what every request has beside its own options: rules, seed, and where queries read."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from ...engine.reading.input_error import errors_about, mention
from ...engine.rules.ruleset import Ruleset
from ...setups.catalogue import catalogue_setup
from ...setups.setup import Setup, is_json
from .rules import RuleChoice

if TYPE_CHECKING:
    import pyarrow as pa


def _unsaid(_: str) -> None:
    """Say nothing."""


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What a request is made in."""

    rules: RuleChoice = field(default_factory=RuleChoice)
    seed: int = 1
    db: Path | None = None
    """The database that queries for setups read; None if there is none."""
    note: Callable[[str], object] = _unsaid
    """Is given what a person should know, and nothing depends on."""

    @property
    def ruleset(self) -> Ruleset:
        """The rules that are asked for."""
        with errors_about("set"):
            return self.rules.ruleset

    @property
    def edits(self) -> tuple[str, ...]:
        """The same as changes of the standard ones."""
        return self.ruleset.edits

    def query(self, sql: str) -> "pa.Table":
        """Return the rows of a query that names setups."""
        from ...results import Store  # noqa: PLC0415  (brings DuckDB)
        from .errors import RequestError  # noqa: PLC0415

        if self.db is None:
            raise RequestError(
                f"a query for setups needs the database: give {mention('db')}", field="db"
            )
        return Store(self.db, create=False, on_wait=self.note).query(sql)

    def note_illegal(self, setups: Sequence[str], rules: Ruleset | None = None) -> None:
        """Say which of one's own setups no player could buy; they are played all the same."""
        for text in setups:
            if not catalogue_setup(text):
                given = Setup.parse(text)
                called = str(given) if is_json(text) else text
                for fault in given.faults(rules or self.ruleset):
                    self.note(f"note: {called} {fault}")
