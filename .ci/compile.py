"""Compile kernels ahead of the tests: `compile.py actions` or `compile.py turns`.

Each half takes a process of its own, since numba compiles one function at a time, and about as
long: 17 s and 19 s of a core, where one process took 35.
"""

import sys

from conquest_opt.agents.game_runner import GameRunner
from conquest_opt.agents.spec.spec import AgentSpec
from conquest_opt.engine import Game
from conquest_opt.engine.kernels.packing import start_state
from conquest_opt.engine.notation.events import trace
from conquest_opt.engine.notation.replay import Replayer
from conquest_opt.engine.rules.ruleset import Ruleset
from conquest_opt.envs.batch import ConquestBatch
from conquest_opt.setups import army

RULES, ARMIES = Ruleset(), (army("Default"), army("Default"))


def play(agent: str) -> None:
    """Compile what plays agents of a family."""
    spec, start = AgentSpec.parse(agent), start_state(ARMIES, RULES, 0, [])
    played = GameRunner().play(RULES, start, spec, spec, seed=0, actions=1)
    if agent == "random":
        trace(RULES, start, played.actions)
        Replayer().follow(RULES, start, ["end"])


if sys.argv[1] == "turns":
    play("quick")
    Game.new(*ARMIES)
else:
    play("random")
    ConquestBatch(1).reset()
