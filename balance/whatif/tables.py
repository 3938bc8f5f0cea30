"""What a comparison found, as rows of the database."""

from collections.abc import Sequence
from typing import Any

import pyarrow as pa

from ...engine.rules.ruleset import Ruleset
from ...results.store.rows import ruleset_row
from .result import Compared, Side, WhatIf

Rows = dict[str, list[dict[str, Any]]]


def ruleset_tables(rules: Sequence[Ruleset]) -> dict[str, pa.Table]:
    """Return rules that games are played by as rows of `rulesets`, each once."""
    once = {ruleset.digest(): ruleset_row(ruleset) for ruleset in rules}
    schema = pa.schema(
        [("ruleset", pa.string()), ("rules", pa.string()), ("edits", pa.list_(pa.string()))]
    )
    return {"rulesets": pa.Table.from_pylist(list(once.values()), schema)}


def finding_tables(found: WhatIf) -> dict[str, pa.Table]:
    """Return everything that was found, by table."""
    rows: Rows = {}
    _add_side(rows, 0, found.before, (), ())
    for number, after in enumerate(found.afters, start=1):
        _add_side(rows, number, after.side, after.edits, after.words)
        _add_changes(rows, number, after)
    texts = pa.list_(pa.string())
    return {name: _table(made, texts) for name, made in rows.items()}


def _table(rows: list[dict[str, Any]], texts: pa.DataType) -> pa.Table:
    """Return rows as a table in which empty lists are lists of texts."""
    table = pa.Table.from_pylist(rows)
    for place, name in enumerate(table.column_names):
        if pa.types.is_list(table.schema.field(name).type):
            made = pa.array([row[name] for row in rows], texts)
            table = table.set_column(place, name, made)
    return table


def _add_side(
    rows: Rows, number: int, side: Side, edits: Sequence[str], words: Sequence[str]
) -> None:
    rows.setdefault("whatif_variants", []).append(
        {
            "variant": number,
            "ruleset": side.rules.digest(),
            "edits": list(edits),
            "words": list(words),
            "first_game": side.sample.first_game,
            "games": len(side.sample.board.winner),
            **side.space,
            "cycles": side.cycles,
            "certain_cycles": side.certain_cycles,
        }
    )
    rows.setdefault("whatif_measures", []).extend(
        {
            "variant": number,
            "measure": name,
            "value": float(estimate.value),
            "value_low": float(estimate.low),
            "value_high": float(estimate.high),
        }
        for name, estimate in side.measures.items()
    )
    setups = {e.label: e.setup for e in side.sample.board.schedule.entrants}
    _add_mixture(
        rows,
        number,
        adapted=False,
        held=[(name, setups[name], w, part, False) for name, w, part in side.mixture],
    )
    if side.adapted:
        every = zip(
            side.adapted.names,
            side.adapted.setups,
            side.adapted.weights.tolist(),
            side.adapted.new,
            strict=True,
        )
        held = [(name, setup, w, None, new) for name, setup, w, new in every if w > 1e-4]
        _add_mixture(rows, number, adapted=True, held=held)
        _add_counters(rows, number, side)


def _add_mixture(
    rows: Rows,
    number: int,
    *,
    adapted: bool,
    held: Sequence[tuple[str, str, float, float | None, bool]],
) -> None:
    rows.setdefault("whatif_mixtures", []).extend(
        {
            "variant": number,
            "adapted": adapted,
            "entrant": name,
            "setup": setup,
            "weight": weight,
            "takes_part": part,
            "found": new,
        }
        for name, setup, weight, part, new in held
    )


def _add_counters(rows: Rows, number: int, side: Side) -> None:
    assert side.adapted is not None
    rows.setdefault("whatif_counters", []).extend(
        {
            "variant": number,
            "round": place,
            "setup": str(counter.setup),
            "score": counter.score.rate,
            "score_low": counter.interval.low,
            "score_high": counter.interval.high,
            "games": counter.score.games,
        }
        for place, counter in enumerate(side.adapted.counters, start=1)
    )


def _add_changes(rows: Rows, number: int, after: Compared) -> None:
    rows.setdefault("whatif_setups", []).extend(
        {
            "variant": number,
            "entrant": fate.label,
            "setup_before": fate.before,
            "setup_after": fate.entrant.setup,
            "fate": fate.kind,
            "change": fate.change,
            "room": fate.room,
            "gained_room": fate.gained,
        }
        for fate in after.fates
    )
    rows.setdefault("whatif_changes", []).extend(
        {
            "variant": number,
            "family": change.family,
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
        for change in after.changes
    )
