"""The declaration of a search for small changes of a setup."""

from ...arena.run.headings import SEARCH
from ...arena.run.keywords import AGAINST, BUDGET, CONSTRAINTS, REPEATED, Keyword, setup_keyword
from ...arena.run.kinds import SETUPS, RunKind
from ...arena.run.titles import about_setup
from .settings import SIZES, ImproveSettings

KIND = RunKind(
    module=__name__,
    name="improve",
    command="improve",
    title="Improvements of a setup",
    about="Searches for small changes that make a setup better: a troop or a command for another.",
    group=SETUPS,
    example={"setup": "Venom", "budget": "50s"},
    first=("setup",),
    options=(
        setup_keyword("setup", "The setup that should become better."),
        AGAINST,
        Keyword(
            name="keep",
            about='What must stay: champions, "2 scouts", C, charge, "all commands".',
            group=SEARCH,
            input="list",
            typed=REPEATED,
        ),
        ImproveSettings,
        BUDGET,
        *CONSTRAINTS,
    ),
    sizes=SIZES,
    task="ImproveTask",
    result="ImproveResult",
    titled=about_setup("Improvements"),
)
