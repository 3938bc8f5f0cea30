"""What a ladder showed: agents rated, the score of each two, and what they spent."""

from typing import TYPE_CHECKING, Any

import msgspec
import pyarrow as pa

from ...agents.spec.spec import called
from ...results.page.blocks import Block, Text
from ...results.page.grids import Column, Grid, cell_text
from ..run.result import ResultValues
from ..stats.crosstable import CrossTable
from ..stats.quantity import Quantity, matchup_quantities, pair_degrees
from ..stats.ratings import ratings
from ..stats.score import Score
from ..stats.values import MatchupCounts, ScoreValues, cross_table

if TYPE_CHECKING:
    from ..play.result_board import ResultBoard


class RungValues(msgspec.Struct, frozen=True, kw_only=True):
    """An agent of a ladder."""

    agent: str
    elo: float
    elo_ci95: tuple[float, float]
    total: ScoreValues
    """All its games."""
    advances_a_decision: float

    def json(self) -> dict[str, Any]:
        """Return it as `--json` has it."""
        values: dict[str, Any] = msgspec.to_builtins(self)
        return values | values.pop("total")


class LadderResult(ResultValues, frozen=True, kw_only=True):
    """Agents, best first, and the score of each two that met."""

    seed: int
    agents: tuple[RungValues, ...]
    pairs: tuple[MatchupCounts, ...]

    @classmethod
    def of(cls, board: "ResultBoard", seed: int) -> "LadderResult":
        """Return what the games of a board showed."""
        results: dict[tuple[str, str], Score] = {}
        schedule = board.schedule
        for (a, b), tally in zip(schedule.matchups, board.tallies(), strict=True):
            between = schedule.entrants[a].agent, schedule.entrants[b].agent
            results[between] = results.get(between, Score()) + tally.score
        advances = board.advances_a_decision()
        return cls(
            seed=seed,
            agents=tuple(
                RungValues(
                    agent=rating.player,
                    elo=rating.elo,
                    elo_ci95=rating.interval,
                    total=ScoreValues.of(rating.score),
                    advances_a_decision=advances[rating.player],
                )
                for rating in ratings(schedule.agents, results)
            ),
            pairs=MatchupCounts.of(results),
        )

    def table(self) -> CrossTable:
        """Return the cross-table, best agent first."""
        return cross_table([rung.agent for rung in self.agents], self.pairs)

    def rating_rows(self) -> pa.Table:
        """Return rows of the table `agent_ratings`."""
        rows = [
            {"method": "elo", "agent": rung.agent, "rating": rung.elo}
            | {"rating_low": rung.elo_ci95[0], "rating_high": rung.elo_ci95[1]}
            | {"games": rung.total.games}
            for rung in self.agents
        ]
        return pa.Table.from_pylist(rows)

    def json(self, run: str | None) -> dict[str, Any]:
        """Return everything; scores with their intervals and how likely they are by chance."""
        return {
            "run": run,
            "seed": self.seed,
            "agents": [rung.json() for rung in self.agents],
            "pairs": [
                pair.json() | {"p_value": pair.score.whole().p_value()} for pair in self.pairs
            ],
        }

    def quantities(self) -> list[Quantity]:
        """Return the agents' ratings, the scores of each two, and what they spend."""
        agents = sorted(rung.agent for rung in self.agents)
        ratings = [
            Quantity(
                "agents' ratings in Elo",
                rung.agent,
                rung.elo,
                rung.elo_ci95,
                form="signed",
                degrees=pair_degrees(rung.total.games),
                basis={"other opponents": agents},
            )
            for rung in self.agents
        ]
        spent = [
            Quantity("advances a decision", rung.agent, rung.advances_a_decision, None)
            for rung in self.agents
        ]
        scores = matchup_quantities("scores of two agents", self.pairs, dict.fromkeys(agents))
        return [*ratings, *scores, *spent]

    def summary(self) -> list[Block]:
        """Return who is first, the ratings, and the cross-table, numbered as the ratings are."""
        head = [
            Column("rank", "", "count"),
            Column("agent", "agent"),
            Column("elo", "Elo", "signed", "Bradley-Terry rating; the average agent has 0"),
            Column("elo_ci95", "95 %"),
            Column("score", "score", "share"),
            Column("games", "games", "count"),
            Column("advances", "advances", "count", "state advances a decision"),
        ]
        rows = [
            (
                number,
                called(rung.agent),
                rung.elo,
                " .. ".join(cell_text(end, "signed") for end in rung.elo_ci95),
                rung.total.score,
                rung.total.games,
                round(rung.advances_a_decision),
            )
            for number, rung in enumerate(self.agents, start=1)
        ]
        ranking = Grid("ranking", "Ratings", head, rows, kept=2, terminal_only=True)
        return [Text(self._first()), ranking, cross_grid(self.table())]

    def _first(self) -> str:
        """Return who is first, and whether the next is known to be worse."""
        first, second = self.agents[:2]
        score = self.table().between(first.agent, second.agent)
        lead, next_one = first.elo - second.elo, called(second.agent)
        lead_text = f"{called(first.agent)} is rated highest, {lead:.0f} Elo above the next"
        if not score.games:
            return f"{lead_text}, {next_one}, which it did not meet."
        values = ScoreValues.of(score)
        verdict = "was shown" if values.ci95[0] > 0.5 else "was not shown"
        return f"{lead_text}. It {verdict} to beat that, {next_one}: {values.text}."


def cross_grid(table: CrossTable) -> Grid:
    """Return what each agent scored against each other one, the agents by their numbers."""
    numbers = [str(number) for number in range(1, len(table.players) + 1)]
    return Grid(
        "cross-table",
        "score of the row against the column, in %, with its 95 % interval",
        [Column("agent", ""), *(Column(number, number) for number in numbers)],
        [
            (number, *(_cell(table, a, b) for b in table.players))
            for number, a in zip(numbers, table.players, strict=True)
        ],
        terminal_only=True,
    )


def _cell(table: CrossTable, a: str, b: str) -> str:
    if a == b:
        return "-"
    score = table.between(a, b)
    if not score.games:
        return ""
    low, high = score.interval()
    return f"{100 * score.rate:.0f} [{100 * low:.0f}, {100 * high:.0f}]"
