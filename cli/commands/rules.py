"""`conquest-opt rules`: what every rule does, what it may be, and what was changed.

The rules that were asked for are chosen first, by parts and by --diff; then one of three forms is
written: text, JSON or TOML. Sentences and limits are the engine's (`engine/rules/listing.py`), the
steps and the words of a change those of `balance`.
"""

import json
from collections.abc import Sequence

import click

from ...api.listings import rules_values
from ...balance.rules.edits import rule_numbers
from ...engine.rules.listing import ListedRule, listed_rules, named_rules
from ...engine.rules.values import UnknownRule
from ..options.rules import RuleOptions, game_options, rules_toml, unknown_text
from ..parameters.completing import Named, rule_parts
from ..terminal.output import say
from ..terminal.paging import say_paged
from .rules_text import all_text, difference_text, parts_text


@click.command()
@click.argument("parts", nargs=-1, type=Named("PART", rule_parts), metavar="[PART]...")
@game_options
@click.option("--diff", is_flag=True, help="Only what differs from the standard rules.")
@click.option("--toml", "as_toml", is_flag=True, help="A TOML file, for --rules FILE.")
@click.option("--json", "as_json", is_flag=True, help="A JSON object, with every limit.")
def command(
    parts: tuple[str, ...], rules: RuleOptions, diff: bool, as_toml: bool, as_json: bool
) -> None:
    """List the rules: what each number does, its limits and its standard value.

    \b
    $ conquest-opt rules vigilance
    Vigilance (a command)
    A troop of your own strikes first when it is attacked by a troop within its
    range: its counter-attack comes before the attack, which follows only if the
    ...
      vigilance.cost = 50
    ...

    \b
    $ conquest-opt rules --set champion.cost=225 --diff
    rule           standard  now  what it means
    champion.cost  200       225  Champion costs 225 instead of 200
    ...

    A PART is shown in more depth: a troop or a command (champion, vigilance), a
    group (troops, commands, limits, board, economy, actions, game), a rule
    (champion.cost), a field (cooldown) or a pattern ("*.cost"). With --set,
    --rules or --actions the rules are shown as changed; --diff shows only that.

    \b
    conquest-opt rules
    conquest-opt rules "*.cost" --json
    conquest-opt rules --toml > mine.toml
    """
    if as_toml and as_json:
        raise click.UsageError("--toml or --json, not both")
    ruleset = rules.ruleset
    every = listed_rules(ruleset)
    asked = [_named(part, every) for part in parts] or [every]
    chosen = [rule for rule in every if any(rule in part for part in asked)]
    if diff:
        chosen = [rule for rule in chosen if rule.value != rule.standard]
    numbers = {number.name: number for number in rule_numbers(ruleset)}
    if as_toml:
        click.echo(rules_toml(chosen), nl=False)
    elif as_json:
        click.echo(json.dumps(rules_values(chosen, ruleset)))
    elif diff:
        say(difference_text(chosen, parts, ruleset))
    elif parts:
        say_paged(parts_text(asked, every, numbers))
    else:
        say_paged(all_text(every, ruleset, numbers))


def _named(part: str, every: Sequence[ListedRule]) -> list[ListedRule]:
    try:
        return named_rules(part, every)
    except UnknownRule as error:
        raise click.UsageError(unknown_text(error)) from None
