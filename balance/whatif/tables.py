"""What a comparison found, as rows of the database; variant 0 is before."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from ...engine.rules.ruleset import Ruleset
from ...results.store.rows import ruleset_row
from ..measures.equilibrium import HELD
from .comparison import RulesSample
from .result import RulesValues, VariantValues, WhatifResult

if TYPE_CHECKING:
    from .adapting import Adapted

Row = dict[str, Any]


def ruleset_tables(rules: Sequence[Ruleset]) -> dict[str, pa.Table]:
    """Return rules that games are played by as rows of `rulesets`, each once."""
    once = {ruleset.digest(): ruleset_row(ruleset) for ruleset in rules}
    schema = pa.schema(
        [("ruleset", pa.string()), ("rules", pa.string()), ("edits", pa.list_(pa.string()))]
    )
    return {"rulesets": pa.Table.from_pylist(list(once.values()), schema)}


def whatif_tables(
    values: WhatifResult, samples: Sequence[RulesSample], ends: "Sequence[Adapted]" = ()
) -> dict[str, pa.Table]:
    """Return everything that was found, by table.

    `samples` are the games of the rules before and of each after; `ends` are what players adapted
    to under each, if they did.
    """
    sides = [values.before, *(variant.after for variant in values.variants)]
    rows: dict[str, list[Row]] = {
        "whatif_variants": [
            _variant(number, values, side, sample)
            for number, (side, sample) in enumerate(zip(sides, samples, strict=True))
        ],
        "whatif_measures": [r for n, side in enumerate(sides) for r in _measures(n, side)],
        "whatif_mixtures": [
            *(
                r
                for n, both in enumerate(zip(sides, samples, strict=True))
                for r in _nash(n, *both)
            ),
            *(r for n, end in enumerate(ends) for r in _adapted(n, end)),
        ],
        "whatif_counters": [r for n, end in enumerate(ends) for r in _counters(n, end)],
        "whatif_setups": [r for n, v in enumerate(values.variants, 1) for r in _setups(n, v)],
        "whatif_changes": [r for n, v in enumerate(values.variants, 1) for r in _changes(n, v)],
    }
    return {name: _table(lines) for name, lines in rows.items() if lines}


def _table(rows: list[Row]) -> pa.Table:
    """Return rows as a table in which empty lists are lists of texts."""
    table = pa.Table.from_pylist(rows)
    for place, name in enumerate(table.column_names):
        if pa.types.is_list(table.schema.field(name).type):
            column = pa.array([row[name] for row in rows], pa.list_(pa.string()))
            table = table.set_column(place, name, column)
    return table


def _variant(number: int, values: WhatifResult, side: RulesValues, sample: RulesSample) -> Row:
    variant = values.variants[number - 1] if number else None
    return {
        "variant": number,
        "ruleset": side.ruleset,
        "edits": list(variant.edits) if variant else [],
        "words": list(variant.words) if variant else [],
        "first_game": sample.first_game,
        "games": side.games,
        **side.setups,
        "cycles": side.cycles,
        "certain_cycles": side.certain_cycles,
    }


def _measures(number: int, side: RulesValues) -> Iterable[Row]:
    for name, measured in side.measures.items():
        low, high = measured.ci95
        yield {
            "variant": number,
            "measure": name,
            "value": float(measured.value),
            "value_low": float(low),
            "value_high": float(high),
        }


def _nash(number: int, side: RulesValues, sample: RulesSample) -> Iterable[Row]:
    setups = {entrant.label: entrant.setup for entrant in sample.judged.schedule.entrants}
    for part in side.nash:
        row = {"entrant": part.name, "setup": setups[part.name], "weight": part.weight}
        more = {"takes_part": part.takes_part, "found": False}
        yield {"variant": number, "adapted": False} | row | more


def _adapted(number: int, end: "Adapted") -> Iterable[Row]:
    every = zip(end.names, end.setups, end.weights.tolist(), end.new, strict=True)
    for name, setup, weight, new in every:
        if weight > HELD:
            row = {"entrant": name, "setup": setup, "weight": weight}
            yield {"variant": number, "adapted": True} | row | {"takes_part": None, "found": new}


def _counters(number: int, end: "Adapted") -> Iterable[Row]:
    for place, counter in enumerate(end.counters, start=1):
        low, high = counter.ci95
        yield {
            "variant": number,
            "round": place,
            "setup": counter.setup,
            "score": counter.score,
            "score_low": low,
            "score_high": high,
            "games": counter.games,
        }


def _setups(number: int, variant: VariantValues) -> Iterable[Row]:
    for fate in variant.fates:
        yield {
            "variant": number,
            "entrant": fate.name,
            "setup_before": fate.before,
            "setup_after": fate.after,
            "fate": fate.fate,
            "change": fate.change,
            "room": fate.room,
            "gained_room": fate.gained_room,
        }


def _changes(number: int, variant: VariantValues) -> Iterable[Row]:
    for family, changes in variant.changes.items():
        for change in changes:
            yield {
                "variant": number,
                "family": family,
                "name": change.name,
                "opponent": change.opponent or "",
                "value_before": change.before,
                "value_after": change.after,
                "change": change.change,
                "change_low": change.low,
                "change_high": change.high,
                "p_value": change.p_value,
                "beyond_noise": change.beyond,
            }
