"""What a body, or a text within it, may be: JSON that says so, and is not nested without end."""

import json

import pytest

from tests.service.test_gate import is_problem

API = "/api/v1"
LEVELS = (33, 900)
JSON = {"content-type": "application/json"}


def nested(levels: int) -> str:
    return "[" * levels + "]" * levels


@pytest.mark.parametrize("levels", LEVELS)
@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/jobs", '{"kind": "match", "settings": {"a": DEEP}}'),
        ("/jobs/estimate", '{"kind": "match", "settings": {"DEEP": DEEP}}'),
        ("/jobs", '{"kind": "balance", "settings": {"target": TEXT}}'),
        ("/jobs", '{"kind": "match", "settings": {"a": SETUP}}'),
        ("/positions/check", '{"board": {"troops": DEEP}}'),
        ("/games", '{"first": SETUP, "second": "Rush"}'),
        ("/games", '{"record": TEXT}'),
        ("/setups/own", '{"name": "Deep", "setup": SETUP}'),
        ("/sql", '{"query": "SELECT 1", "limit": DEEP}'),
        ("/games/1/actions", '{"actions": DEEP}'),
        ("/jobs/1/stop", "DEEP"),
    ],
)
def test_json_that_is_nested_without_end_is_refused(client, path: str, body: str, levels: int):
    deep = nested(levels)
    setup = json.dumps(f'{{"troops": {deep}}}')
    content = body.replace("DEEP", deep).replace("TEXT", json.dumps(deep)).replace("SETUP", setup)
    answer = client.post(f"{API}{path}", content=content, headers=JSON)
    assert is_problem(answer, 400, "more than 32 deep"), answer.text


def test_a_body_of_brackets_alone_is_refused(client):
    answer = client.post(f"{API}/jobs", content="[" * 500_000, headers=JSON)
    assert is_problem(answer, 400, "more than 32 deep")


@pytest.mark.parametrize("levels", LEVELS)
@pytest.mark.parametrize("path", ["/setups/check", "/setups/known"])
def test_a_setup_in_the_address_is_nested_no_deeper(client, path: str, levels: int):
    given = {"setup": f'{{"troops": {nested(levels)}}}'}
    assert is_problem(client.get(f"{API}{path}", params=given), 400, "more than 32 deep")


def test_brackets_within_texts_do_not_nest(client):
    query = f"SELECT '{'[' * 50}' AS brackets, '\"{'{' * 50}' AS braces"
    answer = client.post(f"{API}/sql", json={"query": query})
    assert answer.status_code == 200, answer.text
    assert answer.json()["rows"][0][0] == "[" * 50


JOB = json.dumps({"kind": "match", "settings": {"a": "Default", "b": "Rush"}, "check_only": True})


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "json"]
)
def test_json_under_another_type_is_refused(client, kind: str):
    answer = client.post(f"{API}/jobs", content=JOB, headers={"content-type": kind} if kind else {})
    assert is_problem(answer, 415, "send content-type: application/json"), answer.text


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        ("application/json", 201),
        ("Application/JSON", 201),
        ("application/json; charset=utf-8", 201),
        ('application/json;charset="UTF-8"', 201),
        ("application/json; charset=latin-1", 415),
    ],
)
def test_json_says_that_it_is_utf_8_or_nothing(client, kind: str, status: int):
    answer = client.post(f"{API}/jobs", content=JOB, headers={"content-type": kind})
    assert answer.status_code == status, answer.text


def test_a_post_without_a_body_needs_no_type(client):
    assert is_problem(client.post(f"{API}/jobs/999/stop"), 404, "there is no job 999")
