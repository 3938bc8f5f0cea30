"""`Rankings`: the ranking that setups are listed by, read once and kept.

Which ranking that is, is asked anew (`LastAnswers`); the rows of a finished run never change.
"""

from functools import partial
from typing import Final

import anyio.to_thread
import msgspec
import pyarrow as pa

from ...api.setup_data.ratings import RankedRows, RankingUsed, best_ranking
from ...api.setup_data.selection import SetupSelection
from ...engine.rules.ruleset import Ruleset
from ...evolve.proposals.methods import RATED
from ...results import Store
from ...results.database.errors import DatabaseBusy
from ...results.questions.rankings import ranking_rows
from ..common.last_used import LastUsed
from .answers import LastAnswers

MOST_BYTES: Final = 32 << 20
"""Of all rankings that are kept; one by the standard rules takes 5 MB."""


class Rankings:
    """Ratings by run."""

    def __init__(self, answers: LastAnswers) -> None:
        self._answers = answers
        self._kept = LastUsed[str, RankedRows](MOST_BYTES)

    async def used(self, rules: Ruleset) -> RankingUsed | None:
        """Return the ranking by these rules, if there is one."""
        digest = rules.digest()
        answer = await self._answers.get(("ranking", digest), partial(best_ranking, ruleset=digest))
        return msgspec.json.decode(answer.body, type=RankingUsed | None)

    async def ratings(self, ranking: RankingUsed, every: SetupSelection) -> RankedRows:
        """Return what it says of each setup."""
        if kept := self._kept.get(ranking.run):
            return kept
        answer = await self._answers.read(("ratings", ranking.run), partial(_rows, run=ranking.run))
        ratings = await anyio.to_thread.run_sync(partial(_aligned, every, answer.body))
        self._kept.put(ranking.run, ratings, ratings.values.nbytes + ratings.games.nbytes)
        return ratings

    async def known(
        self, rules: Ruleset, every: SetupSelection, *, needed: bool
    ) -> tuple[RankingUsed | None, RankedRows | None]:
        """Return both if there are such.

        As long as the database is busy and they are not known, there are none, unless `needed`.
        """
        try:
            ranking = await self.used(rules)
            return ranking, await self.ratings(ranking, every) if ranking else None
        except DatabaseBusy:
            if needed:
                raise
            return None, None


def _rows(store: Store, run: str) -> bytes:
    table = ranking_rows(store, run, RATED)
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    return sink.getvalue().to_pybytes()


def _aligned(every: SetupSelection, body: bytes) -> RankedRows:
    return RankedRows.of(every, pa.ipc.open_stream(body).read_all())
