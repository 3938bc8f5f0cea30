"""Perft counts of fixed positions: `tests/data/perft.json`, checked against the plain rules.

    python -m tests.reference.perft            count every entry by the plain rules, to a bound
    python -m tests.reference.perft --bless    write the kernels' counts to the file

An entry is a position (setups, rule edits, seed, actions that lead to it) and the number of action
sequences of 1, 2, 3, ... actions.
"""

import argparse
import copy
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from conquest_opt.engine import Game, Ruleset
from conquest_opt.setups import army

from .plain import PlainGame

DATA = Path(__file__).parents[1] / "data" / "perft.json"
PLAIN_BOUND = 60_000
"""Sequences the plain rules count in reasonable time."""


def game_of(entry: dict[str, Any]) -> Game:
    """Return the game at an entry's position."""
    rules = Ruleset().edit(*entry["rules"])
    first, second = (army(name, rules) for name in entry["setups"])
    game = Game.new(first, second, rules=rules, seed=entry["seed"])
    for action in entry["actions"]:
        game.apply(action)
    return game


def plain_of(entry: dict[str, Any]) -> PlainGame:
    """Return the plain game at an entry's position, whose actions must not use Winds of Fate."""
    rules = Ruleset().edit(*entry["rules"])
    first, second = (asdict(army(name, rules)) for name in entry["setups"])
    obstacles = game_of(entry | {"actions": []}).to_dict()["obstacles"]
    data = rules.to_dict()
    game = PlainGame(data, data["actions"], (first, second), obstacles)
    for action in entry["actions"]:
        game.apply(action)
    return game


def plain_perft(game: PlainGame, depth: int) -> int:
    """Count by playing every sequence on the plain rules."""
    legal = game.legal_actions()
    if depth == 1:
        return len(legal)
    total = 0
    for action in legal:
        after = copy.deepcopy(game)
        if action == "winds-of-fate":
            raise ValueError("perft positions have no Winds of Fate to use")
        after.apply(action)
        total += plain_perft(after, depth - 1)
    return total


def main() -> None:
    """Bless the counts, or check them by the plain rules."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--bless", action="store_true")
    bless = parser.parse_args().bless
    entries = json.loads(DATA.read_text())
    for entry in entries:
        if bless:
            depths = range(1, len(entry["counts"]) + 1)
            entry["counts"] = [game_of(entry).perft(depth) for depth in depths]
        for depth, count in enumerate(entry["counts"], start=1):
            if count <= PLAIN_BOUND:
                plain = plain_perft(plain_of(entry), depth)
                sys.stdout.write(f"{entry['name']:<40} depth {depth}: {count:>12} {plain:>12}\n")
                if plain != count:
                    sys.exit(f"{entry['name']}, depth {depth}: the plain rules count {plain}")
    if bless:
        lines = ",\n".join(" " + json.dumps(entry) for entry in entries)
        DATA.write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    main()
