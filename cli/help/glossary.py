"""`conquest-opt glossary`: what the terms of output and docs mean."""

import json
from dataclasses import asdict
from difflib import get_close_matches

import click

from ...engine.reading.names import LONGEST_SHOWN, shown
from ...results.page.words import listed
from ...results.text.command_lines import command_line
from ...results.text.glossary import Term, terms
from ..parameters.completing import Named
from ..terminal.paging import say_paged

_WIDTH = 79
_NEAREST = 3
"""Terms that are named where none is like the one asked for."""


@click.command()
@click.argument("words", nargs=-1, metavar="[TERM]", type=Named("TERM", terms))
@click.option("--json", "as_json", is_flag=True, help="A JSON list.")
def command(words: tuple[str, ...], as_json: bool) -> None:
    """Say what a term of output and docs means.

    \b
    $ conquest-opt glossary nash mixture
    Nash mixture
      The weights with which no opponent gains, even one who knows them.

    \b
    $ conquest-opt glossary exploitabilty
    Error: no term 'exploitabilty'; did you mean exploitability?

    Without TERM it prints all of them. TERM may be a part of a name, in any
    case. docs/glossary.md is the same as a page, with links to the methods.

    \b
    conquest-opt glossary
    conquest-opt glossary seed --json
    """
    chosen = _found(" ".join(words)) if words else list(terms().values())
    if as_json:
        click.echo(json.dumps([_described(term) for term in chosen]))
    else:
        say_paged("\n\n".join(_text(term) for term in chosen))


def _found(wanted: str) -> list[Term]:
    """Return the term of a name; else those whose name has it as a part."""
    known = {name.lower(): term for name, term in terms().items()}
    asked = " ".join(wanted.lower().split())
    chosen = [known[asked]] if asked in known else [t for n, t in known.items() if asked in n]
    if asked and chosen:
        return chosen
    near = get_close_matches(asked[:LONGEST_SHOWN], known, n=1)
    raise click.ClickException(
        f"no term {shown(wanted)}; did you mean {known[near[0]].name}?"
        if near
        else f"no term {shown(wanted)}; the nearest are {listed(_nearest(asked, known), _NEAREST)} "
        f"({command_line('glossary')} prints all)"
    )


def _nearest(asked: str, known: dict[str, Term]) -> list[str]:
    """Return the terms that have most in common with a text, however little that is."""
    near = get_close_matches(asked[:LONGEST_SHOWN], known, n=_NEAREST, cutoff=0.0)
    return [known[name].name for name in near]


def _text(term: Term) -> str:
    meaning = click.wrap_text(term.meaning, _WIDTH, "  ", "  ")
    return f"{click.style(term.name, bold=True)}\n{meaning}"


def _described(term: Term) -> dict[str, str]:
    values = asdict(term)
    return {name: values[name] for name in ("name", "meaning", "hint")}
