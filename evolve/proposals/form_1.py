"""Tasks of searches as they were stored before forms had a number."""

from typing import Any

import msgspec


def without_seed(data: dict[str, Any], settings: type[msgspec.Struct]) -> dict[str, Any]:
    """Return a task's fields: the seed was among the settings, and some of those are gone."""
    known = {field.encode_name for field in msgspec.structs.fields(settings)}
    given = data["settings"]
    kept = {name: value for name, value in given.items() if name in known}
    return data | {"settings": kept, "seed": given["seed"]}
