"""What a search for small changes ends with: swaps, and what they gained on held-out seeds."""

from typing import Any

import msgspec

from ...agents.spec.spec import called
from ...arena.run.result import ResultValues
from ...arena.stats.gain_values import GainValues
from ...arena.stats.quantity import Quantity, score_quantity
from ...arena.stats.values import ScoreValues
from ...engine.rules.ruleset import Ruleset
from ...results.page.blocks import Block, Lines, Text
from ...results.page.words import listed, plural, wrapped
from ...setups.formation import formation_lines
from ...setups.naming import titled

WIDTH = 78
"""Columns of the terminal's lists."""


class SwapValues(msgspec.Struct, frozen=True, kw_only=True):
    """A swap that was chosen, and how it did on seeds that it was not chosen by."""

    change: str
    """In words: swap two scouts for a knight."""
    taken_out: dict[str, int]
    put_in: dict[str, int]
    setup: str
    formation: tuple[str, ...]
    """Where its troops stood."""
    points: int
    """What it costs."""
    gain: GainValues
    score: ScoreValues
    opponents: dict[str, float]
    """The score against each."""
    search_gain: float
    """What the search expected, by whose luck it was chosen too."""
    search_games: int


class LevelCount(msgspec.Struct, frozen=True, kw_only=True):
    """How many candidates, the original among them, played at a level of the search."""

    agent: str
    candidates: int
    games: int


class ComponentValues(msgspec.Struct, frozen=True, kw_only=True):
    """What swaps that take one of a component out, or put one in, go with on average."""

    component: str
    """A troop's letter or a command's slug."""
    way: str
    """out or in."""
    gain: float
    """By the model of the search."""
    ci95: tuple[float, float]
    changes: int


class ImproveResult(ResultValues, frozen=True, kw_only=True):
    """The best swaps of a setup, best first."""

    setup: str
    name: str | None
    """What the original is called."""
    formation: tuple[str, ...]
    """Where its troops stood."""
    points: int
    field: str
    judge: str
    swaps: int
    """The most that a change may take out, or put in."""
    kept: tuple[str, ...]
    """What had to stay, as typed."""
    candidates: int
    """Changes that there are within the constraints."""
    original: ScoreValues
    opponents: dict[str, float]
    """The original's score against each opponent."""
    changes: tuple[SwapValues, ...]
    levels: tuple[LevelCount, ...]
    components: tuple[ComponentValues, ...]
    edits: tuple[str, ...]
    """The rules, as changes of the standard ones."""

    @property
    def rules(self) -> Ruleset:
        """The rules."""
        return Ruleset().edit(*self.edits)

    @property
    def label(self) -> str:
        """The original's name, or its text."""
        return self.name or self.setup

    def json(self, run: str | None) -> dict[str, Any]:
        """Return everything, a change's figures side by side."""
        values = msgspec.to_builtins(self)
        values.pop("turn_limit")
        changes = [
            {**one, **one["gain"], "better": change.gain.shown}
            for one, change in zip(values["changes"], self.changes, strict=True)
        ]
        better = any(change.gain.shown for change in self.changes)
        return {"run": run, "better": better} | values | {"changes": changes}

    def quantities(self) -> list[Quantity]:
        """Return the gain of the best change, whichever it is, that of each, and the scores."""
        best = self.changes[0]
        basis: dict[str, object] = {
            "another_field": (self.field, sorted(self.opponents)),
            "another_original": (self.setup, self.formation),
        }
        return [
            best.gain.quantity("gains", "best change", **basis, another_change=best.setup),
            *(one.gain.quantity("gains", one.change, **basis) for one in self.changes),
            score_quantity("scores", "the original", self.original, **basis),
        ]

    def summary(self) -> list[Block]:
        """Return which changes gain, as far as was shown."""
        lists = [
            Lines(_change_lines(number, change, self.rules), terminal_only=True)
            for number, change in enumerate(self.changes, start=1)
        ]
        return [Text(self.headline()), Text(self._before()), *lists, Text(self._note())]

    def headline(self) -> str:
        """Return what was shown, in sentences that the intervals carry."""
        improvements = [change for change in self.changes if change.gain.shown]
        compared = (
            f"{plural(self.candidates, 'change')} of at most "
            f"{plural(self.swaps, 'component')} {_were(self.candidates)} compared"
        )
        if not improvements:
            best = self.changes[0]
            return (
                f"No change was shown to be better than {self.label}, {self._by}; {compared}. The "
                f"best that was found: {best.change}, {best.gain.text}."
            )
        best, *others = improvements
        also = (
            f", and so {_were(len(others))} {plural(len(others), 'other')} below" if others else ""
        )
        return (
            f"{_sentence(best.change)}: {best.gain.text}. This was shown to be better than "
            f"{self.label}, {self._by}{also}; {compared}."
        )

    @property
    def _by(self) -> str:
        return f"played by {called(self.judge)} on held-out seeds"

    def _before(self) -> str:
        stay = f" {_sentence(listed(self.kept))} stayed." if self.kept else ""
        return f"As it is, {self.label} scores {self.original.text} against {self.field}.{stay}"

    def _note(self) -> str:
        if len(self.changes) == 1:
            return "Points are per cent of the score, in the same games as the original."
        return (
            "Points are per cent of the score, in the same games as the original; the intervals "
            "of all changes hold together."
        )


def _were(number: int) -> str:
    return "was" if number == 1 else "were"


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _change_lines(number: int, change: SwapValues, rules: Ruleset) -> list[str]:
    words, gain = f"{number}. {change.change}:", change.gain.text
    fits = len(words) + 1 + len(gain) <= WIDTH
    lines = [
        *([f"{words} {gain}"] if fits else [*wrapped(words, WIDTH, rest="   "), f"   {gain}"]),
        *wrapped(titled(change.setup, change.formation, rules), WIDTH, first="   ", rest="   "),
        f"   scores {change.score.text} of {plural(change.score.games, 'game')}, costs "
        f"{change.points:,}",
    ]
    if 1 < len(change.opponents) <= 6:
        every = [f"{label} {100 * score:.0f} %" for label, score in change.opponents.items()]
        lines += wrapped(f"against {listed(every)}", WIDTH, first="   ", rest="   ")
    return lines + formation_lines(change.formation, rules)
