"""The field that a setup is played against; by default the metagame's mixture."""

from collections.abc import Sequence

from ...arena.inputs.asked import Asked
from ...arena.inputs.errors import RequestError
from ...arena.inputs.shares import read_shares
from ...arena.play.entrant import Entrant
from ...engine.reading.input_error import mention
from ...setups.catalogue import legal_catalogue
from .field import Field
from .mixture import equal_shares, metagame_field


def read_against(values: Sequence[str], agent: str, request: Asked) -> Field:
    """Return the field that --against names, played by an agent; without it the usual one."""
    if not values:
        return _usual_field(agent, request)
    shares = read_shares(values, request)
    request.note_illegal([setup for setup, _ in shares])
    return Field.of(shares, agent)


def _usual_field(agent: str, request: Asked) -> Field:
    """Return the mixture of the metagame; where rules forbid it, all legal named setups alike."""
    if field := metagame_field(request.ruleset, agent):
        return field
    named = [Entrant.of(name, agent) for name in legal_catalogue(request.ruleset)]
    if not named:
        raise RequestError(
            f"no named setup is legal by these rules; give opponents: {mention('against')}",
            field="against",
        )
    request.note(
        "note: the mixture of the metagame is not legal by these rules; the field is the "
        f"{len(named)} named setups that are"
    )
    return equal_shares(named)
