"""The declaration of a search for formations."""

from ...arena.run.keywords import AGAINST, BUDGET, setup_keyword
from ...arena.run.kinds import SETUPS, RunKind
from ...arena.run.titles import about_setup
from ..proposals.search_settings import SIZES
from .settings import FormationSettings

KIND = RunKind(
    module=__name__,
    name="formation",
    command="formation",
    title="Formation",
    about="Searches for where the troops of a setup should stand.",
    group=SETUPS,
    example={"setup": "Rush", "against": ["Default", "Venom"], "budget": "50s"},
    first=("setup",),
    options=(
        setup_keyword("setup", "The setup whose troops are to stand better."),
        AGAINST,
        FormationSettings,
        BUDGET,
    ),
    sizes=SIZES,
    task="FormationTask",
    result="FormationResult",
    titled=about_setup("Formation"),
)
