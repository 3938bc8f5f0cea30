"""The declaration of an explanation."""

from collections.abc import Sequence

from ...results.store.runs import entrants_of
from ..run.keywords import A_AND_B, BUDGET
from ..run.kinds import GAMES, Form, RunKind
from .settings import SIZES, ExplainSettings


def _title(form: Form, _: Sequence[str]) -> str:
    one, other, *_ = entrants_of(form)
    return f"Why {one} beats {other}, or loses"


KIND = RunKind(
    module=__name__,
    name="explain",
    command="explain",
    title="Why one setup beats another",
    about="Takes setup A apart against B: what each troop and command is worth, and which games "
    "show it.",
    group=GAMES,
    example={"a": "Championeer", "b": "Rush", "budget": "50s"},
    first=("a", "b"),
    options=(*A_AND_B, ExplainSettings, BUDGET),
    sizes=SIZES,
    task="ExplainTask",
    result="ExplainResult",
    titled=_title,
)
