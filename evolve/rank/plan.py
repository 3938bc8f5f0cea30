"""`Plan`: how the games of a ranking are shared out.

field      the named setups against each other, if no field is given or known
screen     setups drawn at random, four games each, by the screen agent
calibrate  some of these, from all over what the model expects, by the other agents too
rounds     of each agent in turn: at first for many setups, in the end for few
held out   others of the screen, whose games by the judge the model never sees, to check it by
finals     of those that lead by then, by the judge, for the order of the top
confirm    the top, setups from all over the ranking, and the named ones, by the judge
"""

from dataclasses import dataclass

from ...arena.levels.settings import Levels
from ...results.page.words import plural
from ..proposals.errors import EvolveError
from .settings import RankSettings

LEAST_SETUPS = 20
"""A space smaller than this is played out by a tournament."""
SCREEN_PAIRS, CALIBRATE_PAIRS, HELD_OUT_PAIRS = 2, 4, 5
SCREENED = 0.4
"""Share of the games for the screen at most: most setups lose to a good field, and say little."""

FINALS = 0.7
"""Share of the judge's games for the leaders. Setups of the top differ by about 3 points of a
hundred, and 100 games are off by 5. In simulated rankings with 50,000 games of the judge the order
of the top fifty has a rank correlation of 0.76 with the truth, and of 0.61 where the leaders have
one of five rounds to themselves; the top is as good."""

Rounds = tuple[tuple[int, int], ...]
"""Setups of each round, and pairs of each of them."""


@dataclass(frozen=True, kw_only=True)
class Plan:
    """Games of each part, and the setups that play them."""

    field: int
    screened: int
    """Setups."""
    calibrated: int
    """Setups, of those screened."""
    held_out: int
    """Setups, others of those screened."""
    rounds: tuple[tuple[str, Rounds], ...]
    """Of each agent in turn."""
    finals: Rounds
    top: int
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
        levels = settings.levels
        screened = max(min(size, int(SCREENED * settings.games) // (2 * SCREEN_PAIRS)), 10)
        held_out = min(settings.held_out, screened // 4)
        several = len(levels.distinct) > 1
        top = min(settings.top, size)
        spread = min(settings.spread, size - top)
        most = size - held_out
        finals = _finals(round(FINALS * settings.judge_games) // 2, settings.rounds, top)
        budgets = [
            (levels.screen, settings.games - 2 * SCREEN_PAIRS * screened, 5 * top),
            (levels.race, settings.race_games, 2 * top),
            (levels.judge, settings.judge_games - _games(finals), top),
        ]
        return cls(
            field=0 if field_known else named * (named - 1) // 2 * _even(settings.field_games),
            screened=screened,
            calibrated=min(settings.calibrated, screened // 4) if several else 0,
            held_out=held_out,
            rounds=tuple(
                (agent, _rounds(games // 2, settings.rounds, last, most))
                for agent, games, last in budgets
            ),
            finals=finals,
            top=top,
            spread=spread,
            confirmed=(top + spread + named) * _even(settings.confirm_games),
        )

    def games(self, levels: Levels) -> list[tuple[str, int, str]]:
        """Return the name, the games and the agent of each part."""
        parts = [
            ("field", self.field, levels.screen),
            ("screen", 2 * SCREEN_PAIRS * self.screened, levels.screen),
        ]
        calibrate = 2 * CALIBRATE_PAIRS * self.calibrated
        parts += [(f"{name} calibration", calibrate, a) for name, a in calibrating(levels)]
        names = "screen rounds", "race rounds", "judge rounds"
        for name, (agent, rounds) in zip(names, self.rounds, strict=True):
            parts.append((name, _games(rounds), agent))
        parts.append(("held out", 2 * HELD_OUT_PAIRS * self.held_out, levels.judge))
        parts.append(("finals", _games(self.finals), levels.judge))
        parts.append(("confirm", self.confirmed, levels.judge))
        return [part for part in parts if part[1]]


def calibrating(levels: Levels) -> list[tuple[str, str]]:
    """Return the agents, by what they are for, that play some of the setups screened too."""
    roles = {agent: name for name, agent in levels._asdict().items() if agent != levels.screen}
    return [(name, agent) for agent, name in roles.items()]


def _rounds(pairs: int, rounds: int, last: int, size: int) -> Rounds:
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


def _finals(pairs: int, rounds: int, top: int) -> Rounds:
    """Return rounds of the leaders with so many pairs together, as even as can be."""
    each, more = divmod(pairs // top, rounds)
    planned = [(top, each + (number < more)) for number in range(rounds)]
    return tuple(some for some in planned if some[1])


def _games(rounds: Rounds) -> int:
    return sum(2 * width * pairs for width, pairs in rounds)


def _even(games: int) -> int:
    return games + games % 2
