"""What a client asks for becomes a job, checked as a run would be before it waits."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from ...api.options import read_options
from ...api.titles import run_title
from ...arena.inputs.errors import RequestError
from ...arena.run.estimate import plan_text
from ...arena.run.task import check_games, stored_form
from ...balance.kinds import KINDS
from ...engine.reading.names import shown
from ..guard.inputs import check_given

MOST_SETTINGS: Final = 1 << 16
"""Characters of a job's settings as JSON: a hundred jobs may wait."""


def check_kind(kind: str) -> None:
    """Refuse what is no kind of run."""
    if kind not in KINDS:
        raise RequestError(f"{shown(kind)} is no kind of run; they are {', '.join(KINDS)}")


@dataclass(frozen=True, kw_only=True)
class CheckedJob:
    """What could begin."""

    title: str
    plan: str
    """What it will play, in a few lines."""


def checked(kind: str, settings: Mapping[str, Any], db: Path) -> CheckedJob:
    """Return what a job will play; raise if it could not begin.

    Where a budget of time decides, its games are not known before it runs.
    """
    check_kind(kind)
    check_given(kind, settings)
    if (size := len(json.dumps(dict(settings)))) > MOST_SETTINGS:
        raise RequestError(f"the settings have {size:,} characters: {MOST_SETTINGS:,} at most")
    try:
        options = read_options(kind, (), dict(settings) | {"db": str(db)})
    except TypeError as error:  # a keyword that the kind does not have
        raise RequestError(str(error)) from None
    task = KINDS[kind].make(options.asked, **options.values)
    title = run_title(kind, stored_form(task), task.agents)
    if options.budget is not None:
        return CheckedJob(title=title, plan=f"as much as fits {options.budget:g} seconds")
    check_games(task)
    return CheckedJob(title=title, plan=plan_text(task))
