"""What a comparison stored, read back for its report."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...arena.run.report import StoredRun

Row = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class StoredComparison:
    """Rows of a run, by table; variant 0 is before."""

    sweep: str | None
    labels: tuple[str, ...]
    """The setups, in the order they were given."""
    variants: list[Row]
    measures: list[Row]
    changes: list[Row]
    fates: list[Row]
    mixtures: list[Row]
    counters: list[Row]

    def family(self, variant: int, name: str) -> list[Row]:
        """Return the changes of a family under a set of rules."""
        return [c for c in self.changes if c["variant"] == variant and c["family"] == name]

    def measure(self, variant: int, name: str) -> tuple[float, float, float]:
        """Return a measure of a set of rules with its interval."""
        [row] = [m for m in self.measures if (m["variant"], m["measure"]) == (variant, name)]
        return row["value"], row["value_low"], row["value_high"]

    def value_of(self, variant: int) -> float:
        """Return the swept rule's value in a set of rules after."""
        return float(self.variants[variant]["edits"][-1].partition("=")[2])


def read(stored: StoredRun) -> StoredComparison | None:
    """Return what a run found; None if it has not come so far."""
    run = stored.run
    tables = {
        "variants": "variant",
        "measures": "variant, measure",
        "changes": "variant, family, name, opponent",
        "setups": "variant, entrant",
        "mixtures": "variant, adapted, weight DESC, entrant",
        "counters": "variant, round",
    }
    found = {
        name: stored.query(f"SELECT * FROM whatif_{name} WHERE run = ? ORDER BY {order}")
        for name, order in tables.items()
    }
    if not found["variants"]:
        return None
    given = run.arguments["entrants"]
    return StoredComparison(
        sweep=run.arguments["sweep"],
        labels=tuple(entrant["name"] or entrant["setup"] for entrant in given),
        variants=found["variants"],
        measures=found["measures"],
        changes=found["changes"],
        fates=found["setups"],
        mixtures=found["mixtures"],
        counters=found["counters"],
    )


def rates(found: StoredComparison, variant: int) -> np.ndarray:
    """Return the score rates of each setup against each, before (variant 0) or after."""
    place = {label: number for number, label in enumerate(found.labels)}
    matrix = np.full((len(place), len(place)), np.nan)
    end = "value_after" if variant else "value_before"
    for met in found.family(max(variant, 1), "matchups"):
        one, other = place[met["name"]], place[met["opponent"]]
        matrix[one, other], matrix[other, one] = met[end], 1 - met[end]
    return matrix
