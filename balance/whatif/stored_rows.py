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


def rates(stored: StoredRun, found: StoredComparison, variant: int) -> np.ndarray:
    """Return the score rates of each setup against each in a round robin."""
    row = found.variants[variant]
    sql = (
        "SELECT coalesce(first_name, first_setup) AS one, "
        "coalesce(second_name, second_setup) AS other, "
        "sum(CASE winner WHEN 'first' THEN 1.0 WHEN 'draw' THEN 0.5 ELSE 0.0 END)::DOUBLE "
        "AS points, count(*) AS games FROM games "
        "WHERE run = ? AND game >= ? AND game < ? GROUP BY ALL"
    )
    first = row["first_game"]
    place = {label: number for number, label in enumerate(found.labels)}
    points, games = np.zeros((2, len(place), len(place)))
    for met in stored.query(sql, first, first + row["games"]):
        one, other = place[met["one"]], place[met["other"]]
        points[one, other] += met["points"]
        points[other, one] += met["games"] - met["points"]
        games[one, other] += met["games"]
        games[other, one] += met["games"]
    return np.divide(points, games, out=np.full_like(points, np.nan), where=games > 0)
