"""Numbers as parts of sentences: each finding is put into words with these."""

import textwrap
from collections.abc import Sequence


def percent(share: float) -> str:
    """Return a share as per cent with one decimal."""
    return f"{100 * share:.1f} %"


def range_text(interval: Sequence[float]) -> str:
    """Return an interval of shares for a sentence: 13.0 to 23.2 %."""
    return f"{100 * interval[0]:.1f} to {100 * interval[1]:.1f} %"


def share_text(share: float, interval: Sequence[float]) -> str:
    """Return a share with its interval: 17.5 % [13.0, 23.2]."""
    return f"{percent(share)} [{100 * interval[0]:.1f}, {100 * interval[1]:.1f}]"


def gain_text(gain: float, interval: Sequence[float] | None = None) -> str:
    """Return a difference of shares, with its interval: +7.1 points [3.9, 10.2]."""
    text = f"{100 * gain:+z.1f} points"
    return f"{text} [{100 * interval[0]:z.1f}, {100 * interval[1]:z.1f}]" if interval else text


def plural(count: int, one: str, many: str = "", none: str = "no") -> str:
    """Return a count with its noun: 1 cycle, 2 cycles, no cycles."""
    word = one if count == 1 else many or f"{one}s"
    return f"{count:,} {word}" if count else f"{none} {word}"


def listed(names: Sequence[str], most: int = 6) -> str:
    """Return names as a list in a sentence; after `most` only their number."""
    if len(names) > most:
        return ", ".join(names[:most]) + f" and {len(names) - most} more"
    return ", ".join(names)


def wrapped(text: str, width: int, first: str = "", rest: str = "") -> list[str]:
    """Return lines, none of which ends between a number and its per cent."""
    whole = text.replace(" %", "\0%")
    lines = textwrap.wrap(
        whole,
        width,
        initial_indent=first,
        subsequent_indent=rest,
        break_on_hyphens=False,
        break_long_words=False,
    )
    return [line.replace("\0", " ") for line in lines]


def duration(seconds: float) -> str:
    """Return a time span in the two units that say most: 0.8 s, 42 s, 3 min 20 s, 2 h 5 min."""
    if seconds < 10:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


def size_text(size: int) -> str:
    """Return a number of bytes in a unit that says most: 0 KB, 812 KB, 24.1 MB, 1.3 GB."""
    if size < 1_000_000:
        return f"{size / 1000:.0f} KB"
    return f"{size / 1e6:.1f} MB" if size < 1_000_000_000 else f"{size / 1e9:.1f} GB"


def closing_text(games: int, seconds: float, stored: str = "") -> str:
    """Return the line that says what a run took and where it is kept."""
    where = f"; stored in {stored}" if stored else ""
    return f"{plural(games, 'game')} in {duration(seconds)}{where}"
