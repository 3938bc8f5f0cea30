"""`View`: what a player sees of one game, in arrays of its own, and games stepped by numbers."""

from functools import lru_cache

import numpy as np

from ..engine import Game
from ..engine.kernels.layout import new_scratch
from ..engine.kernels.packing import pack_rules
from ..engine.notation.action_text import action_texts
from ..engine.observation.kernels import GEOMETRY, action_of_number, observe_state
from ..engine.observation.spaces import ARRAYS
from ..engine.rules.ruleset import Ruleset
from ..setups import army

Observation = dict[str, np.ndarray]


@lru_cache(maxsize=64)
def geometry_of(rules: Ruleset) -> np.record:
    """Return what kernels need to know of a board."""
    geometry = np.zeros(1, np.dtype((np.record, GEOMETRY)))[0]
    geometry.width, geometry.height = rules.board.width, rules.board.height
    geometry.full_health = max(troop.health for troop in rules.troops.values())
    return geometry


def new_game(first: str, second: str, rules: Ruleset, seed: int) -> Game:
    """Return a game of two setups, given by name or text, at its beginning."""
    return Game.new(army(first, rules), army(second, rules), rules=rules, seed=seed)


class View:
    """Observes games of some rules; each observation is made of new arrays."""

    def __init__(self, rules: Ruleset) -> None:
        self._rules, self._geometry = pack_rules(rules), geometry_of(rules)
        self._scratch = new_scratch()

    def observe(self, state: np.record, player: int) -> Observation:
        """Return what a player sees; the mask is empty unless it is that player's move."""
        arrays = {name: np.zeros(shape, kind) for name, (shape, kind, _) in ARRAYS.items()}
        observe_state(self._rules, self._geometry, state, self._scratch, player, *arrays.values())
        return arrays

    def engine_action(self, state: np.record, action: int) -> int:
        """Return the engine's number of a legal action."""
        return action_of_number(self._rules, self._geometry, state, self._scratch, action)

    def apply(self, game: Game, action: int) -> None:
        """Play a legal action."""
        [text] = action_texts(game.state, np.array([self.engine_action(game.state, action)]))
        game.apply(text)
