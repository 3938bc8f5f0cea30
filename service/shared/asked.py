"""Parameters that several routes take."""

from typing import Annotated

from litestar.params import PathParameter, QueryParameter

from ...api.options import rules_of
from ...engine.rules.ruleset import Ruleset

Edits = Annotated[
    list[str] | None,
    QueryParameter(
        name="set",
        description="Changes of the standard rules, such as champion.cost=225; may be repeated.",
    ),
]
Actions = Annotated[
    str | None, QueryParameter(description="The action space: thesis (the usual one) or full.")
]
Offset = Annotated[int, QueryParameter(ge=0, le=1 << 31, description="Rows to leave out.")]
RunName = Annotated[
    str,
    PathParameter(max_length=200, description="A run's identifier, a part of it, latest, a kind."),
]
Limit = Annotated[int, QueryParameter(ge=1, le=500, description="Rows of the page.")]


def asked_rules(edits: list[str] | None, actions: str | None = None) -> Ruleset:
    """Return the rules that are asked for."""
    return rules_of(edits or (), None, actions).ruleset
