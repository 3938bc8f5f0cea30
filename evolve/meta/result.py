"""What a search for the metagame ends with: the mixture, how it came about, how good it is."""

from typing import Any, ClassVar

from ...agents.spec.spec import called
from ...arena.run.result import ResultValues
from ...arena.stats.quantity import Quantity, score_quantity
from ...arena.stats.score import Score
from ...engine.rules.ruleset import Ruleset
from ...results.page.blocks import Block, Lines, Text
from ...results.page.grids import Column, Grid
from ...results.page.words import listed, percent, plural, share_text, wrapped
from ...setups.formation import formation_lines
from .values import (
    NamedScore,
    OracleRound,
    RivalResponse,
    ScreenedSetup,
    SetMember,
    Use,
    gain_text,
    score_json,
)

_NAMED = 8
"""Named setups that the summary shows; the report has them all."""


class MetaResult(ResultValues, frozen=True, kw_only=True):
    """The mixture, its rounds, and what it was measured by."""

    version: ClassVar[int] = 2

    members: tuple[SetMember, ...]
    """The whole set, heaviest first."""
    rounds: tuple[OracleRound, ...]
    screen: tuple[ScreenedSetup, ...]
    """What it started with, those that most likely belong to the mixture first; empty if all of it
    was played by the judge."""
    screen_agent: str
    named: tuple[NamedScore, ...]
    """By their score, best first."""
    named_mixture: Score | None
    """Of the Nash mixture of the named setups alone, against the mixture."""
    usage: tuple[Use, ...]
    rival: RivalResponse | None
    epsilon: float
    patience: int
    settled: bool
    """Whether the search ended because no response gained; else its rounds were used up."""
    agent: str
    """The judge."""
    edits: tuple[str, ...]
    """The rules, as changes of the standard ones."""

    @property
    def mixture(self) -> list[SetMember]:
        """The members that have weight."""
        return [member for member in self.members if member.weight > 0]

    @property
    def rules(self) -> Ruleset:
        """The rules."""
        return Ruleset().edit(*self.edits)

    def json(self, run: str | None) -> dict[str, Any]:
        """Return the mixture; its exploitability is what the last response gained."""
        last = self.rounds[-1].response  # earlier rounds answered mixtures that have changed
        usage = {
            kind: {use.thing: use.json() for use in self.usage if use.kind == kind}
            for kind in ("troop", "command")
        }
        return {
            "settled": self.settled,
            "epsilon": self.epsilon,
            "exploitability": last.gain,
            "exploitability_ci95": list(last.interval),
            "mixture": [member.json() for member in self.mixture],
            "rounds": [one.json() for one in self.rounds],
            "named": [one.json() for one in self.named],
            "named_mixture": score_json(self.named_mixture) if self.named_mixture else None,
            "usage": {"troops": usage["troop"], "commands": usage["command"]},
            "judge": self.agent,
            "screen": [one.json() for one in self.screen],
            "rival": self.rival.json() if self.rival else None,
            "run": run,
        }

    def quantities(self) -> list[Quantity]:
        """Return scores against the mixture, and what it consists of.

        Another search may end with another mixture, which is not in these intervals: figures of
        two runs measure the same where the mixture, or the set that it was made of, is the same.
        """
        mixture = sorted((one.entrant.setup, one.formation, one.weight) for one in self.mixture)
        last = self.rounds[-1].response
        against = [("the last response", last.entrant.setup, last.score)]
        against += [(one.entrant.label, one.entrant.setup, one.score) for one in self.named]
        scores = [
            score_quantity(
                "scores against the mixture",
                name,
                score,
                another_setup=setup,
                another_mixture=mixture,
            )
            for name, setup, score in against
        ]
        basis = {"another set": sorted((one.entrant.setup, one.formation) for one in self.members)}
        weights = [
            Quantity(
                "weights in the mixture",
                one.entrant.setup,
                one.weight,
                one.interval,
                form="share",
                basis=basis,
            )
            for one in self.mixture
        ]
        return [*scores, *weights, *(use.quantity(basis) for use in self.usage)]

    # ---- in words --------------------------------------------------------------------------------

    def summary(self) -> list[Block]:
        """Return the mixture, whether it settled, and what it was measured by."""
        rules = self.rules
        blocks: list[Block] = [Text(self.headline())]
        if self.rival:
            blocks.append(Text(self._rival_text(self.rival)))
        for number, member in enumerate(self.mixture, start=1):
            blocks.append(Lines(self._member_lines(number, member, rules), terminal_only=True))
        blocks.append(_rounds_grid(self.rounds, rules))
        if self.screen:
            blocks.append(Text(self._screen_text()))
        if self.named_mixture:
            blocks += [Text(self._named_text(self.named_mixture)), _named_grid(self.named)]
        blocks.append(_usage_grid(self.usage))
        return blocks

    def headline(self) -> str:
        """Return how large the mixture is and why the search ended, as the intervals carry it."""
        count = plural(len(self.mixture), "setup")
        last = self.rounds[-1].response
        verdict = (
            "so it can be exploited, perhaps by more than that"
            if last.interval.low > 0
            else "which shows no gain, though a better response may exist"
        )
        return (
            f"A mixture of {count}, played by {called(self.agent)}. {self._ending()} "
            "The last response, evolved against this very mixture, scored "
            f"{share_text(last.score.rate, last.score.interval())} on held-out seeds, {verdict}."
        )

    def _ending(self) -> str:
        gain = f"shown to gain more than {100 * self.epsilon:g} points of 100"
        if not self.settled:
            return "The rounds were used up before it settled: more of them may change it."
        if self.patience == 1:
            return f"It settled: the last response was not {gain}."
        return f"It settled: none of the last {self.patience} responses was {gain}."

    def _member_lines(self, number: int, member: SetMember, rules: Ruleset) -> list[str]:
        named = f"{member.entrant.name}  {member.entrant.setup}"
        title = named if member.entrant.name else member.entrant.title(rules)
        lines = [
            *wrapped(f"{number}. {title}", 78, rest="   "),
            f"   weight {share_text(member.weight, member.interval)}, in "
            f"{100 * member.certainty:.0f} % of resampled mixtures",
        ]
        return lines + formation_lines(member.formation, rules)

    def _screen_text(self) -> str:
        out = [one.entrant.title() for one in self.screen if not one.kept]
        names = listed(out, len(out))
        return (
            f"Of {len(self.screen)} setups to start with, {called(self.agent)} played the "
            f"{len(self.screen) - len(out)} that may belong to the mixture by the games of "
            f"{called(self.screen_agent)}, its error allowed for. Left out: {names}."
        )

    def _rival_text(self, rival: RivalResponse) -> str:
        """Return what another agent's response gains, as the intervals carry it."""
        title = rival.response.entrant.title(self.rules)
        by = (rival.agent, rival.response), (self.agent, rival.judged)
        gains = [f"{gain_text(one)} by {called(agent)}" for agent, one in by]
        agents = [called(agent) for agent, one in by if one.interval.low > 0]
        ending = (
            f"A gain was shown by {' and '.join(agents)}." if agents else "Neither shows a gain."
        )
        return (
            f"A response that {called(rival.agent)} evolved against this mixture, "
            f"{title}, gains in points of 100, on held-out seeds: "
            f"{', '.join(gains)}. {ending}"
        )

    def _named_text(self, score: Score) -> str:
        level = sum(one.score.interval().high >= 0.5 for one in self.named)
        return (
            f"The Nash mixture of the {len(self.named)} named setups scores "
            f"{share_text(score.rate, score.interval())} against the mixture. Of the named setups "
            f"alone, {level or 'none'} may be level with it: the 95 % interval reaches one half."
        )


def _rounds_grid(rounds: tuple[OracleRound, ...], rules: Ruleset) -> Grid:
    rows = []
    for one in rounds:
        gain, setup = gain_text(one.response), one.response.entrant.title(rules)
        rows.append((one.number, one.setups, one.support, gain, one.added, setup))
    columns = [
        Column("round", "Round", "count"),
        Column("setups", "Set", "count"),
        Column("support", "Mixture", "count"),
        Column("gain", "Gain, points of 100"),
        Column("added", "Added"),
        Column("response", "Response"),
    ]
    return Grid("summary-rounds", "", columns, rows, kept=5, terminal_only=True)


def _named_grid(named: tuple[NamedScore, ...]) -> Grid:
    rows = [
        (one.entrant.label, share_text(one.score.rate, one.score.interval()))
        for one in named[:_NAMED]
    ]
    rest = len(named) - _NAMED
    note = f"{rest} that score no more are in --json and the report" if rest > 0 else ""
    columns = [Column("name", "Best named setups"), Column("score", "Score")]
    return Grid("summary-named", "", columns, rows, note, terminal_only=True)


def _usage_grid(usage: tuple[Use, ...]) -> Grid:
    rows = []
    for use in usage:
        number = f"{use.number:.2f} [{use.number_low:.2f}, {use.number_high:.2f}]"
        named = f"{use.named_number:.2f}"
        rows.append((use.thing, number, percent(use.points), named, percent(use.named_points)))
    columns = [
        Column("thing", "In a setup"),
        Column("number", "of the mixture"),
        Column("points", "of its points", "share"),
        Column("named_number", "named setups", "number"),
        Column("named_points", "of their points", "share"),
    ]
    return Grid("summary-usage", "", columns, rows, terminal_only=True)
