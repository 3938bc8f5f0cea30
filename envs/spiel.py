"""Conquest for OpenSpiel: importing this registers the game `python_conquest` with pyspiel.

    import pyspiel
    from conquest_opt.envs import spiel            # registers it

    game = pyspiel.load_game("python_conquest", {"first": "SSC:charge", "second": "CC"})
    state = game.new_initial_state()

Actions are those of `spaces`; the observation tensor is the table of troops and the numbers, one
after the other, from the side of the player who asks. Winds of Fate is seeded, so that nothing is
left to chance. Rules are edits, joined by semicolons: {"rules": "champion.cost=225"}.
"""

from typing import Any

import numpy as np

from ..engine import Game
from ..engine.notation.action_text import action_texts
from ..engine.observation.spaces import ACTIONS, NUMBERS, TROOPS_SHAPE
from ..engine.reading.input_error import InputError
from ..engine.rules.longest import longest_game
from ..engine.rules.ruleset import Ruleset
from .extras import missing
from .view import View, new_game

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise missing(error, "openspiel") from None

NAME = "python_conquest"

_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Conquest",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"first": "Default", "second": "Default", "rules": "", "seed": 0},
)


class ConquestGame(pyspiel.Game):
    """Two setups and the rules."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        settings = _TYPE.parameter_specification | (params or {})
        edits = [edit for edit in str(settings["rules"]).split(";") if edit]
        self.rules = Ruleset().edit(*edits)
        if self.rules.winds == "random":
            raise InputError("Winds of Fate is seeded in OpenSpiel: leave out winds=random")
        self.setups = str(settings["first"]), str(settings["second"])
        self.seed = int(settings["seed"])
        self.view = View(self.rules)
        new_game(*self.setups, self.rules, self.seed)  # raises if a setup is wrong
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=longest_game(self.rules).actions,
        )
        super().__init__(_TYPE, info, params or {})

    def new_initial_state(self) -> "ConquestState":
        """Return the beginning of a game."""
        return ConquestState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "ConquestObserver":
        """Return what observes states of this game."""
        return ConquestObserver()


class ConquestState(pyspiel.State):
    """A position of a game."""

    def __init__(self, game: ConquestGame) -> None:
        super().__init__(game)
        self.view = game.view
        self.game: Game = new_game(*game.setups, game.rules, game.seed)

    def current_player(self) -> int:
        """Return whose move it is."""
        return pyspiel.PlayerId.TERMINAL if self.is_terminal() else self.game.player

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.game.outcome is not None

    def returns(self) -> list[float]:
        """Return 1 for the winner and -1 for the loser."""
        outcome = self.game.outcome
        if outcome is None or outcome.winner == "draw":
            return [0.0, 0.0]
        return [1.0, -1.0] if outcome.winner == 0 else [-1.0, 1.0]

    def _legal_actions(self, player: int) -> list[int]:
        return np.flatnonzero(self.view.observe(self.game.state, player)["action_mask"]).tolist()

    def _apply_action(self, action: int) -> None:
        self.view.apply(self.game, action)

    def _action_to_string(self, player: int, action: int) -> str:
        number = self.view.engine_action(self.game.state, action)
        [text] = action_texts(self.game.state, np.array([number]))
        return text

    def __deepcopy__(self, memo: dict) -> "ConquestState":
        other = ConquestState(self.get_game())
        other.game = self.game.copy()
        return other

    def __str__(self) -> str:
        return self.game.position


class ConquestObserver:
    """Writes what a player sees to a tensor."""

    def __init__(self) -> None:
        troops, numbers = int(np.prod(TROOPS_SHAPE)), len(NUMBERS)
        self.tensor = np.zeros(troops + numbers, np.float32)
        self.dict = {
            "troops": self.tensor[:troops].reshape(TROOPS_SHAPE),
            "numbers": self.tensor[troops:],
        }

    def set_from(self, state: ConquestState, player: int) -> None:
        """Write what a player sees of a state."""
        arrays = state.view.observe(state.game.state, player)
        for name, part in self.dict.items():
            part[:] = arrays[name]

    def string_from(self, state: ConquestState, player: int) -> str:
        """Return a state as text; both players see all of it."""
        return str(state)


pyspiel.register_game(_TYPE, ConquestGame)
