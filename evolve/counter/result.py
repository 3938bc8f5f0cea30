"""What a search for counters ends with: setups, and what they scored on held-out seeds."""

from typing import Any

import msgspec

from ...agents.spec.spec import called
from ...arena.run.result import ResultValues
from ...arena.stats.quantity import Quantity, share_quantity
from ...engine.rules.ruleset import Ruleset
from ...results.page.blocks import Block, Lines, Text
from ...results.page.words import listed, plural, share_text, wrapped
from ...setups.formation import formation_lines
from ...setups.naming import titled

WIDTH = 78
"""Columns of the terminal's lists."""


class CounterValues(msgspec.Struct, frozen=True, kw_only=True):
    """A setup, and how it did on seeds that it was not chosen by."""

    setup: str
    score: float
    ci95: tuple[float, float]
    games: int
    points: int
    """What it costs."""
    wins: int
    draws: int
    losses: int
    formation: tuple[str, ...]
    """Where its troops stood."""
    opponents: dict[str, float]
    """The score against each."""
    search_score: float
    """In the search, by whose luck it was chosen too."""
    search_games: int

    def title(self, rules: Ruleset) -> str:
        """Return its text, with its name if it has one."""
        return titled(self.setup, self.formation, rules)

    @property
    def beats(self) -> bool:
        """Whether it was shown to score more than one half."""
        return self.ci95[0] > 0.5

    def quantity(self, name: str, target: str, **basis: object) -> Quantity:
        """Return its score as a quantity."""
        return share_quantity(
            "counters' scores",
            name,
            self.score,
            self.ci95,
            games=self.games,
            another_target=(target, sorted(self.opponents)),
            **basis,
            another_formation=self.formation,
        )


class CounterResult(ResultValues, frozen=True, kw_only=True):
    """Counters to a target, best first."""

    target: str
    check_agent: str
    counters: tuple[CounterValues, ...]
    edits: tuple[str, ...]
    """The rules, as changes of the standard ones."""

    @property
    def rules(self) -> Ruleset:
        """The rules."""
        return Ruleset().edit(*self.edits)

    def json(self, run: str | None) -> list[dict[str, Any]]:
        """Return the counters."""
        return [msgspec.to_builtins(counter) | {"run": run} for counter in self.counters]

    def quantities(self) -> list[Quantity]:
        """Return the score of the best counter, whichever it is, and of each."""
        best = self.counters[0]
        return [
            best.quantity("best counter", self.target, another_setup=best.setup),
            *(counter.quantity(counter.setup, self.target) for counter in self.counters),
        ]

    def summary(self) -> list[Block]:
        """Return which setups beat the target, as far as was shown."""
        lists = [
            Lines(_counter_lines(number, counter, self.rules), terminal_only=True)
            for number, counter in enumerate(self.counters, start=1)
        ]
        return [Text(self.headline()), *lists]

    def headline(self) -> str:
        """Return one sentence that the intervals carry."""
        played = f"played by {called(self.check_agent)} on held-out seeds"
        winners = [counter for counter in self.counters if counter.beats]
        best = self.counters[0]
        score = share_text(best.score, best.ci95)
        if not winners:
            return (
                f"None was shown to beat {self.target}, {played}; "
                f"the best reached {score}: {best.title(self.rules)}."
            )
        count = plural(len(winners), "setup")
        of = f" of {len(self.counters)}" if len(winners) < len(self.counters) else ""
        was = "was" if len(winners) == 1 else "were"
        return f"{count}{of} {was} shown to beat {self.target}, {played}; the best scored {score}."


def _counter_lines(number: int, counter: CounterValues, rules: Ruleset) -> list[str]:
    score = share_text(counter.score, counter.ci95)
    lines = [
        *wrapped(f"{number}. {counter.title(rules)}", WIDTH, rest="   "),
        f"   {score} of {plural(counter.games, 'game')}, {plural(counter.points, 'point')}",
    ]
    if len(counter.opponents) > 1:
        every = [f"{label} {100 * score:.0f} %" for label, score in counter.opponents.items()]
        lines.append(f"   against {listed(every, most=len(every))}")
    return lines + formation_lines(counter.formation, rules)
