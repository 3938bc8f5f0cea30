"""The kinds of runs of this package, beside those of the arena."""

from ..arena.kinds import KINDS as ARENA_KINDS

KINDS = ARENA_KINDS | {
    "counter": ".evolve.counter",
    "formation": ".evolve.formation",
    "improve": ".evolve.improve",
    "rank": ".evolve.rank",
    "meta": ".evolve.meta",
    "styles": ".evolve.styles",
    "tune": ".evolve.tune",
}
