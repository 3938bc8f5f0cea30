"""Whether a review finds a blunder: planted ones in games of an agent against itself.

    python -m benchmarks.review [--trials 20] [--seed 1] [--agent strong:advances=120000] [--json]

A trial is a game of `strong` against itself with setups of the catalogue, drawn at random. From a
random turn on, at the first turn whose position is open (no side ahead by more than `OPEN`), a bad
turn is played in place of the best: of random legal turns one that loses `PLANTED` of the value at
least, by searches that the review does not use (another budget and other seeds). Then `strong` plays
on. The whole game is reviewed, and the planted turn's place among the marked ones is noted, by the
chance to win and by the value that turns gave away. As many games without a plant show how much is
marked in them.
"""

import random
from dataclasses import dataclass
from statistics import fmean

from conquest_opt.agents.spec.spec import AgentSpec
from conquest_opt.arena.review.decisions import copied, outcomes
from conquest_opt.engine import Game, GameRecord
from conquest_opt.engine.rules.seeds import derive
from conquest_opt.setups import army
from conquest_opt.setups.catalogue import catalogue

from .strength import runner

PLAYER, JUDGE = AgentSpec.parse("strong"), AgentSpec.parse("strong:advances=90000")
OPEN, PLANTED = 0.3, 0.3
"""In value: how far a side may be ahead in an open position, and what a blunder gives away."""
EARLIEST, LATEST = 8, 30
"""The turns from which on a blunder is planted."""
TURNS, JUDGED = 60, 2
"""Random turns that a blunder is chosen from, and searches by which each is judged."""


@dataclass(frozen=True)
class Trial:
    """A game, and the turn that a blunder was planted in; 0: none."""

    record: GameRecord
    planted: int
    lost: float = 0.0
    """Of the value, by the judge."""


def play_on(game: Game, seed: int, until: int = 1 << 30) -> Game:
    """Play with the agent against itself to the end, or to the beginning of a turn."""
    while game.winner is None and game.turn < until:
        own = derive(seed, len(game.history))
        best = runner().analyse(game.rules, game.state, PLAYER, seed=own).tried[0]
        for action in best.actions:
            game.apply(action)
    return game


def judged(game: Game, actions: tuple[str, ...], seed: int) -> float:
    """Return what a turn is worth to its player: the mean of some searches after it."""
    [end] = outcomes(game.rules, copied(game.state), actions)
    if int(end.winner) != 255:
        return 0.0 if int(end.winner) == 2 else 1.0 if int(end.winner) == game.player else -1.0
    reports = [
        runner().analyse(game.rules, end, JUDGE, seed=derive(seed, n)) for n in range(JUDGED)
    ]
    return -fmean(report.tried[0].value for report in reports)


def random_turn(game: Game, draw: random.Random) -> tuple[str, ...]:
    """Return a turn of random legal actions."""
    later = game.copy()
    while later.winner is None and later.turn == game.turn:
        later.apply(draw.choice(later.legal_actions()))
    return tuple(later.history[len(game.history) :])


def blunder(game: Game, seed: int) -> tuple[tuple[str, ...], float] | None:
    """Return a bad turn for an open position and what it loses; None if there is none."""
    best = runner().analyse(game.rules, game.state, JUDGE, seed=derive(seed, 77)).tried[0]
    value = judged(game, best.actions, seed)
    if abs(value) > OPEN:
        return None
    draw = random.Random(derive(seed, 78))
    turns = sorted({random_turn(game, draw) for _ in range(TURNS)})
    losses = {turn: value - judged(game, turn, seed) for turn in turns}
    bad = [turn for turn, loss in losses.items() if loss >= PLANTED]
    turn = draw.choice(bad) if bad else None
    return (turn, losses[turn]) if turn else None


def trial(number: int, seed: int, *, plant: bool) -> Trial:
    """Return a game with a planted blunder, or without one."""
    for attempt in range(100):
        own = derive(derive(seed, number), attempt)
        draw = random.Random(own)
        names = draw.sample(list(catalogue()), 2)
        game = Game.new(*map(army, names), seed=own)
        if not plant:
            return Trial(GameRecord.of(play_on(game, own), (names[0], names[1])), 0)
        turn = draw.randint(EARLIEST, LATEST)
        while play_on(game, own, turn).winner is None:
            bad = blunder(game, derive(own, turn))
            if bad is not None:
                planted = game.turn
                for action in bad[0]:
                    game.apply(action)
                record = GameRecord.of(play_on(game, own), (names[0], names[1]))
                return Trial(record, planted, bad[1])
            turn += 1
    raise ValueError("no open position with a blunder in a hundred games")
