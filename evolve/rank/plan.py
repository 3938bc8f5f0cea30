"""`Plan`: how the games of a ranking are shared out.

field      the named setups against each other, if no field is given
screen     four games for each setup, or for as many as there are games for, drawn at random
held out   setups drawn at random that the model never sees, to check it by
rounds     the same number of games each, at first for many setups, in the end for few
check      the top, and the named setups, on held-out seeds
confirm    the top, and setups from all over the ranking, played by the second agent
"""

from dataclasses import dataclass

import msgspec

from ...results.page.words import plural
from ..proposals.errors import EvolveError
from .settings import FEWEST, RankSettings

LEAST_SETUPS = 20
"""A space smaller than this is played out by a tournament."""
SCREEN_PAIRS = 2
HELD_OUT_PAIRS = 10
SCREENED = 0.4
"""Share of the games for the screen at most: most setups lose to a good field, and say little."""
USED = 0.85
"""Share of a budget that games are planned for; fits, rows and slower games take the rest."""


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

    @classmethod
    def of(cls, settings: RankSettings, size: int, named: int, *, field_known: bool) -> "Plan":
        """Return the plan for a space of so many setups, beside so many named ones."""
        if size < LEAST_SETUPS:
            raise EvolveError(
                f"these constraints leave {plural(size, 'setup', none='0')}; a ranking needs "
                f"{LEAST_SETUPS} at least, and a tournament plays fewer"
            )
        held_out = min(max(settings.games // 20 // (2 * HELD_OUT_PAIRS), 10), 500, size // 10)
        left = settings.games - 2 * HELD_OUT_PAIRS * held_out
        screened = max(min(size - held_out, int(SCREENED * left) // (2 * SCREEN_PAIRS)), 1)
        left -= 2 * SCREEN_PAIRS * screened
        top = min(settings.top, size)
        spread = min(settings.spread, size - top)
        return cls(
            field=0 if field_known else named * (named - 1) // 2 * _even(settings.field_games),
            held_out=held_out,
            screened=screened,
            rounds=_rounds(left // 2, settings.rounds, 5 * top, size - held_out),
            top=top,
            checked=(top + named) * _even(settings.check_games),
            spread=spread,
            confirmed=(top + spread) * _even(settings.confirm_games),
        )

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
    planned = []
    for number in range(rounds):
        step = number / max(rounds - 1, 1)
        a_setup = max(round(SCREEN_PAIRS * (most / SCREEN_PAIRS) ** step), 1)
        width = min(each // a_setup, size)
        if width:
            planned.append((width, max(each // width, 1) if width == size else a_setup))
    return tuple(planned)


def _even(games: int) -> int:
    return games + games % 2


@dataclass(frozen=True, kw_only=True)
class GameTimes:
    """Seconds of a game of either agent, and how many games are played at a time."""

    quick: float
    slow: float
    width: int


def for_budget(
    settings: RankSettings, seconds: float, times: GameTimes, *, named: int, field_known: bool
) -> RankSettings:
    """Return the settings that fill a budget of time.

    The confirmation has a quarter of the time at most, the first agent's check and field a fifth.
    """
    quick, slow = times.quick, times.slow
    available = seconds * USED * times.width
    confirmed = settings.top + settings.spread
    confirm = _fill(available / 4 / slow / confirmed, 20, 400)
    check = _fill(available / 10 / quick / (settings.top + named), 20, 200)
    pairs = named * (named - 1) // 2
    field = 0 if field_known else _fill(available / 10 / quick / max(pairs, 1), 4, 50)
    left = available - slow * confirm * confirmed
    left -= quick * (check * (settings.top + named) + field * pairs)
    games = int(left / quick)
    if games < FEWEST:
        need = (available - left + quick * FEWEST) / USED / times.width
        raise EvolveError(
            f"too little time: the field, {FEWEST} games and a confirmation of {confirmed} setups "
            f"take about {need / 60:.0f} min; a lower --top or --spread needs less"
        )
    return msgspec.structs.replace(
        settings,
        games=games,
        confirm_games=confirm,
        check_games=check,
        field_games=field or settings.field_games,
    )


def _fill(games: float, least: int, most: int) -> int:
    """Return an even number of games within limits."""
    return 2 * (int(min(max(games, least), most)) // 2)
