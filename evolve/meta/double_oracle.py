"""The metagame by double oracle: a mixture of setups that no response gains much on.

    set     the setups that are known; every two of them have played each other
    mixture the Nash mixture of the set, by linear programming, from games enough (`payoffs`)
    round   a search evolves a response to the mixture (`response`)

A response is added to the set if it gains for certain (the 95 % interval of its score lies above
one half) and by more than epsilon. Its score comes from seeds that decided nothing before, and is
told of every round, whether it gained or not: so nobody is praised for luck. The search ends after
so many rounds in a row without a gain (patience), or when its rounds are used up; what the last
round finds is told and not added, so that the final mixture's exploitability has been measured.
What the best response gains is the least that a perfect one would: exploitability is bounded from
below.

H. B. McMahan, G. Gordon and A. Blum, "Planning in the presence of cost functions controlled by an
adversary", ICML 2003; with evolved responses, M. Lanctot and others, "A unified game-theoretic
approach to multiagent reinforcement learning", NeurIPS 2017.
"""

import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from ...arena.play.entrant import Entrant
from ...arena.run.task import RunContext
from ...arena.stats.nash import nash_samples
from ...arena.stats.score import Interval
from ...engine.rules.seeds import derive
from ...setups.notation import read_text
from ...setups.setup import Setup
from ..proposals.field import Field
from ..proposals.space import Space
from . import tables as rows
from .mixture_checks import Yardstick, named_entrants, named_total
from .payoffs import Payoffs, Settled
from .response import Responder, Response
from .result import Member, Metagame, Round
from .settings import MetaSettings
from .usage import usage

PAYOFF_STREAM = (1 << 20) + 15
"""Stream of the run's seed that games of the set come from."""

SAMPLES = 200
"""Mixtures that are drawn to see how certain the final one is."""


class DoubleOracle:
    """A search under way."""

    def __init__(
        self, settings: MetaSettings, start: Sequence[Entrant], space: Space, desk: RunContext
    ) -> None:
        self._settings, self._start, self._rules, self._desk = settings, start, space.rules, desk
        self.payoffs = Payoffs(desk.referee, space.rules, derive(settings.seed, PAYOFF_STREAM))
        self._responder = Responder(settings, space, desk)
        self.members: list[int] = []
        """The set, by their numbers in the matrix, in order of arrival."""
        self._arrived: list[int] = []
        """The round of each."""
        self.rounds: list[Round] = []
        self._misses = 0

    def run(self) -> Metagame:
        """Search to the end, and measure what was found."""
        settings, watcher = self._settings, self._desk.watcher
        if len(self._start) > 1:
            watcher.stage("start", settings.start_total(len(self._start)))
        for entrant in self._start:
            self._admit(entrant, 0)
        while True:
            number = len(self.rounds) + 1
            name = f"round {number} of {settings.rounds} at most"
            watcher.stage(name, settings.round_total(len(self.members)))
            mixture = self.round(number)
            if number == settings.rounds or self._misses == settings.patience:
                return self._measured(mixture)

    # ---- a round ---------------------------------------------------------------------------------

    def round(self, number: int) -> Settled:
        """Return the mixture that a round answers; add the response if it gains."""
        settings, referee = self._settings, self._desk.referee
        began, before = time.monotonic(), referee.games
        pairs = settings.settle_games // 2
        mixture = self.payoffs.settle(self.members, epsilon=settings.epsilon, pairs=pairs)
        field = self._field(mixture)
        response = self._responder.respond(number, field, self._known(mixture))
        gains = response.gains(settings.epsilon)
        self._misses = 0 if gains else self._misses + 1
        setups, known = len(self.members), response.entrant in self._entrants
        added = gains and not known and number < settings.rounds
        if added:
            self._admit(response.entrant, number)
        elif gains and known:
            self._doubt(response, field)
        told = Round(
            number=number,
            setups=setups,
            support=len(mixture.support),
            inside=mixture.most,
            response=response,
            added=added,
            games=referee.games - before,
        )
        self.rounds.append(told)
        numbers = self.members[:setups]
        tables = rows.of_round(told, numbers, mixture, time.monotonic() - began)
        self._desk.write(f"round-{number}", tables)
        self._desk.watcher.told(_sentence(told, settings))
        return mixture

    def _admit(self, entrant: Entrant, number: int) -> None:
        """Add a setup to the set; from the first round on it plays everybody at once."""
        self.members.append(self.payoffs.add(entrant))
        self._arrived.append(number)
        if len(self.members) >= len(self._start):
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
        """Return what a search may begin with: the latest responses, then who does best.

        After a search that found no gain the next one begins with setups at random only: near what
        is known there may be nothing more to find.
        """
        if self._misses % 2:
            return []
        entrants, arrived = self._entrants, self._arrived
        order = sorted(
            range(len(entrants)), key=lambda place: (-arrived[place], -mixture.gains[place])
        )
        return [bought(entrants[place], formation=True) for place in order]

    # ---- the end ---------------------------------------------------------------------------------

    def _measured(self, mixture: Settled) -> Metagame:
        """Return what was found, measured by the named setups and the second agent."""
        settings, watcher = self._settings, self._desk.watcher
        yardstick = Yardstick(
            settings=settings,
            rules=self._rules,
            referee=self._desk.referee,
            field=self._field(mixture),
        )
        samples = nash_samples(
            self.payoffs.table(self.members), samples=SAMPLES, seed=settings.seed
        )
        if settings.named_games:
            watcher.stage("named", named_total(settings))
        named, thesis = yardstick.named(self.payoffs)
        matrix, check = None, None
        if settings.check_games:
            watcher.stage("check", settings.check_games)
            matrix = yardstick.matrix()
            check = yardstick.check(self._challengers(mixture))
        found = Metagame(
            members=self._ranked(mixture, samples, matrix),
            rounds=self.rounds,
            named=named,
            thesis=thesis,
            usage=usage(
                [bought(entrant) for entrant in self._entrants],
                mixture.weights,
                samples,
                [bought(entrant) for entrant in named_entrants(settings.agent)],
                self._rules,
            ),
            check=check,
            epsilon=settings.epsilon,
            settled=self._misses >= settings.patience,
        )
        self._desk.write("metagame", rows.of_metagame(found, self.payoffs, self.members))
        return found

    def _ranked(
        self, mixture: Settled, samples: np.ndarray, matrix: tuple[Sequence[Any], np.ndarray] | None
    ) -> list[Member]:
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
            ends = Interval(min(float(lows[place]), weight), max(float(highs[place]), weight))
            members.append(
                Member(
                    number=self.members[place],
                    entrant=entrant,
                    formation=entrant.army(self._rules).formation,
                    round=self._arrived[place],
                    weight=weight,
                    interval=ends,
                    certainty=float(used[place]),
                    checked=estimate,
                    check_weight=None if check_weight is None else float(check_weight),
                )
            )
        return members

    def _challengers(self, mixture: Settled) -> list[Entrant]:
        """Return everybody who might beat the mixture: the last responses, then the set."""
        order = np.argsort(-mixture.gains, kind="stable").tolist()
        latest = [one.response.entrant for one in reversed(self.rounds) if not one.added]
        return list(dict.fromkeys([*latest, *(self._entrants[place] for place in order)]))


def bought(entrant: Entrant, *, formation: bool = False) -> Setup:
    """Return the setup of an entrant as it enters play."""
    counts, commands = read_text(entrant.setup)
    return Setup(counts, commands, entrant.formation if formation else None)


def _sentence(told: Round, settings: MetaSettings) -> str:
    response = told.response
    low, high = (100 * end for end in response.score.interval())
    added = "added" if told.added else "not added"
    return (
        f"round {told.number}: {response.entrant.setup} scores {100 * response.score.rate:.1f} % "
        f"[{low:.1f}, {high:.1f}] against a mixture of {told.support}: {added}"
    )
