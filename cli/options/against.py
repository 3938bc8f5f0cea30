"""--against: the field that a setup is played against; by default the metagame's mixture."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ...arena.run.headings import SEARCH
from ...engine.rules.ruleset import Ruleset
from ...setups.catalogue import legal_catalogue
from ..parameters.style_texts import SETUPS
from ..terminal.output import say
from .agents import note_illegal
from .grouped import grouped_option
from .opponents import read_shares
from .setups_file import setups_file_option
from .stored import Form, share_options

if TYPE_CHECKING:
    from ...evolve.proposals.field import Field


def against_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --against and --setups-file; the command receives `against`, the values as given."""
    option = grouped_option(
        "--against",
        group=SEARCH,
        type=SETUPS,
        multiple=True,
        metavar="SETUPS",
        help="The opponents: a setup, several with weights such as Rush=2,Venom=1, all (the 31 "
        "named ones), a file, or a query, which may have a column weight; default: the mixture "
        "of the metagame. May be repeated.",
    )
    return option(setups_file_option(command))


def read_against(values: Sequence[str], rules: Ruleset, agent: str, db: Path | None) -> "Field":
    """Return the field that --against names, played by an agent; without it the usual one."""
    from ...evolve.proposals.field import Field  # noqa: PLC0415  (brings numba)

    if not values:
        return _usual_field(rules, agent)
    shares = read_shares(values, db)
    if not shares:
        raise click.UsageError(
            "--against names no setup; give one such as IAmWarrior, or several: Rush=2,Venom=1"
        )
    note_illegal([setup for setup, _ in shares], rules)
    return Field.of(shares, agent)


def against_options_of(form: Form) -> dict[str, Any]:
    """Return the option of a stored task."""
    return {"against": share_options(form["field"])}


def _usual_field(rules: Ruleset, agent: str) -> "Field":
    """Return the mixture of the metagame; where rules forbid it, all legal named setups alike."""
    from ...arena.play.entrant import Entrant  # noqa: PLC0415
    from ...evolve.proposals.mixture import equal_shares, metagame_field  # noqa: PLC0415

    if field := metagame_field(rules, agent):
        return field
    named = [Entrant.of(name, agent) for name in legal_catalogue(rules)]
    if not named:
        raise click.UsageError("no named setup is legal by these rules; give opponents: --against")
    say(
        "note: the mixture of the metagame is not legal by these rules; the field is the "
        f"{len(named)} named setups that are",
        err=True,
    )
    return equal_shares(named)
