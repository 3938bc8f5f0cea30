"""`Candidates`: the original and all its swaps, as they stand on the board."""

from dataclasses import dataclass
from functools import cached_property
from random import Random

from ...arena.play.entrant import Entrant, LastingSetup
from ...engine.reading.input_error import mention
from ...engine.rules.ruleset import Ruleset
from ...results.page.words import plural
from ...setups.keeping import kept
from ...setups.notation import read_text
from ...setups.setup import Setup
from ...setups.swaps import Swap, small_swaps
from ..proposals.errors import EvolveError
from ..proposals.formations import inherited
from ..proposals.space import Space


@dataclass(frozen=True, kw_only=True)
class Candidates:
    """The original, which is number 0, and what swaps make of it, from 1 on."""

    original: LastingSetup
    swaps: tuple[Swap, ...]
    rules: Ruleset
    seed: int
    """Where one of several like troops leaves a formation, this draws which."""

    @classmethod
    def of(
        cls,
        original: LastingSetup,
        space: Space,
        *,
        swaps: int,
        keep: tuple[str, ...],
        seed: int,
    ) -> "Candidates":
        """Return the swaps of at most a size that keep what must stay, within the constraints."""
        setup = Setup(*read_text(original.setup))
        least = kept(keep, setup)
        every = small_swaps(setup, space.rules, swaps, least)
        some = [swap for swap in every if space.accepts(swap.after)]
        if not some:
            raise EvolveError(_nothing(original, swaps, bool(any(least)), bool(every)))
        return cls(original=original, swaps=tuple(some), rules=space.rules, seed=seed)

    def __len__(self) -> int:
        return 1 + len(self.swaps)

    @cached_property
    def setups(self) -> tuple[Setup, ...]:
        """What each is made of."""
        return self.swaps[0].before, *(swap.after for swap in self.swaps)

    def entrant(self, number: int, agent: str) -> Entrant:
        """Return one of them, played by an agent."""
        if number == 0:
            return Entrant.of(self.original, agent)
        formation = self.standing(number) if self.original.formation else None
        return Entrant(setup=str(self.setups[number]), agent=agent, formation=formation)

    def standing(self, number: int) -> tuple[str, ...]:
        """Return the formation that one of them stands in."""
        setup, formation = self.setups[number], self.original.formation
        if formation is None:
            return setup.army(self.rules).formation
        if setup.counts == self.setups[0].counts:
            return formation
        return inherited(formation, setup.counts, self.rules, Random(self.seed))


def _nothing(original: LastingSetup, swaps: int, keeps: bool, constrained: bool) -> str:
    """Say why there is nothing to swap, and what would help."""
    label, most = original.name or original.setup, plural(swaps, "component")
    more = mention("swaps")
    if constrained:
        return (
            f"nothing to swap: no change of {label} by at most {most} is within the constraints; "
            f"loosen them, or allow more with {more}"
        )
    if keeps:
        return (
            f"nothing to swap: no legal setup differs from {label} by at most {most} and has all "
            f"that must stay; keep less, or allow more with {more}"
        )
    return (
        f"nothing to swap: no legal, maximal setup differs from {label} by at most {most}; allow "
        f"more with {more}"
    )
