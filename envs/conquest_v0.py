"""Conquest for PettingZoo: `player_0` and `player_1` take turns of several actions each.

    from conquest_opt.envs import conquest_v0

    env = conquest_v0.env("Default", "Rush", render_mode="ansi")
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        over = termination or truncation
        action = None if over else env.action_space(agent).sample(observation["action_mask"])
        env.step(action)

`spaces` says what is observed and what the actions are. A win is rewarded by 1, a loss by -1; a
draw at the turn limit, which is a rule of the game, by 0. An action outside the mask loses the
game, with PettingZoo's own warning.
"""

import sys
from typing import Any

import numpy as np

from ..engine import Game
from ..engine.notation.drawing import SIDES
from ..engine.observation.spaces import ACTIONS, ARRAYS
from ..engine.rules.ruleset import Ruleset
from ..setups import army
from .extras import missing
from .picture import picture
from .view import Observation, View, new_game

try:
    from gymnasium import spaces as gym_spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as error:
    raise missing(error, "envs") from None

AGENTS = ["player_0", "player_1"]
RENDER_MODES = ("human", "ansi", "rgb_array")


def observation_space() -> gym_spaces.Dict:
    """Return the space of observations, the same for both agents."""
    return gym_spaces.Dict(
        {
            name: gym_spaces.Box(low=0, high=most, shape=shape, dtype=kind)  # pyright: ignore
            for name, (shape, kind, most) in ARRAYS.items()
        }
    )


def rendered(game: Game, mode: str | None) -> str | np.ndarray | None:
    """Return a game's board as text or image; for a human, print it."""
    if mode == "rgb_array":
        return picture(game)
    if mode == "ansi":
        return str(game)
    if mode == "human":
        sys.stdout.write(f"{game}\n")
        sys.stdout.flush()
    return None


def env(*args: Any, **values: Any) -> AECEnv:
    """Return the environment with PettingZoo's usual checks around it."""
    raw = raw_env(*args, **values)
    checked = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


class raw_env(AECEnv):  # noqa: N801  (PettingZoo's name)
    """The environment itself."""

    metadata: dict[str, Any] = {  # noqa: RUF012  (as the base class has it)
        "name": "conquest_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 4,
    }

    def __init__(
        self,
        first: str = "Default",
        second: str = "Default",
        *,
        rules: Ruleset | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Take two setups, by name or text; `reset` may be given others."""
        super().__init__()
        if render_mode not in (None, *RENDER_MODES):
            raise ValueError(f"render_mode is human, ansi or rgb_array, not {render_mode!r}")
        self.rules, self.render_mode = rules or Ruleset(), render_mode
        self.setups = first, second
        for setup in self.setups:
            army(setup, self.rules).check(self.rules)
        self.possible_agents = list(AGENTS)
        self.observation_spaces = {agent: observation_space() for agent in AGENTS}
        self.action_spaces = {agent: gym_spaces.Discrete(ACTIONS) for agent in AGENTS}
        self._view = View(self.rules)
        self._random, _ = seeding.np_random()
        self.game: Game

    def observation_space(self, agent: str) -> gym_spaces.Space:
        """Return what an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gym_spaces.Space:
        """Return what an agent may choose from; the mask says what is legal."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; `options` may have other setups as `first` and `second`.

        Other options are left to wrappers, as PettingZoo wants it.
        """
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        settings = options or {}
        first, second = (settings.get(s, u) for s, u in zip(SIDES, self.setups, strict=True))
        self.game = new_game(first, second, self.rules, int(self._random.integers(1 << 63)))
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[int(self.game.state.player)]

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees now."""
        return self._view.observe(self.game.state, AGENTS.index(agent))

    def step(self, action: int | None) -> None:
        """Take an action of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        mask = self.observe(agent)["action_mask"]
        if action is None or not 0 <= int(action) < ACTIONS or not mask[action]:
            raise ValueError(f"action {action} is not in the action_mask of agent {agent}")
        self._view.apply(self.game, int(action))
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        if outcome := self.game.outcome:
            self.terminations = dict.fromkeys(AGENTS, True)
            for number, name in enumerate(AGENTS):
                draw = outcome.winner == "draw"
                self.rewards[name] = 0 if draw else 1 if outcome.winner == number else -1
        self.agent_selection = AGENTS[int(self.game.state.player)]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | np.ndarray | None:
        """Return the board as text or image, or print it."""
        return rendered(self.game, self.render_mode)

    def close(self) -> None:
        """Nothing is open."""
