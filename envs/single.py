"""Conquest for Gymnasium: one side is the learner's, an agent of this program plays the other.

    from conquest_opt.envs.single import ConquestEnv

    env = ConquestEnv("Default", "Rush", opponent="quick")
    observation, info = env.reset(seed=1)
    action = env.action_space.sample(observation["action_mask"])
    observation, reward, terminated, truncated, info = env.step(action)

Observations and actions are those of `spaces`, always when it is the learner's move. The opponent's
turn is played within the step that ends one's own. A win is rewarded by 1, a loss by -1. An action
outside the mask loses the game; `info["illegal"]` is then True.
"""

from typing import Any, Literal

import numpy as np

from ..agents.game_runner import GameRunner
from ..agents.spec.spec import QUICK_AGENT, AgentSpec
from ..engine import Game
from ..engine.observation.spaces import ACTIONS
from ..engine.rules.ruleset import Ruleset
from ..setups import army
from .conquest_v0 import RENDER_MODES, observation_space, rendered
from .extras import missing
from .view import Observation, View, new_game

try:
    import gymnasium
    from gymnasium import spaces as gym_spaces
except ModuleNotFoundError as error:
    raise missing(error, "envs") from None

Step = tuple[Observation, float, bool, bool, dict[str, Any]]


class ConquestEnv(gymnasium.Env[Any, Any]):
    """One side of a game."""

    metadata: dict[str, Any] = {  # noqa: RUF012  (as the base class has it)
        "render_modes": list(RENDER_MODES),
        "render_fps": 4,
    }

    def __init__(
        self,
        setup: str = "Default",
        against: str = "Default",
        *,
        opponent: str = QUICK_AGENT,
        plays: Literal["first", "second", "either"] = "either",
        rules: Ruleset | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Take one's own setup, the opponent's and who plays it; `either` side is drawn anew."""
        if plays not in ("first", "second", "either"):
            raise ValueError(f"plays is first, second or either, not {plays!r}")
        if render_mode not in (None, *RENDER_MODES):
            raise ValueError(f"render_mode is human, ansi or rgb_array, not {render_mode!r}")
        self.rules, self.render_mode, self.plays = rules or Ruleset(), render_mode, plays
        self.setup, self.against = setup, against
        for text in (setup, against):
            army(text, self.rules).check(self.rules)
        self.opponent = AgentSpec.parse(opponent)
        self.observation_space = observation_space()
        self.action_space = gym_spaces.Discrete(ACTIONS)
        self._view, self._runner = View(self.rules), GameRunner()
        self._player = 0
        self._over = True
        self.game: Game

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game; `options` may have another `setup` and another one to play `against`."""
        super().reset(seed=seed)
        settings = options or {}
        setup, against = settings.get("setup", self.setup), settings.get("against", self.against)
        drawn, seed_of_game = int(self.np_random.integers(2)), int(self.np_random.integers(1 << 63))
        self._player = {"first": 0, "second": 1, "either": drawn}[self.plays]
        setups = (against, setup) if self._player else (setup, against)
        self.game = new_game(*setups, self.rules, seed_of_game)
        self._over = False
        self._answer()
        return self._observation(), {"player": self._player}

    def step(self, action: int) -> Step:
        """Take an action; where it ends the turn, the opponent plays its own."""
        if self._over:
            raise RuntimeError("the game is over, or has not begun: call reset()")
        if not self._legal(action):
            self._over = True
            return self._observation(), -1.0, True, False, {"player": self._player, "illegal": True}
        self._view.apply(self.game, int(action))
        self._answer()
        outcome = self.game.outcome
        self._over = outcome is not None
        reward = 0.0
        if outcome and outcome.winner != "draw":
            reward = 1.0 if outcome.winner == self._player else -1.0
        return self._observation(), reward, self._over, False, {"player": self._player}

    def render(self) -> str | np.ndarray | None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Return the board as text or image, or print it."""
        return rendered(self.game, self.render_mode)

    def _legal(self, action: int) -> bool:
        return 0 <= int(action) < ACTIONS and bool(self._observation()["action_mask"][int(action)])

    def _observation(self) -> Observation:
        return self._view.observe(self.game.state, self._player)

    def _answer(self) -> None:
        """Have the opponent play until it is the learner's move, or the game is over."""
        while self.game.outcome is None and self.game.player != self._player:
            seed = int(self.np_random.integers(1 << 63))
            report = self._runner.analyse(self.rules, self.game.state, self.opponent, seed=seed)
            turn = report.tried[0].actions if self.opponent.plays_turns else (report.text,)
            for text in turn:
                if text not in self.game.legal_actions():
                    break  # Winds of Fate, if random, made another command ready than was expected
                self.game.apply(text)
