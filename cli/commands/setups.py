"""`conquest-opt setups`: the named setups, and any setup looked at closely."""

import json
from typing import Any

import click

from ...engine.rules.army import Army
from ...engine.rules.ruleset import Ruleset
from ...setups import NamedSetup, Setup, SetupError, catalogue
from ...setups.catalogue import catalogue_setup, named_like
from ...setups.notation import SHORT_NAMES
from ..options.rules import RuleOptions, known_errors, rules_options
from ..options.style_texts import SETUP
from ..terminal.output import say
from ..terminal.paging import say_paged

_SHORT = {command: short for short, command in SHORT_NAMES.items()}
"""Commands in few letters, so that a list fits 80 columns."""


@click.group()
def command() -> None:
    """List the named setups, show one, or check one of your own.

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
    """


@command.command("list")
@rules_options
@click.option("--json", "as_json", is_flag=True, help="A JSON list.")
def list_setups(rules: RuleOptions, as_json: bool) -> None:
    """List the 31 setups of the thesis.

    \b
    $ conquest-opt setups list
    name                  troops       points  commands
    Default               SSFFHHAMKC     1000  cry charge chastise
    Rush                  SSSSSSHKCC     1000  cry stoicism charge shield
    ...

    \b
    conquest-opt setups list --set champion.cost=225
    """
    chosen = rules.ruleset
    rows = [describe(named.setup, chosen, named) for named in catalogue().values()]
    if as_json:
        click.echo(json.dumps(rows))
        return
    lines = [f"{'name':<22}{'troops':<13}{'points':>6}  {'commands'}"]
    for row in rows:
        mark = "" if row["legal"] else " *"
        short = " ".join(_SHORT[c] for c in row["commands"])
        lines.append(
            f"{row['name']:<22}{row['troops']:<13}{row['points']:>6}  {short}{mark}".rstrip()
        )
    lines.append("")
    if not all(row["legal"] for row in rows):
        lines.append("* not legal by these rules; named setups are played as published")
    say_paged("\n".join(lines) + "\n")


@command.command()
@click.argument("name", type=SETUP)
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

    TEXT is troops and commands, a catalogue name, or a JSON file. Exits with 1 if
    it is not legal.

    \b
    conquest-opt setups check CCCCC --json
    """
    if not _show(text, rules.ruleset, as_json):
        raise SystemExit(1)


def _show(text: str, rules: Ruleset, as_json: bool) -> bool:
    """Print all about a setup; return whether it is legal."""
    try:
        setup, named = Setup.parse(text), catalogue_setup(text)
        data = describe(setup, rules, named)
        drawn = draw(setup, rules)
    except SetupError as error:
        raise known_errors(error) from None
    say(json.dumps(data) if as_json else f"{_lines(data, rules)}\n\n{drawn}")
    return data["legal"]


def describe(setup: Setup, rules: Ruleset, named: NamedSetup | None = None) -> dict[str, Any]:
    """Return all that can be said about a setup under rules."""
    return {
        **({"name": named.name} if named else {}),
        "setup": str(setup),
        "troops": setup.letters,
        "commands": list(setup.commands),
        "points": setup.cost(rules),
        "legal": not setup.faults(rules),
        "maximal": setup.is_maximal(rules),
        "faults": setup.faults(rules),
        "fits": setup.additions(rules),
        "formation": list(setup.formation or _formation(setup, rules)),
        **({"note": note} if (note := _note(setup, rules, named)) else {}),
    }


def _note(setup: Setup, rules: Ruleset, named: NamedSetup | None) -> str:
    """Return what is unusual about a setup, or that it is one of the catalogue under its name."""
    if named:
        return named.note
    alike = named_like(setup)
    if alike is None:
        return ""
    placed = setup.formation or _formation(setup, rules)
    if Army.from_formation(placed, setup.commands) == alike.army:
        return f"this is {alike.name} of the catalogue, in its formation"
    return (
        f"this is {alike.name} of the catalogue, but in another formation; by its name, "
        f"{alike.name}, it stands as published"
    )


def _formation(setup: Setup, rules: Ruleset) -> tuple[str, ...]:
    return setup.army(rules).formation if any(setup.counts) else ()


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
    rows = list(setup.formation or _formation(setup, rules))
    rows += [""] * (rules.board.home_rows - len(rows))
    marked = (" ".join(row.ljust(width).replace(" ", ".")) for row in rows)
    labels = (
        ("front", "middle", "back") if len(rows) == 3 else [f"row {i}" for i in range(len(rows))]
    )
    return "\n".join(f"{label:<8} {row}" for label, row in zip(labels, marked, strict=True))
