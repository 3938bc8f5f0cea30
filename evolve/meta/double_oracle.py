"""The metagame by double oracle: a mixture of setups that no response gains much on.

    set     the setups that are known; every two of them have played each other
    mixture the Nash mixture of the set, by linear programming, from games enough (`payoffs`)
    round   a search evolves a response to the mixture (`response`)

A response joins the set if it was shown to gain (the 95 % interval of its score lies above one
half) and scores above one half by more than epsilon. Its score is from held-out seeds and is
reported for every round, whether it gained or not. The search ends after so many rounds in a row
without a gain (patience), or when its rounds are used up. The response of the last round is
reported and not added, so that the exploitability of the final mixture has been measured: what the
best response gains is the least that a perfect one would.

H. B. McMahan, G. Gordon and A. Blum, "Planning in the presence of cost functions controlled by an
adversary", ICML 2003; with evolved responses, M. Lanctot and others, "A unified game-theoretic
approach to multiagent reinforcement learning", NeurIPS 2017.
"""

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ...arena.play.entrant import Entrant
from ...arena.run.context import RunContext
from ...arena.stats.nash import nash_samples
from ...arena.stats.score import Interval
from ...engine.rules.seeds import derive
from ...setups.notation import read_text
from ...setups.setup import Setup
from ..proposals.field import Field
from . import tables
from .mixture_checks import MixtureChecks, named_entrants, named_total
from .payoffs import Payoffs, Settled
from .response import Responder
from .result import MetaResult
from .usage import usage
from .values import OracleRound, Response, SetMember

if TYPE_CHECKING:
    from .task import MetaTask

PAYOFF_STREAM = (1 << 20) + 15
"""Stream of the run's seed that games of the set come from."""

SAMPLES = 200
"""Mixtures that are drawn to see how certain the final one is."""


class DoubleOracle:
    """A search under way."""

    def __init__(self, task: "MetaTask", context: RunContext) -> None:
        self._task, self._context = task, context
        self._settings, self._rules = task.settings, task.rules
        seed = derive(task.seed, PAYOFF_STREAM)
        self.payoffs = Payoffs(context.evaluator, task.rules, seed)
        self._responder = Responder(task, context)
        self.members: list[int] = []
        """The set, by their numbers in the matrix, in order of arrival."""
        self._arrived: list[int] = []
        """The round of each."""
        self.rounds: list[OracleRound] = []
        self._misses = 0

    def run(self) -> MetaResult:
        """Search to the end, and measure the mixture."""
        settings, progress, start = self._settings, self._context.progress, self._task.start
        if len(start) > 1:
            progress.stage("start", settings.start_total(len(start)))
        for entrant in start:
            self._admit(entrant, 0)
        while True:
            number = len(self.rounds) + 1
            name = f"round {number} of {settings.rounds} at most"
            progress.stage(name, settings.round_total(len(self.members)))
            mixture = self.round(number)
            if number == settings.rounds or self._misses == settings.patience:
                return self._measured(mixture)

    # ---- a round ---------------------------------------------------------------------------------

    def round(self, number: int) -> Settled:
        """Return the mixture that a round answers; add the response if it gains."""
        settings, evaluator = self._settings, self._context.evaluator
        began, before = time.monotonic(), evaluator.games
        pairs = settings.settle_games // 2
        mixture = self.payoffs.settle(self.members, epsilon=settings.epsilon, pairs=pairs)
        field = self._field(mixture)
        response = self._responder.respond(number, field, self._known(mixture))
        setups = len(self.members)
        added = self._answered(number, response, field)
        done = OracleRound(
            number=number,
            setups=setups,
            support=len(mixture.support),
            inside=mixture.most,
            response=response,
            added=added,
            games=evaluator.games - before,
        )
        self.rounds.append(done)
        rows = tables.of_round(done, self.members[:setups], mixture, time.monotonic() - began)
        self._context.write(f"round-{number}", rows)
        self._context.progress.say(_sentence(done))
        return mixture

    def _answered(self, number: int, response: Response, field: Field) -> bool:
        """Count whether a response gains; return whether it joined the set."""
        gains = response.gains(self._settings.epsilon)
        self._misses = 0 if gains else self._misses + 1
        known = response.entrant in self._entrants
        if gains and known:
            self._doubt(response, field)
        added = gains and not known and number < self._settings.rounds
        if added:
            self._admit(response.entrant, number)
        return added

    def _admit(self, entrant: Entrant, number: int) -> None:
        """Add a setup to the set; from the first round on it plays every other at once."""
        self.members.append(self.payoffs.add(entrant))
        self._arrived.append(number)
        if len(self.members) >= len(self._task.start):
            self.payoffs.complete(self.members, self._settings.pairs)

    def _doubt(self, response: Response, field: Field) -> None:
        """Play more games of a setup of the set that gains: what was known of it was luck."""
        one = self.payoffs.add(response.entrant)
        wanted: dict[tuple[int, int], int] = {}
        for place in field.deal((self._settings.response_games + 1) // 2, 0.5):
            other = self.payoffs.add(field.opponents[place])
            if other != one:
                cell = min(one, other), max(one, other)
                wanted[cell] = wanted.get(cell, 0) + 1
        self.payoffs.meet(wanted)

    @property
    def _entrants(self) -> list[Entrant]:
        return [self.payoffs.entrants[number] for number in self.members]

    def _field(self, mixture: Settled) -> Field:
        """Return a mixture as a field, heaviest first."""
        return Field(
            opponents=tuple(self._entrants[place] for place in mixture.support),
            weights=tuple(float(mixture.weights[place]) for place in mixture.support),
        )

    def _known(self, mixture: Settled) -> list[Setup]:
        """Return what a search may begin with: the latest responses, then the best of the set.

        After a search without a gain the next one begins with setups at random only: near what is
        known there may be nothing more.
        """
        if self._misses % 2:
            return []
        entrants, arrived = self._entrants, self._arrived
        order = sorted(
            range(len(entrants)), key=lambda place: (-arrived[place], -mixture.gains[place])
        )
        return [bought(entrants[place], formation=True) for place in order]

    # ---- the end ---------------------------------------------------------------------------------

    def _measured(self, mixture: Settled) -> MetaResult:
        """Return the mixture, measured by the named setups and the second agent."""
        settings, progress = self._settings, self._context.progress
        checks = MixtureChecks(
            settings=settings,
            rules=self._rules,
            seed=self._task.seed,
            evaluator=self._context.evaluator,
            field=self._field(mixture),
        )
        table = self.payoffs.table(self.members)
        samples = nash_samples(table, samples=SAMPLES, seed=self._task.seed)
        if settings.named_games:
            progress.stage("named", named_total(settings))
        named, named_mixture = checks.named(self.payoffs)
        matrix, check = None, None
        if settings.check_games:
            progress.stage("check", settings.check_games)
            matrix = checks.matrix()
            check = checks.check(self._challengers(mixture))
        named_setups = [bought(entrant) for entrant in named_entrants(settings.agent)]
        setups = [bought(entrant) for entrant in self._entrants]
        return MetaResult(
            members=tuple(self._ranked(mixture, samples, matrix)),
            rounds=tuple(self.rounds),
            named=tuple(named),
            named_mixture=named_mixture,
            usage=tuple(usage(setups, mixture.weights, samples, named_setups, self._rules)),
            check=check,
            epsilon=settings.epsilon,
            patience=settings.patience,
            settled=self._misses >= settings.patience,
            agent=settings.agent,
            edits=self._task.edits,
        )

    def _ranked(
        self, mixture: Settled, samples: np.ndarray, matrix: tuple[Sequence[Any], np.ndarray] | None
    ) -> list[SetMember]:
        """Return the set, heaviest first."""
        lows, highs = np.percentile(samples, [2.5, 97.5], axis=0)
        used = (samples > 1e-4).mean(axis=0)
        checked = (
            dict(zip(mixture.support, zip(*matrix, strict=True), strict=True)) if matrix else {}
        )
        members = []
        for place in np.argsort(-mixture.weights, kind="stable").tolist():
            entrant, weight = self._entrants[place], float(mixture.weights[place])
            estimate, check_weight = checked.get(place, (None, None))
            members.append(
                SetMember(
                    number=self.members[place],
                    entrant=entrant,
                    formation=entrant.army(self._rules).formation,
                    round=self._arrived[place],
                    weight=weight,
                    interval=Interval(
                        min(float(lows[place]), weight), max(float(highs[place]), weight)
                    ),
                    certainty=float(used[place]),
                    checked=estimate,
                    check_weight=None if check_weight is None else float(check_weight),
                )
            )
        return members

    def _challengers(self, mixture: Settled) -> list[Entrant]:
        """Return every setup that might beat the mixture: the last responses, then the set."""
        order = np.argsort(-mixture.gains, kind="stable").tolist()
        latest = [one.response.entrant for one in reversed(self.rounds) if not one.added]
        return list(dict.fromkeys([*latest, *(self._entrants[place] for place in order)]))


def bought(entrant: Entrant, *, formation: bool = False) -> Setup:
    """Return the setup of an entrant as it enters play."""
    counts, commands = read_text(entrant.setup)
    return Setup(counts, commands, entrant.formation if formation else None)


def _sentence(done: OracleRound) -> str:
    response = done.response
    low, high = (100 * end for end in response.score.interval())
    added = "added" if done.added else "not added"
    return (
        f"round {done.number}: {response.entrant.setup} scores {100 * response.score.rate:.1f} % "
        f"[{low:.1f}, {high:.1f}] against a mixture of {done.support}: {added}"
    )
