"""`RunResult`: what every task ends with: values, and named tables.

Values are a `ResultValues`: small, plain, stored with the run. `--json` prints `document()`, the
terminal and the head of the report show `full_summary()`; so a finding is put into words once.
Two runs of one kind are compared by their `quantities()`.
Tables are rows of the database, for users: reports read the values.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, TypeVar

import msgspec
import pyarrow as pa

from ...engine.rules.ruleset import Ruleset
from ...results.page.blocks import Block, Text
from ...setups.naming import names_text, with_names
from ..foreign.lost_games import EngineGames
from ..stats.quantity import Quantity
from .turn_limit import TurnLimit


class ResultValues(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The values of a result; modules that define some import no kernel."""

    version: ClassVar[int] = 1
    """Of the stored form; a change that old values do not fit raises it."""

    turn_limit: TurnLimit | None = None
    """How many of its games were drawn at the limit of turns; None where that was not stored."""
    engine_games: EngineGames | msgspec.UnsetType = msgspec.UNSET
    """Where other programs played: that the clock mattered, and their faults."""

    def json(self, run: str | None) -> Any:
        """Return the values as plain ones, with the run's identifier."""
        return {"run": run} | msgspec.to_builtins(self)

    def summary(self) -> list[Block]:
        """Return what was found, in words and tables."""
        raise NotImplementedError

    def shown_setups(self) -> Sequence[str]:
        """Return the labels of setups that its tables show, which have no room for names."""
        return ()

    def quantities(self) -> list[Quantity]:
        """Return the figures that another run of the kind may have too, the main ones first.

        A name stands once in its group. Groups share the level of a comparison, so a figure that
        follows from others is not listed beside them.
        """
        raise NotImplementedError

    def document(self, run: str | None, rules: Ruleset | None = None) -> Any:
        """Return what `--json` prints, with names of setups, and games drawn at the turn limit."""
        values = with_names(self.json(run), rules)
        limit = self.turn_limit.json() if self.turn_limit else None
        for one in values if isinstance(values, list) else [values]:
            one["turn_limit"] = limit
            if self.engine_games:
                one.update(self.engine_games.json())
        return values

    def full_summary(self) -> list[Block]:
        """Return the summary, names of setups, and whether the turn limit decided many games."""
        limit = self.turn_limit.note() if self.turn_limit else ""
        notes = (names_text(self.shown_setups()), limit)
        engines = self.engine_games.blocks() if self.engine_games else []
        return [*self.summary(), *(Text(note) for note in notes if note), *engines]


V_co = TypeVar("V_co", bound=ResultValues, covariant=True)


@dataclass(frozen=True)
class RunResult(Generic[V_co]):
    """Values and tables of a task that has come to its end."""

    values: V_co
    tables: Mapping[str, pa.Table] = field(default_factory=dict)
    """Rows of the database by table; written in one batch when the run is finished."""
    batch: str = "summary"
    """What that batch is called; runs of earlier versions have it under the same name."""
