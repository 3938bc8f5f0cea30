"""How a comparison of agents by their setups is started."""

from typing import Annotated

from ..run.headings import SPEND
from ..run.settings import Settings, option


class AgreementSettings(Settings, frozen=True, kw_only=True):
    """How many games."""

    games: Annotated[
        int,
        option(
            "Games for each two setups, by each agent; rounded up to a multiple of four: two "
            "halves of side-swapped pairs.",
            SPEND,
            least=1,
        ),
    ] = 12
