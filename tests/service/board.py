"""Helpers of the tests of games at the board."""

import json
from collections.abc import Iterator
from typing import Any

GAMES = "/api/v1/games"


def begin(client: Any, **body: Any) -> dict[str, Any]:
    """Begin a game; without anything else one of two setups."""
    answer = client.post(GAMES, json=body or {"first": "Default", "second": "Rush", "seed": 3})
    assert answer.status_code == 201, answer.text
    return answer.json()


def post(client: Any, view: dict[str, Any], asked: str, /, **body: Any) -> Any:
    """Ask something of a game."""
    return client.post(f"{GAMES}/{view['game']}/{asked}", json=body)


def texts(view: dict[str, Any]) -> list[str]:
    """Return the legal actions of a view as texts."""
    return [action["text"] for action in view["actions"]]


def events_of(response: Any) -> Iterator[tuple[str | None, Any]]:
    """Yield the events of a stream, by name."""
    name = None
    for line in response.iter_lines():
        if line.startswith("event:"):
            name = line.partition(":")[2].strip()
        elif line.startswith("data:"):
            yield name, json.loads(line.partition(":")[2])
