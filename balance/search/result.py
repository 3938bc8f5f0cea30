"""What a search for balance ends with: edits, and what they did on held-out seeds.

A set of edits is said to be better than the rules at the origin only where its interval lies beyond
theirs: the front is made of measured values, and some of its points owe their place to luck.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import msgspec

from ...agents.spec.spec import called
from ...arena.run.result import ResultValues
from ...arena.stats.quantity import Quantity
from ...results.page.blocks import Block, Lines, Text
from ...results.page.words import plural, wrapped
from ...results.text.command_lines import command_line, pasted
from ..measures.against import Comparison, compared
from ..measures.measured import MeasuredValues
from .goals import OBJECTIVES

WIDTH = 78


class FieldedValues(msgspec.Struct, frozen=True, kw_only=True):
    """A setup that judged rules, and how it came to play."""

    name: str
    setup: str
    fate: str
    change: str


class PointValues(msgspec.Struct, frozen=True, kw_only=True):
    """Edits of the rules, and what they did on held-out seeds."""

    candidate: int
    edits: tuple[str, ...]
    words: tuple[str, ...]
    objectives: dict[str, MeasuredValues]
    stability: float
    """How often it would be on the front if all were measured again."""
    whatif: str
    """The command that examines the edits."""
    setups: tuple[FieldedValues, ...]
    """The setups that judged it."""
    held: bool
    """Whether it is on the front of these games; otherwise another measured no worse in all."""

    @property
    def name(self) -> str:
        """Its edits in words."""
        return "; ".join(self.words) or "no change"

    @property
    def command(self) -> str:
        """The command that examines its edits, to be pasted; without edits nothing."""
        return pasted(self.whatif) if self.edits else ""

    def quantity(self, name: str, group: str) -> Quantity:
        """Return an objective as a quantity; one that games do not decide is known exactly."""
        objective, edits = OBJECTIVES[name], ", ".join(self.edits)
        basis = {"other setups": sorted(one.setup for one in self.setups)}
        measured = self.objectives[name].quantity(
            group, f"{name}: {edits}" if edits else name, objective.form, basis
        )
        return measured if objective.games else replace(measured, interval=None)

    def against(self, name: str, other: "PointValues", games: int) -> Comparison:
        """Return how it compares with another in an objective, each by so many judge's games."""
        one, two = (point.objectives[name].figure for point in (self, other))
        return compared(one, two, games, more=OBJECTIVES[name].more)


class BalanceResult(ResultValues, frozen=True, kw_only=True):
    """What a search found."""

    objectives: tuple[str, ...]
    judge: str = msgspec.field(name="check_agent")
    """The agent that the figures are estimates for."""
    points: tuple[PointValues, ...]
    """All that were measured again, the origin first."""
    hypervolume: float
    """Share of the box of objectives that the front of these games dominates."""
    games_a_point: int
    """Games of the judge, for each point; 0 for a front that is not measured again."""
    screen_games: dict[str, int] = msgspec.field(default_factory=dict)
    """Games of cheaper agents on held-out seeds, for each point."""

    @property
    def front(self) -> list[PointValues]:
        """The points that held, those that change least first."""
        held = [point for point in self.points if point.held]
        return sorted(held, key=lambda p: (p.objectives["change"].value, p.candidate))

    @property
    def origin(self) -> PointValues:
        """The rules that the search began with."""
        return self.points[0]

    def json(self, run: str | None) -> dict[str, Any]:
        """Return the front, the rules it began with, and what did not hold."""
        return {
            "run": run,
            "objectives": list(self.objectives),
            "judge": self.judge,
            "origin": _point_json(self.origin),
            "front": [self._compared_json(point) for point in self.front],
            "fell": [self._compared_json(point) for point in self.points if not point.held],
            "hypervolume": self.hypervolume,
            "games_a_point": self.games_a_point,
            "screen_games": self.screen_games,
        }

    def quantities(self) -> list[Quantity]:
        """Return the objectives of the rules as they are and of each set of edits."""
        groups = ["objectives of the rules as they are"]
        groups += ["objectives of edits"] * (len(self.points) - 1)
        quantities = [
            point.quantity(name, group)
            for group, point in zip(groups, self.points, strict=True)
            for name in self.objectives
        ]
        return [*quantities, Quantity("the front", "hypervolume", self.hypervolume, None)]

    def summary(self) -> list[Block]:
        """Return what was shown, and the front point by point."""
        points = [
            Lines(_point_lines(number, point, self), terminal_only=True)
            for number, point in self.numbered().items()
        ]
        blocks: list[Block] = [Text(self._measured()), Text(self.headline()), *points]
        fell = len(self.points) - len(self.front)
        if fell:
            others = "1 other" if fell == 1 else f"{fell} others"
            blocks.append(Text(f"{others} of the search's front did not hold on held-out seeds."))
        plots = f"plots, of a run that is stored: {command_line('report balance -o out/')}"
        return [*blocks, Lines([plots], terminal_only=True)]

    def headline(self) -> str:
        """Return what the intervals carry: which edits were shown better, and in what."""
        decided = self.decided
        edited = {n: point for n, point in self.numbered().items() if point.edits}
        if not edited:
            return "No edits measured better than the rules as they are: these stay on the front."
        better = self._points_beyond(edited, decided, 1)
        if not better:
            return (
                "No edits were shown better than the rules as they are in "
                f"{_listed(decided, 'or')}: no 95 % interval lies beyond theirs. "
                f"{self._needed(edited)}"
            ).rstrip()
        worse = self._points_beyond(edited, decided, -1)
        left = [n for n in edited if not any(n in some for some in better.values())]
        sentences = [
            "Shown better than the rules as they are, by 95 % intervals that do not overlap (each "
            f"by itself): {_by_objective(better)}.",
            f"Shown worse: {_by_objective(worse)}." if worse else "",
            f"Not shown better in any of these: {_numbers(left)}." if left else "",
        ]
        return " ".join(sentence for sentence in sentences if sentence)

    @property
    def decided(self) -> list[str]:
        """The objectives that games decide."""
        return [name for name in self.objectives if OBJECTIVES[name].games]

    def comparisons(self, point: PointValues) -> dict[str, Comparison]:
        """Return how a point compares with the rules as they are, by objective.

        Empty for these rules, and until both have been measured again.
        """
        if point is self.origin or not self.games_a_point:
            return {}
        return {name: point.against(name, self.origin, self.games_a_point) for name in self.decided}

    def _compared_json(self, point: PointValues) -> dict[str, Any]:
        against = msgspec.to_builtins(self.comparisons(point))
        return _point_json(point) | {"against_origin": against}

    def _needed(self, points: dict[int, PointValues]) -> str:
        """Return how many games would show the difference that needs the fewest."""
        wanting = [
            (one.games_needed, number, name)
            for number, point in points.items()
            for name, one in self.comparisons(point).items()
            if one.better and one.games_needed
        ]
        if not wanting:
            return ""
        games, number, name = min(wanting)
        return (
            f"Number {number} measured better in {name}: to show a difference of that size, it and "
            f"the rules as they are would need about {plural(games, 'game')} of "
            f"{called(self.judge)} each, in place of {self.games_a_point:,}."
        )

    def _measured(self) -> str:
        """Return how the front was measured, and for which agent."""
        count = len(self.front)
        sets = "1 set of rules is" if count == 1 else f"{count} sets of rules are"
        others = "".join(
            f", with {plural(games, 'game')} of {called(agent)} as far as they proved right,"
            for agent, games in self.screen_games.items()
        )
        named = [f"{name} ({OBJECTIVES[name].about})" for name in self.objectives]
        return (
            f"{sets} on the front by {_listed(named)}, each measured by "
            f"{plural(self.games_a_point, 'game')} of {called(self.judge)}{others} on held-out "
            f"seeds. All figures are estimates for {called(self.judge)}."
        )

    def numbered(self) -> dict[int, PointValues]:
        """Return the front by number, as everything shows it; the origin is number 0."""
        return dict(enumerate(self.front, start=0 if self.origin.held else 1))

    def _points_beyond(
        self, points: dict[int, PointValues], names: Sequence[str], way: int
    ) -> dict[str, list[int]]:
        """Return the numbers of points that were shown better (1) or worse, by objective."""
        by_objective = {
            name: [n for n, point in points.items() if self.comparisons(point)[name].way == way]
            for name in names
        }
        return {name: numbers for name, numbers in by_objective.items() if numbers}


def _point_json(point: PointValues) -> dict[str, Any]:
    values: dict[str, Any] = msgspec.to_builtins(point)
    del values["held"]
    return values


def _by_objective(points: dict[str, list[int]]) -> str:
    return "; ".join(f"{_numbers(numbers)} in {name}" for name, numbers in points.items())


def _numbers(numbers: Sequence[int]) -> str:
    if len(numbers) == 1:
        return f"number {numbers[0]}"
    return f"numbers {_listed([str(number) for number in numbers])}"


def _listed(names: Sequence[str], last: str = "and") -> str:
    return f" {last} ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)


def comparison_text(comparisons: dict[str, Comparison]) -> str:
    """Return what was shown of a point beside the rules as they are, and what would be needed."""
    parts = []
    for name, one in comparisons.items():
        if one.shown:
            parts.append(f"{name} {'better' if one.better else 'worse'}")
        elif one.games_needed:
            parts.append(f"{name} not shown to differ ({one.games_needed:,} games would)")
        else:
            parts.append(f"{name} not shown to differ")
    return "; ".join(parts)


def _point_lines(number: int, point: PointValues, result: "BalanceResult") -> list[str]:
    figures = ", ".join(_figure(name, point.objectives[name]) for name in result.objectives)
    again = f"on the front in {100 * point.stability:.0f} % of repetitions"
    lines = wrapped(point.name, WIDTH, f"{number}. ", "   ")
    lines += wrapped(f"{figures}; {again}", WIDTH, "   ", "   ")
    if point.edits:
        lines += wrapped(comparison_text(result.comparisons(point)), WIDTH, "   ", "   ")
    return lines + (_command_lines(point.command) if point.edits else [])


def _figure(name: str, measured: MeasuredValues) -> str:
    value, (low, high) = measured.value, measured.ci95
    if OBJECTIVES[name].form == "share":
        return f"{name} {100 * value:.1f} % [{100 * low:.1f}, {100 * high:.1f}]"
    if not OBJECTIVES[name].games:
        return f"{name} {value:.3g}"
    return f"{name} {value:.2f} [{low:.2f}, {high:.2f}]"


def _command_lines(text: str) -> list[str]:
    """Return a command that can be pasted, over several lines if it is long."""
    start, *edits = text.split(" --set ")
    lines = [f"   {start}"]
    for edit in edits:
        if len(lines[-1]) + len(edit) + 9 > WIDTH:
            lines[-1] += " \\"
            lines.append("    ")
        lines[-1] += f" --set {edit}"
    return lines
