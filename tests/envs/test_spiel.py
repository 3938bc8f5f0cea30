"""The game of OpenSpiel, by OpenSpiel's own tests and players."""

from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from conquest_opt.arena.stats.nash import alpha_rank  # noqa: E402
from conquest_opt.envs import spiel  # noqa: E402
from open_spiel.python.algorithms import mcts  # noqa: E402
from open_spiel.python.egt import alpharank  # noqa: E402

SMALL = {"first": "SC:charge", "second": "SSK", "rules": "max_turns=12"}


def test_openspiel_finds_nothing_wrong():
    game = pyspiel.load_game(spiel.NAME, SMALL)
    pyspiel.random_sim_test(game, num_sims=4, serialize=False, verbose=False)


def test_its_own_mcts_plays_to_the_end():
    game = pyspiel.load_game(spiel.NAME, {"first": "CC", "second": "S", "rules": "max_turns=8"})
    random = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    bots = [mcts.MCTSBot(game, 1.4, 8, evaluator, random_state=random) for _ in range(2)]
    state = game.new_initial_state()
    while not state.is_terminal():
        bot: Any = bots[state.current_player()]
        state.apply_action(bot.step(state))
    assert sum(state.returns()) == 0


def test_bad_input_is_named():
    with pytest.raises(Exception, match="Defalt"):
        pyspiel.load_game(spiel.NAME, {"first": "Defalt"})


@pytest.mark.parametrize("alpha", [0.5, 5.0, 20.0])
def test_its_alpha_rank_is_ours(alpha):
    random = np.random.default_rng(3)
    upper = np.triu(random.random((7, 7)), 1)
    rates = upper + np.tril(1 - upper.T, -1) + 0.5 * np.eye(7)
    *_, theirs, _, _ = alpharank.compute([rates], alpha=alpha, use_local_selection_model=False)
    assert alpha_rank(rates, alpha=alpha) == pytest.approx(theirs, abs=1e-6)
