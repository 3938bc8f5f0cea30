"""Many games at once: the same observations as one game, byte for byte, and no others."""

import tracemalloc

import numpy as np
import pytest
from conquest_opt.engine import Ruleset
from conquest_opt.engine.observation.spaces import ARRAYS
from conquest_opt.engine.rules.seeds import derive
from conquest_opt.envs.batch import ConquestBatch, new_arrays
from conquest_opt.envs.view import View, new_game

MATCHUPS = [("SSC:charge,winds-of-fate", "SKC:bombard,chastise"), ("AMC:stoicism", "HHS:vigilance")]


def legal(masks: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """Return a legal action of each mask, each with the same chance."""
    return (random.random(masks.shape) * masks).argmax(axis=1)


@pytest.mark.parametrize(
    "edits",
    [
        (),
        ("obstacles=10", "max_turns=30"),
        ("actions.single_move=false", "board.width=8", "max_turns=9"),
    ],
)
def test_a_batch_sees_what_the_environment_of_one_game_sees(edits):
    rules = Ruleset().edit(*edits)
    random, view = np.random.default_rng(1), View(rules)
    setups = MATCHUPS[:1]
    ended = 0
    with ConquestBatch(6, setups, rules=rules, seed=5, threads=2) as batch:
        batch.reset()
        games = [new_game(*setups[0], rules, derive(5, 0)) for _ in range(6)]
        for _ in range(250):
            for number, game in enumerate(games):
                one = view.observe(game.state, game.player)
                for name in ARRAYS:
                    assert one[name].tobytes() == batch.arrays[name][number].tobytes(), name
                assert batch.to_play[number] == game.player
            actions = legal(batch.action_mask, random)
            batch.step(actions)
            for number, action in enumerate(actions.tolist()):
                view.apply(games[number], action)
                outcome = games[number].outcome
                assert bool(outcome) == bool(batch.ended[number])
                if outcome:
                    ended += 1
                    won = [outcome.winner == player for player in (0, 1)]
                    expected = [0, 0] if outcome.winner == "draw" else [1 if w else -1 for w in won]
                    assert batch.rewards[number].tolist() == expected
                    games[number] = new_game(*setups[0], rules, derive(5, 0))
    assert ended or not edits


def test_threads_and_arrays_do_not_change_games():
    def course(**values) -> bytes:
        random, seen = np.random.default_rng(2), b""
        with ConquestBatch(9, MATCHUPS, seed=3, **values) as batch:
            batch.reset()
            for _ in range(60):
                batch.step(legal(batch.action_mask, random))
                seen += batch.troops.tobytes() + batch.to_play.tobytes()
        return seen

    assert course(threads=1) == course(threads=4) == course(arrays=new_arrays(9))


def test_match_ups_are_drawn_by_the_seed():
    with ConquestBatch(64, MATCHUPS, seed=1) as batch:
        batch.reset(seed=7)
        kinds = batch.troops[:, 0, :, 0].copy()
        assert len(np.unique(kinds, axis=0)) == 2
        batch.reset(seed=7)
        assert (batch.troops[:, 0, :, 0] == kinds).all()
        batch.reset(seed=8)
        assert (batch.troops[:, 0, :, 0] != kinds).any()


def test_a_step_allocates_no_arrays():
    with ConquestBatch(64, MATCHUPS, threads=2) as batch:
        batch.reset()
        random = np.random.default_rng(0)
        plan = []
        for _ in range(20):
            plan.append(legal(batch.action_mask, random))
            batch.step(plan[-1])
        batch.reset()
        tracemalloc.start()
        before = tracemalloc.get_traced_memory()[0]
        tracemalloc.reset_peak()
        for actions in plan:
            batch.step(actions)
        peak = tracemalloc.get_traced_memory()[1] - before
        tracemalloc.stop()
    assert peak < 20_000  # one step's observations would be 700,000 bytes


def test_bad_input_is_named():
    with pytest.raises(ValueError, match="one game"):
        ConquestBatch(0)
    with pytest.raises(ValueError, match="Defalt"):
        ConquestBatch(1, [("Defalt", "Rush")])
    with pytest.raises(ValueError, match="board is a C-contiguous"):
        ConquestBatch(2, arrays=new_arrays(3))
    with pytest.raises(ValueError, match="arrays are board"):
        ConquestBatch(2, arrays={"board": np.zeros(1)})
    batch = ConquestBatch(2, MATCHUPS)
    with pytest.raises(RuntimeError, match="reset"):
        batch.step([0, 0])
    batch.reset()
    before = batch.troops.copy()
    with pytest.raises(ValueError, match=r"action 577 of game 1|action 577"):
        batch.step([int(batch.action_mask[0].argmax()), 577])
    assert (batch.troops == before).all()
    batch.close()
    with pytest.raises(RuntimeError, match="closed"):
        batch.reset()
