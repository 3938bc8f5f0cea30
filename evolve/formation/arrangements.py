"""`Arrangement`: ways of making formations: who stands in front, how wide, how deep, and where.

    Arrangement(order="ranged-behind", rows=2, spacing=3).place(counts, rules)

Troops are put in the order of who stands before whom, dealt to the rows, and set about the middle,
on a flank, or in two groups at both edges. Every arrangement has room for every army that the rows
have squares for: where it is too wide, or too few rows, it closes up or takes a further row.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final, Literal, get_args

from ...engine.rules.army import Placement
from ...engine.rules.ruleset import Ruleset
from ...engine.rules.stats import LETTERS, TroopStats
from ...setups.formation import in_pairs
from ...setups.notation import SetupError

Order = Literal["sturdy", "fast", "ranged", "cheap", "costly"]
"""Who stands in front."""

Side = Literal["middle", "left", "right", "wings"]

_KEYS: Final = {
    "sturdy": lambda troop: (troop.range > 2, -troop.health),
    "fast": lambda troop: (-troop.movement, troop.health),
    "ranged": lambda troop: (-troop.range, -troop.health),
    "cheap": lambda troop: (troop.cost, troop.health),
    "costly": lambda troop: (-troop.cost, -troop.health),
}
"""What the order of troops goes by, the first in front."""


@dataclass(frozen=True, kw_only=True)
class Arrangement:
    """A way of making formations."""

    order: Order = "sturdy"
    rows: int = 2
    """Rows that the troops are dealt to."""
    back: int = 0
    """Rows that stay free in front of them."""
    spacing: int = 2
    """Columns from one troop of a row to the next; 0 is as wide as the board."""
    side: Side = "middle"

    def place(self, counts: Sequence[int], rules: Ruleset) -> tuple[Placement, ...]:
        """Return where the troops stand."""
        width, depth = rules.board.width, rules.board.home_rows
        troops = self._in_order(counts, rules)
        if len(troops) > width * depth:
            raise SetupError(
                f"{len(troops)} troops have no room on {depth} rows of {width} columns"
            )
        used = max(min(self.rows, depth), -(-len(troops) // width))
        first = min(self.back, depth - used)
        placed: list[Placement] = []
        for number, row in enumerate(_dealt(troops, used)):
            columns = self._columns(len(row), width)
            placed += [
                Placement(letter, first + number, column)
                for letter, column in zip(in_pairs(row), columns, strict=True)
            ]
        return tuple(placed)

    def _in_order(self, counts: Sequence[int], rules: Ruleset) -> list[str]:
        stats: dict[str, TroopStats] = dict(zip(LETTERS, rules.troops.values(), strict=True))
        kinds = sorted(LETTERS, key=lambda letter: _KEYS[self.order](stats[letter]))
        number = dict(zip(LETTERS, counts, strict=True))
        return [letter for letter in kinds for _ in range(number[letter])]

    def _columns(self, number: int, width: int) -> list[int]:
        """Return the columns of a row's troops, the innermost first."""
        if not number:
            return []
        widest = (width - 1) // max(number - 1, 1)
        step = min(self.spacing, widest) if self.spacing else widest
        step = max(step, 1)
        span = step * (number - 1) + 1
        if self.side == "wings":
            half = -(-number // 2)
            left = [step * place for place in range(half)]
            if step * (number - 1) + 1 > width:
                left = list(range(half))
            columns = left + [width - 1 - column for column in left[: number - half]]
        else:
            start = {"left": 0, "right": width - span, "middle": (width - span) // 2}[self.side]
            columns = [start + step * place for place in range(number)]
        centre = (min(columns) + max(columns)) / 2
        return sorted(columns, key=lambda column: (abs(column - centre), column))


def _dealt(troops: Sequence[str], rows: int) -> list[list[str]]:
    """Return the troops of each row: as even as can be, the first rows the longer."""
    size, longer = divmod(len(troops), rows)
    dealt, start = [], 0
    for row in range(rows):
        end = start + size + (row < longer)
        dealt.append(list(troops[start:end]))
        start = end
    return dealt


def arrangements(rules: Ruleset) -> Iterator[Arrangement]:
    """Yield every arrangement that these rules have rows for."""
    depth = rules.board.home_rows
    for order, rows, side, spacing in product(
        get_args(Order), range(1, depth + 1), get_args(Side), (1, 2, 3, 0)
    ):
        for back in range(depth - rows + 1):
            yield Arrangement(order=order, rows=rows, back=back, spacing=spacing, side=side)
