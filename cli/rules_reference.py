"""Every rule as one page.

    python -m conquest_opt.cli.rules_reference docs/reference/rules.md

The page is made from the rules themselves, as `conquest-opt rules` is, and a test compares the two.
"""

import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby
from operator import attrgetter
from pathlib import Path

from ..balance.rules.edits import rule_numbers
from ..engine.rules.listing import ListedRule, alike_rules, listed_rules, part_text
from ..engine.rules.ruleset import Ruleset, as_text
from ..engine.rules.stats import LETTERS, TROOPS, title
from ..engine.rules.values import ChoiceRule

_HEAD = """# Rules

Do not edit: the page is generated from the rules by
`python -m conquest_opt.cli.rules_reference docs/reference/rules.md`.

`conquest-opt rules` shows the same on a terminal, `conquest-opt rules vigilance` a part of it.
Every command that plays or enumerates takes changed rules: `--set champion.cost=225`, once for
each change, or a TOML file as `--rules FILE`. `conquest-opt rules --toml > mine.toml` writes such a
file to begin with, and `conquest-opt rules --rules mine.toml --diff` says what it changes. A file
may leave out what stays standard:

```toml
max_turns = 300
[champion]
cost = 225
[actions]
command_window = "combat-rally"
```

Values outside the limits are refused. `whatif` and `balance` also refuse rules that make no game
([Guide: balance](../guide-balance.md#what-a-change-does-whatif)). `balance --free` may change the
numbers with a step, in such steps.
"""


def page() -> str:
    """Return all rules as a Markdown page."""
    lines = [_HEAD]
    for group, some in groupby(listed_rules(Ruleset()), key=attrgetter("group")):
        own = list(some)
        lines += [f"## {group.capitalize()}", "", part_text(group), ""]
        if group == "troops":
            lines += [*_values(group, own), "", *_fields(own)]
        elif group == "commands":
            lines += [*_values(group, own), "", *_fields(own), ""]
            lines += _table(["command", "what it does"], _texts(own))
        else:
            heads = ["rule", "standard", "limits", "step", "what it does"]
            rows = ([f"`{r.name}`", f"`{as_text(r.standard)}`", *_meaning(r)] for r in own)
            lines += _table(heads, rows)
        lines.append("")
    return "\n".join(lines)


def _values(group: str, own: Sequence[ListedRule]) -> list[str]:
    """Return the standard values, a part a row."""
    fields = list(dict.fromkeys(rule.field for rule in own))
    rows = []
    for part, some in groupby(own, key=attrgetter("part")):
        values = {rule.field: str(rule.standard) for rule in some}
        rows.append([_named(part), *(values.get(field, "") for field in fields)])
    return _table([group.removesuffix("s"), *(f"`{field}`" for field in fields)], rows)


def _named(part: str) -> str:
    letter = f" ({LETTERS[TROOPS.index(part)]})" if part in TROOPS else ""
    return f"{title(part)}{letter} `{part}`"


def _texts(own: Iterable[ListedRule]) -> Iterator[list[str]]:
    for part in dict.fromkeys(rule.part for rule in own):
        yield [title(part), part_text(part)]


def _fields(own: Sequence[ListedRule]) -> list[str]:
    """Return what each field means, once for all parts of which it says the same."""
    rows = []
    for alike in alike_rules(own):
        some = len(alike) < len({rule.part for rule in own})
        of = f" of {' and '.join(title(rule.part) for rule in alike)}" if some else ""
        rows.append([f"`{alike[0].field}`{of}", *_meaning(alike[0])])
    return _table(["field", "limits", "step", "what it does"], rows)


@cache
def _steps() -> dict[str, str]:
    return {number.name: str(number.step) for number in rule_numbers(Ruleset())}


def _meaning(rule: ListedRule) -> list[str]:
    """Return limits, step and what a rule does."""
    bound = f"; {rule.bound}" if rule.bound else ""
    choices = rule.kind.choices if isinstance(rule.kind, ChoiceRule) else {}
    meanings = "; ".join(f"`{choice}`: {meaning}" for choice, meaning in choices.items())
    about = f"{rule.about} {meanings}." if meanings else rule.about
    return [f"{rule.limits}{bound}", _steps().get(rule.name, ""), about]


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    lines = [f"| {' | '.join(cells)} |" for cells in (heads, *rows)]
    return [lines[0], "|---" * len(heads) + "|", *lines[1:]]


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")
