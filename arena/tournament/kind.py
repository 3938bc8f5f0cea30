"""The declaration of a tournament."""

from ..run.headings import SEARCH
from ..run.keywords import AGENT, ALL_NAMED, QUICK, Keyword, setups_keyword
from ..run.kinds import GAMES, RunKind
from ..run.titles import setups_in
from .settings import TournamentSettings

KIND = RunKind(
    module=__name__,
    name="tournament",
    command="tournament",
    title="Tournament",
    about="Every two setups play each other, all by one agent: a table, ratings and which setup "
    "beats which.",
    group=GAMES,
    example={"setups": ["Default", "Rush", "Venom", "IAmWarrior"], "quick": True, "games": 20},
    first=("setups",),
    options=(
        setups_keyword(ALL_NAMED),
        Keyword(
            name="against",
            about="Only pairs with this setup: a gauntlet.",
            group=SEARCH,
            input="setup",
        ),
        TournamentSettings,
        AGENT,
        QUICK,
    ),
    engines=True,
    task="TournamentTask",
    result="TournamentResult",
    titled=lambda form, _: f"Tournament of {setups_in(form)}",
)
