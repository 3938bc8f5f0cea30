"""Numbers as parts of sentences."""

from ...arena.stats.score import Interval, Score


def percent(share: float) -> str:
    """Return a share as per cent with one decimal."""
    return f"{100 * share:.1f} %"


def range_text(interval: Interval | tuple[float, float]) -> str:
    """Return an interval of shares."""
    return f"{100 * interval[0]:.1f} to {100 * interval[1]:.1f} %"


def interval_text(score: Score) -> str:
    """Return a score's rate with its 95 % interval."""
    return f"{percent(score.rate)} of the points (95 %: {range_text(score.interval())})"


def points_text(score: Score) -> str:
    """Return a score as wins, draws and losses."""
    drawn = f", {score.draws} drawn" if score.draws else ""
    return f"{score.wins} won{drawn}, {score.losses} lost of {score.games}"


def plural(count: int, one: str, many: str = "") -> str:
    """Return a count with its noun: 1 cycle, 2 cycles, no cycles."""
    word = one if count == 1 else many or f"{one}s"
    return f"{count:,} {word}" if count else f"no {word}"


def listed(names: list[str], most: int = 6) -> str:
    """Return names as a list in a sentence; after `most` only their number."""
    if len(names) > most:
        return ", ".join(names[:most]) + f" and {len(names) - most} more"
    return ", ".join(names)
