"""What a tournament showed: standings, and the score of each two setups."""

from typing import TYPE_CHECKING, Any

import msgspec
import pyarrow as pa

from ...results.page.blocks import Block, Text
from ...results.page.grids import Column, Grid
from ...results.page.words import listed
from ..play.entrant import Entrant
from ..run.result import ResultValues
from ..stats.crosstable import CrossTable
from ..stats.quantity import (
    Quantity,
    first_player_quantity,
    matchup_quantities,
    score_quantity,
)
from ..stats.ratings import ratings
from ..stats.score import Score, first_player
from ..stats.values import FirstPlayerValues, MatchupCounts, ScoreValues, cross_table

if TYPE_CHECKING:
    from ..play.result_board import ResultBoard


class StandingValues(msgspec.Struct, frozen=True, kw_only=True):
    """A setup of a tournament."""

    entrant: Entrant
    total: ScoreValues
    """All its games."""
    elo: float
    elo_ci95: tuple[float, float]
    worst: str
    """The opponent against which it scored least."""
    worst_score: float

    def json(self) -> dict[str, Any]:
        """Return it as `--json` has it."""
        values: dict[str, Any] = msgspec.to_builtins(self)
        entrant, total = values.pop("entrant"), values.pop("total")
        return {"entrant": self.entrant.label} | entrant | total | values


class TournamentResult(ResultValues, frozen=True, kw_only=True):
    """Standings, best first, and the score of each two setups that met."""

    seed: int
    agent: str
    games: int
    draws: int
    turns_mean: float
    standings: tuple[StandingValues, ...]
    """By score, then by Elo."""
    matchups: tuple[MatchupCounts, ...]
    first_player: FirstPlayerValues

    @classmethod
    def of(cls, board: "ResultBoard", seed: int) -> "TournamentResult":
        """Return what the games of a board showed."""
        schedule, every = board.schedule, board.tally()
        labels = [entrant.label for entrant in schedule.entrants]
        results = {
            (labels[a], labels[b]): tally.score
            for (a, b), tally in zip(schedule.matchups, board.tallies(), strict=True)
        }
        return cls(
            seed=seed,
            agent=schedule.agents[0],
            games=every.score.games,
            draws=every.score.draws,
            turns_mean=every.turns_mean,
            standings=_standings(schedule.entrants, results),
            matchups=MatchupCounts.of(results),
            first_player=FirstPlayerValues.of(first_player(board.first_players())),
        )

    def table(self) -> CrossTable:
        """Return the cross-table, best setup first."""
        return cross_table([s.entrant.label for s in self.standings], self.matchups)

    def rating_rows(self) -> pa.Table:
        """Return rows of the table `setup_ratings`."""
        rows = [
            {"method": "elo", "entrant": s.entrant.label, "setup": s.entrant.setup}
            | {"rating": s.elo, "rating_low": s.elo_ci95[0], "rating_high": s.elo_ci95[1]}
            | {"games": s.total.games}
            for s in self.standings
        ]
        return pa.Table.from_pylist(rows)

    def json(self, run: str | None) -> dict[str, Any]:
        """Return everything; scores with their intervals."""
        values: dict[str, Any] = msgspec.to_builtins(self)
        values["standings"] = [standing.json() for standing in self.standings]
        values["matchups"] = [matchup.json() for matchup in self.matchups]
        return {"run": run} | values

    def shown_setups(self) -> list[str]:
        """Return the labels of the standings."""
        return [standing.entrant.label for standing in self.standings]

    def quantities(self) -> list[Quantity]:
        """Return the scores of setups, of match-ups and of first players."""
        players = {s.entrant.label: (s.entrant.setup, s.entrant.formation) for s in self.standings}
        setups = [
            score_quantity(
                "setups' scores",
                one.entrant.label,
                one.total,
                another_setup=players[one.entrant.label],
                other_opponents=sorted(players.items()),
            )
            for one in self.standings
        ]
        games = [
            first_player_quantity("games", self.first_player, self.games),
            Quantity("games", "draws", self.draws / self.games, None, form="share"),
            Quantity("games", "turns a game", self.turns_mean, None),
        ]
        return [*setups, *games, *matchup_quantities("match-ups", self.matchups, players)]

    def summary(self) -> list[Block]:
        """Return who is first, the standings, and what playing first is worth."""
        head = [
            Column("rank", "", "count"),
            Column("setup", "setup"),
            Column("score", "score in %", about="with its 95 % interval"),
            Column("elo", "Elo", about="with its 95 % interval; the average setup has 0"),
            Column("worst", "worst against"),
            Column("worst_score", "%", "count"),
        ]
        rows = [
            (number, s.entrant.label, _score(s.total), _elo(s), s.worst, round(100 * s.worst_score))
            for number, s in enumerate(self.standings, start=1)
        ]
        return [
            Text(leader_text(self.table())),
            Grid("ranking", "Ranking", head, rows, kept=4, terminal_only=True),
            Text(
                f"First players scored {self.first_player.text}; {self.draws:,} draws; "
                f"{self.turns_mean:.1f} turns a game."
            ),
        ]


def leader_text(table: CrossTable) -> str:
    """Return who scored most, and how many it was shown to beat; the table has the best first."""
    best = table.players[0]
    met = [table.between(best, other) for other in table.players[1:]]
    met = [score for score in met if score.games]
    beaten = sum(score.interval().low > 0.5 for score in met)
    low = table.total(best).interval().low
    level = sum(table.total(other).interval().high >= low for other in table.players[1:])
    others = f"{level} of the others {'is' if level == 1 else 'are'} not shown to be worse"
    rate = table.total(best).rate
    first = [player for player in table.players if table.total(player).rate == rate]
    each, who = (" each", best) if len(first) > 1 else ("", "It")
    return (
        f"{listed(first)} scored most, {ScoreValues.of(table.total(best)).text}{each}; "
        f"{others if level else 'every other is shown to be worse'} (by 95 % intervals that "
        f"{'overlap' if level else 'do not overlap'}). {who} was shown to beat {beaten} of "
        f"{len(met)} opponents, each matchup by itself."
    )


def _standings(
    entrants: tuple[Entrant, ...], results: dict[tuple[str, str], Score]
) -> tuple[StandingValues, ...]:
    """Return the setups by score, then by Elo."""
    named = {entrant.label: entrant for entrant in entrants}
    against: dict[str, dict[str, Score]] = {label: {} for label in named}
    for (a, b), score in results.items():
        against[a][b], against[b][a] = score, ~score
    standings = []
    for rating in ratings(list(named), results):
        met = against[rating.player]
        worst = min(met, key=lambda other: met[other].rate)
        standings.append(
            StandingValues(
                entrant=named[rating.player],
                total=ScoreValues.of(rating.score),
                elo=rating.elo,
                elo_ci95=rating.interval,
                worst=worst,
                worst_score=met[worst].rate,
            )
        )
    return tuple(sorted(standings, key=lambda s: (-s.total.score, -s.elo)))


def _score(total: ScoreValues) -> str:
    low, high = total.ci95
    return f"{100 * total.score:.1f} [{100 * low:.1f}, {100 * high:.1f}]"


def _elo(standing: StandingValues) -> str:
    low, high = standing.elo_ci95
    return f"{standing.elo:+.0f} [{low:+.0f}, {high:+.0f}]"
