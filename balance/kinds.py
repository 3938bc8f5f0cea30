"""Every kind of run: those of this package, beside those of the packages below."""

from ..evolve.kinds import KINDS as EVOLVE_KINDS

KINDS = EVOLVE_KINDS | {
    "whatif": ".balance.whatif",
    "balance": ".balance.search",
    "costs": ".balance.costs",
}
