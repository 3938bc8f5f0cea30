"""What the database knows of setups: ratings, counters, match-ups, the common questions."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from conquest_opt.agents.spec.spec import AgentSpec
from conquest_opt.engine.rules.ruleset import Ruleset
from conquest_opt.evolve.proposals.methods import CHECK, RATED
from conquest_opt.results import Store
from conquest_opt.service.app import inner_app
from conquest_opt.service.common.settings import ServiceSettings
from conquest_opt.service.guard.gate import Gate
from conquest_opt.service.shared.shared import Shared
from conquest_opt.setups.metagame import metagame

from .conftest import client_of

API = "/api/v1"
BEST, WORST = (
    "SSCCC:battle-cry,stoicism,regenerate,chastise",
    "SSSSSFHHCC:battle-cry,stoicism,charge,chastise",
)
RUSH = "SSSSSSHKCC:battle-cry,stoicism,charge,shield-wall"


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


def counters(store: Store, targets: list[str], found: dict[str, float], judge: str) -> str:
    """Store a search for counters."""
    field = {"opponents": [{"setup": target, "agent": judge} for target in targets]}
    run = store.begin_run(
        kind="counter", ruleset=Ruleset(), agents=[judge], arguments={"field": field}
    )
    rows = [
        {
            "method": CHECK, "entrant": f"{number}. {setup}", "setup": setup, "rating": score,
            "rating_low": score - 0.1, "rating_high": score + 0.1, "games": 200,
        }
        for number, (setup, score) in enumerate(found.items())
    ]  # fmt: skip
    store.write(run, batch="found", tables={"setup_ratings": pa.Table.from_pylist(rows)})
    store.end_run(run)
    return run


def match(store: Store, kind: str, a: str, b: str, wins: int, agents: tuple[str, str]) -> str:
    """Store a match-up of 20 games; pairs were won or lost as a whole."""
    run = store.begin_run(kind=kind, ruleset=Ruleset(), agents=list(dict.fromkeys(agents)))
    digest = Ruleset().digest()
    matchup = {
        "matchup": 0, "ruleset": digest, "setup_a": a, "setup_b": b, "agent_a": agents[0],
        "agent_b": agents[1], "games": 20, "wins": wins, "draws": 0, "losses": 20 - wins,
        "games_first": 10, "wins_first": wins // 2, "draws_first": 0, "pairs_4": wins // 2,
        "pairs_0": 10 - wins // 2,
    }  # fmt: skip
    game = {
        "game": 0, "ruleset": digest, "seed": 1, "first_setup": a, "second_setup": b,
        "first_agent": agents[0], "second_agent": agents[1], "winner": "first",
        "reason": "elimination", "turns": 20, "actions": 80,
    }  # fmt: skip
    tables = {"matchups": pa.Table.from_pylist([matchup]), "games": pa.Table.from_pylist([game])}
    store.write(run, batch="games", tables=tables)
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
def facts(db: Path) -> dict[str, str]:
    """Runs about Rush, by what they are."""
    store, strong = Store(db), str(AgentSpec.parse("strong"))
    return {
        "counter": counters(store, [RUSH], {WORST: 0.6, BEST: 0.8}, strong),
        "mixture": counters(store, [RUSH, BEST], {WORST: 0.99}, strong),
        "tournament": match(store, "tournament", RUSH, BEST, 4, (strong, strong)),
        "match": match(store, "match", WORST, RUSH, 6, (strong, strong)),
        "agents": match(store, "match", RUSH, "CC", 20, (strong, "random")),
    }


@pytest.fixture(scope="module")
def known(db: Path, rank_run: str, facts: dict[str, str]) -> Iterator[Any]:
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


def test_named_setups_are_filtered_in_the_same_way_and_have_ratings(known):
    named = known.get(f"{API}/setups", params={"q": "regenerate C>=3", "ratings": True}).json()
    assert named
    assert all("regenerate" in one["commands"] for one in named)
    assert all(one["troops"].count("C") >= 3 for one in named)
    [anti_rush] = [
        one
        for one in known.get(f"{API}/setups", params={"ratings": True}).json()
        if one["setup"] == WORST
    ]
    assert anti_rush["rating"]["value"] == pytest.approx(0.3, abs=1e-5)
    refused = known.get(f"{API}/setups", params={"q": "zzz"})
    assert refused.status_code == 422


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


def asked(client: Any, setup: str, **params: Any) -> dict[str, Any]:
    answer = client.get(f"{API}/setups/known", params={"setup": setup} | params).json()
    assert not answer["stale"]
    return answer["data"]


def test_what_is_known_about_a_setup(known, facts: dict[str, str], rank_run: str):
    rush = asked(known, "Rush")
    assert (rush["setup"], rush["name"]) == (RUSH, "Rush")
    assert [(one["setup"], one["score"], one["agent"]) for one in rush["counters"]] == [
        (BEST, 0.8, "strong"),
        (WORST, 0.6, "strong"),
    ]
    assert {one["run"] for one in rush["counters"]} == {facts["counter"]}
    assert [(one["setup"], one["score"], one["run"]) for one in rush["matchups"]] == [
        (WORST, 0.7, facts["match"]),
        (BEST, 0.2, facts["tournament"]),
    ]
    for one in rush["matchups"]:
        assert 0 <= one["low"] < one["score"] < one["high"] <= 1
        assert one["games"] == 20
    assert [(one["run"], one["kind"]) for one in rush["runs"]] == [
        (facts[name], facts[name].split("-")[2]) for name in ("agents", "match", "tournament")
    ]
    assert rush["rating"] is None
    best = asked(known, BEST)
    assert (best["rating"]["value"], best["rating"]["run"]) == (0.8, rank_run)
    assert best["rating"]["judge"] == "strong"


def test_the_share_of_the_metagame_is_that_of_the_standard_rules(known):
    heaviest, weight = metagame()[0]
    assert asked(known, heaviest)["metagame"] == weight
    assert asked(known, heaviest, set="champion.cost=225")["metagame"] is None


def test_nothing_is_known_of_a_setup_in_an_empty_database(client):
    empty = asked(client, "SC")
    assert empty["setup"] == "SC"
    assert [empty[name] for name in ("rating", "metagame", "name")] == [None] * 3
    assert client.get(f"{API}/setups/known", params={"setup": "mine.json"}).status_code == 422


def test_the_common_questions_can_be_asked(known, facts: dict[str, str]):
    saved = known.get(f"{API}/sql/saved").json()
    assert len(saved) >= 10
    for one in saved:
        answer = known.post(f"{API}/sql", json={"query": one["sql"]})
        assert answer.status_code == 200, (one["name"], answer.text)
    by_name = {one["name"]: one["sql"] for one in saved}
    found = known.post(f"{API}/sql", json={"query": by_name["counters-by-target"]}).json()
    assert {row[-1] for row in found["rows"]} == {facts["counter"]}


def test_runs_have_titles_and_are_found_by_text(known, facts: dict[str, str]):
    def listed(**params: str) -> list[dict[str, Any]]:
        return known.get(f"{API}/runs", params=params).json()["data"]["runs"]

    by_run = {run["run"]: run for run in listed()}
    assert by_run[facts["counter"]]["title"] == f"Counter-setups against {RUSH}"
    assert facts["agents"] in {run["run"] for run in listed(text="RANDOM")}
    assert [run["run"] for run in listed(text=facts["match"][-9:])] == [facts["match"]]
    assert {run["run"] for run in listed(text="sssssshkcc")} >= {facts["counter"], facts["mixture"]}
    assert listed(text="nothing has this") == []
