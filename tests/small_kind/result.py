"""What a mirror match showed."""

from conquest_opt.arena.run.result import ResultValues
from conquest_opt.arena.stats.quantity import Quantity, first_player_quantity
from conquest_opt.arena.stats.values import FirstPlayerValues
from conquest_opt.results.page.blocks import Block, Text


class MirrorResult(ResultValues, frozen=True, kw_only=True):
    """What the first player took."""

    first: FirstPlayerValues
    games: int

    def summary(self) -> list[Block]:
        """Return it in a sentence."""
        return [Text(f"The first player scores {self.first.text}.")]

    def quantities(self) -> list[Quantity]:
        """Return the one figure."""
        return [first_player_quantity("scores", self.first, self.games)]
