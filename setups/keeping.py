"""What of a setup must stay when it is changed, as players say it.

    kept(["champions", "charge"], setup)      # how many of each component stay at least
    kept(["2 scouts", "all commands"], setup)

A troop by its letter or name keeps all of them that the setup has, with a number so many; a command
by its name; `troops` and `commands` keep all of a kind. More of what is kept may be bought.
"""

import difflib
import re
from collections.abc import Iterable
from typing import Final

from ..engine.reading.names import LONGEST_SHOWN, shown
from ..engine.rules.stats import COMMANDS, LETTERS, TROOPS
from .notation import SHORT_NAMES, SetupError
from .setup import COMPONENTS, Setup
from .swaps import component_text

_PART = re.compile(r"(?:(?P<number>[0-9]{1,4})\s*)?(?:(?:all|my|the)\s+)*(?P<word>.*)", re.DOTALL)

_EACH: Final[dict[str, str]] = {
    **{letter.lower(): letter for letter in LETTERS},
    **dict(zip(TROOPS, LETTERS, strict=True)),
    **{f"{slug}s": letter for slug, letter in zip(TROOPS, LETTERS, strict=True)},
    **{slug: slug for slug in COMMANDS},
    **SHORT_NAMES,
}
"""Components by what they may be called, words joined by hyphens."""

_KINDS: Final[dict[str, tuple[str, ...]]] = {"troops": tuple(LETTERS), "commands": COMMANDS}


def kept(texts: Iterable[str], setup: Setup) -> tuple[int, ...]:
    """Return how many of each component must stay, in table order."""
    least = dict.fromkeys(COMPONENTS, 0)
    for text in texts:
        for part in text.split(","):
            for component, number in _part(part, setup).items():
                least[component] = max(least[component], number)
    return tuple(least.values())


def _part(text: str, setup: Setup) -> dict[str, int]:
    """Return what one word, with a number if it has one, keeps."""
    match = _PART.fullmatch(text.strip().lower())
    word = "-".join((match["word"] if match else text).split())
    has = dict(zip(COMPONENTS, setup.amounts, strict=True))
    if word in _KINDS and match and not match["number"]:
        return {component: has[component] for component in _KINDS[word]}
    if word not in _EACH or not match:
        raise SetupError(_unknown(text.strip(), word))
    component = _EACH[word]
    number = int(match["number"]) if match["number"] else has[component]
    if not has[component]:
        raise SetupError(f"{setup} has no {word.replace('-', ' ')} to keep")
    if number > has[component]:
        what = component_text(component, has[component])
        raise SetupError(f"{setup} has {what}; {number} cannot be kept")
    return {component: number}


def _unknown(text: str, word: str) -> str:
    if not text:
        return "what must stay is empty; name troops or commands, such as champions or charge"
    words = [word for word in (*_EACH, *_KINDS) if len(word) > 1]
    near = difflib.get_close_matches(word[:LONGEST_SHOWN], words, n=1)
    hint = (
        f"did you mean {near[0]}?"
        if near
        else "name troops or commands, such as C, 2 champions, charge or all commands"
    )
    return f"{shown(text)} is nothing that could stay; {hint}"
