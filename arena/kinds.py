"""The kinds of runs of this package, by name."""

from .run.kinds import Kinds

KINDS = Kinds(
    {
        "match": ".arena.match",
        "tournament": ".arena.tournament",
        "ladder": ".arena.ladder",
        "agreement": ".arena.agreement",
        "explain": ".arena.explain",
        "actionspace": ".arena.action_space",
    }
)
