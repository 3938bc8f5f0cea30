"""Recorded games and lines for people: titles, endings, and actions by turns."""

from collections.abc import Sequence

from ...agents.spec.parameters import BUDGETS
from ...agents.spec.presets import PRESETS
from ...agents.spec.spec import AgentSpec, called
from ...engine import Game, GameRecord
from ...engine.notation.drawing import SIDES
from ...engine.records import RecordedTurn
from .decisions import known_actions


def game_title(record: GameRecord) -> str:
    """Return which setups played, for people."""
    return " against ".join(record.names) if record.armies else "From a position"


def ending(record: GameRecord, resigned: int | None = None) -> str:
    """Return how a game ended, or that it has no end yet."""
    if record.outcome:
        text = str(record.outcome)
        return f"{text[0].upper()}{text[1:]}."
    turn = record.turns()[-1].number
    if resigned is not None:
        return f"The {SIDES[resigned]} player resigned in turn {turn}."
    return f"The game has no end yet: it was left in turn {turn}."


def line_end(game: Game, actions: Sequence[str]) -> Game:
    """Return the game at the end of a line, begun from the position that a game is in.

    The line is cut where chance decides: what follows is not known to any player.
    """
    end = Game.from_position(game.position)
    for action in known_actions(actions, game.rules):
        end.apply(action)
    return end


def line_turns(end: Game) -> list[RecordedTurn]:
    """Return the turns of a line by where it ends."""
    return [turn for turn in GameRecord.of(end).turns() if turn.actions]


def agent_name(agent: AgentSpec) -> str:
    """Return an agent's text for people: a preset by its name, with another budget too."""
    budgets = [f"{name}={agent[name]}" for name in BUDGETS if agent.get(name)]
    named = (f"{preset}:{budget}" for preset in PRESETS for budget in budgets)
    text = called(str(agent))
    if text in PRESETS:
        return text
    return next((name for name in named if AgentSpec.parse(name) == agent), text)
