"""`Game`: the friendly layer over the kernels, for people, protocols and tests.

    g = Game.new(first_army, second_army, seed=1)
    g.legal_actions()        # ['select e3', ...]
    g.apply("select e3")     # changes and returns g

Everything in bulk goes around it: kernels play whole games without Python.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from sys import intern
from typing import Any, Literal

import numpy as np

from .kernels import entry
from .kernels.actions import MAX_ACTIONS
from .kernels.compiled import compile_together
from .kernels.layout import STATE, new_scratch
from .kernels.packing import pack_rules, start_state
from .kernels.perft import perft
from .notation.action_text import IllegalAction, action_texts, clean, phase_name
from .notation.drawing import draw
from .notation.position import read_position, write_position
from .notation.replay import Replayer
from .notation.snapshot import PositionError, dict_to_state, state_to_dict, winner_of
from .reading.input_error import InputError
from .reading.names import shown
from .rules.army import Army
from .rules.obstacles import draw_obstacles
from .rules.ruleset import ActionSpace, Ruleset

Winner = int | Literal["draw"]


@dataclass(frozen=True)
class Outcome:
    """How a game ended."""

    winner: Winner
    """0, 1 or "draw"."""
    reason: Literal["elimination", "turn limit"]
    turns: int
    """Turns played, the last one among them."""

    def __post_init__(self) -> None:
        reasons = {0: "elimination", 1: "elimination", "draw": "turn limit"}
        if self.winner not in reasons or reasons[self.winner] != self.reason:
            outcome = f"winner {shown(self.winner)} by {shown(self.reason)}"
            raise InputError(f"no game ends with {outcome}")

    def __str__(self) -> str:
        who = {0: "the first player won", 1: "the second player won", "draw": "a draw"}
        turns = "1 turn" if self.turns == 1 else f"{self.turns} turns"
        return f"{who[self.winner]} by {self.reason} after {turns}"


def outcome_of(state: np.record) -> Outcome | None:
    """Return how a game ended; None while it is open."""
    winner: Any = winner_of(state)
    if winner is None:
        return None
    reason = "turn limit" if winner == "draw" else "elimination"
    return Outcome(winner, reason, int(state.turn))


def _with_actions(rules: Ruleset, actions: ActionSpace | None) -> Ruleset:
    return rules if actions is None else replace(rules, actions=actions)


def _use_all_kernels(rules: np.record, state: np.record) -> None:
    """Call every kernel of this package on copies of a state."""
    states = np.zeros(2, STATE)
    states[0] = state
    out = np.zeros(MAX_ACTIONS, np.uint32)
    if entry.legal_actions(rules, states[0], new_scratch(), out):
        entry.advance_state(rules, states[0], int(out[0]))
    entry.hash_state(state)
    entry.random_games(rules, state, states, seed=0, turns=1)
    perft(rules, state, 2)


class Game:
    """A game in progress: rules, state, and the actions that led to it."""

    def __init__(self, rules: Ruleset, state: np.record, *, seed: int = 0) -> None:
        self.rules = rules
        self.state = state
        self.seed = seed
        self.armies: tuple[Army, Army] | None = None
        """The armies of a game played from its beginning; None if it began from a position."""
        self.origin: str | None = None
        """The line of the position that it began from; None if it was played from its beginning."""
        self.history: list[str] = []
        """Actions applied so far."""
        self._packed = pack_rules(rules)
        self._scratch = new_scratch()
        self._out = np.zeros(MAX_ACTIONS, np.uint32)
        compile_together("game", lambda: _use_all_kernels(self._packed, state))

    @classmethod
    def new(
        cls,
        first: Army,
        second: Army,
        *,
        rules: Ruleset | None = None,
        actions: ActionSpace | None = None,
        seed: int = 0,
    ) -> "Game":
        """Return a game at its beginning. `actions`, if given, replaces the rules' own."""
        rules = _with_actions(rules or Ruleset(), actions)
        for army in (first, second):
            if not isinstance(army, Army):
                raise InputError(
                    f"{shown(army)} is no Army; conquest_opt.setups.army makes one of text"
                )
        if isinstance(seed, bool) or not isinstance(seed, int):
            raise InputError(f"a seed is a whole number, not {shown(seed)}")
        state = start_state((first, second), rules, seed, draw_obstacles(rules, seed))
        game = cls(rules, state, seed=seed)
        game.armies = (first, second)
        return game

    # ---- looking ---------------------------------------------------------------------------------

    @property
    def player(self) -> int:
        """Whose turn it is: 0 or 1."""
        return int(self.state.player)

    @property
    def turn(self) -> int:
        """The turn's number; the first is 1."""
        return int(self.state.turn)

    @property
    def phase(self) -> str:
        """The phase the player to move is in."""
        return phase_name(self.state)

    @property
    def winner(self) -> Winner | None:
        """0, 1, "draw", or None while the game is open."""
        return winner_of(self.state)  # pyright: ignore[reportReturnType]

    @property
    def outcome(self) -> Outcome | None:
        """Who won, why and after how many turns; None while the game is open."""
        return outcome_of(self.state)

    @property
    def hash(self) -> int:
        """The 64-bit hash of the position, the same however its troops are numbered."""
        return int(entry.hash_state(self.state))

    def legal_actions(self) -> list[str]:
        """Return the legal actions as text, sorted; none once the game is over."""
        return sorted(self.numbered_actions())

    def numbered_actions(self) -> dict[str, int]:
        """Return the legal actions as kernels number them, by their text."""
        count = entry.legal_actions(self._packed, self.state, self._scratch, self._out)
        return action_texts(self.state, self._out[:count])

    def perft(self, depth: int) -> int:
        """Return the number of action sequences of a length from here."""
        return perft(self._packed, self.state, depth)

    def __str__(self) -> str:
        return draw(self.to_dict(), self.rules)

    # ---- playing ---------------------------------------------------------------------------------

    def apply(self, action: str) -> "Game":
        """Change the game by an action and return it; raise IllegalAction if it is not legal."""
        text = clean(str(action))
        legal = self.numbered_actions()
        if text not in legal:
            raise IllegalAction(text, self.phase, sorted(legal))
        entry.advance_state(self._packed, self.state, legal[text])
        self.history.append(text)
        return self

    def apply_all(self, actions: Sequence[str]) -> np.ndarray:
        """Change the game by actions in a row, all or none; return them as kernels number them.

        One kernel plays them all: 50 times as fast as one after the other.
        """
        played = Replayer().follow(self.rules, self.state, actions)
        if (legal := len(played.numbers)) < len(actions):
            there = Game(self.rules, played.end)
            wrong, right = clean(str(actions[legal])), there.legal_actions()
            raise IllegalAction(wrong, there.phase, right, legal + 1)
        self.state = played.end
        self.history += [intern(clean(action)) for action in actions]
        return played.numbers

    def copy(self) -> "Game":
        """Return an independent copy."""
        state = np.zeros(1, STATE)
        state[0] = self.state
        game = Game(self.rules, state[0], seed=self.seed)
        game.armies, game.origin = self.armies, self.origin
        game.history = list(self.history)
        return game

    # ---- as values -------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """Return the complete position as plain JSON values.

        A troop's `moved` is the movement points it has spent this turn. Beyond the state there are
        `rules`, the edits that lead to them from the standard ones, and `stream`, the state of the
        random stream where `winds = random`.
        """
        return {**state_to_dict(self.state, self.rules), "rules": list(self.rules.edits)}

    @classmethod
    def from_dict(
        cls,
        data: Mapping[str, Any],
        *,
        rules: Ruleset | None = None,
        actions: ActionSpace | None = None,
    ) -> "Game":
        """Return the game of a dict as `to_dict` makes it; `rules`, if given, replace its own."""
        if not isinstance(data, Mapping):
            raise PositionError(f"a position is a mapping such as to_dict makes, not {shown(data)}")
        if rules is None:
            edits = data.get("rules", ())
            if not isinstance(edits, list | tuple):
                raise PositionError(f"rules must be a list of edits, not {shown(edits)}")
            rules = Ruleset().edit(*edits)
        rules = _with_actions(rules, actions)
        game = cls(rules, dict_to_state(data, rules))
        game.origin = game.position
        return game

    @property
    def position(self) -> str:
        """The complete position and its rules as one line (see `notation.position`)."""
        return write_position(self.to_dict())

    @classmethod
    def from_position(
        cls, text: str, *, rules: Ruleset | None = None, actions: ActionSpace | None = None
    ) -> "Game":
        """Return the game of a line as `position` makes it; `rules`, if given, replace its own."""
        return cls.from_dict(read_position(text), rules=rules, actions=actions)
