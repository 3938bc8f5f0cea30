"""Duels between ways of thinking: the same agent and setup on both sides, one thing different."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import msgspec

from ...agents.spec.spec import AgentSpec
from ...engine.rules.ruleset import ActionSpace
from ..stats.score import Score
from ..stats.values import ScoreValues
from .spaces import spaces

FULL_TURN = "full-turn"
"""The agent whose commands can come late."""


@dataclass(frozen=True)
class DuelSide:
    """How one side of a duel thinks."""

    agent: str
    actions: ActionSpace


@dataclass(frozen=True)
class Duel:
    """The reduction on (a) against the same without it (b)."""

    off: str
    """What b does without."""
    a: DuelSide
    b: DuelSide


DRAWN = 0.5
"""The points of a game that reached the limit of turns."""


@dataclass(frozen=True, kw_only=True)
class DuelGame:
    """A game of a duel: a's points, and what each side spent, a's first."""

    number: int
    """Among the games of all duels."""
    duel: int
    """Which duel."""
    game: int
    """Which of its games; 2p and 2p + 1 are a pair, and b takes the first turn of the second."""
    points: float
    turns: int
    decisions: tuple[int, int]
    advances: tuple[int, int]
    duration: float = 0.0


class DuelSideValues(msgspec.Struct, frozen=True, kw_only=True):
    """An agent and its action space, as plain values."""

    agent: str
    actions: dict[str, Any]


class Strength(msgspec.Struct, frozen=True, kw_only=True):
    """How the side with the reduction did against the one without."""

    total: ScoreValues
    on: DuelSideValues
    off: DuelSideValues
    turns_mean: float
    """Turns a game."""
    decisions_a_turn: tuple[float, float]
    """Of the side with the reduction, and of the other."""
    advances_a_turn: tuple[float, float]

    def json(self) -> dict[str, Any]:
        """Return it as `--json` has it."""
        values: dict[str, Any] = msgspec.to_builtins(self)
        return values.pop("total") | values


def duels(agent: str) -> list[Duel]:
    """Return the duels of an agent: one for each reduction, one for all, and those of the search.

    Merging needs an agent that can merge; late commands are always those of the full-turn agent,
    with the same budget.
    """
    spec = AgentSpec.parse(agent)
    thesis = ActionSpace.thesis()
    side = DuelSide(str(spec), thesis)
    pairings = [
        Duel(off, side, DuelSide(str(spec), space))
        for off, space in spaces().items()
        if off != "none"
    ]
    if spec.get("merge") is not None:
        merging, single = (str(_with(spec, "merge", value)) for value in ("true", "false"))
        pairings.append(Duel("merge", DuelSide(merging, thesis), DuelSide(single, thesis)))
    if spec.get("advances"):
        planner = AgentSpec.parse(FULL_TURN).with_budget("advances", int(spec["advances"]))
        late, early = (str(_with(planner, "late", value)) for value in ("true", "false"))
        pairings.append(Duel("late", DuelSide(late, thesis), DuelSide(early, thesis)))
    return pairings


def _with(spec: AgentSpec, name: str, value: str) -> AgentSpec:
    values = (value if n == name else v for n, v in zip(spec.names, spec.values, strict=True))
    return AgentSpec(spec.kind, tuple(values))


def strength_of(duel: Duel, games: Sequence[DuelGame]) -> Strength:
    """Return what all games of a duel, in their order, come to."""
    turns = sum(game.turns for game in games)
    pairs = zip(games[::2], games[1::2], strict=True)
    return Strength(
        total=ScoreValues.of(Score.of_pairs((one.points, two.points) for one, two in pairs)),
        on=_side_values(duel.a),
        off=_side_values(duel.b),
        turns_mean=turns / len(games),
        decisions_a_turn=_a_turn([game.decisions for game in games], turns),
        advances_a_turn=_a_turn([game.advances for game in games], turns),
    )


def _side_values(side: DuelSide) -> DuelSideValues:
    return DuelSideValues(agent=side.agent, actions=asdict(side.actions))


def _a_turn(spent: list[tuple[int, int]], turns: int) -> tuple[float, float]:
    """Return what each side spent in one of its turns; each has half of them."""
    return 2 * sum(a for a, _ in spent) / turns, 2 * sum(b for _, b in spent) / turns
