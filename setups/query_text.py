"""`QueryText`: which setups are wanted, as text that is typed and stored."""

from typing import TYPE_CHECKING

import msgspec

from .notation import read_commands
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
