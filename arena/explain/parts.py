"""What carries the score: how it changes without each component, with its swap, without pairs.

A change is the score of a variant against B less that of A. Both play the same seeds, but two
setups play different games on them: of Championeer against Rush and eleven variants the pairs on
one seed had a correlation of 0.04 (standard error 0.04). So the two scores count as independent,
and A's may have more games than a variant's.

All questions are asked at once: each interval is at the confidence at which all of them hold
together (Bonferroni).
"""

from collections.abc import Mapping, Sequence
from typing import Final

from ...setups.swaps import component_text, components_text
from ..stats.interaction import Interaction
from ..stats.quantity import difference, score_quantity
from ..stats.score import Score
from ..stats.simultaneous import open_ends
from ..stats.values import ScoreValues
from .values import CONFIDENCE, PairedLoss, PartValues
from .variants import Variant

_ORDINALS: Final = (
    *("first", "second", "third", "fourth", "fifth"),
    *("sixth", "seventh", "eighth", "ninth", "tenth"),
)


def part_values(
    base: Score, scores: Mapping[Variant, Score], counts: Mapping[str, int]
) -> tuple[PartValues, ...]:
    """Return the changes of all variants; `counts` is how many A has of each component."""
    confidence = 1 - (1 - CONFIDENCE) / max(len(scores), 1)
    alone = {variant.taken: score for variant, score in scores.items() if variant.kind == "out"}
    values = []
    for variant, score in scores.items():
        together = None
        if variant.kind == "pair":
            one, other = (alone[taken,] for taken in variant.taken)
            both = Interaction(base=base, one=one, other=other, both=score)
            together = _paired_loss(both, confidence)
        one, other = (score_quantity("", "", each) for each in (base, score))
        entrant = variant.entrant("")
        values.append(
            PartValues(
                kind=variant.kind,
                taken=variant.taken,
                put_in=variant.put_in,
                name=variant_name(variant.taken, variant.put_in, counts),
                setup=entrant.setup,
                formation=entrant.formation or (),
                score=ScoreValues.of(score),
                change=score.rate - base.rate,
                ci95=difference(one, other, 0.95),
                corrected=difference(one, other, confidence),
                together=together,
            )
        )
    return tuple(values)


def _paired_loss(both: Interaction, confidence: float) -> PairedLoss:
    return PairedLoss(
        expected=both.expected,
        elo=both.elo,
        ci95=open_ends(both.interval()),
        corrected=open_ends(both.interval(confidence)),
    )


# ---- words ---------------------------------------------------------------------------------------


def variant_name(taken: Sequence[str], put_in: Sequence[str], counts: Mapping[str, int]) -> str:
    """Return what is taken out, and what for: `third champion`, `Charge for Stoicism`."""
    if len(taken) == 2 and taken[0] == taken[1]:
        out = component_text(taken[0], 2)
    else:
        out = " and ".join(component_name(one, counts[one]) for one in taken)
    if not put_in:
        return out
    come = {one: put_in.count(one) for one in dict.fromkeys(put_in)}
    return f"{out} for {components_text(come)}"


def component_name(component: str, count: int) -> str:
    """Return what the last of so many is called: `third champion`, `champion`, `Battle Cry`."""
    name = component_text(component)
    if name[0].isupper():
        return name
    name = name.partition(" ")[2]
    return f"{_ORDINALS[count - 1]} {name}" if 1 < count <= len(_ORDINALS) else name
