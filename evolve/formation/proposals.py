"""Which formations are tried: known ones, families of arrangements, and changes of leaders."""

from collections.abc import Sequence
from functools import cached_property
from random import Random

from ...engine.rules.army import Army, Placement
from ...engine.rules.ruleset import Ruleset
from ...setups.setup import Setup
from ..judging.evidence import Evidence
from ..proposals.formations import changed
from ..proposals.operators import Individual
from ..proposals.population import Population
from ..proposals.space import Space
from .arrangements import arrangements
from .features import Describing
from .model import FeatureBasis, formation_dispersion

CHANGES = (1, 1, 2, 3)
"""How many troops a child moves, drawn from these."""

WHOLE = 0.25
"""Share of the children that move as a whole: mirrored, or some squares to the side or back."""

SELECTED = 3
"""Parents that are drawn for each child, of which the best is taken."""


# Undealt, champions and knights stand side by side in every order: no model tells them apart.
DEALT = 0.5
"""Share of the newcomers whose troops are dealt anew to the squares of an arrangement."""


class Rearranging:
    """Makes formations of one army: arrangements, or changes of those that did well."""

    def __init__(self, setup: Setup, rules: Ruleset, generator: Random) -> None:
        self._setup, self._rules, self._generator = setup, rules, generator

    @cached_property
    def _families(self) -> list[tuple[str, ...]]:
        every = (one.place(self._setup.counts, self._rules) for one in arrangements(self._rules))
        return list(dict.fromkeys(Army(troops).formation for troops in every))

    def newcomer(self) -> Setup:
        """Return one of the families at random; of some the troops are dealt anew to the squares.

        In families of arrangements types that are alike stand alike, so that games could not say
        which of them matters.
        """
        rows = self._generator.choice(self._families)
        return self._stood(
            dealt_anew(rows, self._generator) if self._generator.random() < DEALT else rows
        )

    def child(self, parents: Sequence[Individual]) -> tuple[Setup, str, list[Setup]]:
        """Return a changed formation of a parent; parents come best first."""
        draw = self._generator
        parent = parents[min(draw.randrange(len(parents)) for _ in range(SELECTED))].setup
        rows = parent.formation or ()
        if draw.random() < WHOLE:
            rows = moved(rows, self._rules, draw)
        else:
            for _ in range(draw.choice(CHANGES)):
                rows = changed(rows, self._rules, draw)
        return self._stood(rows), "mutation", [parent]

    def _stood(self, rows: tuple[str, ...]) -> Setup:
        return Setup(self._setup.counts, self._setup.commands, rows)


def moved(rows: Sequence[str], rules: Ruleset, generator: Random) -> tuple[str, ...]:
    """Return a formation that is mirrored, or stands elsewhere as a whole."""
    troops, board = Army.from_formation(rows).troops, rules.board
    columns, lines = [t.column for t in troops], [t.row for t in troops]
    aside = range(-min(columns), board.width - max(columns))
    back = range(-min(lines), board.home_rows - max(lines))
    places = [(row, column) for row in back for column in aside if row or column]
    if not places or generator.random() < 1 / 3:
        turned = [Placement(t.letter, t.row, board.width - 1 - t.column) for t in troops]
        return Army(tuple(turned)).formation
    row, column = generator.choice(places)
    moved = [Placement(t.letter, t.row + row, t.column + column) for t in troops]
    return Army(tuple(moved)).formation


def dealt_anew(rows: Sequence[str], generator: Random) -> tuple[str, ...]:
    """Return a formation of the same squares, on which the same troops stand in another order."""
    troops = Army.from_formation(rows).troops
    letters = generator.sample([troop.letter for troop in troops], len(troops))
    dealt = [t._replace(letter=letter) for t, letter in zip(troops, letters, strict=True)]
    return Army(tuple(dealt)).formation


class FormationPopulation(Population):
    """Formations of one setup, and what they score."""

    def __init__(
        self,
        start_setups: Sequence[Setup],
        rules: Ruleset,
        *,
        size: int,
        seed: int,
        levels: int,
    ) -> None:
        """Begin with the known formations of a setup, the made one first."""
        super().__init__(Space(rules), size=size, seed=seed, seeds=start_setups, levels=levels)
        self._rules = rules
        self.describing = Describing(start_setups[0].counts, rules)
        self.evidence = Evidence(
            levels, self.describing, FeatureBasis, formation_dispersion(levels)
        )

    def _breeding(self, generator: Random) -> Rearranging:
        return Rearranging(self._seeds[0], self._rules, generator)

    def _first_setups(self, generator: Random) -> list[Setup]:
        del generator  # all of them are in the first generation
        return list(self._seeds)
