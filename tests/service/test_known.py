"""What the database knows of setups: ratings, counters, match-ups, the common questions."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from conquest_opt.agents.spec.spec import AgentSpec
from conquest_opt.engine.rules.ruleset import Ruleset
from conquest_opt.results import Store
from conquest_opt.service.app import inner_app
from conquest_opt.service.common.settings import ServiceSettings
from conquest_opt.service.guard.gate import Gate
from conquest_opt.service.routes.shared import Shared

from .conftest import client_of

API = "/api/v1"
BEST, WORST = (
    "SSCCC:battle-cry,stoicism,regenerate,chastise",
    "SSSSSFHHCC:battle-cry,stoicism,charge,chastise",
)
RUSH = "SSSSSSHKCC:battle-cry,stoicism,charge,shield-wall"
RATED = "score against the field"


def ranking(store: Store, judge: str, ratings: dict[str, float], **more: Any) -> str:
    """Store a ranking of some setups."""
    run = store.begin_run(kind="rank", ruleset=Ruleset(), agents=["greedy", judge], **more)
    rows = [
        {
            "method": RATED, "entrant": setup, "setup": setup, "rating": rating,
            "rating_low": rating - 0.1, "rating_high": rating + 0.1, "games": 12,
        }
        for setup, rating in ratings.items()
    ]  # fmt: skip
    store.write(run, batch="ratings", tables={"setup_ratings": pa.Table.from_pylist(rows)})
    store.end_run(run)
    return run


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("known") / "results.duckdb"


@pytest.fixture(scope="module")
def rank_run(db: Path) -> str:
    store = Store(db)
    run = ranking(store, str(AgentSpec.parse("strong")), {BEST: 0.8, WORST: 0.3})
    ranking(store, "greedy", {WORST: 0.9})  # later, by an agent that judges worse
    return run


@pytest.fixture(scope="module")
def known(db: Path, rank_run: str) -> Iterator[Any]:
    """A client of a server whose database has these runs."""
    settings = ServiceSettings(db=db)
    app = inner_app(Shared(settings))
    app.on_startup.clear()
    with client_of(Gate(app, settings)) as client:
        yield client


def maximal(client: Any, **params: Any) -> dict[str, Any]:
    answer = client.get(f"{API}/setups/maximal", params=params)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_setups_are_sorted_by_the_rating_of_the_best_judge(known, rank_run: str):
    page = maximal(known, sort="rating", descending=True, limit=3)
    assert page["ranking"] == {"run": rank_run, "judge": "strong", "setups": 2}
    assert [one["setup"] for one in page["setups"][:2]] == [BEST, WORST]
    assert page["setups"][0]["rating"] == pytest.approx(
        {"value": 0.8, "low": 0.7, "high": 0.9, "games": 12}, abs=1e-5
    )
    assert page["setups"][2]["rating"] is None
    rated = maximal(known, rated=True, sort="rating")
    assert rated["matching"] == 2
    assert [one["setup"] for one in rated["setups"]] == [WORST, BEST]
    assert maximal(known, rated=True, q="charge")["matching"] == 1


def test_rules_without_a_ranking_have_no_ratings(known, client):
    page = maximal(known, set="champion.cost=225", limit=1)
    assert page["ranking"] is None
    assert page["setups"][0]["rating"] is None
    refused = client.get(f"{API}/setups/maximal", params={"sort": "rating"})
    assert refused.status_code == 422
    assert "no finished ranking" in refused.json()["detail"]


def test_the_filter_is_read_as_people_type_it(known):
    typed = maximal(known, q="charge -mage C>=2 points>=990", limit=5)
    asked = {"require": ["M=0", "C>=2", "points>=990"], "with": "charge"}
    assert typed == maximal(known, **asked, limit=5)
    assert (
        maximal(known, q="charge", points="990..1000", troops="3..6")["matching"]
        == (maximal(known, q="charge points>=990 points<=1000 troops>=3 troops<=6")["matching"])
    )


@pytest.mark.parametrize(
    ("params", "words"),
    [
        ({"q": "C>="}, "'C>=': something is missing after >="),
        ({"q": "charge ch"}, "could be champion or charge or chastise"),
        ({"q": "zzz"}, "'zzz' was not understood"),
        ({"points": "9..1"}, "9 is more than 1"),
    ],
)
def test_a_filter_that_is_half_typed_is_explained(known, params: dict[str, str], words: str):
    answer = known.get(f"{API}/setups/maximal", params=params)
    assert answer.status_code == 422
    assert words in answer.json()["detail"]
