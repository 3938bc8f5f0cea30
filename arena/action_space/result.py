"""What the reductions of the action space were measured to be worth."""

from typing import Any

import msgspec

from ...agents.spec.spec import called
from ...results.page.blocks import Block, Text
from ...results.page.grids import Column, Grid
from ..run.result import ResultValues
from ..stats.quantity import Quantity, score_quantity
from .duels import Strength
from .sizes import Branching, SpaceSize
from .spaces import ESTIMATES, PHASES


class ActionSpaceResult(ResultValues, frozen=True, kw_only=True):
    """Sizes and strengths, by what is switched off."""

    agent: str
    setups: tuple[str, ...]
    seed: int
    games: int
    """Games that positions were taken from."""
    sizes: dict[str, SpaceSize]
    strengths: dict[str, Strength]

    def json(self, run: str | None) -> dict[str, Any]:
        """Return everything by what is switched off, with the thesis's estimates."""
        by_reduction: dict[str, Any] = {
            off: msgspec.to_builtins(s) for off, s in self.sizes.items()
        }
        for off, strength in self.strengths.items():
            by_reduction.setdefault(off, {})["strength"] = strength.json()
        for off, values in by_reduction.items():
            values["thesis"] = ESTIMATES[off]
        request = {"agent": self.agent, "setups": list(self.setups), "seed": self.seed}
        return {"run": run} | request | {"switched_off": by_reduction}

    def quantities(self) -> list[Quantity]:
        """Return strengths, sequences of actions a turn, and legal actions."""
        strengths = [
            score_quantity("scores with a reduction against without", off, strength.total)
            for off, strength in self.strengths.items()
        ]
        sequences = [
            Quantity(
                "log10 of the sequences of actions a turn",
                f"{off} switched off",
                size.sequences.log10,
                size.sequences.interval,
                degrees=self.games - 1,
            )
            for off, size in self.sizes.items()
        ]
        actions = [
            Quantity("legal actions", f"{off} switched off, {phase}", branching.mean, None)
            for off, size in self.sizes.items()
            for phase, branching in size.branching.items()
        ]
        return [*strengths, *sequences, *actions]

    def summary(self) -> list[Block]:
        """Return the three tables: legal actions, sequences a turn, and strength."""
        return [
            Text(
                f"The reductions of the action space, measured in {self.games} games by "
                f"{called(self.agent)} and comparisons at the same budget a decision, "
                f"seed {self.seed}."
            ),
            Text(self.headline()),
            self._branching(),
            self._sequences(),
            self._strengths(),
        ]

    def headline(self) -> str:
        """Return which reductions were shown to make an agent stronger or weaker."""
        ends = {off: strength.total.ci95 for off, strength in self.strengths.items()}
        better = [off for off, (low, _) in ends.items() if low > 0.5]
        worse = [off for off, (_, high) in ends.items() if high < 0.5]
        rest = [off for off in ends if off not in (*better, *worse)]
        sentences = [
            f"An agent was shown to play better with {', '.join(better)}." if better else "",
            f"An agent was shown to play worse with {', '.join(worse)}." if worse else "",
            f"No difference was shown for {', '.join(rest)}." if rest else "",
        ]
        return (
            f"{' '.join(sentence for sentence in sentences if sentence)} Each at 95 %, by itself."
        )

    def _branching(self) -> Grid:
        rows = [
            (off, *(_branching_text(size.branching.get(phase)) for phase in PHASES))
            for off, size in self.sizes.items()
        ]
        counted = self.sizes["none"].branching
        positions = (str(counted[p].positions) if p in counted else "-" for p in PHASES)
        return Grid(
            "legal-actions",
            "Legal actions: mean (median, largest), by phase as the reduced space has it",
            [Column("switched_off", "switched off"), *(Column(phase, phase) for phase in PHASES)],
            [*rows, ("positions", *positions)],
        )

    def _sequences(self) -> Grid:
        positions = next(iter(self.sizes.values())).sequences.positions
        rows = [
            (
                off,
                f"{size.sequences.log10:.2f}{_range(size.sequences.interval)}",
                _times(size.growth_log10) + _factors(size.growth_log10_ci95),
                size.sequences.counted,
                f"{size.sequences.ends:.0f}" if size.sequences.ends else "-",
                _factor(ESTIMATES[off]["factor"]),
            )
            for off, size in self.sizes.items()
        ]
        return Grid(
            "sequences",
            f"Sequences of actions a turn from {positions} beginnings: geometric mean",
            [
                Column("switched_off", "switched off"),
                Column("log10", "log10 [95 %]"),
                Column("times", "times [95 %]", about="over those of the reduced space"),
                Column("counted", "counted", "count", "positions in which all were counted"),
                Column("ends", "ends", about="different positions after the turn"),
                Column("thesis", "thesis", about="the estimate of section 6.7"),
            ],
            rows,
        )

    def _strengths(self) -> Grid:
        rows = [
            (
                off,
                f"{100 * strength.total.score:.1f}{_range(strength.total.ci95, 100)}",
                strength.total.games,
                "{:.2f} : {:.2f}".format(*strength.decisions_a_turn),
                ESTIMATES[off]["text"],
            )
            for off, strength in self.strengths.items()
        ]
        return Grid(
            "strength",
            "Score in % with the reduction against without, at one budget a decision",
            [
                Column("switched_off", "switched off"),
                Column("score", "score [95 %]"),
                Column("games", "games", "count"),
                Column("decisions", "decisions a turn", about="with the reduction : without"),
                Column("thesis", "thesis", about="the estimate of section 6.7"),
            ],
            rows,
            kept=2,
        )


def _branching_text(branching: Branching | None) -> str:
    return f"{branching.mean:.1f} ({branching.median:g}, {branching.largest})" if branching else "-"


def _range(interval: tuple[float, float] | None, scale: float = 1) -> str:
    return f" [{scale * interval[0]:.1f}, {scale * interval[1]:.1f}]" if interval else ""


def _times(log10: float, digits: int = 1) -> str:
    return f"{10**log10:.2f}" if log10 < 2 else f"{10**log10:.{digits}e}".replace("e+0", "e")


def _factors(interval: tuple[float, float] | None) -> str:
    return f" [{_times(interval[0], 0)}, {_times(interval[1], 0)}]" if interval else ""


def _factor(factor: float | None) -> str:
    return f"{factor:.3g}".replace("e+0", "e") if factor else ""
