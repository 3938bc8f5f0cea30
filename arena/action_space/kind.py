"""The declaration of a measurement of the action space."""

from ...setups.catalogue import SIX_UNLIKE
from ..run.keywords import setups_keyword
from ..run.kinds import RULES, RunKind
from .settings import ActionSpaceSettings

_NO_REPLAY = "games of two action spaces cannot be replayed"

KIND = RunKind(
    module=__name__,
    name="actionspace",
    command="actionspace",
    title="Size of the action space",
    about="What the thesis's reductions of the actions cost in strength, and how much smaller they "
    "make the game.",
    group=RULES,
    example={"agent": "fpu:advances=200", "setups": ["Rush"], "games": 24, "positions": 16},
    first=("setups",),
    options=(setups_keyword(", ".join(SIX_UNLIKE)), ActionSpaceSettings),
    refuses={
        "actions": "it compares action spaces",
        "cluster": "actionspace plays on this machine",
        "events": _NO_REPLAY,
        "save_games": _NO_REPLAY,
    },
    task="ActionSpaceTask",
    result="ActionSpaceResult",
    games=("action_space_games", "action_space_duels"),
)
