"""The declaration of an estimate of point values."""

from ...arena.run.keywords import BUDGET
from ...arena.run.kinds import RULES, RunKind
from .settings import SIZES, CostsSettings

KIND = RunKind(
    module=__name__,
    name="costs",
    command="balance costs",
    title="Worth beside price",
    about="Estimates what each troop and command is worth in points, beside what it costs.",
    group=RULES,
    example={"budget": "50s"},
    options=(CostsSettings, BUDGET),
    sizes=SIZES,
    task="CostsTask",
    result="CostsResult",
)
