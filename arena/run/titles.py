"""Parts of the titles of runs: which setups and agents one is about, in a few words."""

from collections.abc import Sequence
from typing import Final

from ...agents.spec.spec import called
from ...results.page.words import listed, plural
from ...results.store.runs import entrants_of
from .kinds import Form, Titled

_FEW: Final = 3
"""Setups or agents that are named; of more, their number."""


def setups_in(form: Form) -> str:
    """Return the setups of a task, or how many they are."""
    return _few(list(dict.fromkeys(entrants_of(form))), "setup")


def agents_in(agents: Sequence[str]) -> str:
    """Return agents by what they are called, or how many they are."""
    return _few([called(agent) for agent in agents], "agent")


def about_setup(what: str) -> Titled:
    """Return what makes the title of a run about one setup."""

    def title(form: Form, _: Sequence[str]) -> str:
        setup = form["setup"]
        return f"{what} of {setup.get('name') or setup['setup']}"

    return title


def _few(names: Sequence[str], noun: str) -> str:
    return listed(names, len(names)) if len(names) <= _FEW else plural(len(names), noun)
