"""The environment of Gymnasium, by Gymnasium's own check."""

import numpy as np
import pytest
from conquest_opt.envs.single import ConquestEnv
from gymnasium.utils.env_checker import check_env


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("mode", ["ansi", "rgb_array", None])
def test_gymnasium_finds_nothing_wrong(mode):
    check_env(ConquestEnv("SSC", "SC", opponent="random", render_mode=mode))


@pytest.mark.parametrize("plays", ["first", "second"])
def test_a_game_is_played_to_its_end(plays):
    env, random = ConquestEnv("CC", "S", opponent="greedy", plays=plays), np.random.default_rng(1)
    seen, info = env.reset(seed=4)
    assert info["player"] == (plays == "second")
    reward, over = 0.0, False
    while not over:
        assert seen["action_mask"].any()
        mask = seen["action_mask"].copy()
        attacks = np.flatnonzero(mask[17:33]) + 17
        action = attacks[0] if len(attacks) else random.choice(np.flatnonzero(mask))
        seen, reward, over, truncated, _ = env.step(int(action))
        assert not truncated
    winner = env.game.winner
    assert reward == (0 if winner == "draw" else 1 if winner == info["player"] else -1)
    with pytest.raises(RuntimeError, match="reset"):
        env.step(0)


def test_the_same_seed_gives_the_same_game():
    def course() -> list[str]:
        env = ConquestEnv("SSC:charge", "SC:chastise", opponent="random")
        seen, _ = env.reset(seed=9)
        for _ in range(30):
            seen, _, over, _, _ = env.step(int(np.flatnonzero(seen["action_mask"])[-1]))
            if over:
                break
        return env.game.history

    assert course() == course()


def test_an_action_outside_the_mask_loses():
    env = ConquestEnv(opponent="random")
    seen, _ = env.reset(seed=1)
    _, reward, terminated, _, info = env.step(int(np.flatnonzero(seen["action_mask"] == 0)[0]))
    assert (reward, terminated, info["illegal"]) == (-1.0, True, True)


def test_an_agent_of_whole_turns_answers():
    env = ConquestEnv("SC", "SC", opponent="quick", plays="second")
    seen, _ = env.reset(seed=2)
    assert env.game.player == 1
    for _ in range(6):
        seen, _, over, _, _ = env.step(int(np.flatnonzero(seen["action_mask"])[0]))
        assert over or env.game.player == 1


@pytest.mark.parametrize(
    ("values", "named"),
    [({"setup": "Defalt"}, "Defalt"), ({"opponent": "quik"}, "quik"), ({"plays": "3"}, "either")],
)
def test_bad_input_is_named(values, named):
    with pytest.raises(ValueError, match=named):
        ConquestEnv(**values)
