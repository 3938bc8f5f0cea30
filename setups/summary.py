"""What a set of enumerated setups looks like: by troops, by points, what is in them."""

from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from ..engine.rules.stats import COMMANDS, TROOPS
from .enumerate import Block, Enumeration


@dataclass
class Summary:
    """Counts over setups, added up block by block."""

    setups: int = 0
    by_troops: Counter[int] = field(default_factory=Counter)
    """Number of setups with each number of troops."""
    by_points: Counter[int] = field(default_factory=Counter)
    """Number of setups at each cost."""
    having: Counter[str] = field(default_factory=Counter)
    """Number of setups with at least one of each troop, and with each command."""
    copies: Counter[str] = field(default_factory=Counter)
    """Number of each troop in all setups together."""

    def add(self, enumeration: Enumeration, block: Block) -> None:
        """Count a block's setups in."""
        counts = enumeration.troops[block.troop_rows]
        commands = enumeration.commands[block.command_rows]
        self.setups += len(block)
        _count(self.by_troops, counts.sum(axis=1))
        _count(self.by_points, block.points)
        for i, slug in enumerate(TROOPS):
            self.having[slug] += int((counts[:, i] > 0).sum())
            self.copies[slug] += int(counts[:, i].sum())
        for i, slug in enumerate(COMMANDS):
            self.having[slug] += int(commands[:, i].sum())

    def to_dict(self) -> dict:
        """Return the summary as plain JSON values."""
        return {
            "setups": self.setups,
            "by_troops": {str(k): self.by_troops[k] for k in sorted(self.by_troops)},
            "by_points": {str(k): self.by_points[k] for k in sorted(self.by_points)},
            "having": {slug: self.having[slug] for slug in (*TROOPS, *COMMANDS)},
        }


def _count(counter: Counter[int], values: np.ndarray) -> None:
    numbers, times = np.unique(values, return_counts=True)
    counter.update(dict(zip(numbers.tolist(), times.tolist(), strict=True)))
