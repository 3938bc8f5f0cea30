"""The keywords of each kind of run: names, types and defaults, made from its request.

    signature("counter")      # (target=None, *, opponents=(), ..., race_games=1200, ..., seed=1)
    options = read_options("counter", ("Rush",), {"race_games": 160, "set": ["mage.range=6"]})

Keywords are the options of the command line with _ for -: those of the request and its settings,
of the constraints on setups where it has some, and those that every run has (`COMMON`). Setups may
be `Setup` values, texts or dictionaries; where several are taken, one alone counts as a list, and
a mapping gives them weights: {"Rush": 2, "Venom": 1}.
"""

import inspect
import json
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final, get_args, get_origin, get_type_hints

import msgspec

from ..agents.spec.spec import written
from ..engine.reading.names import shown
from ..engine.rules.ruleset import ActionSpace, Ruleset
from ..setups.query_text import QueryText
from ..setups.setup import Setup
from .inputs.asked import Asked
from .inputs.errors import RequestError
from .inputs.rules import SPACES, RuleChoice, read_rules
from .inputs.time_span import seconds_of
from .requests import Request, request_of

FIRST: Final = {
    "actionspace": ("setups",),
    "agreement": ("agents",),
    "balance": ("free",),
    "counter": ("target",),
    "explain": ("a", "b"),
    "formation": ("setup",),
    "improve": ("setup",),
    "ladder": ("agents",),
    "match": ("a", "b"),
    "rank": ("field",),
    "tournament": ("setups",),
    "tune": ("agent",),
    "whatif": ("set",),
}
"""The keywords of each kind that may stand without their names."""

Common = Mapping[str, tuple[Any, Any]]

RULES: Final[Common] = {
    "set": (Sequence[str], ()),
    "rules": (Ruleset | str | os.PathLike[str] | None, None),
    "actions": (str | None, None),
}
"""Which rules are played by: edits, a `Ruleset` or a TOML file, the action space."""

WHERE: Final[Common] = {
    "seed": (int, 1),
    "db": (str | os.PathLike[str] | None, None),
    "threads": (int | None, None),
    "cluster": (str | None, None),
    "resume": (str | None, None),
    "start_engine": (Sequence[str], ()),
    "events": (bool, False),
    "save_games": (bool, False),
    "progress": (bool, True),
}
"""Where a run plays and what it keeps. Without `db` nothing is stored.

`start_engine` are commands of other programs that a resumed run may start.
"""

BUDGET: Final[Common] = {"budget": (str | float | None, None)}
"""Time to spend, such as "10m" or seconds, in place of numbers of games."""

WITH_RESUME: Final = ("db", "threads", "cluster", "resume", "start_engine", "progress")
"""Keywords that a resumed run may have."""


@dataclass(frozen=True)
class ReadOptions:
    """What was asked for, read."""

    asked: Asked
    values: dict[str, Any]
    """For the request."""
    where: dict[str, Any]
    """The keywords of `WHERE`, all of them."""
    budget: float | None


@cache
def signature(kind: str) -> inspect.Signature:
    """Return the keywords of a kind; the first ones may stand without their names."""
    request = request_of(kind)
    found = {**_own(request), **_settings(request), **RULES}
    found |= (BUDGET if request.SIZES else {}) | WHERE
    first = FIRST.get(kind, ())
    order = [*first, *(name for name in found if name not in first)]
    positional, keyword = (
        inspect.Parameter.POSITIONAL_OR_KEYWORD,
        inspect.Parameter.KEYWORD_ONLY,
    )
    return inspect.Signature(
        [
            inspect.Parameter(
                name,
                positional if name in first else keyword,
                annotation=found[name][0],
                default=found[name][1],
            )
            for name in order
        ]
    )


def _own(request: Request) -> dict[str, tuple[Any, Any]]:
    """Return the keywords that the request has itself; constraints each by its name."""
    hints = get_type_hints(request.make)
    found: dict[str, tuple[Any, Any]] = {}
    for name, parameter in inspect.signature(request.make).parameters.items():
        if name == "query":
            queries = get_type_hints(QueryText)
            fields = msgspec.structs.fields(QueryText)
            found |= {field.name: (queries[field.name], field.default) for field in fields}
        elif parameter.kind is parameter.KEYWORD_ONLY:
            found[name] = hints[name], parameter.default
    return found


def _settings(request: Request) -> dict[str, tuple[Any, Any]]:
    """Return the settings; a default that depends on others is None."""
    found: dict[str, tuple[Any, Any]] = {}
    for settings in request.SETTINGS:
        hints = get_type_hints(settings)
        for field in msgspec.structs.fields(settings):
            needed = field.default is msgspec.NODEFAULT
            hint = hints[field.name] | None if needed else hints[field.name]
            found[field.name] = hint, None if needed else field.default
    return found


def read_options(kind: str, first: Sequence[Any], given: Mapping[str, Any]) -> ReadOptions:
    """Return what was asked for; None is a value that was not given."""
    known = signature(kind)
    try:
        bound = known.bind(*first, **given).arguments
    except TypeError as error:
        raise TypeError(_unknown(kind, known, given) or f"{kind}: {error}") from None
    bound = {name: value for name, value in bound.items() if value is not None}
    if bound.get("resume") is not None:
        _refuse_decided(bound)
    values = {name: _read(name, value, known) for name, value in bound.items()}
    where = {name: values.pop(name, default) for name, (_, default) in WHERE.items()}
    budget = _budget(kind, values)
    asked = Asked(
        rules=rules_of(*(values.pop(name, default) for name, (_, default) in RULES.items())),
        seed=where["seed"],
        db=Path(where["db"]) if where["db"] is not None else None,
    )
    constraints = [field.name for field in msgspec.structs.fields(QueryText)]
    if "require" in known.parameters:
        query = {name: values.pop(name) for name in constraints if name in values}
        values["query"] = QueryText(**query)
    return ReadOptions(asked, values, where, budget)


def in_python(message: str) -> str:
    """Return a message with the options that it names as keywords: race_games for --race-games."""
    return re.sub(r"--([a-z][a-z-]*)", lambda found: found[1].replace("-", "_"), message)


def _unknown(kind: str, known: inspect.Signature, given: Mapping[str, Any]) -> str | None:
    """Return what an unknown keyword should be called."""
    for name in given:
        if name not in known.parameters:
            near = get_close_matches(name, known.parameters, n=1, cutoff=0.5)
            hint = f"did you mean {near[0]!r}?" if near else f"help(conquest_opt.{kind}) lists them"
            return f"{kind} has no keyword {name!r}; {hint}"
    return None


def _refuse_decided(given: Mapping[str, Any]) -> None:
    if decided := [name for name in given if name not in WITH_RESUME]:
        raise RequestError(f"resume takes everything from the run: leave out {decided[0]}")
    if "db" not in given:
        raise RequestError("resume needs the database: give db")


def _budget(kind: str, values: dict[str, Any]) -> float | None:
    """Return the seconds to spend; without sizes some kinds have a usual budget."""
    request, budget = request_of(kind), values.pop("budget", None)
    sizes = [name for name in (*request.SIZES, "quick") if values.get(name)]
    if budget is None:
        return None if sizes else getattr(request, "USUAL_BUDGET", None)
    if sizes:
        raise RequestError(f"budget decides how much is played: leave out {sizes[0]}")
    return seconds_of(budget if isinstance(budget, str) else f"{float(budget):f}s")


def rules_of(edits: Sequence[str], rules: Any, actions: str | None) -> RuleChoice:
    """Return the rules that are asked for: a `Ruleset` or a file, an action space, edits."""
    if actions is not None and actions not in SPACES:
        raise RequestError(f"actions is one of {', '.join(SPACES)}, not {shown(actions)}")
    space: ActionSpace | None = SPACES[actions]() if actions else None
    if isinstance(rules, str | os.PathLike):
        rules = read_rules(Path(rules))
    return RuleChoice(rules, space, tuple(edits))


def _read(name: str, value: Any, known: inspect.Signature) -> Any:
    """Return a value of the type that its keyword has, or say which that is."""
    wanted = known.parameters[name].annotation
    if name == "rules" and isinstance(value, Ruleset):
        return value
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if wanted in (Sequence[str], tuple[str, ...]):
        return tuple(_texts(value))
    if isinstance(value, Setup | Mapping) and str in (wanted, *get_args(wanted)):
        return setup_text(value)
    plain = get_args(wanted)[0] if get_origin(wanted) is Annotated else wanted
    if name in ("rules", "db"):
        plain = str
    try:
        return msgspec.convert(value, plain)
    except msgspec.ValidationError as error:
        raise RequestError(f"{name}: {error}") from None


def _texts(value: Any) -> list[str]:
    """Return several texts; one alone counts as one of them, a mapping has weights."""
    if isinstance(value, str | Setup):
        return [setup_text(value)]
    if isinstance(value, Mapping):
        if "troops" in value:  # a setup as a dictionary
            return [setup_text(value)]
        return [f"{setup_text(one)}={written(float(weight))}" for one, weight in value.items()]
    return [setup_text(one) for one in value]


def setup_text(value: Any) -> str:
    """Return a setup, or any text, as text: a formation is kept."""
    if isinstance(value, Setup):
        return json.dumps(value.to_dict()) if value.formation else str(value)
    if isinstance(value, Mapping):
        return json.dumps(value)
    if isinstance(value, str):
        return value
    raise RequestError(f"a text or a setup was expected, not {shown(value)}")
