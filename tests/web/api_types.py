"""The types of the API for the type checker of the pages, made from the OpenAPI document.

    python -m tests.web.api_types FILE.d.ts

What the document leaves open (`object`) is `any` there; `.typing/pages/pages.d.ts` says more of it.
"""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from conquest_opt.service.app import inner_app
from conquest_opt.service.common.problems import Problem
from conquest_opt.service.common.settings import ServiceSettings
from conquest_opt.service.jobs.job import Job
from conquest_opt.service.shared.shared import Shared

PLAIN = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}


def schemas() -> dict[str, dict[str, Any]]:
    """Return the schemas of the document by their names, and that of a job."""
    with tempfile.TemporaryDirectory() as folder:
        shared = Shared(ServiceSettings(db=Path(folder) / "none.duckdb"))
        try:
            document = inner_app(shared).openapi_schema.to_schema()
        finally:
            shared.stop()
    # The document calls a job an object, and has problems only when it is sent.
    others = msgspec.json.schema_components((Job, Problem))[1]
    return document["components"]["schemas"] | others


def type_of(schema: dict[str, Any]) -> str:
    """Return a schema as TypeScript writes it."""
    kind = schema.get("type")
    if "$ref" in schema:
        return schema["$ref"].rpartition("/")[2]
    if "enum" in schema:
        return " | ".join(msgspec.json.encode(one).decode() for one in schema["enum"])
    if choices := schema.get("oneOf") or schema.get("anyOf"):
        return " | ".join(dict.fromkeys(type_of(one) for one in choices))
    if "prefixItems" in schema:
        return f"[{', '.join(type_of(one) for one in schema['prefixItems'])}]"
    if isinstance(kind, list):
        return " | ".join(type_of(schema | {"type": one}) for one in kind)
    if kind == "array":
        return f"({type_of(schema.get('items', {}))})[]"
    if kind == "object":
        more = schema.get("additionalProperties")
        return f"Record<string, {type_of(more) if isinstance(more, dict) else 'any'}>"
    return PLAIN.get(str(kind), "any")


def lines() -> Iterator[str]:
    """Return the file: an interface for each schema."""
    yield "// Made from the OpenAPI document by tests/web/api_types.py."
    yield "declare namespace Api {"
    for name, schema in sorted(schemas().items()):
        yield f"  interface {name} {{"
        for field, values in schema.get("properties", {}).items():
            yield f"    {field}: {type_of(values)};"
        yield "  }"
    yield "}"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text("\n".join(lines()) + "\n")
