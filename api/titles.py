"""`run_title`: what a run is, in a few words for people: Counter-setups against Rush.

Jobs that wait and runs that are stored have the same words: both have the form of a task.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from ..arena.run.kinds import Form
from ..balance.kinds import KINDS

LONGEST: Final = 80


def run_title(kind: str, form: Form, agents: Sequence[str]) -> str:
    """Return the title of a run by the stored form of its task, and the agents that play."""
    declared = KINDS.get(kind)
    title = declared.title if declared else kind.capitalize()
    if declared and declared.titled:
        # A form of an older version may lack anything.
        with suppress(LookupError, TypeError, ValueError, AttributeError):
            title = declared.titled(form, agents)
    changed = form.get("rules") if kind != "whatif" else None
    if changed and isinstance(changed, list | tuple):
        title += f", by changed rules ({', '.join(changed)})"
    return title if len(title) <= LONGEST else f"{title[: LONGEST - 3]}..."
