"""Rankings of setups that are stored: which runs there are, and what they say of each setup.

A setup's code is one number: five bits for how many troops of each type, and one for each command.
Hundreds of thousands of setups are compared by it, where their texts would take seconds.
"""

from typing import TYPE_CHECKING, Any, Final

from ...engine.rules.stats import COMMANDS, LETTERS

if TYPE_CHECKING:
    import pyarrow as pa

    from ..store.store import Store

TROOP_BITS: Final = 5
FACTORS: Final = (
    *(1 << (TROOP_BITS * number) for number in range(len(LETTERS))),
    *(1 << (TROOP_BITS * len(LETTERS) + number) for number in range(len(COMMANDS))),
)
"""Of each troop type and each command in a code."""

_LETTERS: Final = "split_part(setup, ':', 1)"
_SLUGS: Final = "string_split(split_part(setup, ':', 2), ',')"
CODE: Final = " + ".join(
    [
        f"(length({_LETTERS}) - length(replace({_LETTERS}, '{one}', ''))) * {factor}"
        for one, factor in zip(LETTERS, FACTORS, strict=False)
    ]
    + [
        f"list_contains({_SLUGS}, '{slug}')::BIGINT * {factor}"
        for slug, factor in zip(COMMANDS, FACTORS[len(LETTERS) :], strict=True)
    ]
)

_RANKINGS: Final = """
    SELECT run, agents[-1] AS judge, count(*) AS setups
    FROM runs JOIN setup_ratings USING (run)
    WHERE kind = 'rank' AND status = 'finished' AND ruleset = ? AND method = ?
    GROUP BY ALL ORDER BY run DESC
"""


def finished_rankings(store: "Store", ruleset: str, method: str) -> list[dict[str, Any]]:
    """Return the finished rankings by some rules, the latest first; `method` is of their rows."""
    return store.query(_RANKINGS, [ruleset, method]).to_pylist()


def ranking_rows(store: "Store", run: str, method: str) -> "pa.Table":
    """Return code, rating, interval and games of every setup of a ranking."""
    return store.query(
        f"SELECT ({CODE})::BIGINT AS code, rating, rating_low, rating_high, "
        "games::INTEGER AS games FROM setup_ratings WHERE run = ? AND method = ?",
        [run, method],
    )
