"""A tournament: setups rated by games against each other, all played by one agent."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from ...engine.rules.ruleset import Ruleset
from ..ladder.task import score_dict
from ..play.entrant import Entrant
from ..play.errors import ArenaError
from ..play.player import Keep
from ..play.result_board import ResultBoard
from ..play.schedule import Schedule, gauntlet, pairs_for, round_robin
from ..run.campaign import Campaign
from ..stats.ratings import ratings
from ..stats.score import FirstPlayer, Interval, Score, first_player


def tournament_campaign(
    setups: Sequence[str],
    agent: str,
    *,
    games: int,
    rules: Ruleset,
    seed: int,
    against: str | None = None,
    keep: Keep | None = None,
) -> Campaign:
    """Return what a tournament plays: everybody against everybody, or one against the others."""
    entrants = [Entrant.of(setup, agent) for setup in setups]
    if against is not None:
        one = Entrant.of(against, agent)
        entrants = [one, *(entrant for entrant in entrants if entrant.label != one.label)]
    labels = [entrant.label for entrant in entrants]
    twice = [label for label in labels if labels.count(label) > 1]
    if twice:
        raise ArenaError(f"two setups are called {twice[0]}; give one of the files another name")
    if len(entrants) < 2:
        raise ArenaError(f"a tournament needs two setups at least, not {len(entrants)}")
    count = len(entrants)
    schedule = Schedule(
        entrants=tuple(entrants),
        matchups=round_robin(count) if against is None else gauntlet(count),
        pairs=pairs_for(games),
        rules=rules,
        seed=seed,
    )
    return Campaign(kind="tournament", schedule=schedule, keep=keep or Keep())


@dataclass(frozen=True, kw_only=True)
class Standing:
    """A setup of a tournament."""

    entrant: Entrant
    elo: float
    interval: Interval
    score: Score
    """All its games."""
    worst: str
    """The opponent it did worst against."""
    worst_score: Score


@dataclass(frozen=True, kw_only=True)
class Tournament:
    """What a tournament's games add up to."""

    standings: tuple[Standing, ...]
    """By score, best first."""
    results: dict[tuple[str, str], Score]
    """Scores of the first against the second, each two once."""
    first_player: FirstPlayer
    games: int
    draws: int
    turns_mean: float

    @classmethod
    def of(cls, board: ResultBoard) -> "Tournament":
        """Return the tournament of the games on a board."""
        entrants = {entrant.label: entrant for entrant in board.schedule.entrants}
        labels = list(entrants)
        results = {
            (labels[a], labels[b]): tally.score
            for (a, b), tally in zip(board.schedule.matchups, board.tallies(), strict=True)
        }
        against: dict[str, dict[str, Score]] = {label: {} for label in labels}
        for (a, b), score in results.items():
            against[a][b], against[b][a] = score, ~score
        standings = [
            Standing(
                entrant=entrants[rating.player],
                elo=rating.elo,
                interval=rating.interval,
                score=rating.score,
                worst=(worst := min(met, key=lambda other: met[other].rate)),
                worst_score=met[worst],
            )
            for rating in ratings(labels, results)
            for met in (against[rating.player],)
        ]
        everything = board.tally()
        return cls(
            standings=tuple(sorted(standings, key=lambda s: (-s.score.rate, -s.elo))),
            results=results,
            first_player=first_player(board.first_players()),
            games=everything.score.games,
            draws=everything.score.draws,
            turns_mean=everything.turns_mean,
        )

    def tables(self) -> dict[str, pa.Table]:
        """Return the ratings as rows of the database."""
        rows = [
            {
                "method": "elo",
                "entrant": standing.entrant.label,
                "setup": standing.entrant.setup,
                "rating": standing.elo,
                "rating_low": standing.interval.low,
                "rating_high": standing.interval.high,
                "games": standing.score.games,
            }
            for standing in self.standings
        ]
        return {"setup_ratings": pa.Table.from_pylist(rows)}

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain JSON values."""
        return {
            "games": self.games,
            "draws": self.draws,
            "turns_mean": self.turns_mean,
            "standings": [
                {"entrant": s.entrant.label, **s.entrant.to_dict()}
                | score_dict(s.score)
                | {"elo": s.elo, "elo_ci95": list(s.interval)}
                | {"worst": s.worst, "worst_score": s.worst_score.rate}
                for s in self.standings
            ],
            "matchups": [
                {"a": a, "b": b} | score_dict(score) for (a, b), score in self.results.items()
            ],
            "first_player": {
                "score": self.first_player.rate,
                "ci99": list(self.first_player.interval),
                "p_value": self.first_player.p_value,
                "advantage": self.first_player.advantage,
            },
        }
