"""What agents say about the same setups: how far they agree, and where they do not."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from ...agents.spec.spec import called
from ...results.page.blocks import Block, Text
from ...results.page.grids import Column, Grid, cell_text
from ..run.result import ResultValues
from ..stats.quantity import Quantity, score_quantity
from ..stats.values import ScoreValues

Ends = tuple[float, float]


class JudgeValues(msgspec.Struct, frozen=True, kw_only=True):
    """An agent, by its games of all setups."""

    agent: str
    games: int
    draws: int
    turns_mean: float
    reliability: float
    """How far its scores agree with themselves: 1 without noise."""
    reliability_ci95: Ends


class JudgedValues(msgspec.Struct, frozen=True, kw_only=True):
    """A setup, by each agent in turn."""

    entrant: str
    setup: str
    scores: tuple[ScoreValues, ...]
    halves: tuple[Ends, ...]
    """Its scores in both halves of the games."""
    ranks: tuple[float, ...]
    """The best has 1; equal ones share the mean of theirs."""


class ExampleValues(msgspec.Struct, frozen=True, kw_only=True):
    """Two games that show a difference; of two values the first is by the first agent."""

    opponent: str
    """Against which scores differ most."""
    scores: Ends
    """What the setup scored against it."""
    side: str
    """Whether the setup played first or second in the games."""
    games: tuple[int, int]
    """Index of each game within the run."""
    points: Ends
    """What the setup scored in these games."""


class DifferenceValues(msgspec.Struct, frozen=True, kw_only=True):
    """A setup's score by the second agent less that by the first."""

    entrant: str
    difference: float
    ci95: Ends
    example: ExampleValues | None

    @property
    def beyond_noise(self) -> bool:
        """Whether the interval leaves out 0."""
        low, high = self.ci95
        return low > 0 or high < 0


class PairValues(msgspec.Struct, frozen=True, kw_only=True):
    """How far two agents agree."""

    one: int
    """Number of the first agent, from 1."""
    other: int
    rho: float
    rho_ci95: Ends
    corrected: float | None
    """What rho would be without noise; None where an agent agrees too little with itself."""
    corrected_ci95: Ends | None
    differences: tuple[DifferenceValues, ...]
    """Of all setups, the largest first."""

    @property
    def verdict(self) -> str:
        """What the intervals let one say: agree, agree in part, disagree or not shown."""
        low, high = self.rho_ci95
        if low <= 0 <= high:
            return "not shown"
        if high < 0:
            return "disagree"
        apart = self.corrected_ci95 is not None and self.corrected_ci95[1] < 1
        return "agree in part" if apart else "agree"

    @property
    def rho_text(self) -> str:
        """Rho with its interval."""
        return estimate_text(self.rho, self.rho_ci95)

    @property
    def corrected_text(self) -> str:
        """Rho corrected for noise, with its interval, if there is one."""
        if self.corrected is None or self.corrected_ci95 is None:
            return "too much noise"
        return estimate_text(self.corrected, self.corrected_ci95)

    @property
    def different(self) -> int:
        """How many setups are shown to score differently, each by itself."""
        return sum(one.beyond_noise for one in self.differences)

    def examples(self) -> Iterator[tuple[str, ExampleValues]]:
        """Yield setups with the games that show what they differ by."""
        return ((one.entrant, one.example) for one in self.differences if one.example)


class AgreementResult(ResultValues, frozen=True, kw_only=True):
    """Agents, each two of them, and the setups."""

    seed: int
    games: int
    agents: tuple[JudgeValues, ...]
    setups: tuple[JudgedValues, ...]
    pairs: tuple[PairValues, ...]
    """Every two agents."""

    def label(self, number: int) -> str:
        """Return an agent by its number; with it where there is another of the same text."""
        agents = [judge.agent for judge in self.agents]
        agent = agents[number - 1]
        return f"{called(agent)} ({number})" if agents.count(agent) > 1 else called(agent)

    def labels(self) -> list[str]:
        """Return all agents."""
        return [self.label(number) for number in range(1, len(self.agents) + 1)]

    def games_shown(self) -> list[int]:
        """Return the games that examples name."""
        return [game for p in self.pairs for _, example in p.examples() for game in example.games]

    def json(self, run: str | None) -> dict[str, Any]:
        """Return everything, with the verdicts and the numbers of agents."""
        values: dict[str, Any] = msgspec.to_builtins(self)
        for number, judge in enumerate(values["agents"], start=1):
            judge["number"] = number
        for pair, row in zip(self.pairs, values["pairs"], strict=True):
            row |= {"verdict": pair.verdict, "setups_shown_to_differ": pair.different}
        return {"run": run} | values

    def shown_setups(self) -> list[str]:
        """Return the labels of the setups."""
        return [one.entrant for one in self.setups]

    def quantities(self) -> list[Quantity]:
        """Return rank correlations, how far agents agree with themselves, and setups' scores."""
        labels, setups = self.labels(), sorted((one.entrant, one.setup) for one in self.setups)
        correlations = [
            ("rank correlations", " and ".join(sorted(names)), pair.rho, pair.rho_ci95)
            for pair in self.pairs
            for names in [(self.label(pair.one), self.label(pair.other))]
        ]
        correlations += [
            ("reliabilities", label, judge.reliability, judge.reliability_ci95)
            for label, judge in zip(labels, self.agents, strict=True)
        ]
        scores = [
            score_quantity("scores", f"{one.entrant} by {label}", score, other_opponents=setups)
            for one in self.setups
            for label, score in zip(labels, one.scores, strict=True)
        ]
        basis = {"other setups": setups}
        return [Quantity(*one, scale="correlation", basis=basis) for one in correlations] + scores

    def summary(self) -> list[Block]:
        """Return how far agents agree, and the setups on which they differ most."""
        blocks: list[Block] = [Text(text) for text in self._findings()]
        blocks += [self._agents(), self._pairs()]
        for pair in self.pairs:
            if any(pair.examples()):
                blocks += [self._differing(pair), self._examples(pair)]
        return blocks

    def _findings(self) -> list[str]:
        """Return what is to be said of two agents; of more, of those most and least alike."""
        ordered = sorted(self.pairs, key=lambda pair: -pair.rho)
        if len(ordered) == 1:
            return [self.finding(ordered[0])]
        return [
            f"Most alike: {self.finding(ordered[0])}",
            f"Least alike: {self.finding(ordered[-1])}",
        ]

    def finding(self, pair: PairValues) -> str:
        """Return how far two agents agree, as far as the intervals carry it."""
        one, other = self.label(pair.one), self.label(pair.other)
        setups = f"these {len(self.setups)} setups"
        noise = f"; corrected for noise {pair.corrected_text}"
        if pair.corrected is None:
            noise = "; scores are too noisy to correct that"
        verdict = {
            "agree": f"{one} and {other} agree about {setups}",
            "agree in part": f"{one} and {other} agree in part about {setups}",
            "disagree": f"{one} and {other} disagree about {setups}: one finds strong what the "
            "other finds weak",
            "not shown": f"{one} and {other} were shown neither to agree nor to disagree about "
            f"{setups}",
        }[pair.verdict]
        return (
            f"{verdict} (rho {pair.rho_text}{noise}). {pair.different} of them "
            f"{'was' if pair.different == 1 else 'were'} shown to score differently, each by "
            "itself; up to one of twenty would seem so by chance."
        )

    def _agents(self) -> Grid:
        head = [
            Column("number", "", "count"),
            Column("agent", "agent"),
            Column("reliability", "agrees with itself", about="reliability of its scores, 95 %"),
            Column("games", "games", "count"),
            Column("draws", "draws", "share"),
            Column("turns", "turns", "number"),
        ]
        rows = [
            (
                number,
                judge.agent,
                estimate_text(judge.reliability, judge.reliability_ci95),
                judge.games,
                judge.draws / judge.games,
                judge.turns_mean,
            )
            for number, judge in enumerate(self.agents, start=1)
        ]
        return Grid("judges", "Agents", head, rows, terminal_only=True)

    def _pairs(self) -> Grid:
        head = [
            Column("agents", "agents"),
            Column("rho", "rho"),
            Column("corrected", "corrected for noise"),
            Column("verdict", "the two"),
            Column("different", "setups that differ", "count"),
        ]
        rows = [
            (
                f"{pair.one}, {pair.other}",
                pair.rho_text,
                pair.corrected_text,
                pair.verdict,
                pair.different,
            )
            for pair in self.pairs
        ]
        title = "Rank correlation of the setups' scores, with 95 % intervals"
        return Grid("rank-correlations", title, head, rows, terminal_only=True)

    def _differing(self, pair: PairValues) -> Grid:
        """Return the setups on which two agents differ most."""
        by_name = {setup.entrant: setup for setup in self.setups}
        places = pair.one - 1, pair.other - 1
        head = [
            Column("setup", "setup"),
            Column("one", f"{pair.one} in %", "count"),
            Column("other", f"{pair.other} in %", "count"),
            Column("difference", "difference in %", about="with its 95 % interval"),
            Column("ranks", "ranks"),
        ]
        rows = []
        for entrant, _ in pair.examples():
            setup = by_name[entrant]
            one, other = (setup.scores[place].score for place in places)
            difference = next(d for d in pair.differences if d.entrant == entrant)
            ranks = " and ".join(cell_text(setup.ranks[place], "count") for place in places)
            scores = (f"{100 * score:.1f}" for score in (one, other))
            rows.append((entrant, *scores, points_text(difference), ranks))
        title = f"Scores of the setups on which {pair.one} and {pair.other} differ most"
        return Grid(f"differing-{pair.one}-{pair.other}", title, head, rows, terminal_only=True)

    def _examples(self, pair: PairValues) -> Grid:
        """Return games that show it."""
        head = [
            Column("setup", "setup"),
            Column("opponent", "against"),
            Column("one", f"{pair.one} in %", "whole"),
            Column("other", f"{pair.other} in %", "whole"),
            Column("game_one", f"game by {pair.one}"),
            Column("game_other", f"game by {pair.other}"),
        ]
        rows = [
            (
                entrant,
                example.opponent,
                *(100 * score for score in example.scores),
                *(
                    f"{game}, {ended(points)}"
                    for game, points in zip(example.games, example.points, strict=True)
                ),
            )
            for entrant, example in pair.examples()
        ]
        return Grid(
            f"examples-{pair.one}-{pair.other}",
            "Opponents against which these scores differ most, and games that show it",
            head,
            rows,
            "replay --run RUN --game NUMBER shows a game of a run that is stored",
            terminal_only=True,
        )


def estimate_text(value: float, interval: Sequence[float]) -> str:
    """Return a correlation with its interval."""
    low, high = interval
    return f"{value:z.2f} [{low:z.2f}, {high:z.2f}]"


def points_text(difference: DifferenceValues) -> str:
    """Return a difference of scores in points of a hundred, with its interval."""
    low, high = difference.ci95
    value, *ends = (f"{100 * share:+z.0f}" for share in (difference.difference, low, high))
    return f"{value} [{', '.join(ends)}]"


def ended(points: float) -> str:
    """Return how a game ended for a side that took so many points of it."""
    return {0.0: "lost", 0.5: "drawn", 1.0: "won"}[points]
