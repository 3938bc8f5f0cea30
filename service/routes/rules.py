"""Rules: every number with its text and limits, edits checked, setups counted."""

from typing import Annotated, Any

import msgspec
from litestar import get
from litestar.params import QueryParameter

from ...api.listings import rules_values
from ...api.setup_data.counts import counted_setups
from ...balance.rules.edits import in_words
from ...balance.search.goals import OBJECTIVES
from ...engine.rules.listing import listed_rules, named_rules
from ...engine.rules.ruleset import Ruleset
from ..shared.asked import Actions, Edits, asked_rules


class RuleChange(msgspec.Struct, kw_only=True):
    """A change of the standard rules."""

    edit: str
    words: str


class CheckedRules(msgspec.Struct, kw_only=True):
    """Rules that can be, and what they do to the setups."""

    digest: str
    changes: list[RuleChange]
    legal: int
    """Setups that can be bought."""
    maximal: int
    """Setups to which nothing can be added."""
    exact: int
    """Setups that cost exactly the limit."""


@get("/rules", sync_to_thread=True, tags=["rules"])
def list_rules(
    edits: Edits = None,
    actions: Actions = None,
    part: Annotated[
        str | None,
        QueryParameter(
            max_length=100, description="A troop, command, group, rule, field or pattern."
        ),
    ] = None,
    changed: Annotated[
        bool, QueryParameter(description="Only what differs from standard.")
    ] = False,
) -> dict[str, Any]:
    """List the rules: what each number does, its limits, its standard value and its value."""
    rules = asked_rules(edits, actions)
    chosen = listed_rules(rules)
    if part is not None:
        chosen = named_rules(part, chosen)
    if changed:
        chosen = [rule for rule in chosen if rule.value != rule.standard]
    return rules_values(chosen, rules)


@get("/rules/check", sync_to_thread=True, tags=["rules"])
def check_rules(edits: Edits = None, actions: Actions = None) -> CheckedRules:
    """Check changes of the rules, and count the setups that they allow."""
    rules = asked_rules(edits, actions)
    counts = counted_setups(rules)
    return CheckedRules(
        digest=rules.digest(),
        changes=[RuleChange(edit=edit, words=in_words(edit, Ruleset())) for edit in rules.edits],
        legal=counts.all,
        maximal=counts.maximal,
        exact=counts.exact,
    )


@get("/rules/objectives", sync_to_thread=False, tags=["rules"])
def list_objectives() -> list[dict[str, Any]]:
    """List what rules can be judged by: what each figure means, and whether more is better."""
    return [
        {n: getattr(one, n) for n in ("name", "about", "form", "more", "games")}
        for one in OBJECTIVES.values()
    ]


HANDLERS = (list_rules, check_rules, list_objectives)
