"""Enumerated setups as Arrow tables, in the columns of the database's `setups`."""

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ..engine.rules.stats import COMMANDS, TROOPS
from .catalogue import catalogue
from .enumerate import Block, Enumeration
from .notation import write_text


def texts(enumeration: Enumeration, block: Block) -> pa.Array:
    """Return the canonical text of each setup of a block, joined from the parts' texts."""
    troops = pa.array(
        [write_text(tuple(row), ()) for row in enumeration.troops.tolist()], pa.string()
    )
    sets = [
        tuple(c for c, on in zip(COMMANDS, row, strict=True) if on)
        for row in enumeration.commands.tolist()
    ]
    commands = pa.array([f":{','.join(slugs)}" if slugs else "" for slugs in sets], pa.string())
    return pc.binary_join_element_wise(  # pyright: ignore[reportAttributeAccessIssue]
        troops.take(pa.array(block.troop_rows)), commands.take(pa.array(block.command_rows)), ""
    )


def to_arrow(enumeration: Enumeration, block: Block) -> pa.Table:
    """Return a block's setups as rows of the table `setups`."""
    counts = enumeration.troops[block.troop_rows].astype(np.uint8)
    commands = enumeration.commands[block.command_rows].astype(bool)
    setup = texts(enumeration, block)
    names = {str(named.setup): name for name, named in reversed(list(catalogue().items()))}
    places = pc.index_in(setup, pa.array(list(names)))  # pyright: ignore[reportAttributeAccessIssue]
    rows = len(block)
    columns: dict[str, pa.Array] = {
        "ruleset": pa.repeat(enumeration.rules.digest(), rows),
        "setup": setup,
        **{slug.replace("-", "_"): pa.array(counts[:, i]) for i, slug in enumerate(TROOPS)},
        "troops": pa.array(counts.sum(axis=1, dtype=np.uint8)),
        **{slug.replace("-", "_"): pa.array(commands[:, i]) for i, slug in enumerate(COMMANDS)},
        "commands": pa.array(commands.sum(axis=1, dtype=np.uint8)),
        "points": pa.array(block.points.astype(np.int32)),
        "legal": pa.array(np.ones(rows, bool)),
        "maximal": pa.array(block.maximal),
        "exact": pa.array(block.exact),
        "name": pa.array(list(names.values())).take(places),
    }
    return pa.table(columns)
