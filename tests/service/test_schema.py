"""Requests that follow the OpenAPI document, and requests that break it: no server error."""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given
from hypothesis import settings as bounded
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
)

from tests.service.conftest import API, Server

EXAMPLES = 12
"""Requests of each operation and mode."""

CHECKS = [not_a_server_error, content_type_conformance, response_schema_conformance]

LEFT_OUT = ("/events",)
"""Streams, which do not end."""


def operations(url: str) -> Iterator[Any]:
    schema = schemathesis.openapi.from_url(f"{url}{API}/openapi.json")
    for found in schema.get_all_operations():
        operation: Any = found.ok()  # pyright: ignore[reportAttributeAccessIssue]
        if not operation.path.endswith(LEFT_OUT):
            yield operation


@pytest.mark.slow
@pytest.mark.parametrize("mode", list(schemathesis.GenerationMode))
def test_no_request_is_answered_by_a_server_error(start, mode: schemathesis.GenerationMode):
    server: Server = start("--threads", "1")
    checked, sent = [], 0
    for operation in operations(server.url):

        @bounded(
            max_examples=EXAMPLES,
            deadline=None,
            database=None,
            derandomize=True,
            phases=[Phase.generate],  # a failure is shown as it was found, in bounded time
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
        )
        @given(case=operation.as_strategy(generation_mode=mode))
        def ask(case: schemathesis.Case) -> None:
            nonlocal sent
            case.call_and_validate(checks=CHECKS, timeout=60)
            sent += 1

        try:
            ask()
        except Exception as error:  # nothing of this kind can be made
            if type(error).__name__ not in ("Unsatisfiable", "SkipTest"):
                raise
        checked.append(operation.label)
    assert len(checked) >= 30
    assert sent >= 5 * len(checked)
    assert server.get("/state").status_code == 200


def test_the_document_names_problems_for_every_operation(client):
    document = client.get(f"{API}/openapi.json").json()
    for path, item in document["paths"].items():
        for name, what in item.items():
            if name in ("get", "post", "delete"):
                content = what["responses"]["default"]["content"]
                assert "application/problem+json" in content, path
    assert "Problem" in document["components"]["schemas"]
