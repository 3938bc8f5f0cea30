"""`RankSettings`: everything a ranking is started with, and how its games are shared out.

    field      the named setups against each other, if no field is given
    screen     four games for each setup, or for as many as there are games for, drawn at random
    held out   setups drawn at random that the model never sees, to check it by
    rounds     the same number of games each, at first for many setups, in the end for few
    check      the top, and the named setups, on fresh seeds
    confirm    the top, and setups from all over the ranking, in the hands of the second agent

Numbers of games alone decide what is played. A budget of time is turned into numbers before the run
begins, by how long a few games take, so that nothing that is found depends on the clock.
"""

from dataclasses import dataclass, replace

from ...agents.spec.spec import DEFAULT_AGENT, QUICK_AGENT
from ...arena.play.entrant import repeatable
from ..proposals.checks import check_least
from ..proposals.errors import EvolveError

LEAST_SETUPS = 20
"""A space smaller than this is played out by a tournament."""
SCREEN_PAIRS = 2
HELD_OUT_PAIRS = 10
FEWEST = 500
"""Games without which nothing can be learnt."""
A_SETUP = 8
"""Games for each setup of the space, if nothing else is asked for."""
SCREENED = 0.4
"""Share of the games for the screen at most: most setups lose to a good field, and say little."""
USED = 0.85
"""Share of a budget that games are planned for; fits, rows and slower games take the rest."""

_LEAST = {
    "games": FEWEST,
    "rounds": 1,
    "top": 1,
    "spread": 0,
    "field_games": 2,
    "check_games": 2,
    "confirm_games": 2,
}


@dataclass(frozen=True, kw_only=True)
class RankSettings:
    """How much is played by whom."""

    games: int
    """Of screen, setups held out, and rounds together."""
    rounds: int = 10
    top: int = 50
    """How many are confirmed."""
    spread: int = 25
    """Setups from all over the ranking that the second agent plays too."""
    field_games: int = 20
    """Of each two named setups, from which the field is made."""
    check_games: int = 100
    """Of each of the top and each named setup, by the first agent."""
    confirm_games: int = 100
    """Of each of the top and the spread, by the second."""
    agent: str = QUICK_AGENT
    confirm_agent: str = DEFAULT_AGENT
    seed: int = 1

    def __post_init__(self) -> None:
        check_least(self, _LEAST)
        for name in ("agent", "confirm_agent"):
            object.__setattr__(self, name, str(repeatable(getattr(self, name))))

    def plan(self, size: int, named: int, *, field_known: bool) -> "Plan":
        """Return who plays how much in a space of so many setups, beside so many named ones."""
        if size < LEAST_SETUPS:
            raise EvolveError(
                f"these constraints leave {size} setups; a ranking needs {LEAST_SETUPS} at least, "
                "and a tournament plays fewer"
            )
        held_out = min(max(self.games // 20 // (2 * HELD_OUT_PAIRS), 10), 500, size // 10)
        left = self.games - 2 * HELD_OUT_PAIRS * held_out
        screened = max(min(size - held_out, int(SCREENED * left) // (2 * SCREEN_PAIRS)), 1)
        left -= 2 * SCREEN_PAIRS * screened
        top = min(self.top, size)
        return Plan(
            field=0 if field_known else named * (named - 1) // 2 * _even(self.field_games),
            held_out=held_out,
            screened=screened,
            rounds=_rounds(left // 2, self.rounds, 5 * top, size - held_out),
            top=top,
            checked=(top + named) * _even(self.check_games),
            spread=min(self.spread, size - top),
            confirmed=(top + min(self.spread, size - top)) * _even(self.confirm_games),
        )


@dataclass(frozen=True, kw_only=True)
class Plan:
    """Games of each part, and the setups that play them."""

    field: int
    held_out: int
    """Setups."""
    screened: int
    """Setups."""
    rounds: tuple[tuple[int, int], ...]
    """Setups of each round, and pairs of each of them."""
    top: int
    checked: int
    spread: int
    confirmed: int

    @property
    def screen(self) -> int:
        """Games of the screen and of the setups held out."""
        return 2 * (SCREEN_PAIRS * self.screened + HELD_OUT_PAIRS * self.held_out)

    @property
    def uncertain(self) -> int:
        """Games of the rounds."""
        return sum(2 * width * pairs for width, pairs in self.rounds)


def _rounds(pairs: int, rounds: int, last: int, size: int) -> tuple[tuple[int, int], ...]:
    """Return widths and pairs of rounds that have so many pairs together.

    Each round has as many pairs; how many of them a setup gets grows evenly by factors, from those
    of the screen to what leaves as many setups as `last` in the last round.
    """
    each = pairs // rounds
    most = max(each // max(min(last, size), 1), SCREEN_PAIRS)
    found = []
    for number in range(rounds):
        step = number / max(rounds - 1, 1)
        a_setup = max(round(SCREEN_PAIRS * (most / SCREEN_PAIRS) ** step), 1)
        width = min(each // a_setup, size)
        if width:
            found.append((width, max(each // width, 1) if width == size else a_setup))
    return tuple(found)


def _even(games: int) -> int:
    return games + games % 2


def for_budget(
    settings: RankSettings,
    seconds: float,
    *,
    quick: float,
    slow: float,
    width: int,
    named: int,
    field_known: bool,
) -> RankSettings:
    """Return the settings that fill a budget of time.

    `quick` and `slow` are the seconds of a game of either agent, of which `width` are played at a
    time. The confirmation has a quarter of the time at most, the first agent's check and field a
    fifth.
    """
    available = seconds * USED * width
    confirmed = settings.top + settings.spread
    confirm = _fill(available / 4 / slow / confirmed, 20, 400)
    check = _fill(available / 10 / quick / (settings.top + named), 20, 200)
    pairs = named * (named - 1) // 2
    field = 0 if field_known else _fill(available / 10 / quick / max(pairs, 1), 4, 50)
    left = available - slow * confirm * confirmed
    left -= quick * (check * (settings.top + named) + field * pairs)
    games = int(left / quick)
    if games < FEWEST:
        need = (available - left + quick * FEWEST) / USED / width
        raise EvolveError(
            f"too little time: the field, {FEWEST} games and a confirmation of {confirmed} setups "
            f"take about {need / 60:.0f} min; a lower --top or --spread needs less"
        )
    return replace(
        settings,
        games=games,
        confirm_games=confirm,
        check_games=check,
        field_games=field or settings.field_games,
    )


def _fill(games: float, least: int, most: int) -> int:
    """Return an even number of games within limits."""
    return 2 * (int(min(max(games, least), most)) // 2)
