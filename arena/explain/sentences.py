"""What an explanation says in words: each sentence rests on an interval that leaves out chance.

    claims(result)       # a few sentences, in reading order; none where nothing was shown
    nothing_shown(result)   # what is said then

Intervals are corrected: those of all sentences hold at once in 95 % of explanations. So a match of
two equal setups, whose parts and turns are all alike, has no sentence in 95 % of them.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from ...agents.spec.spec import called
from ...engine.rules.stats import title
from ...results.page.words import listed, percent, share_text
from .values import OpenEnds, PartValues, TroopHappenings, leaves_out

if TYPE_CHECKING:
    from .result import ExplainResult

MOST: Final = 6
"""Sentences of an explanation."""

OTHERS: Final = 2
"""Further components that one sentence names."""

FAR: Final = 1_000_000
"""Games beyond which it is of no use to say how many would be needed."""


class Sentence(NamedTuple):
    """A sentence, and the interval that it rests on."""

    family: str
    text: str
    corrected: OpenEnds
    chance: float
    weight: int
    """Of many sentences those with the smallest are kept."""

    @property
    def backed(self) -> bool:
        """Whether the interval leaves out chance."""
        return leaves_out(self.corrected, self.chance)


def claims(result: "ExplainResult") -> list[Sentence]:
    """Return the sentences that were shown, at most six, in reading order."""
    every = [*_score(result), *_parts(result), *_events(result), *_turns(result)]
    backed = [claim for claim in every if claim.backed]
    heaviest = sorted(backed, key=lambda claim: claim.weight)[:MOST]
    return [claim for claim in backed if claim in heaviest]


# ---- the score -----------------------------------------------------------------------------------


def _score(result: "ExplainResult") -> Iterator[Sentence]:
    score = share_text(result.score.score, result.corrected)
    verb = "beats" if result.score.score > 0.5 else "loses to"
    text = f"{result.labels[0]} {verb} {result.labels[1]}: it scores {score} against it."
    yield Sentence("score", text, result.corrected, 0.5, 0)


# ---- what carries it -----------------------------------------------------------------------------


def _parts(result: "ExplainResult") -> Iterator[Sentence]:
    parts = sorted((part for part in result.parts if part.shown), key=lambda part: part.change)
    outs = [part for part in parts if part.kind == "out"]
    yield from _carriers(result, [part for part in outs if part.change < 0])
    for part in [part for part in outs if part.change > 0][-1:]:
        text = f"It does better without its {part.name}: {_change(result, part, 'rises')}."
        yield _claim(part, text, 1)
    yield from _swaps(result, [part for part in parts if part.kind == "swap"])
    yield from _pairs([part for part in result.parts if part.together and part.together.shown])


def _carriers(result: "ExplainResult", outs: list[PartValues]) -> Iterator[Sentence]:
    """Yield what carries the score most, and what comes next."""
    if not outs:
        return
    first, *others = outs
    wins = result.score.score > 0.5 and leaves_out(result.corrected, 0.5)
    opening = f"{result.labels[0]} wins by" if wins else f"What carries {result.labels[0]} most is"
    text = f"{opening} its {first.name}: without it {_change(result, first, 'falls')}."
    yield _claim(first, text, 1)
    if others := others[:OTHERS]:
        named = [f"its {part.name} ({_points(part)})" for part in others]
        yield _claim(others[-1], f"Next {'comes' if len(named) == 1 else 'come'} {_and(named)}.", 2)


def _swaps(result: "ExplainResult", swaps: list[PartValues]) -> Iterator[Sentence]:
    """Yield the swap that would help most; without one, the component that is replaced worst."""
    if not swaps:
        return
    best, worst = swaps[-1], swaps[0]
    if best.change > 0:
        text = f"With a swap it does better: with {_swap(best)} {_change(result, best, 'rises')}."
        yield _claim(best, text, 2)
    elif worst.change < 0:
        out = worst.name.partition(" for ")[0]
        text = (
            f"Nothing of the same price that was tried makes up for its {out}: with {_swap(worst)} "
            f"{_change(result, worst, 'falls')}."
        )
        yield _claim(worst, text, 5)


def _swap(part: PartValues) -> str:
    out, _, come = part.name.partition(" for ")
    return f"{come} in place of its {out}"


def _pairs(pairs: list[PartValues]) -> Iterator[Sentence]:
    """Yield the two components that matter more together, or less, by the most Elo."""
    for part in sorted(pairs, key=lambda part: part.together.elo if part.together else 0.0)[:1]:
        together = part.together
        assert together is not None
        more = together.elo < 0
        words = "matter more together than alone" if more else "make up for each other"
        text = (
            f"Its {part.name} {words}: without both the score is {percent(part.score.score)}, "
            f"where the two losses would leave {percent(together.expected)} "
            f"({together.elo:+.0f} Elo {_ends(together.corrected, 1)})."
        )
        yield Sentence("parts", text, together.corrected, 0.0, 4)


def _claim(part: PartValues, text: str, weight: int) -> Sentence:
    return Sentence("parts", text, part.corrected, 0.0, weight)


def _change(result: "ExplainResult", part: PartValues, verb: str) -> str:
    before, after = percent(result.score.score), percent(part.score.score)
    return f"the score {verb} from {before} to {after} ({_points(part)})"


def _points(part: PartValues) -> str:
    return f"{100 * part.change:+.0f} points {_ends(part.corrected, 100)}"


def _ends(interval: OpenEnds, scale: float) -> str:
    """Return an interval of changes; an end without limit is left open."""
    low, high = (None if end is None else _signed(scale * end) for end in interval)
    if low is None or high is None:
        return f"[below {high}]" if low is None else f"[above {low}]"
    return f"[{low}, {high}]"


def _signed(number: float) -> str:
    """Return a number with its sign; an end that is near 0 shows on which side it lies."""
    size = abs(number)
    return f"{number:+.{0 if size >= 1 else 1 if size >= 0.1 else 3}f}"


def _and(parts: list[str]) -> str:
    return " and ".join(parts) if len(parts) < 3 else listed(parts, most=len(parts))


# ---- what happens --------------------------------------------------------------------------------


def _events(result: "ExplainResult") -> Iterator[Sentence]:
    happened, (a, b) = result.happenings, result.labels
    strikes = happened.first_strikes
    side = a if strikes.value > 0.5 else b
    share = strikes.value if side is a else 1 - strikes.value
    low, high = (end or 0.0 for end in strikes.corrected)
    ends = (low, high) if side is a else (1 - high, 1 - low)
    text = f"{side} strikes first in {share_text(share, ends)} of the games."
    yield Sentence("events", text, strikes.corrected, 0.5, 3)
    commands = happened.commands
    more, less = (a, b) if commands.value > 0 else (b, a)
    low, high = (end or 0.0 for end in commands.corrected)
    ends = (low, high) if more is a else (-high, -low)
    text = (
        f"Commands bring {more} {abs(commands.value):.0f} [{ends[0]:.0f}, {ends[1]:.0f}] more "
        f"health and damage a game than {less}."
    )
    yield Sentence("events", text, commands.corrected, 0.0, 3)
    yield from _troops(result)


def _troops(result: "ExplainResult") -> Iterator[Sentence]:
    """Yield the type of the better side, if one was shown to be, that deals most for its price."""
    if not leaves_out(result.corrected, 0.5):
        return
    ahead = result.score.score >= 0.5
    label = result.labels[0] if ahead else result.labels[1]
    side = result.happenings.a if ahead else result.happenings.b
    over = [troop for troop in side.troops if troop.shown and troop.excess > 0]
    for troop in sorted(over, key=lambda troop: -troop.excess)[:1]:
        text = (
            f"The {troop_words(troop)} of {label} deal{'s' if troop.fielded == 1 else ''} "
            f"{percent(troop.damage_share)} of its troops' damage for "
            f"{percent(troop.price_share)} of their price "
            f"({100 * troop.excess:+.0f} points {_ends(troop.excess_corrected, 100)})."
        )
        yield Sentence("events", text, troop.excess_corrected, 0.0, 3)


def troop_words(troop: TroopHappenings) -> str:
    """Return the troops of a type: champion, or champions where there are several."""
    name = title(troop.troop).lower()
    return name if troop.fielded == 1 else f"{name}s"


# ---- when it is decided --------------------------------------------------------------------------


def _turns(result: "ExplainResult") -> Iterator[Sentence]:
    course = result.course
    if course is None or course.ahead_from is None:
        return
    point = course.points[course.ahead_from]
    side = result.labels[0] if point.mean > 0 else result.labels[1]
    since = f"From turn {point.turn} on" if point.turn else "From the beginning"
    low, high = (end or 0.0 for end in point.corrected)
    value, ends = (point.mean, (low, high)) if point.mean > 0 else (-point.mean, (-high, -low))
    text = (
        f"{since} {called(result.judge)} sees {side} ahead on average: its value is "
        f"{value:.2f} [{_near(ends[0])}, {ends[1]:.2f}], where 1 is won and 0 is even."
    )
    yield Sentence("turns", text, point.corrected, 0.0, 2)


def _near(value: float) -> str:
    """Return an end that may be near 0 with a digit that shows on which side it lies."""
    return f"{value:.2f}" if value >= 0.005 else f"{value:.1g}"


# ---- where nothing was shown ---------------------------------------------------------------------


def nothing_shown(result: "ExplainResult") -> str:
    """Return what is said where no sentence is backed, and how many games might show something."""
    score = share_text(result.score.score, result.corrected)
    games = result.score.games
    text = (
        f"Nothing was shown by {games:,} games: {result.labels[0]} scores {score} against "
        f"{result.labels[1]}, and no part, event or turn differs beyond chance."
    )
    low, high = result.corrected
    apart = abs(result.score.score - 0.5)
    needed = games * ((high - low) / 2 / apart) ** 2 if apart else float("inf")
    if needed > FAR:
        return f"{text} The two look even: no sensible number of games would tell them apart."
    return f"{text} If the score is what it seems, about {_round(needed):,} --games would show it."


def _round(games: float) -> int:
    """Return a number of games with two digits that say something, rounded up."""
    step = 10 ** max(len(str(int(games))) - 2, 0)
    return int(-(-games // step) * step)
