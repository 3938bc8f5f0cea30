"""What each turn of a game was worth, and what it gave away.

    decisions ──▶ search every position ──▶ the best turn of each
                                              │
              search where the best turns lead, as deep as where the played ones led
                                              │
              where that differs: the same once more with a longer search ──▶ TurnValue

A turn's loss is the value after the best turn minus the value after the one that was played. Both
are searches of the same depth from the positions after the turn: the search before it sees one turn
less far, so that its value differs from both by more than noise. Whatever leads to the same
position loses nothing.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from ...agents.spec.parameters import BUDGETS, AgentError
from ...agents.spec.spec import AgentSpec
from ...engine import GameRecord
from ...engine.reading.input_error import InputError
from ...engine.rules.ruleset import Ruleset
from .decisions import TurnDecision, decisions_of, known_actions, outcomes
from .searches import Searched, Searches
from .win_chance import win_chance

# In ten games the value before a turn less that after it marks 40 blunders, searches of the same
# depth after the two turns 15, and these longer ones take three of 36 marks away.
LONGER: Final = 4
"""How many times its budget a search has where a turn seems to have given something away."""
SUSPICIOUS: Final = 0.03
"""Of the chance to win: what a turn seems to have given away if it is searched for longer."""


@dataclass(frozen=True)
class TurnValue:
    """A decision of a game: what was played, what would have been best, and what each is worth.

    Values are for its player, from -1 (lost) to 1 (won).
    """

    turn: int
    player: int
    first: int
    """How many actions of the game were played before it."""
    played: tuple[str, ...]
    played_value: float
    played_line: tuple[str, ...]
    """What was played, and what is expected after it."""
    best: tuple[str, ...]
    """The best turn that the search knows; what was played if it knows no better one."""
    best_value: float
    best_line: tuple[str, ...]
    searched_longer: bool = False

    @property
    def loss(self) -> float:
        """What it gave away of the value."""
        return self.best_value - self.played_value

    @property
    def chance_loss(self) -> float:
        """What it gave away of the chance to win."""
        return win_chance(self.best_value) - win_chance(self.played_value)


@dataclass(frozen=True)
class GameValues:
    """The values of a game's turns."""

    start: float
    """For the first player, before the first of them."""
    turns: tuple[TurnValue, ...]
    """Those that were played to their end."""


def turn_values(
    record: GameRecord,
    agent: AgentSpec,
    *,
    seed: int = 0,
    threads: int | None = None,
    on_searched: Searched = lambda *_: None,
) -> GameValues:
    """Return what each complete turn of a game was worth to an agent that searches whole turns.

    The same record, agent and seed give the same values for any number of threads.
    """
    check_reviewer(agent)
    decisions = [decision for decision in decisions_of(record) if decision.complete]
    if not decisions:
        raise InputError("the game has no finished turn yet: there is nothing to review")
    searches = Searches(record.rules, agent, seed=seed, threads=threads, on_searched=on_searched)
    longer = Searches(
        record.rules, longer_agent(agent), seed=seed, threads=threads, on_searched=on_searched
    )
    values = _values(searches, decisions, [decision.actions for decision in decisions], "turns")
    doubted = [n for n, value in enumerate(values) if value.chance_loss >= SUSPICIOUS]
    again = _values(
        longer, [decisions[n] for n in doubted], [values[n].best for n in doubted], "mistakes"
    )
    for n, value in zip(doubted, again, strict=True):
        values[n] = replace(value, searched_longer=True)
    start = searches.value([decisions[0].start], player=0)
    return GameValues(start, tuple(values))


def check_reviewer(agent: AgentSpec) -> None:
    """Refuse an agent that has no values of whole turns."""
    if not agent.plays_turns:
        raise AgentError(
            f"{agent} does not search whole turns, so it has no value for one; "
            "strong, medium, quick and other strategists do"
        )


def longer_agent(agent: AgentSpec) -> AgentSpec:
    """Return the agent that looks again at what may be a mistake."""
    budget = next(p for p in agent.kind.parameters if p.name in BUDGETS and agent[p.name])
    return agent.with_budget(budget.name, min(LONGER * int(agent[budget.name]), int(budget.high)))


@dataclass(frozen=True)
class _Choice:
    """A way to make a decision, and the positions that it can lead to, all equally likely."""

    actions: tuple[str, ...]
    ends: list[np.record]


def _values(
    searches: Searches,
    decisions: Sequence[TurnDecision],
    rivals: Sequence[tuple[str, ...]],
    what: str,
) -> list[TurnValue]:
    """Return the values of decisions; a rival is another turn that may be the best."""

    def choices(turns: Iterable[Sequence[str]]) -> list[_Choice]:
        pairs = zip(decisions, turns, strict=True)
        return [_choice(searches.rules, decision.start, turn) for decision, turn in pairs]

    played, others = choices(decision.actions for decision in decisions), choices(rivals)
    starts = [decision.start for decision in decisions]
    searches.search([*starts, *_ends(played)], what)
    best = choices(searches[start].turn for start in starts)
    searches.search([*_ends(best), *_ends(others)], f"better {what}")
    ways = zip(decisions, played, best, others, strict=True)
    return [_value(searches, decision, *choices) for decision, *choices in ways]


def _choice(rules: Ruleset, start: np.record, turn: Sequence[str]) -> _Choice:
    actions = known_actions(turn, rules)
    return _Choice(actions, outcomes(rules, start, actions))


def _ends(choices: Iterable[_Choice]) -> list[np.record]:
    return [end for choice in choices for end in choice.ends]


def _value(
    searches: Searches, decision: TurnDecision, played: _Choice, *others: _Choice
) -> TurnValue:
    """Return a decision's value; of equal choices the one that was played is the best."""

    def worth(choice: _Choice) -> float:
        return searches.value(choice.ends, decision.player)

    def line(choice: _Choice) -> tuple[str, ...]:
        certain = len(choice.ends) == 1
        return choice.actions + (searches[choice.ends[0]].line if certain else ())

    best = max((played, *others), key=worth)
    return TurnValue(
        turn=decision.turn,
        player=decision.player,
        first=decision.first,
        played=played.actions,
        played_value=worth(played),
        played_line=known_actions(line(played), searches.rules),
        best=best.actions,
        best_value=worth(best),
        best_line=known_actions(line(best), searches.rules),
    )
