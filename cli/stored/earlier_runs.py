"""Options of runs that stored none: read back from the stored forms of their tasks.

Runs keep what they were asked for (`given`). Those of earlier versions are read here, each kind in
its own way; kinds that are newer need nothing. Options are called as files call them: `race-games`.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgspec

from ...agents.spec.spec import written
from ...arena.action_space.settings import ActionSpaceSettings
from ...arena.explain.settings import ExplainSettings
from ...arena.levels.settings import LevelSettings
from ...arena.play.entrant import Entrant, LastingSetup
from ...arena.run.kinds import Form
from ...arena.run.settings import Settings, settings_of, word_of
from ...balance.costs.settings import CostsSettings
from ...balance.search.settings import BalanceSettings
from ...balance.whatif.settings import QUICK_ADAPTING, AdaptSettings
from ...evolve.counter.settings import CounterSettings
from ...evolve.formation.settings import FormationSettings
from ...evolve.improve.settings import ImproveSettings
from ...evolve.meta.settings import MetaSettings
from ...evolve.rank.settings import RankSettings
from ...evolve.styles.settings import StylesSettings
from ...evolve.tune.settings import TuneSettings


def options_of(kind: str, form: Form) -> dict[str, Any]:
    """Return the options that make a task again, of the form in which it is stored."""
    return _READERS[kind](form)


def _setting_options(settings: type[Settings], stored: Form, *left_out: str) -> dict[str, Any]:
    """Return the options that settings were made of; flags only where they were set."""
    usual = {field.name: field.default for field in msgspec.structs.fields(settings)}
    options: dict[str, Any] = {}
    for name, meta in settings_of(settings).items():
        value = stored.get(name)
        flag = word_of(name, meta)
        if value is None or name in left_out:
            continue
        if isinstance(value, bool):
            options |= {flag: True} if value != usual[name] else {}
        else:
            options[flag] = value
    return options


def _setup_option(stored: Form | str) -> str | dict[str, Any]:
    """Return a stored setup, with or without an agent, as a file names it; a text stands."""
    if isinstance(stored, str):
        return stored
    return msgspec.convert(stored, Entrant if "agent" in stored else LastingSetup).given


def _setup_options(stored: Sequence[Form | str]) -> list[str | dict[str, Any]]:
    """Return stored setups."""
    return [_setup_option(one) for one in stored]


def _share_options(field: Form) -> list[str]:
    """Return the setups of a stored field, each with its weight: Rush=2."""
    pairs = zip(_setup_options(field["opponents"]), field["weights"], strict=True)
    return [f"{_as_text(setup)}={written(float(weight))}" for setup, weight in pairs]


def _as_text(setup: str | dict[str, Any]) -> str:
    return setup if isinstance(setup, str) else json.dumps(setup, ensure_ascii=False)


def _query_options(form: Form) -> dict[str, Any]:
    """Return the constraints on setups."""
    query = form.get("query") or {}
    lists = {name: query[name] for name in ("require", "with", "without") if query.get(name)}
    ranges = {name: query[name] for name in ("points", "troops") if query.get(name)}
    return lists | {name: f"{low}..{high}" for name, (low, high) in ranges.items()}


def _match(form: Form) -> dict[str, Any]:
    a, b, test = form["a"], form["b"], form.get("sprt")
    options = {
        "a": _setup_option(a),
        "b": _setup_option(b),
        "agent-a": a["agent"],
        "agent-b": b["agent"],
        "games": form["games"],
    }
    if test:
        bounds = ",".join(written(float(test[name])) for name in ("elo0", "elo1"))
        options |= {"sprt": bounds, "alpha": test["alpha"], "beta": test["beta"]}
    return options


def _tournament(form: Form) -> dict[str, Any]:
    entrants = form["entrants"]
    first = {"against": _setup_option(entrants[0])} if form.get("gauntlet") else {}
    return {
        "setups": _setup_options(entrants[len(first) :]),
        **first,
        "agent": entrants[0]["agent"],
        "games": form["games"],
    }


def _ladder(form: Form) -> dict[str, Any]:
    agents = list(dict.fromkeys(entrant["agent"] for entrant in form["entrants"]))
    reference = form.get("reference")
    return {
        "agents": agents,
        "setups": _setup_options(form["entrants"][:: len(agents)]),
        **({"reference": reference} if reference else {}),
        "games": form["games"],
    }


def _agreement(form: Form) -> dict[str, Any]:
    return {
        "agent": form["judges"],
        "setups": _setup_options(form["entrants"]),
        "games": form["games"],
    }


def _actionspace(form: Form) -> dict[str, Any]:
    return {
        "setups": _setup_options(form["entrants"]),
        **_setting_options(ActionSpaceSettings, form["settings"]),
    }


def _explain(form: Form) -> dict[str, Any]:
    setups = {"a": _setup_option(form["a"]), "b": _setup_option(form["b"])}
    return setups | _setting_options(ExplainSettings, form["settings"])


def _counter(form: Form) -> dict[str, Any]:
    field = form["field"]
    if field["weights"] == [1.0]:
        beaten: dict[str, Any] = {"target": _setup_option(field["opponents"][0])}
    else:
        beaten = {"opponents": _share_options(field)}
    settings = _setting_options(CounterSettings, form["settings"])
    return beaten | settings | _query_options(form)


def _formation(form: Form) -> dict[str, Any]:
    settings = _setting_options(FormationSettings, form["settings"])
    return (
        {"setup": _setup_option(form["setup"])}
        | {"against": _share_options(form["field"])}
        | settings
    )


def _improve(form: Form) -> dict[str, Any]:
    kept = {"keep": form["kept"]} if form.get("kept") else {}
    return (
        {"setup": _setup_option(form["setup"])}
        | {"against": _share_options(form["field"])}
        | kept
        | _setting_options(ImproveSettings, form["settings"])
        | _query_options(form)
    )


def _rank(form: Form) -> dict[str, Any]:
    field = {"field": _share_options(form["field"])} if form.get("field") else {}
    return field | _setting_options(RankSettings, form["settings"]) | _query_options(form)


def _meta(form: Form) -> dict[str, Any]:
    start = {"start": _setup_options(form["start"])}
    return start | _setting_options(MetaSettings, form["settings"]) | _query_options(form)


def _styles(form: Form) -> dict[str, Any]:
    mapped = form["mapped"]
    options = {"over": mapped["over"], "setups": _setup_options(mapped["setups"])}
    settings = form["settings"]
    if mapped["over"] == "setups":
        levels = _setting_options(LevelSettings, mapped["levels"])
        return options | _setting_options(StylesSettings, settings) | levels | _query_options(form)
    return {
        **options,
        "agent": mapped["agent"],
        "opponent": mapped["opponent"],
        "scripts": mapped["scripts"],
        "baseline": mapped["baselines"],
        **_setting_options(StylesSettings, settings, "race_games"),
    }


def _tune(form: Form) -> dict[str, Any]:
    tuned = form["parameters"]["values"].items()
    space = (f"{name}={','.join(map(written, values))}" for name, values in tuned)
    return {
        "agent": form["parameters"]["base"],
        "opponent": form["opponent"],
        "space": " ".join(space),
        "setups": _setup_options(form["setups"]),
        **_setting_options(TuneSettings, form["settings"]),
    }


def _whatif(form: Form) -> dict[str, Any]:
    first, *_ = form["variants"]
    options: dict[str, Any] = {"base": form["rules"], "set": first}
    if name := form.get("sweep"):
        values = [int(edits[-1].partition("=")[2]) for edits in form["variants"]]
        step = values[1] - values[0] if values[1:] else 1
        options |= {"set": first[:-1], "sweep": f"{name}={values[0]}..{values[-1]}:{step}"}
    options |= {"setups": _setup_options(form["entrants"]), "no-fill": not form["fill"]}
    return options | _level_options(form) | _adapting_options(form.get("adapting"))


def _level_options(form: Form) -> dict[str, Any]:
    """Return who plays each level, how often, and whom each setup meets there."""
    *below, judge = form["levels"]
    alone = [level["agent"] for level in below] + [judge["agent"]] * 2
    agents = form.get("adapting_agents") or (*alone[:2], judge["agent"])
    names = ("screen-agent", "race-agent", "judge")
    options: dict[str, Any] = dict(zip(names, agents, strict=True))
    for level in form["levels"]:
        name = "screen-" if level["agent"] == agents[0] else "race-"
        name = "" if level is judge else name
        options[f"{name}games"] = level["games"]
        if level["opponents"] is not None:
            options[f"{name}opponents"] = level["opponents"]
    return options


def _adapting_options(adapting: Form | None) -> dict[str, Any]:
    """Return how players adapt; --quick lets them do so by fewer games."""
    if not adapting:
        return {}
    quick = msgspec.convert(adapting, AdaptSettings) == AdaptSettings(
        **QUICK_ADAPTING | {"rounds": adapting["rounds"]}
    )
    return {"evolve": True, "rounds": adapting["rounds"], "quick": quick}


def _balance(form: Form) -> dict[str, Any]:
    settings = form["settings"]
    wanted = {"target": form["target"]} if form.get("target") else {}
    return {
        "free": form["free"],
        "objective": settings["objectives"],
        **wanted,
        "setups": _setup_options(form["entrants"]),
        **_setting_options(BalanceSettings, settings),
    }


def _costs(form: Form) -> dict[str, Any]:
    """Return the options of a stored task; games of a level that has no agent of its own go."""
    stored = msgspec.convert(form["settings"], CostsSettings)
    held = {stored.name_of(agent) for agent in stored.levels.distinct[:-1]}
    unheld = [f"{name}_games" for name in ("screen", "race") if name not in held]
    return _setting_options(CostsSettings, form["settings"], *unheld)


_READERS: Final[Mapping[str, Callable[[Form], dict[str, Any]]]] = {
    "match": _match,
    "tournament": _tournament,
    "ladder": _ladder,
    "agreement": _agreement,
    "actionspace": _actionspace,
    "explain": _explain,
    "counter": _counter,
    "formation": _formation,
    "improve": _improve,
    "rank": _rank,
    "meta": _meta,
    "styles": _styles,
    "tune": _tune,
    "whatif": _whatif,
    "balance": _balance,
    "costs": _costs,
}
