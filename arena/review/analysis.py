"""What an agent sees in a position, as text and as JSON.

    position ──▶ GameRunner.analyse ──▶ SearchReport ──▶ Analysis ──▶ text, JSON

Candidates are what the search chose from: whole turns of an agent that searches turns, single
actions of the others that grow a tree. An agent without a tree has no values; what it would do with
the turn is asked action by action. The line expected is cut at Winds of Fate where that is random:
what follows is not known to any player.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from ...agents.search.report import SearchReport
from ...agents.spec.spec import AgentSpec
from ...engine import Game
from ...engine.notation.drawing import SIDES
from ...engine.reading.input_error import InputError
from ...engine.records import RecordedTurn
from ...results.page.words import plural, wrapped
from .decisions import known_actions
from .lines import agent_name, line_end, line_turns
from .win_chance import CLEAR, SAYS_MORE, scored, standing

_WIDTH: Final = 79
SHOWN: Final = 8
"""Candidates that a text shows."""

Search = Callable[[Game, AgentSpec], SearchReport]
"""Searches from the position that a game is in."""


@dataclass(frozen=True)
class Analysis:
    """What an agent sees in a position."""

    game: Game
    agent: AgentSpec
    report: SearchReport
    end: Game
    """The game at the end of the line expected, begun from the position."""

    def json(self, top: int | None = None) -> dict[str, Any]:
        """Return it as plain values; `value` is None of an agent that gives none."""
        candidates = self.report.tried
        visits = max(sum(t.visits for t in candidates), 1)
        return {
            "position": self.game.position,
            "turn": self.game.turn,
            "player": self.game.player,
            "phase": self.game.phase,
            "agent": str(self.agent),
            "action": self.report.text,
            "value": candidates[0].value if candidates else None,
            "advances": self.report.advances,
            "iterations": self.report.iterations,
            "candidates_are": self._kind if candidates else None,
            "candidates": [
                {
                    "actions": self._names(t.actions),
                    "value": t.value,
                    "visits": t.visits,
                    "share": round(t.visits / visits, 4),
                }
                for t in candidates[:top]
            ],
            "line": [
                {"turn": turn.number, "player": turn.player, "actions": turn.actions}
                for turn in self._line
            ],
            "winner_of_line": self.end.winner,
        }

    def __str__(self) -> str:
        return self.text(SHOWN, "json({})")

    def text(self, top: int, more: str) -> str:
        """Return it for people; `more` says how to see the other candidates, as in "--top {}"."""
        lines = [*self._headline(), *self._candidates(top, more), "", self._line_heading()]
        for turn in self._line:
            head = f"  turn {turn.number:<4} {turn.side:<6} "
            lines += wrapped("; ".join(turn.actions), _WIDTH, head, " " * len(head))
        return "\n".join(lines)

    @property
    def _kind(self) -> str:
        return "turns" if self.agent.plays_turns else "actions"

    @property
    def _line(self) -> list[RecordedTurn]:
        return line_turns(self.end)

    def _names(self, actions: tuple[str, ...]) -> list[str]:
        return list(known_actions(actions, self.game.rules))

    def _headline(self) -> list[str]:
        name, report, turns = agent_name(self.agent), self.report, self.agent.plays_turns
        if not report.tried:
            return [f"{name} gives no values; what it would do is all it says."]
        value, side = report.tried[0].value, SIDES[self.game.player]
        whose = f"the {side} player {standing(value)}" if turns else f"for the {side} player"
        lines = [
            f"{name} sees {whose}: value {value:+.3f} (1 is won, -1 is lost)",
            f"{plural(report.advances, 'advance')}, {plural(report.iterations, 'iteration')}",
        ]
        if turns:
            lines.insert(1, self._experience(value))
        return [part for line in lines for part in wrapped(line, _WIDTH, "", "  ")]

    def _experience(self, value: float) -> str:
        """Return what such a value has meant in games."""
        if abs(value) < CLEAR and self.game.turn < SAYS_MORE:
            return "So early a value counts the armies and does not say who will win."
        score = scored(value)
        return f"In games of strong against itself the side ahead scored {score} % from there."

    def _candidates(self, top: int, more: str) -> list[str]:
        candidates = self.report.tried
        if not candidates:
            return []
        visits = max(sum(t.visits for t in candidates), 1)
        lines = ["", f"   value  search  {self._kind[:-1]}"]
        for candidate in candidates[:top]:
            share = f"{100 * candidate.visits / visits:.0f} %"
            text = "; ".join(self._names(candidate.actions))
            head = f"  {candidate.value:+.3f} {share:>6}   "
            lines += wrapped(text, _WIDTH, head, " " * len(head))
        if len(candidates) > top:
            rest = plural(len(candidates) - top, f"more {self._kind[:-1]}")
            lines.append(f"  and {rest}; {more.format(len(candidates))} shows all")
        return lines

    def _line_heading(self) -> str:
        if not self.report.tried:
            return "It would play"
        if self.end.winner is None:
            return "The line it expects"
        won = "a draw" if self.end.winner == "draw" else f"the {SIDES[self.end.winner]} player wins"
        return f"The line it expects: {won} in turn {self.end.turn}"


def analyse(game: Game, agent: AgentSpec, search: Search) -> Analysis:
    """Return what an agent sees in a game that is not over."""
    if game.outcome:
        raise InputError(f"there is nothing to analyse: {game.outcome}")
    report = search(game, agent)
    line = report.line if report.tried else tuple(rest_of_turn(game, agent, search))
    return Analysis(game, agent, report, line_end(game, line))


def rest_of_turn(game: Game, agent: AgentSpec, search: Search) -> Iterator[str]:
    """Yield what an agent would do with the rest of the turn, action by action."""
    later = game.copy()
    while later.winner is None and later.turn == game.turn:
        action = search(later, agent).text
        later.apply(action)
        yield action
