"""The types of the API for the pages: every name that a type uses is declared."""

import re

import pytest

from tests.web.api_types import lines, type_of


@pytest.fixture(scope="module")
def text() -> str:
    return "\n".join(lines())


def test_every_name_is_declared(text: str):
    declared = set(re.findall(r"interface (\w+)", text))
    used = set(re.findall(r"\b[A-Z]\w+", re.sub(r"//.*|\"[^\"]*\"", "", text))) - {"Api", "Record"}
    assert used <= declared
    assert {"GameView", "ServerState", "Job", "JobProgress"} <= declared


@pytest.mark.parametrize(
    ("schema", "written"),
    [
        ({"type": ["integer", "null"]}, "number | null"),
        ({"type": "array", "items": {"$ref": "#/components/schemas/Job"}}, "(Job)[]"),
        ({"type": "array", "prefixItems": [{"type": "string"}] * 2}, "[string, string]"),
        ({"enum": ["a", "b"]}, '"a" | "b"'),
        ({"type": "object", "additionalProperties": {"type": "number"}}, "Record<string, number>"),
        ({"oneOf": [{"type": "integer"}, {"type": "number"}]}, "number"),
        ({}, "any"),
    ],
)
def test_schemas_are_written_as_typescript(schema: dict[str, object], written: str):
    assert type_of(schema) == written
