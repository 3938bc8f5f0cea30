"""The rules as text of 80 columns: all of them, a part in depth, or what differs."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter

import click

from ...api.board.words import command_effect
from ...balance.rules.edits import RuleNumber, in_words
from ...engine.rules.listing import ListedRule, alike_rules, part_text
from ...engine.rules.ruleset import Ruleset, as_text
from ...engine.rules.stats import COMMANDS, LETTERS, TROOPS, title
from ...engine.rules.texts import GROUP_TEXTS
from ...engine.rules.values import ChoiceRule
from ...results.page.text_table import text_table
from ...results.page.words import plural, wrapped
from ...results.text.command_lines import command_line
from ..play.words import WIDTH

TABLES = ("troops", "commands")
"""Groups whose parts have the same fields: a table shows them."""

_NO_BREAK = "\N{NO-BREAK SPACE}"

_STEP = "Numbers with a step may be changed by balance --free, in such steps."

Numbers = Mapping[str, RuleNumber]
"""What `balance --free` may change, by name."""


def all_text(every: Sequence[ListedRule], rules: Ruleset, numbers: Numbers) -> str:
    """Return all rules by groups, what each command does in a few words."""
    lines = _wrapped(
        "The rules, by the names that --set takes, as in --set champion.cost=225. Brackets have "
        f"the limits. {_STEP}"
    )
    for group, own in groupby(every, key=attrgetter("group")):
        effects: dict[str, str] = {}
        if group == "commands":
            effects = {slug: command_effect(slug, rules) for slug in COMMANDS}
        lines += ["", *_group(group, list(own), numbers, effects)]
    marked = any(rule.value != rule.standard for rule in every)
    note = ["* differs from the standard rules; --diff shows only that"] if marked else []
    more = f"A part in more depth: {command_line('rules vigilance')}"
    return "\n".join([*lines, "", *note, more])


def parts_text(
    parts: Sequence[Sequence[ListedRule]], every: Sequence[ListedRule], numbers: Numbers
) -> str:
    """Return parts in depth, or some rules."""
    texts = ["\n".join(_part(chosen, every, numbers)) for chosen in parts]
    free = any(rule.name in numbers for chosen in parts for rule in chosen)
    return "\n\n".join([*texts, *([_STEP] if free else [])])


def _part(
    chosen: Sequence[ListedRule], every: Sequence[ListedRule], numbers: Numbers
) -> Iterator[str]:
    for group in GROUP_TEXTS:
        own = [rule for rule in every if rule.group == group]
        if chosen == own:
            texts = {slug: part_text(slug) for slug in COMMANDS} if group == "commands" else {}
            yield from _group(group, own, numbers, texts)
            return
    for part, some in groupby(chosen, key=attrgetter("part")):
        own = list(some)
        if own == [rule for rule in every if rule.part == part]:
            yield from _heading(part)
            yield ""
        for rule in own:
            yield from _entry(rule, numbers.get(rule.name))


def difference_text(changed: Sequence[ListedRule], parts: Sequence[str], rules: Ruleset) -> str:
    """Return a line for each rule that differs: name, standard, now, and what it means."""
    if not changed:
        where = f" in {', '.join(parts)}" if parts else ""
        return f"nothing{where} differs from the standard rules"
    rows = [(rule.name, as_text(rule.standard), as_text(rule.value)) for rule in changed]
    heads = ("rule", "standard", "now")
    wide = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    first = ["  ".join(map(str.ljust, row, wide)) + "  " for row in (heads, *rows)]
    words = [in_words(f"{rule.name}={as_text(rule.value)}", Ruleset()) for rule in changed]
    lines = [
        line
        for start, text in zip(first, ["what it means", *words], strict=True)
        for line in _wrapped(text, start, " " * len(start))
    ]
    every = plural(len(rules.by_name()), "rule")
    return "\n".join([*lines, "", f"{len(changed)} of {every}; digest {rules.digest()}"])


def _heading(part: str) -> Iterator[str]:
    """Yield the name of a part, and what it is."""
    name = part
    if part in TROOPS:
        letter = LETTERS[TROOPS.index(part)]
        name = f"{title(part)} (a troop, {letter} in the text of a setup)"
    elif part in COMMANDS:
        name = f"{title(part)} (a command)"
    yield click.style(name, bold=True)
    yield from _wrapped(part_text(part))


def _group(
    group: str, own: Sequence[ListedRule], numbers: Numbers, texts: Mapping[str, str]
) -> Iterator[str]:
    """Yield a group: as a table where its parts have the same fields, then `texts` of parts."""
    yield from _heading(group)
    yield ""
    if group not in TABLES:
        for rule in own:
            yield from _entry(rule, numbers.get(rule.name))
        return
    yield from _table(group, own)
    yield ""
    yield from _indented(_fields(own, numbers))
    if texts:
        yield ""
        yield from _indented(texts.items())


def _table(group: str, own: Iterable[ListedRule]) -> Iterator[str]:
    """Yield the values, a part a row."""
    values: dict[str, dict[str, str]] = {}
    for rule in own:
        values.setdefault(rule.part, {})[rule.field] = _value(rule)
    fields = list(dict.fromkeys(field for row in values.values() for field in row))
    rows = [[part, *(row.get(field, "") for field in fields)] for part, row in values.items()]
    right = [False, *(True for _ in fields)]
    lines, _ = text_table([group.removesuffix("s"), *fields], rows, WIDTH - 2, right=right)
    yield from (f"  {line}" for line in lines)


def _fields(own: Sequence[ListedRule], numbers: Numbers) -> Iterator[tuple[str, str]]:
    """Yield what each field means, once; one that means several things by the rules' names."""
    first = [alike[0] for alike in alike_rules(own)]
    for rule in first:
        several = [other for other in first if other.field == rule.field]
        name = rule.name if len(several) > 1 else rule.field
        yield name, f"{rule.about}{_limits(rule, numbers.get(rule.name))}"


def _entry(rule: ListedRule, number: RuleNumber | None) -> Iterator[str]:
    """Yield a rule with its value, what it does and what it may be."""
    standard = "" if rule.value == rule.standard else f", standard {as_text(rule.standard)}"
    yield f"  {rule.name} = {as_text(rule.value)}{standard}"
    yield from _wrapped(f"{rule.about}{_limits(rule, number)}", " " * 6, " " * 6)
    if isinstance(rule.kind, ChoiceRule):
        for choice, meaning in rule.kind.choices.items():
            yield from _wrapped(f"{choice}: {meaning}", " " * 6, " " * 8)


def _limits(rule: ListedRule, number: RuleNumber | None) -> str:
    """Return the limits in brackets; words of which each is explained need none."""
    if isinstance(rule.kind, ChoiceRule):
        return ""
    parts = [rule.limits, rule.bound, f"step {number.step}" if number else ""]
    return f" [{'; '.join(part.replace(' ', _NO_BREAK) for part in parts if part)}]"


def _value(rule: ListedRule) -> str:
    return as_text(rule.value) + ("" if rule.value == rule.standard else "*")


def _indented(texts: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield names with their texts, the texts below each other."""
    pairs = list(texts)
    wide = max(len(name) for name, _ in pairs)
    for name, text in pairs:
        yield from _wrapped(text, f"  {name:<{wide}}  ", " " * (wide + 4))


def _wrapped(text: str, first: str = "", rest: str = "") -> list[str]:
    return [line.replace(_NO_BREAK, " ") for line in wrapped(text, WIDTH, first, rest)]
