"""Whether a review finds a blunder: planted ones in games of `strong` against itself.

    python -m benchmarks.review [--trials 20] [--clean 10] [--seed 1] [--agent SPEC] [--json]

A trial is a game with two setups of the catalogue, drawn at random. From a random turn on, at the
first turn where it can be done, a bad turn is played in place of the best: a random legal turn that
gives away `PLANTED` of the value at least, in a position in which no side is ahead by more than
`OPEN`. Both are judged by a longer search than the review's, with other seeds. Then `strong` plays
on, the whole game is reviewed, and the planted turn's place among the marked ones is noted, by what
turns gave away of the chance to win, and of the value.

Games without a plant show what is marked in the play of `strong` itself, and how much of that the
judge confirms: by that search too it gave away `CONFIRMED` of the chance to win at least.
"""

import argparse
import json
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from conquest_opt.agents.spec.spec import AgentSpec
from conquest_opt.arena.review.decisions import copied, outcomes
from conquest_opt.arena.review.review import MARKS, Review, mark_of, review
from conquest_opt.arena.review.reviewer import REVIEWER
from conquest_opt.arena.review.searches import Searches
from conquest_opt.arena.review.turn_values import TurnValue
from conquest_opt.arena.review.win_chance import win_chance
from conquest_opt.engine import Game, GameRecord
from conquest_opt.engine.rules.seeds import derive
from conquest_opt.setups import army
from conquest_opt.setups.catalogue import catalogue

from .strength import runner

PLAYER, JUDGE = AgentSpec.parse("strong"), AgentSpec.parse("strong:advances=1200000")
OPEN, PLANTED, CONFIRMED = 0.2, 0.3, 0.05
FROM, TO = 8, 30
"""The turns from which on a blunder is planted."""
RANDOM_TURNS, TRIED = 60, 3
"""Random turns of a position that are screened, and how many of the bad ones are judged."""
JUDGED = 2
"""Searches that a judgement is the mean of."""


@dataclass(frozen=True)
class Trial:
    """A game, and the turn that a blunder was planted in; None: none was."""

    record: GameRecord
    planted: int | None = None
    given_away: float = 0.0
    """Of the value, by the judge."""


def values_of(game: Game, turns: Sequence[tuple[str, ...]], agent: AgentSpec, seed: int) -> list:
    """Return what turns are worth to the player to move, by the positions they lead to."""
    ends = [outcomes(game.rules, copied(game.state), turn) for turn in turns]
    searches = Searches(game.rules, agent, seed=seed)
    searches.search([state for end in ends for state in end], "turns")
    return [searches.value(end, game.player) for end in ends]


def judgement(game: Game, turn: tuple[str, ...], other: tuple[str, ...], seed: int) -> list[float]:
    """Return what the judge thinks of the best turn known, and of a turn.

    The best is the better one of the judge's own choice and of another that is given.
    """
    own = Searches(game.rules, JUDGE, seed=derive(seed, 0))
    own.search([copied(game.state)], "position")
    turns = [own[copied(game.state)].turn, other, turn]
    judgements = [values_of(game, turns, JUDGE, derive(seed, n)) for n in range(1, JUDGED + 1)]
    *best, value = (fmean(values) for values in zip(*judgements, strict=True))
    return [max(best), value]


def play_on(game: Game, seed: int, until: int = 1 << 30) -> Game:
    """Play with the agent against itself to the end, or to the beginning of a turn."""
    while game.winner is None and game.turn < until:
        own = derive(seed, len(game.history))
        best = runner().analyse(game.rules, game.state, PLAYER, seed=own).tried[0]
        for action in best.actions:
            game.apply(action)
    return game


def random_turn(game: Game, draw: random.Random) -> tuple[str, ...]:
    """Return a turn of random legal actions."""
    later = game.copy()
    while later.winner is None and later.turn == game.turn:
        later.apply(draw.choice(later.legal_actions()))
    return tuple(later.history[len(game.history) :])


def blunder(game: Game, seed: int) -> tuple[tuple[str, ...], float] | None:
    """Return a bad turn for an open position, and what it gives away; None if there is none."""
    draw = random.Random(derive(seed, 100))
    best = runner().analyse(game.rules, game.state, PLAYER, seed=seed).tried[0].actions
    turns = [best, *sorted({random_turn(game, draw) for _ in range(RANDOM_TURNS)})]
    value, *others = values_of(game, turns, PLAYER, seed)
    if abs(value) > OPEN:
        return None
    bad = [turn for turn, v in zip(turns[1:], others, strict=True) if value - v >= PLANTED]
    for turn in draw.sample(bad, min(len(bad), TRIED)):
        judged_best, judged = judgement(game, turn, best, seed)
        if abs(judged_best) <= OPEN and judged_best - judged >= PLANTED:
            return turn, judged_best - judged
    return None


def trial(number: int, seed: int, *, plant: bool) -> Trial:
    """Return a game with a planted blunder, or without one."""
    for attempt in range(100):
        own = derive(derive(seed, number), attempt)
        draw = random.Random(own)
        names = draw.sample(list(catalogue()), 2)
        game = Game.new(*map(army, names), seed=own)
        turn = draw.randint(FROM, TO) if plant else 1 << 30
        while play_on(game, own, turn).winner is None:
            if mistake := blunder(game, derive(own, turn)):
                planted = game.turn
                for action in mistake[0]:
                    game.apply(action)
                play_on(game, own)
                return Trial(GameRecord.of(game, (names[0], names[1])), planted, mistake[1])
            turn += 1
        if not plant:
            return Trial(GameRecord.of(game, (names[0], names[1])))
    raise ValueError("no open position with a blunder in a hundred games")


def place(report: Review, turn: int, loss: str) -> int | None:
    """Return a turn's place among the marked ones by a loss; None if it is not marked."""
    worst = sorted(report.marked, key=lambda value: -getattr(value, loss))
    return next((n for n, value in enumerate(worst, start=1) if value.turn == turn), None)


def planted_row(number: int, seed: int, agent: AgentSpec) -> dict[str, Any]:
    """Return what a review makes of a game with a planted blunder."""
    made = trial(number, seed, plant=True)
    began = time.monotonic(), time.process_time()
    report = review(made.record, agent)
    return {
        "game": " - ".join(made.record.names),
        "turns": made.record.turns()[-1].number,
        "planted": made.planted,
        "given_away": round(made.given_away, 3),
        "place": place(report, made.planted or 0, "chance_loss"),
        "place_by_value": place(report, made.planted or 0, "loss"),
        "marked": len(report.marked),
        "seconds": round(time.monotonic() - began[0], 1),
        "processor": round(time.process_time() - began[1], 1),
    }


def confirmed(report: Review, value: TurnValue, seed: int) -> bool:
    """Return whether the judge too says that a marked turn gave something away."""
    best, played = judgement(report.before(value), value.played, value.best, seed)
    return win_chance(best) - win_chance(played) >= CONFIRMED


def clean_row(number: int, seed: int, agent: AgentSpec) -> dict[str, Any]:
    """Return what a review makes of a game in which nothing was planted."""
    made = trial(number, derive(seed, 1), plant=False)
    report = review(made.record, agent)
    kinds = [mark_of(value) for value in report.marked]
    return {
        "game": " - ".join(made.record.names),
        "turns": made.record.turns()[-1].number,
        "mean_loss": round(fmean(value.chance_loss for value in report.values.turns), 4),
        **{name: kinds.count(name) for name, _ in MARKS},
        **{
            f"{name}_confirmed": sum(
                confirmed(report, value, derive(seed, value.turn))
                for value in report.marked
                if mark_of(value) == name
            )
            for name, _ in MARKS
        },
    }


def main() -> None:
    """Play, review and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trials", type=int, default=20)
    parser.add_argument("--clean", type=int, default=10, help="games without a plant")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--agent", default=REVIEWER, help="the one that reviews")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    agent = AgentSpec.parse(options.agent)
    planted = [_shown(planted_row(n, options.seed, agent), options) for n in range(options.trials)]
    clean = [_shown(clean_row(n, options.seed, agent), options) for n in range(options.clean)]
    if options.json:
        print(json.dumps({"planted": planted, "clean": clean}))
        return
    for key in ("place", "place_by_value"):
        places = [row[key] for row in planted]
        first = [sum(p is not None and p <= n for p in places) for n in (1, 3)]
        print(f"{key}: first {first[0]}, among the first three {first[1]}, of {len(places)}")
    turns = sum(row["turns"] for row in clean)
    for name, _ in MARKS:
        count, sure = (sum(row[key] for row in clean) for key in (name, f"{name}_confirmed"))
        print(f"without a plant: {name} {count} in {turns} turns, {sure} confirmed")


def _shown(row: dict[str, Any], options: argparse.Namespace) -> dict[str, Any]:
    if not options.json:
        print("  ".join(f"{name} {value}" for name, value in row.items()), flush=True)
    return row


if __name__ == "__main__":
    main()
