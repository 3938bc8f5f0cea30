"""Does the thesis hold? Each of its claims beside what a tournament's games say."""

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from typing import Any

from ...results import Store, StoreError
from ...results.page.blocks import Section, Text
from ...results.page.grids import Column, Grid
from ...results.page.page import Page
from ...results.page.words import plural
from ...results.text.command_lines import command_line
from ...setups.catalogue import catalogue
from ..run.report import facts
from ..stats.cycles import THRESHOLD
from . import claims_games, claims_troops, notes
from .claims import MEANING, Claim, counted, not_measured
from .collect import Games, collect
from .thesis import thesis


@dataclass(frozen=True)
class Reproduction:
    """The claims of the thesis, examined with a run's games."""

    games: Games
    claims: Sequence[Claim]

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain JSON values."""
        return {
            "run": self.games.run.run,
            "games": len(self.games.turns),
            "agents": self.games.run.agents,
            "verdicts": counted(self.claims),
            "claims": [claim.to_dict() for claim in self.claims],
        }

    @property
    def summary(self) -> str:
        """The verdicts in a sentence."""
        parts = [
            f"{number} {verdict}" for verdict, number in counted(self.claims).items() if number
        ]
        return f"Of {len(self.claims)} claims of the thesis: {', '.join(parts)}."

    def text(self, width: int) -> str:
        """Return the claims for a terminal."""
        games, run = self.games, self.games.run
        lines = [f"{run.run}: {plural(len(games.turns), 'game')}, {', '.join(run.agents)}", ""]
        inner = max(40, min(width, 100)) - 9
        for claim in self.claims:
            lines.append(f"{claim.verdict.upper()}: {claim.claim}")
            for head, text in (
                ("thesis", claim.thesis),
                ("here", claim.here),
                ("", claim.remark),
            ):
                whole = text.replace(" %", "\u00a0%")  # no line ends before the per cent
                for i, line in enumerate(textwrap.wrap(whole, inner)):
                    plain_line = line.replace("\u00a0", " ")
                    lines.append(f"  {head if i == 0 else '':<6} {plain_line}")
            lines.append("")
        return "\n".join([*lines, self.summary]) + "\n"

    def page(self) -> Page:
        """Return the claims as a page."""
        grid = Grid(
            "claims",
            "Claims",
            [
                Column("claim", "Claim"),
                Column("verdict", "Verdict"),
                Column("thesis", "Thesis"),
                Column("here", "These games"),
                Column("remark", "Remark"),
            ],
            [(c.claim, c.verdict, c.thesis, c.here, c.remark or None) for c in self.claims],
            "Verdicts: "
            + "; ".join(f"{verdict}: {meaning}" for verdict, meaning in MEANING.items())
            + ".",
        )
        differences = [
            *notes.COMMANDS[:1],
            *notes.RECIPIENTS,
            *notes.SELECTIONS[1:],
            *notes.LENGTHS,
        ]
        return Page(
            "Conquest: the thesis reproduced",
            "Each claim of the thesis on Conquest (Bax 2025) beside what these games say. "
            "Intervals are 95 %.",
            [
                Section("Claims", [Text(self.summary, "headline"), grid]),
                Section("Known differences", [Text(note) for note in differences]),
            ],
            facts(self.games.run, len(self.games.turns)),
        )


def examine(
    store: Store, name: str | None = None, *, threshold: Fraction = THRESHOLD
) -> Reproduction:
    """Return the claims examined with the games of a run, or of the latest tournament."""
    games = collect(store, name or latest_tournament(store))
    if games.of == "agent":
        raise StoreError(f"run {games.run.run} compares agents; the claims are about setups")
    if not games.table.players:
        raise StoreError(
            f"run {games.run.run} has no games between two different setups; the claims are about "
            f"a tournament, which {command_line('tournament', db=store.path)} plays"
        )
    general = [*claims_games.setup_counts(store), claims_games.agent_order(store)]
    claims = [
        claims_games.warrior(games),
        claims_games.no_dominant(games, threshold),
        *claims_games.cycles(games, threshold),
    ]
    if games.traced:
        claims += [
            claims_troops.selected(store, games),
            *claims_troops.kill_rates(store, games),
            *claims_troops.commands(store, games),
        ]
    else:
        events = command_line("tournament --events", db=store.path)
        why = f"what happened within the games was not kept; {events} keeps it"
        for claim in (
            "Knights and Champions are selected most, relative to how many there are",
            "Knights and Champions have the highest kill rates, the weakest troops the lowest",
            "Chastise is the command used most, Charge is rarely used",
        ):
            claims.append(not_measured(claim, "tables 3, 6 and 7", why))
    claims += claims_games.lengths(games)
    lacking = what_lacks(games, command_line("tournament --events", db=store.path))
    if lacking:
        claims = [
            c if c.verdict == "not measured" else replace(c, verdict="not measured", remark=lacking)
            for c in claims
        ]
    return Reproduction(games, [*general, *claims])


def what_lacks(games: Games, plays: str) -> str | None:
    """Return why a run can tell nothing on claims about the thesis's setups, or None if it can.

    They are about a tournament of just these setups: fewer, or others with them, are something
    else, whatever their games say.
    """
    named, players = catalogue(), games.table.players
    missing = [name for name in named if name not in players]
    others = len([player for player in players if player not in named])
    unmet = sum(not games.table.between(a, b).games for a, b in combinations(named, 2))
    if missing:
        what = f"{len(missing)} of them took no part"
    elif others:
        what = f"{plural(others, 'other player')} took part too"
    elif unmet:
        what = f"{plural(unmet, 'pair')} of them did not meet"
    else:
        return None
    return (
        f"The claim is about the {len(named)} setups of the thesis against each other; {what}. "
        f"{plays} plays them"
    )


def latest_tournament(store: Store) -> str:
    """Return the latest tournament that has games."""
    rows = store.query(
        "SELECT run FROM runs SEMI JOIN games USING (run) WHERE kind = 'tournament' "
        "AND NOT clock_dependent "
        "ORDER BY started DESC, run DESC LIMIT 1"
    )
    if not rows.num_rows:
        size = thesis()["tournament"]["setups"]
        again = command_line("tournament", db=store.path)
        raise StoreError(f"the database holds no tournament; {again} plays the {size} setups")
    return rows["run"][0].as_py()
