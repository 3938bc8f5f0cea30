"""The OpenAPI document at /api/v1/openapi.json, and a page of it at /api/v1/.

Litestar makes the document; what it says of errors is replaced by what they are here, problem
documents. The page is plain HTML made from the document: it needs no script.
"""

from functools import cache
from html import escape
from typing import Any, Final

import msgspec
from litestar import MediaType, Request, Response, get
from litestar.openapi.plugins import JsonRenderPlugin

from ...api.forms import SettingForm, kind_forms
from ..common.field_texts import field_texts
from ..common.problems import PROBLEM, Problem
from ..guard.inputs import OF_THE_SERVER

METHODS: Final = ("get", "post", "put", "delete")
_PROBLEM: Final = "#/components/schemas/Problem"


class ProblemDocuments(JsonRenderPlugin):
    """Writes the OpenAPI document."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """Return the document as JSON."""
        return self.render_json(request, with_problems(openapi_schema))


def with_texts(schemas: dict[str, Any]) -> dict[str, Any]:
    """Return schemas whose fields say what they are, where a text stands below them."""
    return {
        name: schema
        | {
            "properties": {
                field: {"description": texts[field]} | what if field in texts else what
                for field, what in schema["properties"].items()
            }
        }
        if (texts := field_texts(name)) and "properties" in schema
        else schema
        for name, schema in schemas.items()
    }


def settings_schemas() -> dict[str, Any]:
    """Return a schema for the settings of each kind of run: counter_settings."""
    return {
        f"{form.kind}_settings": {
            "type": "object",
            "title": form.title,
            "description": form.about,
            "properties": {one.name: _setting_schema(one) for one in form.settings},
            "required": [one.name for one in form.settings if one.required],
            "example": form.example,
        }
        for form in kind_forms(without=OF_THE_SERVER)
    }


def _setting_schema(setting: SettingForm) -> dict[str, Any]:
    """Return a setting by its text, default and limits."""
    known = {
        "description": setting.about,
        "default": setting.default,
        "enum": setting.choices if setting.input == "choice" else None,
        "minimum": setting.least,
        "maximum": setting.most,
    }
    return _TYPES.get(setting.input, {}) | {n: v for n, v in known.items() if v is not None}


_TYPES: Final[dict[str, dict[str, Any]]] = {
    "whole": {"type": "integer"},
    "number": {"type": "number"},
    "yes-no": {"type": "boolean"},
    "choice": {"type": "string"},
    "agent": {"type": "string"},
}
"""Types of inputs; the others take several forms, such as a setup: a name, a text, an object."""


def with_problems(document: dict[str, Any]) -> dict[str, Any]:
    """Return a document in which every error is a problem document."""
    known = document.get("components", {})
    schema = msgspec.json.schema(Problem, ref_template="#/components/schemas/{name}")
    schemas = with_texts(known.get("schemas", {}) | schema["$defs"]) | settings_schemas()
    answer = {"description": "A problem", "content": {PROBLEM: {"schema": {"$ref": _PROBLEM}}}}
    paths = {
        path: {name: _answering(what, answer) for name, what in item.items()}
        for path, item in document["paths"].items()
    }
    return document | {"paths": paths, "components": known | {"schemas": schemas}}


def _answering(what: Any, answer: dict[str, Any]) -> Any:
    """Return an operation with its good answers, and the problem for all others."""
    if not isinstance(what, dict) or "responses" not in what:
        return what
    good = {code: of for code, of in what["responses"].items() if code.startswith("2")}
    return what | {"responses": good | {"default": answer}}


@get("/", sync_to_thread=False, include_in_schema=False, media_type=MediaType.HTML)
def api_page(request: Request[Any, Any, Any]) -> str:
    """Return the document as a page."""
    return api_html(request.app)


@get("/api.css", sync_to_thread=False, include_in_schema=False)
def api_style() -> Response[str]:
    """Return the page's styles, apart from it: the policy allows none within."""
    return Response(_STYLE, media_type="text/css")


@cache
def api_html(app: Any) -> str:
    """Return the page."""
    document = app.openapi_schema.to_schema()
    schemas = with_texts(document.get("components", {}).get("schemas", {}))
    groups: dict[str, list[str]] = {}
    for path, item in document["paths"].items():
        for method in METHODS:
            if method in item:
                group = (item[method].get("tags") or ["other"])[0]
                groups.setdefault(group, []).append(_operation(method, path, item[method], schemas))
    links = "".join(f'<li><a href="#{name}">{name}</a></li>' for name in groups)
    body = "".join(
        f'<section><h2 id="{name}">{name}</h2>{"".join(found)}</section>'
        for name, found in groups.items()
    )
    title, about = (escape(document["info"][key]) for key in ("title", "description"))
    return (
        '<!DOCTYPE html><html lang="en-GB"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<title>{title}</title><link rel="icon" href="data:,">'
        '<link rel="stylesheet" href="/api/v1/api.css"></head><body>'
        f"<header><h1>{title}</h1><p>{about}</p>"
        '<p><a href="/api/v1/openapi.json">openapi.json</a></p></header>'
        f"<nav><ul>{links}</ul></nav><main>{body}</main></body></html>"
    )


def _operation(method: str, path: str, what: dict[str, Any], schemas: dict[str, Any]) -> str:
    about = escape(what.get("description") or what.get("summary") or "")
    rows = [_row(p["name"], p["in"], p["schema"], p.get("description", "")) for p in _given(what)]
    rows += [
        _row(name, "body", schema, schema.get("description", ""))
        for name, schema in _body(what, schemas)
    ]
    heads = "<tr><th>name</th><th>in</th><th>type</th><th>what it is</th></tr>"
    table = f"<table>{heads}{''.join(rows)}</table>" if rows else ""
    return (
        f"<article><h3><code>{method.upper()} {escape(path)}</code></h3><p>{about}</p>"
        f'<div class="scroll">{table}</div></article>'
    )


def _given(what: dict[str, Any]) -> list[dict[str, Any]]:
    return what.get("parameters", [])


def _body(what: dict[str, Any], schemas: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """Return the fields of an operation's body."""
    content = what.get("requestBody", {}).get("content", {})
    schema = next(iter(content.values()), {}).get("schema", {})
    named = schemas.get(schema.get("$ref", "").rpartition("/")[2], schema)
    return list(named.get("properties", {}).items())


def _row(name: str, where: str, schema: dict[str, Any], about: str) -> str:
    cells = (name, where, _type(schema), about)
    return "<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in cells) + "</tr>"


def _type(schema: dict[str, Any]) -> str:
    """Return a type in words."""
    for key in ("oneOf", "anyOf"):
        if key in schema:
            types = dict.fromkeys(_type(one) for one in schema[key])
            return " or ".join(name for name in types if name != "null")
    if "$ref" in schema:
        return schema["$ref"].rpartition("/")[2]
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items', {}))}"
    return str(schema.get("type", "anything"))


_STYLE: Final = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; }
code { font-size: 1rem; }
nav ul { display: flex; flex-wrap: wrap; gap: 1rem; padding: 0; list-style: none; }
article { border-top: 1px solid #8886; padding: .5rem 0; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .2rem .8rem .2rem 0; }
"""

HANDLERS = (api_page, api_style)
