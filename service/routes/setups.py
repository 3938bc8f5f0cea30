"""Setups: the catalogue, own ones, one looked at closely, every maximal one."""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from litestar import get
from litestar.di import NamedDependency
from litestar.params import QueryParameter

from ...api.listings import setup_values
from ...api.setup_lab import lab_values
from ...engine.rules.ruleset import Ruleset
from ...setups import Setup, catalogue
from ...setups.own_setups import own_setups
from ...setups.query_text import QueryText
from ..guard.inputs import read_setup
from .asked import Actions, Edits, Limit, Offset, asked_rules
from .shared import Shared


class ListedSetup(msgspec.Struct, kw_only=True):
    """A setup in a list."""

    setup: str
    """Troops and commands as text."""
    troops: str
    commands: Sequence[str]
    points: int
    name: str | None = None


class SetupPage(msgspec.Struct, kw_only=True):
    """Some of the setups that answer a query."""

    total: int
    """How many maximal setups there are by these rules."""
    matching: int
    """How many of them answer the query."""
    offset: int
    setups: list[ListedSetup]


@get("/setups", sync_to_thread=True, tags=["setups"])
def list_setups(
    edits: Edits = None,
    actions: Actions = None,
    own: Annotated[
        bool, QueryParameter(description="Own setups in place of the catalogue.")
    ] = False,
) -> list[dict[str, Any]]:
    """List the named setups of the catalogue, or own ones, as they are by these rules."""
    rules = asked_rules(edits, actions)
    named = own_setups() if own else catalogue()
    return [setup_values(one.setup, rules, one) for one in named.values()]


@get("/setups/check", sync_to_thread=True, tags=["setups"])
def check_setup(
    setup: Annotated[str, QueryParameter(max_length=4000, description="A name, a text, or JSON.")],
    edits: Edits = None,
    actions: Actions = None,
) -> dict[str, Any]:
    """Look at a setup: cost, whether it is legal and maximal, what still fits, how it stands."""
    given, rules = read_setup(setup), asked_rules(edits, actions)
    return setup_values(given.setup, rules, given.named) | lab_values(given.setup, rules)


@get("/setups/maximal", sync_to_thread=True, tags=["setups"])
def maximal_setups(
    shared: NamedDependency[Shared],
    edits: Edits = None,
    require: Annotated[
        list[str] | None, QueryParameter(description="Constraints such as C>=2 or S+F<=4.")
    ] = None,
    having: Annotated[
        list[str] | None, QueryParameter(name="with", description="Commands it must have.")
    ] = None,
    lacking: Annotated[
        list[str] | None, QueryParameter(name="without", description="Commands it must not have.")
    ] = None,
    sort: Annotated[
        str,
        QueryParameter(description="points, troops, commands, a letter of a troop, or a command."),
    ] = "",
    descending: Annotated[bool, QueryParameter(description="The highest first.")] = False,
    offset: Offset = 0,
    limit: Limit = 50,
) -> SetupPage:
    """List the setups to which nothing can be added, filtered and sorted."""
    rules = asked_rules(edits)
    query = QueryText(
        require=tuple(require or ()),
        with_commands=tuple(having or ()),
        without_commands=tuple(lacking or ()),
    ).read()
    every = shared.setups.of(rules)
    rows = every.rows(query, sort, descending=descending)
    return SetupPage(
        total=len(every),
        matching=len(rows),
        offset=offset,
        setups=[_listed(one, rules) for one in every.setups(rows[offset : offset + limit])],
    )


def _listed(setup: Setup, rules: Ruleset) -> ListedSetup:
    text = str(setup)
    names = (name for name, named in catalogue().items() if str(named.setup) == text)
    return ListedSetup(
        setup=text,
        troops=setup.letters,
        commands=setup.commands,
        points=setup.cost(rules),
        name=next(names, None),
    )


HANDLERS = (list_setups, check_setup, maximal_setups)
