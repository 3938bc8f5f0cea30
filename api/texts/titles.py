"""`run_title`: what a run is, in a few words for people: Counter-setups against Rush.

Jobs that wait and runs that are stored have the same words: both have the form of a task.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from ...agents.spec.spec import called
from ...balance.rules.edits import in_words
from ...engine.rules.ruleset import Ruleset
from ...results.page.words import listed, plural
from ...results.store.runs import entrants_of
from .kinds import KIND_TEXTS

LONGEST: Final = 80
_FEW: Final = 3
"""Setups or agents that are named; of more, their number."""

Form = Mapping[str, Any]


def run_title(kind: str, form: Form, agents: Sequence[str]) -> str:
    """Return the title of a run by the stored form of its task, and the agents that play."""
    special = _TITLES.get(kind)
    try:
        title = special(form, agents) if special else _plain(kind)
    except (LookupError, TypeError, ValueError, AttributeError):  # of an older version
        title = _plain(kind)
    changed = form.get("rules") if kind != "whatif" else None
    if changed and isinstance(changed, list | tuple):
        title += f", by changed rules ({', '.join(changed)})"
    return title if len(title) <= LONGEST else f"{title[: LONGEST - 3]}..."


def _plain(kind: str) -> str:
    return KIND_TEXTS[kind].title if kind in KIND_TEXTS else kind.capitalize()


def _names(form: Form) -> list[str]:
    return list(dict.fromkeys(entrants_of(form)))


def _several(names: Sequence[str], noun: str) -> str:
    return listed(names, len(names)) if len(names) <= _FEW else plural(len(names), noun)


def _agents(agents: Sequence[str]) -> str:
    return _several([called(agent) for agent in agents], "agent")


def _match(form: Form, agents: Sequence[str]) -> str:
    one, other, *_ = entrants_of(form)
    if one == other and len(agents) > 1:
        return f"{called(agents[0])} against {called(agents[1])}, both with {one}"
    return f"{one} against {other}"


def _explain(form: Form, _: Sequence[str]) -> str:
    one, other, *_ = entrants_of(form)
    return f"Why {one} beats {other}, or loses"


def _about_one(what: str) -> Callable[[Form, Sequence[str]], str]:
    def title(form: Form, _: Sequence[str]) -> str:
        setup = form["setup"]
        return f"{what} of {setup.get('name') or setup['setup']}"

    return title


def _whatif(form: Form, _: Sequence[str]) -> str:
    first, *others = form["variants"]
    if others:
        number = len(form["variants"])
        name = form.get("sweep") or "the rules"
        return f"What-if: {plural(number, 'value')} of {name}"
    before = Ruleset().edit(*(form.get("rules") or form.get("before") or ()))
    return f"What-if: {'; '.join(in_words(edit, before) for edit in first)}"


_TITLES: Final[Mapping[str, Callable[[Form, Sequence[str]], str]]] = {
    "match": _match,
    "explain": _explain,
    "tournament": lambda form, _: f"Tournament of {_several(_names(form), 'setup')}",
    "ladder": lambda _, agents: f"Ladder of {_agents(agents)}",
    "agreement": lambda _, agents: f"Agreement of {_agents(agents)}",
    "counter": lambda form, _: f"Counter-setups against {_several(_names(form), 'setup')}",
    "formation": _about_one("Formation"),
    "improve": _about_one("Improvements"),
    "styles": lambda form, _: f"Map of styles, over {form.get('over') or form['mapped']['over']}",
    "tune": lambda form, _: f"Tuning of {called(form['parameters']['base'])}",
    "whatif": _whatif,
    "balance": lambda form, _: f"Balance, with {', '.join(form['free'])} free",
}
"""Those whose title says more than what kind they are."""
