"""A claim of the thesis, and whether games confirm it."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal

from ...results.page.grids import NOTHING

Verdict = Literal["confirmed", "not confirmed", "undecided", "not measured"]

MEANING: Final[dict[Verdict, str]] = {
    "confirmed": "these games say the same",
    "not confirmed": "these games say otherwise",
    "undecided": "these games do not decide it",
    "not measured": "these games cannot tell",
}


@dataclass(frozen=True, kw_only=True)
class Claim:
    """What the thesis says, what these games say, and the verdict."""

    claim: str
    """The claim in our words."""
    thesis: str
    """The thesis's figures."""
    here: str
    """The figures of these games, with intervals."""
    verdict: Verdict
    remark: str = ""
    """What to bear in mind, if anything."""
    numbers: dict[str, Any]
    """The figures as plain JSON values."""

    def to_dict(self) -> dict[str, Any]:
        """Return the claim as plain JSON values."""
        return asdict(self)


def counted(claims: Sequence[Claim]) -> dict[str, int]:
    """Return how many claims have each verdict."""
    return {verdict: sum(c.verdict == verdict for c in claims) for verdict in MEANING}


def not_measured(claim: str, thesis: str, why: str) -> Claim:
    """Return a claim that these games cannot tell anything about."""
    return Claim(
        claim=claim, thesis=thesis, here=NOTHING, verdict="not measured", remark=why, numbers={}
    )
