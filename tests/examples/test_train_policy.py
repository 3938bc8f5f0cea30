"""The example of a learner: it learns, and what it prints, writes and saves agree."""

import csv
import re
import sys
from pathlib import Path

import numpy as np
import pytest
from conquest_opt.envs.batch import ConquestBatch

from examples import plot_curve, train_policy
from examples.train_policy import FEATURES, KINDS, UNTRAINED, choose, evaluate, train
from tests.test_packages import imports

FILE = Path(str(train_policy.__file__))
PAGE = FILE.parents[1] / "docs/reference/envs.md"
CURVE = FILE.parents[1] / "docs/learning/curve.csv"

TINY = ["--steps", "4096", "--games", "16", "--pairs", "1", "--seed", "3"]
SCORE = re.compile(
    r"([\d.]+) % \[([\d.]+), ([\d.]+)\]  (\d+) games: won (\d+), drawn (\d+), lost (\d+)"
)


def rows_of(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8") as opened:
        return list(csv.DictReader(opened))


def test_it_needs_numpy_alone_and_is_short():
    packages = {module.partition(".")[0] for module in imports(FILE)}
    assert packages - set(sys.stdlib_module_names) == {"numpy", "conquest_opt"}
    assert len(FILE.read_text(encoding="utf-8").splitlines()) < 250


def test_the_gradient_is_that_of_the_logarithm_of_the_probability():
    random, weights = (
        np.random.default_rng(1),
        np.random.default_rng(2).normal(size=UNTRAINED.shape),
    )
    with ConquestBatch(8, [("Default", "Venom")], seed=1) as batch:
        batch.reset()
        for _ in range(200):  # into the middle of the games
            batch.step(choose(UNTRAINED, random, batch.troops, batch.action_mask)[0])
        actions, gradient = choose(weights, random, batch.troops, batch.action_mask)
        games, numbers, kinds, features = train_policy.legal_actions(
            batch.troops, batch.action_mask
        )

    def log_chances(these: np.ndarray) -> np.ndarray:
        logits = np.einsum("af,af->a", these[kinds], features)
        return np.array(
            [
                logits[(games == game) & (numbers == action)][0]
                - np.log(np.exp(logits[games == game]).sum())
                for game, action in enumerate(actions)
            ]
        )

    for kind in range(KINDS):
        for feature in range(len(FEATURES)):
            step = np.zeros_like(weights)
            step[kind, feature] = 1e-5
            slope = (log_chances(weights + step) - log_chances(weights - step)) / 2e-5
            np.testing.assert_allclose(gradient[:, kind, feature], slope, atol=1e-4)


@pytest.mark.slow
def test_what_it_prints_writes_and_saves_agree(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    policy, curve = tmp_path / "policy.npz", tmp_path / "curve.csv"
    train_policy.main([*TINY, "--out", str(policy), "--curve", str(curve)])
    printed = capsys.readouterr().out.splitlines()
    scores = [SCORE.search(line) for line in printed]
    assert [int(row["actions"]) for row in rows_of(curve)] == [0, 1024, 2048, 4096]
    columns = "score", "low", "high", "games", "won", "drawn", "lost"
    for row, score in zip(rows_of(curve), scores, strict=False):
        assert score
        assert [row[name] for name in columns] == list(score.groups())
    *_, (_, weights) = train(4, 16, 3)
    np.testing.assert_array_equal(np.load(policy)["weights"], weights)
    train_policy.main([*TINY, "--load", str(policy)])
    assert capsys.readouterr().out.splitlines() == printed[-2:]


@pytest.mark.slow
def test_it_learns_to_beat_weighted_random():
    *_, (_, weights) = train(32, 64, 7)
    before, after = (evaluate(policy, "weighted-random", 12, 5) for policy in (UNTRAINED, weights))
    assert before.interval().high < after.interval().low
    assert after.interval().low > 0.5


def test_the_page_shows_the_curve_as_it_is_kept():
    text = PAGE.read_text(encoding="utf-8")
    for row in rows_of(CURVE):
        score = f"{row['score']} % | {row['low']} to {row['high']}"
        assert f"| {int(row['actions']):,} | {row['seconds']} | {score} |" in text


def test_a_curve_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    drawn = tmp_path / "curve.svg"
    monkeypatch.setattr(sys, "argv", ["plot_curve.py", str(CURVE), str(drawn)])
    plot_curve.main()
    text = drawn.read_text(encoding="utf-8")
    assert "actions learnt from" in text
    assert "1.0M" in text
