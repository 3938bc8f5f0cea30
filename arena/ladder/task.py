"""A ladder: agents rated by games against each other on several setups, each against itself."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from ...engine.rules.ruleset import Ruleset
from ..play.errors import ArenaError
from ..play.player import Keep
from ..play.result_board import ResultBoard
from ..play.schedule import Schedule, agents_on_setups, pairs_for
from ..run.campaign import Campaign
from ..stats.ratings import ratings
from ..stats.score import Interval, Score


def ladder_campaign(
    agents: Sequence[str],
    setups: Sequence[str],
    *,
    games: int,
    rules: Ruleset,
    seed: int,
    reference: str | None = None,
    events: bool = False,
    records: bool = False,
) -> Campaign:
    """Return what a ladder plays: so many games (or a few more) for each two agents."""
    if reference is not None and reference not in agents:
        agents = [reference, *agents]
    twice = [agent for agent in agents if agents.count(agent) > 1]
    if twice:
        raise ArenaError(f"{twice[0]} is there twice; agents of a ladder differ")
    if len(agents) < 2:
        raise ArenaError(f"a ladder needs two agents at least, not {len(agents)}")
    entrants, matchups = agents_on_setups(agents, setups, reference)
    schedule = Schedule(
        entrants=entrants,
        matchups=matchups,
        pairs=-(-pairs_for(games) // len(setups)),
        rules=rules,
        seed=seed,
    )
    return Campaign(kind="ladder", schedule=schedule, keep=Keep(events, records))


@dataclass(frozen=True, kw_only=True)
class Rung:
    """An agent of a ladder."""

    agent: str
    elo: float
    interval: Interval
    score: Score
    """All its games."""
    advances: float
    """State advances it spent a decision."""


@dataclass(frozen=True)
class Ladder:
    """Agents, best first, and how every two did against each other."""

    rungs: tuple[Rung, ...]
    results: dict[tuple[str, str], Score]

    @classmethod
    def of(cls, board: ResultBoard) -> "Ladder":
        """Return the ladder of the games on a board."""
        results: dict[tuple[str, str], Score] = {}
        schedule = board.schedule
        for (a, b), tally in zip(schedule.matchups, board.tallies(), strict=True):
            between = schedule.entrants[a].agent, schedule.entrants[b].agent
            results[between] = results.get(between, Score()) + tally.score
        advances = board.advances_a_decision()
        return cls(
            tuple(
                Rung(
                    agent=rating.player,
                    elo=rating.elo,
                    interval=rating.interval,
                    score=rating.score,
                    advances=advances[rating.player],
                )
                for rating in ratings(schedule.agents, results)
            ),
            results,
        )

    def between(self, a: str, b: str) -> Score:
        """Return how a did against b."""
        return self.results[a, b] if (a, b) in self.results else ~self.results.get((b, a), Score())

    def tables(self) -> dict[str, pa.Table]:
        """Return the ratings as rows of the database."""
        rows = [
            {
                "method": "elo",
                "agent": rung.agent,
                "rating": rung.elo,
                "rating_low": rung.interval.low,
                "rating_high": rung.interval.high,
                "games": rung.score.games,
            }
            for rung in self.rungs
        ]
        return {"agent_ratings": pa.Table.from_pylist(rows)}

    def to_dict(self) -> dict[str, Any]:
        """Return the ladder as plain JSON values."""
        return {
            "agents": [
                {"agent": rung.agent, "elo": rung.elo, "elo_ci95": list(rung.interval)}
                | score_dict(rung.score)
                | {"advances_a_decision": rung.advances}
                for rung in self.rungs
            ],
            "pairs": [
                {"a": a, "b": b} | score_dict(score) | {"p_value": score.p_value()}
                for (a, b), score in self.results.items()
            ],
        }


def score_dict(score: Score) -> dict[str, Any]:
    """Return a score as plain JSON values."""
    return {
        "games": score.games,
        "wins": score.wins,
        "draws": score.draws,
        "losses": score.losses,
        "score": score.rate,
        "ci95": list(score.interval()),
    }
