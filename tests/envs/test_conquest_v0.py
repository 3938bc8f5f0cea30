"""The environment of PettingZoo, by PettingZoo's own tests and by the engine's texts."""

import warnings

import numpy as np
import pytest
from conquest_opt.engine import COMMANDS, Ruleset
from conquest_opt.engine.observation.spaces import (
    ACTIONS,
    FIRST_COMMAND,
    FIRST_MOVE,
    SIZE,
    SLOTS,
    action_name,
)
from conquest_opt.engine.rules.squares import square_name
from conquest_opt.envs import conquest_v0
from pettingzoo.test import api_test, render_test, seed_test


def test_pettingzoo_finds_nothing_wrong():
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
        api_test(conquest_v0.env("SSC:charge", "CC"), num_cycles=400)
    seed_test(lambda: conquest_v0.env(rules=Ruleset().edit("obstacles=12")), num_cycles=60)


def test_pettingzoos_rendering(capsys):
    render_test(conquest_v0.env)  # pyright: ignore[reportArgumentType]
    assert "first player" in capsys.readouterr().out


def masked_texts(env, agent: str) -> list[str]:
    """Return the legal actions of a mask as the engine writes them, found from the troops' rows."""
    seen, player = env.observe(agent), conquest_v0.AGENTS.index(agent)
    board = env.unwrapped.rules.board

    def square(u: int, v: int) -> str:
        x, y = (board.width - 1 - u, board.height - 1 - v) if player else (u, v)
        return square_name(x, y)

    def at(side: int, slot: int) -> str:
        return square(*seen["troops"][side, slot, 1:3].tolist())

    texts = []
    for action in np.flatnonzero(seen["action_mask"]).tolist():
        verb, _, what = action_name(action).partition(" ")
        if verb in ("end", "winds-of-fate"):
            texts.append(verb)
        elif verb == "move":
            v, u = divmod(action - FIRST_MOVE, SIZE)
            texts.append(f"move {square(u, v)}")
        else:
            enemy = verb in ("attack", "bombard", "chastise")
            texts.append(f"{verb} {at(int(enemy), int(what.removeprefix('slot ')))}")
    return sorted(texts)


@pytest.mark.parametrize(
    "edits",
    [
        (),
        ("obstacles=12",),
        ("actions.single_move=false", "actions.trim=false"),
        ("board.width=9",),
    ],
)
def test_masks_are_the_engines_legal_actions(edits):
    rules = Ruleset().edit(*edits)
    env = conquest_v0.raw_env(
        "SFHAC:bombard,winds-of-fate,charge,chastise", "SSMK:battle-cry,regenerate", rules=rules
    )
    env.reset(seed=3)
    random = np.random.default_rng(1)
    for _ in range(150):
        agent = env.agent_selection
        if env.terminations[agent]:
            env.reset()
            continue
        assert masked_texts(env, agent) == env.game.legal_actions()
        other = conquest_v0.AGENTS[1 - conquest_v0.AGENTS.index(agent)]
        assert not env.observe(other)["action_mask"].any()
        env.step(random.choice(np.flatnonzero(env.observe(agent)["action_mask"])))


def test_both_sides_see_a_mirrored_beginning_alike():
    env = conquest_v0.raw_env("Rush", "Rush")
    env.reset()
    one, other = env.observe("player_0"), env.observe("player_1")
    assert (one["board"] == other["board"]).all()
    assert (one["troops"] == other["troops"]).all()


def test_bad_input_is_named():
    with pytest.raises(ValueError, match="Defalt"):
        conquest_v0.env("Defalt")
    with pytest.raises(ValueError, match="render_mode"):
        conquest_v0.env(render_mode="film")
    env = conquest_v0.env()
    env.reset()
    with pytest.raises(ValueError, match="Defalt"):
        env.reset(options={"first": "Defalt"})


def test_an_action_outside_the_mask_loses():
    env = conquest_v0.env()
    env.reset(seed=1)
    seen = env.observe("player_0")
    assert seen is not None
    illegal = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    env.step(illegal)
    assert env.terminations == dict.fromkeys(conquest_v0.AGENTS, True)
    assert env.rewards["player_0"] == -1


def test_a_game_is_rewarded_at_its_end():
    env = conquest_v0.raw_env("CCC:charge", "S")
    env.reset(seed=1)
    random = np.random.default_rng(2)
    while not env.terminations[env.agent_selection]:
        mask = env.observe(env.agent_selection)["action_mask"]
        attacks = np.flatnonzero(mask[1 + SLOTS : 1 + 2 * SLOTS]) + 1 + SLOTS
        env.step(int(attacks[0] if len(attacks) else random.choice(np.flatnonzero(mask))))
    assert sum(env.rewards.values()) == 0
    assert set(env.rewards.values()) in ({1, -1}, {0})


def test_numbers_of_actions_are_named():
    assert action_name(0) == "end"
    assert action_name(FIRST_COMMAND + SLOTS * COMMANDS.index("charge") + 2) == "charge slot 2"
    with pytest.raises(ValueError, match=str(ACTIONS - 1)):
        action_name(ACTIONS)
