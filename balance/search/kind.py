"""The declaration of a search for balance."""

from ...arena.run.headings import SEARCH
from ...arena.run.keywords import (
    BUDGET,
    REPEATED,
    Keyword,
    quick_keyword,
    setups_keyword,
)
from ...arena.run.kinds import RULES, RunKind
from .goals import DEFAULT, OBJECTIVES
from .settings import NAMED, QUICK, SIZES, BalanceSettings

_OTHERS = [name for name in OBJECTIVES if name not in (*DEFAULT, "length", "target")]

KIND = RunKind(
    module=__name__,
    name="balance",
    command="balance",
    title="Balance",
    about="Searches for changes of the rules towards a richer game: a front of trade-offs. It "
    "takes some minutes.",
    group=RULES,
    example={"free": ["*.cost"], "quick": True},
    first=("free",),
    options=(
        Keyword(
            name="free",
            about="Numbers that may change, such as *.cost or champion.*, with limits and a step "
            "if wanted: *.cost=25..400:25.",
            group=SEARCH,
            input="list",
            typed=REPEATED,
            required=True,
        ),
        Keyword(
            name="objectives",
            about=f"What to improve. Default: {', '.join(DEFAULT)}. Others: {', '.join(_OTHERS)}; "
            "length and target come with their options.",
            group=SEARCH,
            input="list",
            typed=REPEATED,
            choices=tuple(OBJECTIVES),
            option="objective",
        ),
        Keyword(
            name="target",
            about="How match-ups should end: a JSON list of objects with a, b and score.",
            group=SEARCH,
            input="text",
            typed="Or a CSV, TOML or JSON file.",
            read=".balance.search.target:target_text",
        ),
        setups_keyword(f"{NAMED} named ones that differ much"),
        BalanceSettings,
        BUDGET,
        quick_keyword("A first look: fewer setups, candidates and games."),
    ),
    sizes=SIZES,
    quick=QUICK,
    task="BalanceTask",
    result="BalanceResult",
    titled=lambda form, _: f"Balance, with {', '.join(form['free'])} free",
)
