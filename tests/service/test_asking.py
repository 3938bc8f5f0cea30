"""Jobs are checked before they wait: no setting that names a file, a machine or a program."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, get_args

import pytest
from conquest_opt.api.options import signature
from conquest_opt.arena.inputs.errors import RequestError
from conquest_opt.arena.run.headings import GROUPS
from conquest_opt.arena.run.keywords import Input
from conquest_opt.balance.kinds import KINDS
from conquest_opt.service.jobs.asking import checked

JOBS = "/api/v1/jobs"
SECRET = "SSCC:charge"


def refused(client: Any, kind: str, settings: dict[str, Any]) -> str:
    """Return why a job is refused; nothing waits then."""
    before = client.get(JOBS).json()
    answer = client.post(JOBS, json={"kind": kind, "settings": settings})
    assert answer.status_code == 422, (kind, settings, answer.text)
    assert client.get(JOBS).json() == before
    return answer.json()["detail"]


def texts() -> list[tuple[str, str]]:
    """Return every setting of every kind that takes texts."""
    found = []
    for kind in KINDS:
        for one in signature(kind).parameters.values():
            types = (one.annotation, *get_args(one.annotation))
            if {str, Sequence[str], tuple[str, ...]} & set(map(_hashable, types)):
                found.append((kind, one.name))
    return found


def _hashable(value: Any) -> Any:
    return value if value.__hash__ else str(value)


@pytest.mark.parametrize(("kind", "name"), texts())
def test_no_text_of_any_kind_reads_a_file(tmp_path: Path, kind: str, name: str):
    written = {
        "mine.json": json.dumps({"troops": "SSCC", "commands": ["charge"]}),
        "mine.txt": SECRET,
        "mine.csv": f"setup,weight\n{SECRET},1\n",
        "mine.toml": "[champion]\ncost = 225\n",
    }
    for file, content in written.items():
        path = tmp_path / file
        path.write_text(content)
        for given in (str(path), f"Rush,{path}", f"{path}=2", f" {path} "):
            for value in (given, [given], {given: 1}):
                with pytest.raises(RequestError, match=r"reads no files|cannot be given here"):
                    checked(kind, {name: value}, tmp_path / "results.duckdb")


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"db": "other.duckdb"}, "one database"),
        ({"cluster": "tcp://192.0.2.1:8786"}, "decides it for all jobs"),
        ({"threads": 64}, "decides it for all jobs"),
        ({"resume": "latest"}, "job to be resumed"),
        ({"rules": "mine.toml"}, "changes of the rules in set"),
        ({"agent": "engine:/bin/sh"}, "starts no other programs"),
        ({"agent_a": " engine:sh -c id"}, "starts no other programs"),
        ({"a": "FROM read_text('/etc/passwd')"}, "is a query"),
        ({"games": 0}, "games must be at least"),
        ({"games": "many"}, "games"),
        ({"game": 10}, "did you mean 'games'?"),
        ({"agent": "quik"}, "did you mean quick"),
        ({"set": ["champion.price=3"]}, "champion has no 'price'"),
    ],
)
def test_settings_of_a_match_that_are_refused(client, asked: dict[str, Any], words: str):
    assert words in refused(client, "match", {"a": "Default", "b": "Rush"} | asked)


@pytest.mark.parametrize(
    ("changed", "field", "text"),
    [
        ({"games": 0}, "games", "“Games” must be at least 1, not 0"),
        ({"games": "many"}, "games", "“Games”: Expected `int`"),
        ({"agent": "quik"}, "agent", "did you mean quick"),
        ({"a": "Rsh"}, "a", "did you mean Rush"),
        ({"set": ["champion.price=3"]}, "set", "champion has no 'price'"),
        ({"agent": "greedy", "quick": True}, "agent", "leave out “Agent” or “Quick”"),
    ],
)
def test_a_problem_names_its_field(client, changed: dict[str, Any], field: str, text: str):
    body = {"kind": "match", "settings": {"a": "Default", "b": "Rush"} | changed}
    problem = client.post(JOBS, json=body).json()
    [error] = problem["errors"]
    assert error["field"] == field
    assert text in error["text"]
    assert "“" not in problem["detail"]


def test_only_json_and_edits_pass_where_files_could_stand(client):
    assert "reads no files" in refused(client, "balance", {"target": "wanted"})
    assert "reads no files" in refused(
        client, "whatif", {"base": ["mine"], "set": ["mage.range=6"]}
    )


def test_what_would_be_played_is_said_without_a_job(client):
    ask = {"kind": "counter", "settings": {"target": "Rush", "race_games": 160}, "check_only": True}
    answer = client.post(JOBS, json=ask)
    assert answer.status_code == 201
    assert answer.json()["job"] is None
    assert "race 3,200" in answer.json()["plan"]
    assert client.get(JOBS).json() == []


def test_bodies_that_are_no_job_are_explained(client):
    for body in ({}, {"kind": 3}, {"kind": "match", "more": 1}, [], "match"):
        assert client.post(JOBS, json=body).status_code == 400
    nonsense = client.post(JOBS, content=b"{", headers={"content-type": "application/json"})
    assert nonsense.status_code == 400
    assert "no kind of run" in refused(client, "sing", {})


def test_every_kind_is_listed_with_its_settings(client):
    kinds = {kind["kind"]: kind for kind in client.get("/api/v1/kinds").json()}
    assert set(kinds) == set(KINDS)
    settings = {one["name"]: one for one in kinds["counter"]["settings"]}
    assert settings["race_games"]["default"] > 0
    assert settings["population"]["least"] == 4
    assert settings["population"]["about"]
    assert not {"db", "cluster", "threads", "rules", "resume"} & set(settings)


def kinds_of(client: Any) -> dict[str, Any]:
    return {kind["kind"]: kind for kind in client.get("/api/v1/kinds").json()}


def test_every_setting_of_every_kind_can_stand_in_a_form(client):
    for name, kind in kinds_of(client).items():
        assert kind["title"]
        assert kind["about"].endswith(".")
        for one in kind["settings"]:
            where = name, one["name"]
            assert one["about"].endswith("."), where
            assert "--" not in one["about"], where
            assert "file" not in one["about"].lower(), where
            assert one["group"] in GROUPS, where
            assert one["input"] in get_args(Input), where
            assert bool(one["choices"]) == (one["input"] == "choice") or one["input"] == "list"
        named = {one["name"] for one in kind["settings"]}
        assert not named & {"start_engine", "db", "cluster", "threads", "progress", "resume"}


def test_inputs_and_limits_are_those_of_the_settings(client):
    kinds = kinds_of(client)
    match = {one["name"]: one for one in kinds["match"]["settings"]}
    assert [match[name]["input"] for name in ("a", "agent", "set", "sprt", "games", "alpha")] == [
        "setup", "agent", "edits", "span", "whole", "number",
    ]  # fmt: skip
    assert match["a"]["required"]
    assert not match["agent"]["required"]
    assert match["actions"]["choices"] == ["thesis", "full"]
    whatif = {one["name"]: one for one in kinds["whatif"]["settings"]}
    assert whatif["fill"] | {"about": whatif["fill"]["about"][:4]} == whatif["fill"] | {
        "about": "Fill", "input": "yes-no", "default": True,
    }  # fmt: skip
    costs = {one["name"]: one for one in kinds["costs"]["settings"]}
    assert costs["setups"]["input"] == "whole"


@pytest.mark.parametrize("kind", KINDS)
def test_the_example_of_a_kind_can_begin_and_not_without_what_is_required(client, kind: str):
    form = kinds_of(client)[kind]
    asked = {"kind": kind, "settings": form["example"], "check_only": True}
    answer = client.post(JOBS, json=asked)
    assert answer.status_code == 201, answer.text
    assert answer.json()["plan"]
    for one in form["settings"]:
        if one["required"]:
            less = {n: v for n, v in form["example"].items() if n != one["name"]}
            assert client.post(JOBS, json=asked | {"settings": less}).status_code == 422


def test_jobs_that_are_not_there(client):
    for path in ("/999", "/999/events"):
        assert client.get(JOBS + path).status_code == 404
    for path in ("/999/stop", "/999/resume"):
        assert client.post(JOBS + path).status_code == 404
    assert client.delete(f"{JOBS}/999").status_code == 404
    assert client.get(f"{JOBS}/0").status_code in (400, 404)
