"""`known_setup`: what is known about a setup: rating, counters, match-ups, runs, metagame."""

from typing import TYPE_CHECKING, Any

from ...agents.spec.spec import called
from ...arena.stats.score import Score
from ...engine.rules.ruleset import Ruleset
from ...evolve.proposals.methods import CHECK, RATED
from ...results.questions.setup_facts import (
    setup_counters,
    setup_matchups,
    setup_rating,
    setup_runs,
)
from ...setups.lookup import GivenSetup
from ...setups.metagame import metagame_document
from ...setups.naming import known_name
from .ratings import best_ranking

if TYPE_CHECKING:
    from ...results import Store

SHOWN = 10
"""Match-ups that are listed of the best, and of the worst."""


def known_setup(store: "Store", given: GivenSetup, rules: Ruleset) -> dict[str, Any]:
    """Return what the database and the shipped metagame say of a setup under some rules."""
    setups, digest = list(dict.fromkeys((str(given.setup), str(given.playing)))), rules.digest()
    matchups = sorted(
        (_matchup(row) for row in setup_matchups(store, setups, digest)),
        key=lambda row: (-row["score"], row["setup"]),
    )
    return {
        "setup": setups[0],
        "name": given.label or _name(setups[0]),
        "rating": _rating(store, setups, digest),
        "counters": [
            row | {"name": _name(row["setup"]), "agent": called(row["agent"])}
            for row in setup_counters(store, setups, digest, CHECK)
        ],
        "matchups": [
            row
            for place, row in enumerate(matchups)
            if place < SHOWN or place >= len(matchups) - SHOWN
        ],
        "runs": setup_runs(store, setups),
        "metagame": _share(setups) if rules == Ruleset() else None,
    }


def _rating(store: "Store", setups: list[str], ruleset: str) -> dict[str, Any] | None:
    ranking = best_ranking(store, ruleset)
    found = setup_rating(store, setups, ranking.run, RATED) if ranking else None
    return found | {"run": ranking.run, "judge": ranking.judge} if ranking and found else None


def _matchup(row: dict[str, Any]) -> dict[str, Any]:
    """Return a match-up with its score and 95 % interval."""
    score = Score(row["wins"], row["draws"], row["losses"], tuple(row["pairs"]))
    low, high = score.interval()
    return {
        "setup": row["setup"],
        "name": _name(row["setup"]),
        "score": score.rate,
        "low": low,
        "high": high,
        "games": score.games,
        "run": row["run"],
        "agent": called(row["agent"]),
    }


def _name(setup: str) -> str | None:
    known = known_name(setup)
    return known.name if known else None


def _share(setups: list[str]) -> float | None:
    """Return a setup's share of the mixture that ships."""
    mixture = metagame_document()["mixture"]
    return next((one["weight"] for one in mixture if one["setup"] in setups), None)
