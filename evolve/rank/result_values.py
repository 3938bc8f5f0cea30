"""The parts of a ranking's result, as `--json` prints them."""

from collections.abc import Sequence
from typing import Final

import msgspec

from ...agents.spec.spec import called
from ...results.page.words import percent, plural, share_text

Ends = tuple[float, float]
"""Of a 95 % interval."""

NEAR_PERFECT: Final = 0.9
"""Above this the noise of a check takes little from a rank correlation."""


class FieldShare(msgspec.Struct, frozen=True, kw_only=True):
    """An opponent, and its weight in the field."""

    name: str
    setup: str
    weight: float


class RankedSetup(msgspec.Struct, frozen=True, kw_only=True):
    """A setup of the top."""

    rank: int
    setup: str
    points: int
    """What it costs."""
    rating: float
    """Share of the points against the field, by games and model."""
    ci95: Ends
    games: int
    """Games of its own that the rating rests on."""
    judge_games: int
    """Those of them that the judge played."""
    confirmed: float
    """Score by the judge on held-out seeds."""
    confirmed_ci95: Ends
    confirmed_games: int


class ComponentEffect(msgspec.Struct, frozen=True, kw_only=True):
    """What goes with one more of a troop or command, or of two of them together."""

    things: tuple[str, ...]
    elo: float
    ci95: Ends

    @property
    def text(self) -> str:
        """The effect within forty columns."""
        low, high = self.ci95
        return f"{' + '.join(self.things):<27}{self.elo:>+5.0f} ±{(high - low) / 2:.0f}"


class HeldOutCheck(msgspec.Struct, frozen=True, kw_only=True):
    """What was expected of setups whose games by the judge were held out, and what they did."""

    setups: int
    games: int
    log_loss: dict[str, float]
    error: dict[str, float]
    slope: dict[str, float | None]
    """Of the log-odds: 1 if the model is calibrated; None where it expects the same of all."""
    covered: float
    """Share of the scores within their 95 % intervals."""
    covered_ci95: Ends


class TopCheck(msgspec.Struct, frozen=True, kw_only=True):
    """The mean rating of the top, and what it scored on held-out seeds."""

    rating: float
    score: float
    ci95: Ends
    games: int

    @property
    def text(self) -> str:
        """Both, and whether they differ."""
        low, high = self.ci95
        verdict = "no difference shown"
        if not low <= self.rating <= high:
            verdict = "less than it was rated" if high < self.rating else "more than it was rated"
        return f"rated {percent(self.rating)}, took {share_text(self.score, self.ci95)}: {verdict}"


class AgentAgreement(msgspec.Struct, frozen=True, kw_only=True):
    """How ratings and the judge's scores on held-out seeds agree."""

    rank_correlation: float
    ci95: Ends
    setups: int
    ceiling: float | None = None
    """About what a perfect order would reach: the scores have noise. Earlier runs do not say."""

    @property
    def text(self) -> str:
        """The correlation with its interval."""
        low, high = self.ci95
        doubt = "" if low > 0 or high < 0 else "; no agreement shown"
        return f"{self.rank_correlation:.2f} [{low:.2f}, {high:.2f}], {self.setups} setups{doubt}"

    @property
    def limit_text(self) -> str:
        """What the noise of the scores allows, where it matters."""
        if self.ceiling is None or self.ceiling > NEAR_PERFECT:
            return ""
        return f"a perfect order would reach about {self.ceiling:.2f}, since the scores have noise"


class CountedLevel(msgspec.Struct, frozen=True, kw_only=True):
    """A level of games, and what it counts for."""

    agent: str
    games: int
    """That ratings rest on."""
    most: float | None
    """All of a setup's games count as so many of the judge at most; None: as they are."""

    @property
    def text(self) -> str:
        """The level within a line."""
        worth = (
            ""
            if self.most is None
            else f"; a setup's count as {self.most:.0f} of the judge's at most"
        )
        return f"{plural(self.games, 'game')} by {called(self.agent)}{worth}"


class NamedPlace(msgspec.Struct, frozen=True, kw_only=True):
    """A named setup in its published formation against the field."""

    name: str
    setup: str
    score: float
    above: int
    """Setups of the space that are rated above that score."""
    ci95: Ends
    games: int


def overlap_text(best: Sequence[float], others: Sequence[Sequence[float]]) -> str:
    """Return how many others are not shown to be worse: their intervals overlap its own."""
    level = sum(high >= best[0] for _, high in others)
    if not level:
        return "no other's interval reaches its own"
    if level == len(others):
        return "none of the others is shown to be worse: the 95 % intervals overlap"
    verb = "is" if level == 1 else "are"
    return f"{level} of the others {verb} not shown to be worse: the 95 % intervals overlap"
