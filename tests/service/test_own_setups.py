"""Own setups by the API, and what the setup lab asks of one."""

import json

import pytest
from conquest_opt.setups.own_setups import own_setups

OWN = "/api/v1/setups/own"


@pytest.fixture(autouse=True)
def file(tmp_path, monkeypatch):
    path = tmp_path / "mine.toml"
    monkeypatch.setenv("CONQUEST_SETUPS", str(path))
    return path


def check(client, setup, **more):
    return client.get("/api/v1/setups/check", params={"setup": setup, **more}).json()


def test_a_setup_is_saved_replaced_and_removed(client, file):
    saved = client.post(OWN, json={"name": "Hammer", "setup": "SSCCC:charge"})
    assert saved.status_code == 201
    assert saved.json()["name"] == "Hammer"
    assert str(own_setups()["Hammer"].setup) == "SSCCC:charge"
    assert client.post(OWN, json={"name": "hammer", "setup": "SSCCC:charge"}).status_code == 201
    refused = client.post(OWN, json={"name": "Hammer", "setup": "CCC"})
    assert refused.status_code == 409
    assert "SSCCC:charge" in refused.json()["detail"]
    drawn = json.dumps({"formation": ["C C C"], "commands": ["charge"]})
    replaced = client.post(OWN, json={"name": "Hammer", "setup": drawn, "replace": True})
    assert replaced.json()["formation"] == ["C C C"]
    assert "C C C" in file.read_text()
    assert client.get("/api/v1/setups", params={"own": True}).json()[0]["name"] == "Hammer"
    assert client.delete(f"{OWN}/hammer").status_code == 204
    assert not own_setups()
    assert client.delete(f"{OWN}/hammer").status_code == 404
    assert client.delete(f"{OWN}/Rush").status_code == 409


@pytest.mark.parametrize(
    ("name", "setup", "words"),
    [
        ("Rush", "CCC", "is a setup of the catalogue"),
        ("no name", "CCC", "is no name"),
        ("SSC", "CCC", "is read as the setup"),
        ("Mine", "mine.json", "reads no files"),
        ("Mine", "Z", "Z"),
    ],
)
def test_what_cannot_be_saved_is_explained(client, file, name, setup, words):
    refused = client.post(OWN, json={"name": name, "setup": setup})
    assert refused.status_code == 422
    assert words in refused.json()["detail"]
    assert not file.exists()


def test_the_lab_knows_what_still_fits(client):
    found = check(client, "CCCC:charge")
    assert found["left"] == {"points": 125, "troops": 6, "commands": 3}
    more = {one["component"]: one["more"] for one in found["components"]}
    assert more["S"] == 5
    assert more["K"] == 1
    assert more["C"] == 0
    assert more["charge"] == 0
    assert more["bombard"] == 0
    assert more["stoicism"] == 1
    assert [name for name, fits in more.items() if fits] == found["fits"]
    cheaper = check(client, "CCCC:charge", set="champion.cost=100")
    assert cheaper["left"]["points"] == 525


def test_the_lab_knows_formations(client):
    given = json.dumps({"formation": ["C  S", "F"]})
    found = check(client, given)
    assert found["formation_given"]
    assert found["formation_faults"] == []
    assert found["mirrored"] == [f"{'':16}S  C", f"{'':19}F"]
    assert found["placing"]["rows"] == 3
    outside = check(client, json.dumps({"formation": ["C", "", "", "S", f"{'':21}F"]}))
    assert not outside["legal"]
    assert len(outside["formation_faults"]) == 2
    assert "row 4" in outside["formation_faults"][0]
    assert not check(client, "SSC")["formation_given"]


def test_the_lab_knows_equal_setups(client):
    rush = check(client, "Rush")
    assert rush["same_as"] == [{"name": "Rush", "own": False, "formation": "same"}]
    by_text = check(client, rush["setup"])
    assert by_text["same_as"][0]["name"] == "Rush"
    client.post(OWN, json={"name": "Mine", "setup": rush["setup"]})
    names = {one["name"]: one for one in check(client, rush["setup"])["same_as"]}
    assert names["Mine"] == {"name": "Mine", "own": True, "formation": "same"}
