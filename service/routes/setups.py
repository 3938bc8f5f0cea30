"""Setups: the catalogue, own ones, one looked at closely, every maximal one."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Annotated, Any, Final

import msgspec
from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import QueryParameter

from ...api.listings import setup_values
from ...api.setup_data.known import known_setup
from ...api.setup_data.lab import lab_values, standing
from ...api.setup_data.ratings import RankingUsed
from ...api.setup_data.selection import SetupSelection
from ...arena.run.keywords import MOST_POINTS
from ...engine.rules.ruleset import Ruleset
from ...engine.rules.stats import LETTERS, MAX_TROOPS
from ...results.database.errors import DatabaseBusy
from ...setups import Setup, catalogue, metagame
from ...setups.lookup import GivenSetup
from ...setups.own_setups import own_setups
from ...setups.query_text import QueryText, read_filter, read_range
from ..common.problems import Refusal
from ..data.wanted import in_turn
from ..guard.inputs import read_setup
from ..shared.answered import AnyRequest, ReadAnswer, answered
from ..shared.asked import Actions, Edits, Limit, Offset, asked_rules
from ..shared.shared import Shared

Filter = Annotated[
    str,
    QueryParameter(
        name="q",
        max_length=1000,
        description="A filter as people type it, such as: charge -mage C>=2 troops<=8.",
    ),
]
SetupText = Annotated[str, QueryParameter(max_length=4000, description="A name, a text, or JSON.")]

NOTHING: Final = Setup((0,) * len(LETTERS))
"""What somebody begins with who builds a setup."""


class SetupRating(msgspec.Struct, kw_only=True):
    """What a ranking says of a setup."""

    value: float
    """The score that is expected against the field, from 0 to 1."""
    low: float
    """Lower end of the 95 % interval."""
    high: float
    games: int
    """Games that it played itself; the others are known by a model of all games."""


class ListedSetup(msgspec.Struct, kw_only=True):
    """A setup in a list."""

    setup: str
    """Troops and commands as text."""
    troops: str
    commands: Sequence[str]
    points: int
    formation: Sequence[str]
    """How its troops stand where no formation is given; front row first."""
    name: str | None = None
    rating: SetupRating | None = None


class SetupPage(msgspec.Struct, kw_only=True):
    """Some of the setups that answer a query."""

    total: int
    """How many maximal setups there are by these rules."""
    matching: int
    """How many of them answer the query."""
    offset: int
    ranking: RankingUsed | None
    """Where ratings are from; null without a ranking by these rules."""
    setups: list[ListedSetup]


class MixedSetup(msgspec.Struct, kw_only=True):
    """A setup of a mixture."""

    setup: str
    """Its name, or else its text."""
    weight: float
    """How often it is met; all weights add up to 1."""


@get("/setups", tags=["setups"])
async def list_setups(
    request: AnyRequest,
    shared: NamedDependency[Shared],
    edits: Edits = None,
    actions: Actions = None,
    own: Annotated[
        bool, QueryParameter(description="Own setups in place of the catalogue.")
    ] = False,
    text: Filter = "",
    ratings: Annotated[
        bool, QueryParameter(description="With the rating of each, where a ranking exists.")
    ] = False,
) -> list[dict[str, Any]]:
    """List the named setups of the catalogue, or own ones, as they are by these rules."""
    rules = asked_rules(edits, actions)
    query = read_filter(text)
    rating = await _rating_of(request, shared, rules) if ratings else None

    def listed() -> list[dict[str, Any]]:
        named = list((own_setups() if own else catalogue()).values())
        rows = SetupSelection.among([one.setup for one in named], rules).rows(query.read())
        found = [named[row] for row in rows]
        return [
            setup_values(one.setup, rules, one) | ({"rating": rating(one.setup)} if rating else {})
            for one in found
        ]

    return await in_turn(request, shared.filters, listed)


async def _rating_of(
    request: AnyRequest, shared: Shared, rules: Ruleset
) -> Callable[[Setup], dict[str, Any] | None] | None:
    """Return what gives a setup's rating, or nothing without a ranking that is known."""
    try:
        if await shared.rankings.used(rules) is None:
            return None
    except DatabaseBusy:
        return None
    every = await shared.setups.of(rules, request)
    _, ratings = await shared.rankings.known(rules, every, needed=False)

    def rating(setup: Setup) -> dict[str, Any] | None:
        row = every.row_of(setup)
        return ratings.of_row(row) if ratings and row is not None else None

    return rating


@get("/setups/check", sync_to_thread=True, tags=["setups"])
def check_setup(
    setup: SetupText = "",
    edits: Edits = None,
    actions: Actions = None,
) -> dict[str, Any]:
    """Look at a setup: cost, whether it is legal and maximal, what still fits, how it stands.

    Without one, what fits a setup that has nothing yet.
    """
    rules = asked_rules(edits, actions)
    given = read_setup(setup) if setup.strip() else GivenSetup(setup=NOTHING, word="")
    return setup_values(given.setup, rules, given.named) | lab_values(given.setup, rules)


@get("/setups/metagame", sync_to_thread=False, tags=["setups"])
def read_metagame() -> list[MixedSetup]:
    """List the setups of the metagame's mixture, which searches play against; heaviest first."""
    return [MixedSetup(setup=setup, weight=weight) for setup, weight in metagame()]


@get("/setups/maximal", tags=["setups"])
async def maximal_setups(
    request: AnyRequest,
    shared: NamedDependency[Shared],
    edits: Edits = None,
    text: Filter = "",
    require: Annotated[
        list[str] | None, QueryParameter(description="Constraints such as C>=2 or S+F<=4.")
    ] = None,
    having: Annotated[
        list[str] | None, QueryParameter(name="with", description="Commands it must have.")
    ] = None,
    lacking: Annotated[
        list[str] | None, QueryParameter(name="without", description="Commands it must not have.")
    ] = None,
    points: Annotated[
        str | None, QueryParameter(max_length=40, description="What it may cost: 950..1000.")
    ] = None,
    troops: Annotated[
        str | None, QueryParameter(max_length=40, description="How many troops: 3..6.")
    ] = None,
    sort: Annotated[
        str,
        QueryParameter(
            description="rating, points, troops, commands, a letter of a troop, or a command."
        ),
    ] = "",
    descending: Annotated[bool, QueryParameter(description="The highest first.")] = False,
    rated: Annotated[bool, QueryParameter(description="Only those that have a rating.")] = False,
    offset: Offset = 0,
    limit: Limit = 50,
) -> SetupPage:
    """List the setups to which nothing can be added, filtered and sorted.

    Ratings are from the latest finished ranking by these rules, of those by the best judge.
    """
    rules = asked_rules(edits)
    query = read_filter(text).joined(
        QueryText(
            require=tuple(require or ()),
            with_commands=tuple(having or ()),
            without_commands=tuple(lacking or ()),
            points=read_range(points, MOST_POINTS, "950..1000") if points else None,
            troops=read_range(troops, MAX_TROOPS, "3..6") if troops else None,
        )
    )
    every = await shared.setups.of(rules, request)
    needed = rated or sort == "rating"
    ranking, ratings = await shared.rankings.known(rules, every, needed=needed)
    if ratings is None and needed:
        raise Refusal(422, "there is no finished ranking by these rules yet: start a run of rank")

    def listed() -> SetupPage:
        by = ratings.values[0] if ratings and sort == "rating" else sort
        among = ratings.known if ratings and rated else None
        rows = every.rows(query.read(), by, descending=descending, among=among)
        shown = rows[offset : offset + limit]
        return SetupPage(
            total=len(every),
            matching=len(rows),
            offset=offset,
            ranking=ranking,
            setups=[
                _listed(setup, rules, ratings.of_row(int(row)) if ratings else None)
                for row, setup in zip(shown, every.setups(shown), strict=True)
            ],
        )

    return await in_turn(request, shared.filters, listed)


@get("/setups/known", tags=["setups"])
async def setup_known(
    request: AnyRequest,
    shared: NamedDependency[Shared],
    setup: SetupText,
    edits: Edits = None,
) -> Response[ReadAnswer]:
    """Return what is known about a setup.

    Its rating, the counters found against it, its best and worst match-ups, its share of the
    metagame, and the runs that it took part in.
    """
    given, rules = read_setup(setup), asked_rules(edits)
    key = ("known", given.word, rules.digest())
    ask = partial(known_setup, given=given, rules=rules)
    return answered(request, await shared.answers.get(key, ask))


def _listed(setup: Setup, rules: Ruleset, rating: dict[str, Any] | None) -> ListedSetup:
    text = str(setup)
    names = (name for name, named in catalogue().items() if str(named.setup) == text)
    return ListedSetup(
        setup=text,
        troops=setup.letters,
        commands=setup.commands,
        points=setup.cost(rules),
        formation=standing(setup, rules),
        name=next(names, None),
        rating=msgspec.convert(rating, SetupRating | None),
    )


HANDLERS = (list_setups, check_setup, read_metagame, maximal_setups, setup_known)
