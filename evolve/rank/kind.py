"""The declaration of a ranking."""

from ...arena.run.headings import SEARCH
from ...arena.run.keywords import BUDGET, CONSTRAINTS, REPEATED, Keyword
from ...arena.run.kinds import SETUPS, RunKind
from .settings import SIZES, USUAL_BUDGET, RankSettings

KIND = RunKind(
    module=__name__,
    name="rank",
    command="evolve rank",
    title="Ranking of all setups",
    about="Rates every maximal setup against a field, by games and a model of them. The best are "
    "confirmed on new games.",
    group=SETUPS,
    example={"agent": "greedy", "games": 4000, "race_games": 0, "judge_games": 1000, "top": 10},
    first=("field",),
    options=(
        Keyword(
            name="field",
            about="The opponents, with weights if wanted, such as Rush=2,Venom=1; default: the "
            "mixture of the metagame.",
            group=SEARCH,
            input="setups",
            typed=f"As for --opponents of evolve counter: files and queries too. {REPEATED}",
            weighted=True,
        ),
        RankSettings,
        BUDGET,
        *CONSTRAINTS,
    ),
    sizes=SIZES,
    usual_budget=USUAL_BUDGET,
    task="RankTask",
    result="RankResult",
)
