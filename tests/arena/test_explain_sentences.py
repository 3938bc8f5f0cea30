"""Sentences of explanations rest on intervals: none where there is nothing to say."""

import numpy as np
import pytest
from conquest_opt.arena.explain.course import course_values
from conquest_opt.arena.explain.happenings import (
    BY_COMMAND,
    BY_TROOP,
    HappeningCounts,
    happening_values,
)
from conquest_opt.arena.explain.parts import part_values
from conquest_opt.arena.explain.result import ExplainResult
from conquest_opt.arena.explain.sentences import claims, nothing_shown
from conquest_opt.arena.explain.values import CONFIDENCE
from conquest_opt.arena.explain.variants import Variant, Variants
from conquest_opt.arena.play.entrant import Entrant
from conquest_opt.arena.stats.quantity import score_quantity
from conquest_opt.arena.stats.score import Score
from conquest_opt.arena.stats.values import ScoreValues
from conquest_opt.engine.rules.ruleset import Ruleset
from conquest_opt.engine.rules.stats import COMMANDS, TROOPS
from conquest_opt.results.page.blocks import Text

A = Entrant.of("Default", "strong")
RULES = Ruleset()
VARIANTS = Variants(A, RULES)
JUDGED = [*VARIANTS.outs, *(some[0] for some in VARIANTS.swaps.values()), *VARIANTS.pairs[:4]]
TRIALS = 100


def score(rng: np.random.Generator, pairs: int, rate: float = 0.5) -> Score:
    """Return the score of games whose pairs go together a little."""
    luck = rng.normal(0, 0.1, (pairs, 1))
    points = (rng.random((pairs, 2)) < rate + luck).astype(float)
    return Score.of_pairs([(one, other) for one, other in points.tolist()])


def counts(rng: np.random.Generator, games: int) -> HappeningCounts:
    """Return counts in which every point of price deals the same, on both sides."""
    prices = np.array([float(troop.cost) for troop in RULES.troops.values()])
    fielded = np.array([[2, 2, 2, 1, 1, 1, 1]] * 2)
    shape = (games, 2, len(TROOPS))
    by_troop = {name: rng.gamma(1.5, size=shape) * fielded * prices for name in BY_TROOP}
    first = np.zeros(shape)
    first[np.arange(games), rng.integers(0, 2, games), rng.integers(0, len(TROOPS), games)] = 1
    by_command = {name: rng.gamma(0.7, 100, (games, 2, len(COMMANDS))) for name in BY_COMMAND}
    return HappeningCounts(
        fielded=fielded,
        prices=prices,
        owned=(COMMANDS[:4], COMMANDS[:4]),
        by_troop=by_troop | {"first": first},
        by_command=by_command,
        points=(rng.random(games) < 0.5).astype(float),
    )


def walks(
    rng: np.random.Generator, games: int, drift: float = 0.0
) -> tuple[np.ndarray, np.ndarray]:
    """Return courses of games that begin even and end won or lost, and their lengths."""
    steps = rng.normal(drift, 0.12, (games, 80)).cumsum(axis=1)
    values = np.column_stack([rng.normal(0, 0.01, games), np.tanh(steps)])
    lengths = rng.integers(20, 80, games)
    for game, length in enumerate(lengths):
        values[game, length:] = np.sign(values[game, length])
    return values, lengths


def explained(
    seed: int, base: float = 0.5, variants: dict[Variant, float] | None = None, drift: float = 0.0
) -> ExplainResult:
    """Return the explanation of games that were drawn: by default nothing makes a difference."""
    rng, rates = np.random.default_rng(seed), variants or {}
    total = score(rng, 200, base)
    scores = {variant: score(rng, 70, rates.get(variant, base)) for variant in JUDGED}
    return ExplainResult(
        a=A,
        b=A,
        judge="strong",
        seed=seed,
        score=ScoreValues.of(total),
        corrected=score_quantity("", "", total).at(CONFIDENCE),
        parts=part_values(total, scores, VARIANTS.counts),
        happenings=happening_values(counts(rng, 400), seed),
        course=course_values(*walks(rng, 60, drift), seed=seed),
    )


def test_where_nothing_makes_a_difference_nothing_is_said_in_19_of_20_explanations():
    every = [claims(explained(seed)) for seed in range(TRIALS)]
    loud = [sentences for sentences in every if sentences]
    families = [claim.family for sentences in loud for claim in sentences]
    assert len(loud) <= 0.05 * TRIALS, families


@pytest.mark.parametrize("seed", range(40))
def test_no_sentence_has_an_interval_that_holds_chance(seed: int):
    carrier, better = VARIANTS.outs[-1], JUDGED[len(VARIANTS.outs) + 1]
    explanation = explained(seed, 0.62, {carrier: 0.3, better: 0.85}, drift=0.02)
    sentences = claims(explanation)
    for claim in sentences:
        low, high = claim.corrected
        assert low is not None
        assert high is not None
        assert not low <= claim.chance <= high, claim.text
    texts = " ".join(claim.text for claim in sentences)
    for part in explanation.parts:
        if part.kind == "out" and not part.shown:
            assert f"its {part.name}:" not in texts
            assert f"its {part.name} (" not in texts


def test_a_component_that_carries_the_score_is_named_first():
    carrier = next(variant for variant in VARIANTS.outs if variant.taken == ("C",))
    explanation = explained(1, 0.68, {carrier: 0.35})
    score, first, *_ = (claim.text for claim in claims(explanation))
    assert score.startswith("Default (A) beats Default (B): it scores ")
    assert first.startswith("Default (A) wins by its champion: without it the score falls from ")
    part = next(part for part in explanation.parts if part.taken == ("C",))
    ends = [f"{100 * end:+.0f}" for end in part.corrected]
    assert f"({100 * part.change:+.0f} points [{ends[0]}, {ends[1]}])" in first


def test_a_swap_that_helps_is_named():
    swap = next(variant for variant in JUDGED if variant.kind == "swap" and variant.taken == ("A",))
    texts = [claim.text for claim in claims(explained(3, 0.35, {swap: 0.75}))]
    [sentence] = [text for text in texts if text.startswith("With a swap it does better")]
    assert "in place of its archer the score rises from" in sentence


def test_where_nothing_was_shown_that_is_said_with_the_games_it_would_take():
    quiet = next(
        explanation for explanation in map(explained, range(50)) if not claims(explanation)
    )
    text = nothing_shown(quiet)
    assert Text(text) in quiet.summary()
    assert text.startswith("Nothing was shown by 400 games: Default (A) scores ")
    assert "--games would show it" in text or "look even" in text


def test_six_sentences_are_the_most():
    first, *others = VARIANTS.outs
    swap = next(variant for variant in JUDGED if variant.kind == "swap")
    rates = dict.fromkeys(others, 0.45) | {first: 0.95, swap: 0.98}
    rates |= dict.fromkeys(VARIANTS.pairs[:4], 0.02)
    sentences = claims(explained(2, 0.7, rates, drift=0.03))
    assert len(sentences) == 6
    order = [("score", "parts", "events", "turns").index(claim.family) for claim in sentences]
    assert order == sorted(order)
