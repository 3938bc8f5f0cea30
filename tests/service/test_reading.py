"""Setups, rules, agents and the state, as the API reads them."""

import json

import pytest
from conquest_opt.balance.search.goals import OBJECTIVES

API = "/api/v1"


def test_the_catalogue_is_listed_by_changed_rules(client):
    rows = client.get(f"{API}/setups", params={"set": "champion.cost=225"}).json()
    assert len(rows) == 31
    default = next(row for row in rows if row["name"] == "Default")
    assert default["points"] == 1025
    assert not default["legal"]


def test_own_setups_are_listed(client, tmp_path, monkeypatch):
    file = tmp_path / "setups.toml"
    file.write_text('[Hammer]\nsetup = "SSCCC:charge,regenerate"\n')
    monkeypatch.setenv("CONQUEST_SETUPS", str(file))
    [own] = client.get(f"{API}/setups", params={"own": True}).json()
    assert own["name"] == "Hammer"
    assert client.get(f"{API}/setups/check", params={"setup": "hammer"}).json()["troops"] == "SSCCC"


def test_a_setup_is_looked_at(client):
    found = client.get(f"{API}/setups/check", params={"setup": "CCS:charge"}).json()
    assert (found["setup"], found["points"], found["legal"]) == ("SCC:charge", 500, True)
    written = json.dumps({"troops": "SC", "commands": [], "formation": ["S", "C", ""]})
    assert client.get(f"{API}/setups/check", params={"setup": written}).json()["troops"] == "SC"


def test_a_setup_with_nothing_yet_says_what_fits_and_what_it_costs(client):
    nothing = client.get(f"{API}/setups/check", params={"set": "champion.cost=250"}).json()
    assert (nothing["setup"], nothing["points"], nothing["formation"]) == ("", 0, [])
    [champion] = [one for one in nothing["components"] if one["component"] == "C"]
    assert (champion["cost"], champion["has"], champion["more"]) == (250, 0, 4)
    assert len(nothing["fits"]) == len(nothing["components"]) == 16


def test_the_metagame_that_searches_play_against_is_listed_by_weight(client):
    found = client.get(f"{API}/setups/metagame").json()
    assert sum(one["weight"] for one in found) == pytest.approx(1)
    assert found == sorted(found, key=lambda one: -one["weight"])
    for one in found:
        assert client.get(f"{API}/setups/check", params={"setup": one["setup"]}).json()["legal"]


def test_a_mistake_is_answered_in_the_words_of_the_command_line(client):
    wrong = client.get(f"{API}/setups/check", params={"setup": "Rsh"})
    assert wrong.status_code == 422
    assert wrong.json()["detail"] == "unknown setup 'Rsh'; did you mean Rush?"
    rule = client.get(f"{API}/rules/check", params={"set": "champion.price=3"})
    assert rule.status_code == 422
    assert "champion has no 'price'" in rule.json()["detail"]


@pytest.mark.parametrize("setup", ["mine.json", "../mine.json", "/etc/passwd", "SELECT 1 AS setup"])
def test_a_setup_that_names_a_file_or_a_query_is_refused(client, setup):
    refused = client.get(f"{API}/setups/check", params={"setup": setup})
    assert refused.status_code == 422
    assert "file" in refused.json()["detail"] or "query" in refused.json()["detail"]


def test_maximal_setups_are_filtered_sorted_and_paged(client):
    ask = {"require": ["C>=2", "S+F<=4"], "with": "charge", "sort": "points", "limit": 30}
    first = client.get(f"{API}/setups/maximal", params=ask).json()
    assert first["total"] == 283_717
    assert 0 < first["matching"] < first["total"]
    points = [row["points"] for row in first["setups"]]
    assert points == sorted(points)
    assert all(row["troops"].count("C") >= 2 for row in first["setups"])
    assert all("charge" in row["commands"] for row in first["setups"])
    second = client.get(f"{API}/setups/maximal", params={**ask, "offset": 10}).json()
    assert second["setups"][:20] == first["setups"][10:]


def test_filters_that_cannot_be_read_are_explained(client):
    for params, words in (
        ({"require": "C>>2"}, "compares two sums once"),
        ({"require": "Q>=2"}, "unknown term"),
        ({"sort": "colour"}, "sorted by"),
        ({"with": "sing"}, "sing"),
        ({"set": ["limits.points=1000000", "limits.troops=16"]}, "too many to list"),
    ):
        answer = client.get(f"{API}/setups/maximal", params=params)
        assert answer.status_code == 422
        assert words in answer.json()["detail"]
    assert client.get(f"{API}/setups/maximal", params={"limit": 10_000}).status_code == 400


def test_rules_have_texts_limits_and_counts(client):
    listed = client.get(f"{API}/rules", params={"part": "champion"}).json()["rules"]
    cost = next(rule for rule in listed if rule["name"] == "champion.cost")
    assert (cost["low"], cost["high"], cost["standard"]) == (1, 10_000, 200)
    assert cost["about"]
    checked = client.get(f"{API}/rules/check", params={"set": "champion.cost=225"}).json()
    assert checked["changes"][0]["words"] == "Champion costs 225 instead of 200"
    assert client.get(f"{API}/rules/check").json()["maximal"] == 283_717


def test_objectives_say_which_way_is_better(client):
    objectives = client.get(f"{API}/rules/objectives").json()
    assert {one["name"]: one["more"] for one in objectives} == {
        name: one.more for name, one in OBJECTIVES.items()
    }
    assert all(one["about"] for one in objectives)


def test_agents_are_listed_and_checked(client):
    listed = client.get(f"{API}/agents").json()
    assert {"quick", "medium", "strong"} <= set(listed["presets"])
    checked = client.get(f"{API}/agents/check", params={"agent": "quick"}).json()
    assert checked["called"] == "quick"
    assert client.get(f"{API}/agents/check", params={"agent": "quik"}).status_code == 422
    program = client.get(f"{API}/agents/check", params={"agent": "engine:/bin/sh"})
    assert program.status_code == 422
    assert "starts no other programs" in program.json()["detail"]


def test_the_state_is_said(client):
    state = client.get(f"{API}/state").json()
    assert state["kernels"] in ("compiling", "ready")
    assert state["database"] == "results.duckdb"
    assert state["database_bytes"] > 0


def test_the_page_of_the_api_has_every_address_and_no_script(client):
    page = client.get(f"{API}/").text
    document = client.get(f"{API}/openapi.json").json()
    assert document["openapi"].startswith("3.1")
    for path, item in document["paths"].items():
        assert path in page
        assert any(method in item for method in ("get", "post", "delete"))
    assert "<script" not in page
    assert "http://" not in page
    assert "https://" not in page


def test_fields_of_the_document_say_what_they_are(client):
    schemas = client.get(f"{API}/openapi.json").json()["components"]["schemas"]
    setup = schemas["ListedSetup"]["properties"]
    assert setup["setup"]["description"] == "Troops and commands as text."
    assert "description" not in setup["troops"]
    assert "Only say what would be played." in client.get(f"{API}/").text
