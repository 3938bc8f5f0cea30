"""The declaration of a search for the metagame."""

from ...arena.run.headings import SEARCH
from ...arena.run.keywords import BUDGET, CONSTRAINTS, REPEATED, Keyword, quick_keyword
from ...arena.run.kinds import SETUPS, RunKind
from .settings import QUICK, SIZES, MetaSettings

KIND = RunKind(
    module=__name__,
    name="meta",
    command="evolve meta",
    title="Metagame",
    about="Searches for the mixture of setups that no other setup gains much on. It takes some "
    "minutes.",
    group=SETUPS,
    example={"quick": True},
    options=(
        Keyword(
            name="start",
            about="Setups to start with. Default: the named setups that keep the rules and "
            "constraints.",
            group=SEARCH,
            input="setups",
            typed=f"As for --setups of a tournament. {REPEATED}",
        ),
        MetaSettings,
        quick_keyword(
            "Smaller numbers wherever none is given: a first look of some three minutes."
        ),
        BUDGET,
        *CONSTRAINTS,
    ),
    sizes=SIZES,
    quick=QUICK,
    task="MetaTask",
    result="MetaResult",
)
