"""Where troops stand, as a part of the genome: made, inherited, and changed.

A formation is rows of letters, front row first, as everywhere. A child takes its parent's places
for the troops that both have; who is new stands where the formation made by rule would put one.
"""

from random import Random

from ...engine.rules.army import Army, Placement
from ...engine.rules.ruleset import Ruleset
from ...engine.rules.stats import LETTERS
from ...setups.formation import place

Rows = tuple[str, ...]


def standing(counts: tuple[int, ...], rules: Ruleset) -> Rows:
    """Return the formation that these troops take by themselves."""
    return Army(place(counts, rules)).formation


def inherited(rows: Rows, counts: tuple[int, ...], rules: Ruleset, generator: Random) -> Rows:
    """Return a formation of these troops that is as like `rows` as can be."""
    before = Army.from_formation(rows).troops
    placements: list[Placement] = []
    for letter, number in zip(LETTERS, counts, strict=True):
        same = [troop for troop in before if troop.letter == letter]
        placements += same if len(same) <= number else generator.sample(same, number)
    for letter, number in zip(LETTERS, counts, strict=True):
        for _ in range(number - sum(troop.letter == letter for troop in placements)):
            placements.append(
                Placement(letter, *_square(letter, placements, counts, rules, generator))
            )
    return Army(tuple(placements)).formation


def changed(rows: Rows, rules: Ruleset, generator: Random) -> Rows:
    """Return a formation in which a troop has moved, or two have changed places."""
    troops = list(Army.from_formation(rows).troops)
    one = generator.randrange(len(troops))
    others = [n for n, troop in enumerate(troops) if troop.letter != troops[one].letter]
    free = _free(troops, rules)
    if others and (generator.random() < 0.5 or not free):
        other = generator.choice(others)
        a, b = troops[one], troops[other]
        troops[one], troops[other] = Placement(b.letter, *a[1:]), Placement(a.letter, *b[1:])
    elif free:
        troops[one] = Placement(troops[one].letter, *generator.choice(free))
    return Army(tuple(troops)).formation


def _square(
    letter: str,
    standing_now: list[Placement],
    counts: tuple[int, ...],
    rules: Ruleset,
    generator: Random,
) -> tuple[int, int]:
    """Return a free square for a troop: its usual one if that is free, else any."""
    free = _free(standing_now, rules)
    usual = [(row, column) for who, row, column in place(counts, rules) if who == letter]
    return generator.choice([square for square in usual if square in free] or free)


def _free(troops: list[Placement], rules: Ruleset) -> list[tuple[int, int]]:
    occupied = {(row, column) for _, row, column in troops}
    board = rules.board
    squares = [(row, column) for row in range(board.home_rows) for column in range(board.width)]
    return [square for square in squares if square not in occupied]
