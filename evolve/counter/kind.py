"""The declaration of a search for counters."""

from ...arena.run.keywords import BUDGET, CONSTRAINTS, OPPONENTS, TARGET
from ...arena.run.kinds import SETUPS, RunKind
from ...arena.run.titles import setups_in
from .settings import SIZES, CounterSettings

KIND = RunKind(
    module=__name__,
    name="counter",
    command="evolve counter",
    title="Counter-setups",
    about="Searches for setups that beat one setup, several, or a mixture. The best are checked on "
    "new games.",
    group=SETUPS,
    example={"target": "Rush", "budget": "50s"},
    first=("target",),
    options=(TARGET, OPPONENTS, CounterSettings, BUDGET, *CONSTRAINTS),
    sizes=SIZES,
    task="CounterTask",
    result="CounterResult",
    titled=lambda form, _: f"Counter-setups against {setups_in(form)}",
)
