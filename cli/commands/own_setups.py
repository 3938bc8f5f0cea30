"""`conquest-opt setups save` and `remove`: setups of the user's own, under names."""

import sys

import click

from ...engine.rules.ruleset import Ruleset
from ...results.text.command_lines import command_line
from ...setups import Setup
from ...setups.catalogue import catalogue_setup
from ...setups.lookup import given_setup, nearest_name
from ...setups.own_setups import check_name, own_setup, own_setups, setups_file
from ..options.rules import known_errors
from ..options.setups_file import setups_file_option
from ..parameters.style_texts import SETUP
from ..terminal.output import say


@click.command()
@click.argument("name")
@click.argument("setup", type=SETUP)
@click.option("--force", is_flag=True, help="Replace your setup of that name without a question.")
@lambda command: setups_file_option(command, new=True)
def save(name: str, setup: str, force: bool) -> None:
    """Save a setup of your own under a NAME, for use wherever a setup is.

    \b
    $ conquest-opt setups save Hammer SSCCC:charge --setups-file my.toml
    Hammer is SSCCC:charge, in my.toml

    SETUP is text, a name, or a JSON file; a formation is saved with it. NAME has letters, digits, -
    and _, and matches in any case. The file can be edited by hand.

    \b
    conquest-opt setups save Hammer SSCCC:charge,regenerate
    conquest-opt setups save Wall wall.json
    conquest-opt match Hammer Default --quick
    """
    from ...results.files.own_setups import save_setup  # noqa: PLC0415

    try:
        check_name(name)
        playing = given_setup(setup).playing
        known = own_setup(name)
        if known and known.setup == playing:
            say(f"{known.name} is {playing} already, in {setups_file()}")
            return
        if known and not force:
            _ask(known.name, known.setup, playing)
        saved = save_setup(setups_file(), name, playing, replace=known is not None)
    except ValueError as error:
        raise known_errors(error) from None
    say(f"{saved} is {playing}{_formation(playing)}, in {setups_file()}")
    for fault in playing.faults(Ruleset()):
        say(f"note: {saved} {fault}", err=True)


def _ask(name: str, old: Setup, new: Setup) -> None:
    """Ask whether a setup may be replaced; where no person can answer, it may not."""
    has = f"{name} is {old}{_formation(old)}"
    if not sys.stdin.isatty():
        raise click.ClickException(f"{has}; --force replaces it")
    click.confirm(f"{has}. Replace it by {new}{_formation(new)}?", abort=True)


def _formation(setup: Setup) -> str:
    return " in a formation of its own" if setup.formation else ""


@click.command()
@click.argument("name")
@setups_file_option
def remove(name: str) -> None:
    """Remove a setup of your own; stored runs keep what they played.

    \b
    $ conquest-opt setups remove Hammer --setups-file mine.toml
    removed Hammer, SSCCC:regenerate,charge, from mine.toml

    \b
    conquest-opt setups remove Hammer
    conquest-opt setups list --mine
    """
    from ...results.files.own_setups import remove_setup  # noqa: PLC0415

    try:
        known = own_setup(name)
        if known is None:
            raise click.ClickException(_unknown(name))
        remove_setup(setups_file(), known.name)
    except ValueError as error:
        raise known_errors(error) from None
    say(f"removed {known.name}, {known.setup}{_formation(known.setup)}, from {setups_file()}")


def _unknown(name: str) -> str:
    """Return why a setup cannot be removed."""
    if named := catalogue_setup(name):
        return f"{named.name} is a setup of the catalogue, which stays"
    if near := nearest_name(name, own_setups()):
        return f"you have no setup {name!r}; did you mean {near}?"
    listed = command_line("setups list --mine")
    return f"you have no setup {name!r}; {listed} lists those of {setups_file()}"
