"""The keywords of each kind of run: names, types and defaults, made from its declaration.

    signature("counter")      # (target=None, *, opponents=(), ..., race_games=1200, ..., seed=1)
    options = read_options("counter", ("Rush",), {"race_games": 160, "set": ["mage.range=6"]})

Keywords are the options of the command line with _ for -: those of the kind and its settings, and
those that every run has (`RULES`, `WHERE`). Setups may be `Setup` values, texts or dictionaries;
where several are taken, one alone counts as a list, and a mapping gives them weights:
{"Rush": 2, "Venom": 1}.
"""

import contextlib
import inspect
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final, get_args, get_origin, get_type_hints

import msgspec

from ..agents.spec.spec import written
from ..arena.inputs.asked import Asked
from ..arena.inputs.errors import RequestError
from ..arena.inputs.rules import SPACES, RuleChoice, read_rules
from ..arena.inputs.setup_lists import read_setups
from ..arena.inputs.shares import read_shares
from ..arena.inputs.time_span import seconds_of
from ..arena.play.entrant import lasting_setup, player_text, repeatable
from ..arena.run.keywords import ACTIONS, BUDGET, CONSTRAINTS, SET
from ..arena.run.kinds import RunKind, imported
from ..balance.kinds import KINDS
from ..engine.reading.input_error import errors_about, mention
from ..engine.reading.names import shown
from ..engine.rules.ruleset import ActionSpace, Ruleset
from ..setups.query_text import QueryText
from ..setups.setup import Setup

Common = Mapping[str, tuple[Any, Any]]

RULES: Final[Common] = {
    "set": (SET.type, SET.missing),
    "rules": (Ruleset | str | os.PathLike[str] | None, None),
    "actions": (ACTIONS.type, ACTIONS.missing),
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

WITH_BUDGET: Final[Common] = {"budget": (BUDGET.type, None)}
"""Time to spend, such as "10m" or seconds, in place of numbers of games."""

WITH_RESUME: Final = ("db", "threads", "cluster", "resume", "start_engine", "progress")
"""Keywords that a resumed run may have."""

NEED_DATABASE: Final = ("resume", "events", "save_games")
"""Keywords that are for nothing without a database."""


@dataclass(frozen=True)
class ReadOptions:
    """What was asked for, read."""

    asked: Asked
    values: dict[str, Any]
    """For the task of the kind: what was given, and nothing else."""
    where: dict[str, Any]
    """The keywords of `WHERE`, all of them."""
    budget: float | None
    given: dict[str, Any]
    """What decides the task, as it was given; setups of files, queries and one's own names as what
    they were. It is stored with the run."""
    engines: tuple[str, ...] | None = None
    """Other programs that may be started; None: those of the task, which is then the caller's."""


@cache
def signature(kind: str) -> inspect.Signature:
    """Return the keywords of a kind; the first ones may stand without their names."""
    declared = KINDS[kind]
    keywords = {name: (one.type, one.missing) for name, one in declared.keywords.items()}
    found = keywords | {n: v for n, v in _settings(declared).items() if n not in keywords}
    found |= RULES | (WITH_BUDGET if declared.sizes else {}) | WHERE
    first = declared.first
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


def _settings(kind: RunKind) -> dict[str, tuple[Any, Any]]:
    """Return the settings; a default that depends on others is None."""
    found: dict[str, tuple[Any, Any]] = {}
    for settings in kind.settings:
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
    _refuse_contradictions(KINDS[kind], bound)
    values: dict[str, Any] = {}
    for name, value in bound.items():
        with errors_about(name):
            values[name] = _read(name, value, known)
    where = {name: values.pop(name, default) for name, (_, default) in WHERE.items()}
    budget = _budget(KINDS[kind], values)
    actions = values.get("actions")
    asked = Asked(
        rules=rules_of(*(values.pop(name, default) for name, (_, default) in RULES.items())),
        seed=where["seed"],
        db=Path(where["db"]) if where["db"] is not None else None,
    )
    if not where["resume"]:
        for name, value in values.items():
            with errors_about(name):
                values[name] = _without_files(KINDS[kind], name, value, asked)
    stated = {"set": asked.rules.as_edits, "actions": actions, **values}
    if KINDS[kind].constrained:
        names = [one.name for one in CONSTRAINTS]
        values["query"] = QueryText(**{n: values.pop(n) for n in names if n in values})
    engines = tuple(f"engine:{command}" for command in where["start_engine"])
    return ReadOptions(
        asked,
        values,
        where,
        budget,
        given={name: _plain(value) for name, value in stated.items() if value not in (None, [])},
        engines=engines if where["resume"] else None,
    )


def _refuse_contradictions(kind: RunKind, given: Mapping[str, Any]) -> None:
    """Refuse what cannot be asked for together."""
    decided = [name for name in given if name not in WITH_RESUME] if "resume" in given else []
    if decided:
        said = f"{mention('resume')} takes everything from the run: leave out {mention(decided[0])}"
        raise RequestError(said, field=decided[0])
    for name in NEED_DATABASE:
        if given.get(name) and "db" not in given:
            said = f"{mention(name)} needs the database: give {mention('db')}"
            raise RequestError(said, field=name)
    if "cluster" in given:
        if not str(given["cluster"]).strip():
            said = f"{mention('cluster')} names a scheduler: tcp://host:8786, or its file"
            raise RequestError(said, field="cluster")
        if "threads" in given:
            said = f"a cluster has its own threads: leave out {mention('threads')}"
            raise RequestError(said, field="threads")
    for name, why in kind.refuses.items():
        if given.get(name):
            raise RequestError(f"{why}: leave out {mention(name)}", field=name)


def _without_files(kind: RunKind, name: str, value: Any, asked: Asked) -> Any:
    """Return a value that says by itself what it is: no file, no query and no name of one's own."""
    keyword = kind.keywords.get(name)
    if keyword is None or value in ((), ""):
        return value
    if keyword.input in ("agent", "agents"):
        for text in value if keyword.several else [value]:
            player_text(text) if kind.engines else repeatable(text)  # raises what is wrong with it
    if keyword.read:
        reader = imported(keyword.read)
        return tuple(t for v in value for t in reader(v)) if keyword.several else reader(value)
    if keyword.weighted:
        shares = read_shares(value, asked)
        if not shares:
            said = "names no setup; give one such as IAmWarrior, or several: Rush=2,Venom=1"
            raise RequestError(f"{mention(name)} {said}")
        return tuple(f"{_lasting(text)}={written(weight)}" for text, weight in shares)
    if keyword.input == "setups":
        return tuple(_lasting(text) for text in read_setups(value, asked))
    return _lasting(value) if keyword.input == "setup" else value


def _lasting(setup: str) -> str:
    """Return the text of a setup that needs no file: a named one by its name, others whole."""
    given = lasting_setup(setup).given
    return given if isinstance(given, str) else json.dumps(given, ensure_ascii=False)


def _plain(value: Any) -> Any:
    """Return a value as JSON has it; a text that is JSON as what it says."""
    if isinstance(value, str) and value[:1] in ("{", "["):
        with contextlib.suppress(ValueError):  # a setup with its weight is none
            return json.loads(value)
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return value


def _unknown(kind: str, known: inspect.Signature, given: Mapping[str, Any]) -> str | None:
    """Return what an unknown keyword should be called."""
    for name in given:
        if name not in known.parameters:
            near = get_close_matches(name, known.parameters, n=1, cutoff=0.5)
            hint = f"did you mean {near[0]!r}?" if near else f"help(conquest_opt.{kind}) lists them"
            return f"{kind} has no keyword {name!r}; {hint}"
    return None


def _budget(kind: RunKind, values: dict[str, Any]) -> float | None:
    """Return the seconds to spend; without sizes some kinds have a usual budget."""
    budget = values.pop("budget", None)
    sizes = [name for name in kind.sizes if name in values]
    sizes += ["quick"] if values.get("quick") else []
    if budget is None:
        return None if sizes else kind.usual_budget
    if sizes:
        said = f"{mention('budget')} decides how much is played: leave out {mention(sizes[0])}"
        raise RequestError(said, field=sizes[0])
    with errors_about("budget"):
        return seconds_of(budget if isinstance(budget, str) else f"{float(budget):f}s")


def rules_of(edits: Sequence[str], rules: Any, actions: str | None) -> RuleChoice:
    """Return the rules that are asked for: a `Ruleset` or a file, an action space, edits."""
    if actions is not None and actions not in SPACES:
        said = f"{mention('actions')} is one of {', '.join(SPACES)}, not {shown(actions)}"
        raise RequestError(said, field="actions")
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
        raise RequestError(f"{mention(name)}: {error}", field=name) from None


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
