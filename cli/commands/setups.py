"""`conquest-opt setups`: the named setups, one's own, and any setup looked at closely."""

import json
from typing import Any

import click

from ...api.listings import setup_values
from ...api.setup_data.lab import standing
from ...engine.rules.ruleset import Ruleset
from ...results.text.command_lines import command_line
from ...setups import Setup, SetupError, catalogue
from ...setups.lookup import given_setup
from ...setups.notation import SHORT_NAMES
from ...setups.own_setups import own_setups, setups_file
from ..options.rules import RuleOptions, known_errors, rules_options
from ..options.setups_file import setups_file_option
from ..parameters.style_texts import SETUP
from ..terminal.output import say
from ..terminal.paging import say_paged
from .own_setups import remove, save

_SHORT = {command: short for short, command in SHORT_NAMES.items()}
"""Commands in few letters, so that a list fits 80 columns."""


@click.group()
def command() -> None:
    """List the named setups, show or check one, save your own under names.

    \b
    $ conquest-opt setups check "CCC:battle-cry,stoicism,regenerate,charge"
    CCC:battle-cry,stoicism,regenerate,charge
    cost     975 of 1000 points
    legal    yes
    maximal  no
    fits     S
    ...

    \b
    conquest-opt setups list                 the 31 of the thesis
    conquest-opt setups show IAmWarrior      one of them, with its formation
    conquest-opt setups check mine.json --set limits.points=1100
    conquest-opt setups save Hammer SSCCC:charge,regenerate
    conquest-opt setups list --mine
    """


command.add_command(save)
command.add_command(remove)


@command.command("list")
@click.option("--mine", is_flag=True, help="Your own setups, which setups save has named.")
@setups_file_option
@rules_options
@click.option("--json", "as_json", is_flag=True, help="A JSON list.")
def list_setups(mine: bool, rules: RuleOptions, as_json: bool) -> None:
    """List the 31 setups of the thesis, or your own.

    \b
    $ conquest-opt setups list
    name                  troops       points  commands
    Default               SSFFHHAMKC     1000  cry charge chastise
    Rush                  SSSSSSHKCC     1000  cry stoicism charge shield
    ...

    \b
    conquest-opt setups list --set champion.cost=225
    conquest-opt setups list --mine
    """
    try:
        own = list(own_setups().values()) if mine else []
    except SetupError as error:
        raise known_errors(error) from None
    chosen = rules.ruleset
    rows = [setup_values(one.setup, chosen, one) for one in (own if mine else catalogue().values())]
    if as_json:
        click.echo(json.dumps(rows))
    elif not rows:
        example = command_line("setups save Hammer SSCCC:charge")
        say(f"{setups_file()} has no setup yet; {example} saves one")
    else:
        say_paged("\n".join(_table(rows)) + "\n")


def _table(rows: list[dict[str, Any]]) -> list[str]:
    """Return setups as lines of 80 columns, and what a mark among them means."""
    wide = max(22, *(len(row["name"]) + 1 for row in rows))
    lines = [f"{'name':<{wide}}{'troops':<13}{'points':>6}  {'commands'}"]
    for row in rows:
        mark = "" if row["legal"] else " *"
        short = " ".join(_SHORT[c] for c in row["commands"])
        name, troops = f"{row['name']:<{wide}}", f"{row['troops']:<12} "
        lines.append(f"{name}{troops}{row['points']:>6}  {short}{mark}".rstrip())
    lines.append("")
    if not all(row["legal"] for row in rows):
        lines.append("* not legal by these rules; named setups are played as published")
    return lines


@command.command()
@click.argument("name", type=SETUP)
@setups_file_option
@rules_options
@click.option("--json", "as_json", is_flag=True, help="A JSON object.")
def show(name: str, rules: RuleOptions, as_json: bool) -> None:
    """Show a setup with its formation: a named one, or any text or JSON file.

    \b
    $ conquest-opt setups show Rush
    Rush
    SSSSSSHKCC:battle-cry,stoicism,charge,shield-wall
    cost     1000 of 1000 points
    legal    yes
    maximal  yes
    ...
    front    . . . . . . . S . K . . . H . S . . . .
    ...

    \b
    conquest-opt setups show mine.json --set champion.cost=225
    """
    _show(name, rules.ruleset, as_json)


@command.command()
@click.argument("text", type=SETUP)
@setups_file_option
@rules_options
@click.option("--json", "as_json", is_flag=True, help="A JSON object.")
def check(text: str, rules: RuleOptions, as_json: bool) -> None:
    """Check a setup: cost, legal, maximal, what still fits, how it stands.

    \b
    $ conquest-opt setups check "CCS:charge"
    SCC:charge
    cost     500 of 1000 points
    legal    yes
    maximal  no
    ...

    TEXT is troops and commands, a name, or a JSON file. Exits with 1 if it is not
    legal.

    \b
    conquest-opt setups check CCCCC --json
    """
    if not _show(text, rules.ruleset, as_json):
        raise SystemExit(1)


def _show(text: str, rules: Ruleset, as_json: bool) -> bool:
    """Print all about a setup; return whether it is legal."""
    try:
        given = given_setup(text)
        data = setup_values(given.setup, rules, given.named)
        drawn = draw(given.setup, rules)
    except SetupError as error:
        raise known_errors(error) from None
    say(json.dumps(data) if as_json else f"{_lines(data, rules)}\n\n{drawn}")
    return data["legal"]


def _lines(data: dict[str, Any], rules: Ruleset) -> str:
    lines = [data["name"]] if "name" in data else []
    lines += [
        data["setup"],
        f"cost     {data['points']} of {rules.limits.points} points",
        _wrapped("legal", "yes" if data["legal"] else "no: " + "; ".join(data["faults"])),
        f"maximal  {'yes' if data['maximal'] else 'no'}",
        _wrapped("fits", ", ".join(data["fits"]) or "nothing more"),
    ]
    if "note" in data:
        lines.append(_wrapped("note", data["note"]))
    if not data["troops"]:
        lines.append(_wrapped("note", "has no troop, so it cannot be played"))
    return "\n".join(lines)


def _wrapped(title: str, text: str) -> str:
    return click.wrap_text(text, 79, f"{title:<9}", " " * 9)


def draw(setup: Setup, rules: Ruleset) -> str:
    """Return the formation as its owner's rows on the board, front row on top."""
    width = rules.board.width
    rows = list(setup.formation or standing(setup, rules))
    rows += [""] * (rules.board.home_rows - len(rows))
    marked = (" ".join(row.ljust(width).replace(" ", ".")) for row in rows)
    labels = (
        ("front", "middle", "back") if len(rows) == 3 else [f"row {i}" for i in range(len(rows))]
    )
    return "\n".join(f"{label:<8} {row}" for label, row in zip(labels, marked, strict=True))
