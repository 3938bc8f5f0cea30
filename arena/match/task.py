"""A match: two entrants, a number of games or as many as a sequential test needs."""

from dataclasses import asdict
from typing import Any

from ...engine.rules.ruleset import Ruleset
from ..ladder.task import score_dict
from ..play.entrant import Entrant
from ..play.player import Keep
from ..play.result_board import ResultBoard, Tally
from ..play.schedule import Schedule, pairs_for
from ..run.campaign import Campaign
from ..stats.score import Score, first_player
from ..stats.sprt import Decision, Sprt


def match_campaign(
    a: Entrant,
    b: Entrant,
    *,
    games: int,
    rules: Ruleset,
    seed: int,
    sprt: Sprt | None = None,
    keep: Keep | None = None,
) -> Campaign:
    """Return what a match plays; with a test, at most so many games."""
    schedule = Schedule(
        entrants=(a, b), matchups=((0, 1),), pairs=pairs_for(games), rules=rules, seed=seed
    )
    options = {"sprt": asdict(sprt)} if sprt else {}
    return Campaign(kind="match", schedule=schedule, keep=keep or Keep(), options=options)


class SprtRule:
    """Ends a match once its sequential test has decided."""

    def __init__(self, test: Sprt) -> None:
        self._test = test
        self._counts = [0] * 5

    @classmethod
    def of(cls, campaign: Campaign) -> "SprtRule | None":
        """Return the rule of a campaign; None if it has no test."""
        found = campaign.options.get("sprt")
        return cls(Sprt(**found)) if found else None

    def enough(self, board: ResultBoard, pairs: int) -> bool:
        """Return whether the pairs so far decide; to be asked once after each pair."""
        self._counts[board.pair_outcome(pairs - 1)] += 1
        ll, ld, even, wd, ww = self._counts
        wins, losses = 2 * ww + wd + even, 2 * ll + ld + even  # even as if never two draws
        score = Score(wins, wd + ld, losses, (ll, ld, even, wd, ww))
        return bool(self._test.decide(score).verdict)


def match_dict(campaign: Campaign, board: ResultBoard) -> dict[str, Any]:
    """Return what a match showed as plain JSON values: everything seen from a."""
    [tally], (a, b) = board.tallies(), campaign.schedule.entrants
    score, first = tally.score, first_player(board.first_players())
    told: dict[str, Any] = score_dict(score)
    told["elo"] = _finite(score.elo())
    told["elo_ci95"] = [_finite(end) for end in score.elo_interval()]
    told |= {"p_value": score.p_value(), "pairs": list(score.pairs)}
    told |= {"a": a.to_dict(), "b": b.to_dict(), "seed": campaign.schedule.seed}
    told["as_first"], told["as_second"] = _side(tally.first), _side(tally.second)
    told["turns_mean"] = tally.turns_mean
    told["first_player"] = {
        "score": first.rate,
        "ci99": list(first.interval),
        "p_value": first.p_value,
        "advantage": first.advantage,
    }
    if "sprt" in campaign.options:
        told["sprt"] = campaign.options["sprt"] | asdict(decision_of(campaign, tally))
    return told


def decision_of(campaign: Campaign, tally: Tally) -> Decision:
    """Return where a campaign's test stands after the games of a tally."""
    return Sprt(**campaign.options["sprt"]).decide(tally.score)


def _side(score: Score) -> dict[str, Any]:
    return score_dict(score) if score.games else {"games": 0}


def _finite(number: float) -> float | None:
    """Return a number that JSON has, or None for an infinite one."""
    return number if abs(number) < float("inf") else None
