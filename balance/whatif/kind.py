"""The declaration of a what-if."""

from collections.abc import Sequence

from ...arena.run.headings import RULES as RULES_HEADING
from ...arena.run.headings import SPEND
from ...arena.run.keywords import (
    ALL_NAMED,
    BUDGET,
    REPEATED,
    Keyword,
    quick_keyword,
    setups_keyword,
)
from ...arena.run.kinds import RULES, Form, RunKind
from ...arena.run.settings import settings_of
from ...engine.reading.input_error import mention
from ...engine.rules.ruleset import Ruleset
from ...results.page.words import plural
from ..rules.edits import in_words
from .settings import QUICK_ADAPTING, SIZES, AdaptSettings, WhatifSettings

_ROUNDS = settings_of(AdaptSettings)["rounds"]


def _title(form: Form, _: Sequence[str]) -> str:
    first, *others = form["variants"]
    if others:
        number = len(form["variants"])
        name = form.get("sweep") or "the rules"
        return f"What-if: {plural(number, 'value')} of {name}"
    before = Ruleset().edit(*(form.get("rules") or form.get("before") or ()))
    return f"What-if: {'; '.join(in_words(edit, before) for edit in first)}"


KIND = RunKind(
    module=__name__,
    name="whatif",
    command="whatif",
    title="What-if",
    about="Compares the game before a change of the rules with the game after, and says what "
    "changed beyond noise.",
    group=RULES,
    example={"set": ["champion.cost=225"], "quick": True},
    first=("set",),
    options=(
        Keyword(
            name="sweep",
            about="Several values of a rule, one after the other: a curve, such as "
            "champion.cost=150..250:25.",
            group=RULES_HEADING,
            input="text",
        ),
        Keyword(
            name="base",
            about="A rule of both before and after. Default: standard.",
            group=RULES_HEADING,
            input="edits",
            typed=f"Or a TOML file of rules. {REPEATED}",
            read=".arena.inputs.rules:edits_of",
        ),
        setups_keyword(ALL_NAMED),
        WhatifSettings,
        quick_keyword("Fewer games: less than a minute."),
        BUDGET,
        Keyword(
            name="rounds",
            about=_ROUNDS.description or "",
            group=SPEND,
            input="whole",
            least=_ROUNDS.ge,
            most=_ROUNDS.le,
            usual=f"{AdaptSettings().rounds}; with {mention('quick')} {QUICK_ADAPTING['rounds']}",
        ),
    ),
    sizes=SIZES,
    task="WhatifTask",
    result="WhatifResult",
    titled=_title,
)
