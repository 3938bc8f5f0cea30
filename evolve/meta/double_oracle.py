"""The metagame by double oracle: a mixture of setups that no response gains much on.

    screen  cheap games say which setups of the start may belong to the mixture (`screen`)
    set     the setups that are known; every two of them have played each other, by the judge
    mixture the Nash mixture of the set, by linear programming, from games enough (`payoffs`)
    round   a search evolves a response to the mixture, for the judge (`response`)
    rival   a search by an agent of another kind tries the final mixture

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
from typing import TYPE_CHECKING

import numpy as np

from ...agents.spec.spec import called
from ...arena.play.entrant import Entrant
from ...arena.run.context import RunContext
from ...arena.stats.nash import nash_samples
from ...arena.stats.score import Interval
from ...engine.rules.seeds import derive
from ...results.page.words import listed, plural
from ...setups.notation import read_text
from ...setups.setup import Setup
from ..proposals.field import Field
from . import tables
from .mixture_checks import MixtureChecks, named_entrants, named_screen_total, named_total
from .payoffs import Payoffs, Settled
from .response import Responder
from .result import MetaResult
from .screen import Screen, passed
from .usage import usage
from .values import (
    OracleRound,
    Response,
    RivalResponse,
    ScreenedSetup,
    SetMember,
    gain_text,
)

if TYPE_CHECKING:
    from .task import MetaTask

SCREEN_STREAM, PAYOFF_STREAM = (1 << 20) + 14, (1 << 20) + 15
"""Streams of the run's seed that games of the screen and of the set come from."""

SAMPLES = 200
"""Mixtures that are drawn to see how certain the final one is."""


class DoubleOracle:
    """A search under way."""

    def __init__(self, task: "MetaTask", context: RunContext) -> None:
        self._task, self._context = task, context
        self._settings, self._rules = task.settings, task.rules
        seed = derive(task.seed, PAYOFF_STREAM)
        self.payoffs = Payoffs(context.evaluator, task.rules, seed)
        """By the judge."""
        seed = derive(task.seed, SCREEN_STREAM)
        cheap = Payoffs(context.evaluator, task.rules, seed)
        self._screen = Screen(cheap, self._settings, seed)
        self._screened: list[ScreenedSetup] = []
        self._responder = Responder(task, context)
        self.members: list[int] = []
        """The set, by their numbers in the matrix, in order of arrival."""
        self._arrived: list[int] = []
        """The round of each."""
        self.rounds: list[OracleRound] = []
        self._misses = 0

    def run(self) -> MetaResult:
        """Search to the end, and measure the mixture."""
        settings, progress = self._settings, self._context.progress
        start = self._start()
        if len(start) > 1:
            progress.stage("start", settings.start_total(len(self._task.start)))
        for entrant in start:
            self.members.append(self.payoffs.add(entrant))
            self._arrived.append(0)
        self.payoffs.complete(self.members, settings.pairs)
        while True:
            number = len(self.rounds) + 1
            name = f"round {number} of {settings.rounds} at most"
            progress.stage(name, settings.round_total(len(self.members)))
            mixture = self.round(number)
            if number == settings.rounds or self._misses == settings.patience:
                return self._measured(mixture)

    def _start(self) -> list[Entrant]:
        """Return the setups to start with, once cheap games have screened them."""
        settings, progress, start = self._settings, self._context.progress, self._task.start
        if games := settings.screen_total(len(start)):
            progress.stage("screen", games)
        self._screened = self._screen.run(start)
        if self._screened:
            progress.say(_screen_sentence(self._screened, settings.levels.screen))
        return passed(start, self._screened)

    # ---- a round ---------------------------------------------------------------------------------

    def round(self, number: int) -> Settled:
        """Return the mixture that a round answers; add the response if it gains."""
        settings, evaluator = self._settings, self._context.evaluator
        began, before = time.monotonic(), evaluator.games
        pairs = settings.settle_games // 2
        mixture = self.payoffs.settle(self.members, epsilon=settings.epsilon, pairs=pairs)
        field = self._field(mixture)
        response = self._responder.respond(
            number, field, self._start_setups(mixture), settings.search
        )
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
        self._context.progress.say(_sentence(done), best=True)
        return mixture

    def _answered(self, number: int, response: Response, field: Field) -> bool:
        """Count whether a response gains; return whether it joined the set."""
        gains = response.gains(self._settings.epsilon)
        self._misses = 0 if gains else self._misses + 1
        repeated = response.entrant in self._entrants
        if gains and repeated:
            self._doubt(response, field)
        added = gains and not repeated and number < self._settings.rounds
        if added:
            self._admit(response.entrant, number)
        return added

    def _admit(self, entrant: Entrant, number: int) -> None:
        """Add a setup to the set; it plays every other at once."""
        self.members.append(self.payoffs.add(entrant))
        self._arrived.append(number)
        self.payoffs.complete(self.members, self._settings.pairs)

    def _doubt(self, response: Response, field: Field) -> None:
        """Play more games of a setup of the set that gains: what was known of it was luck."""
        one = self.payoffs.add(response.entrant)
        pairs: dict[tuple[int, int], int] = {}
        for place in field.deal((self._settings.response_games + 1) // 2, 0.5):
            other = self.payoffs.add(field.opponents[place])
            if other != one:
                cell = min(one, other), max(one, other)
                pairs[cell] = pairs.get(cell, 0) + 1
        self.payoffs.meet(pairs)

    @property
    def _entrants(self) -> list[Entrant]:
        return [self.payoffs.entrants[number] for number in self.members]

    def _field(self, mixture: Settled) -> Field:
        """Return a mixture as a field, heaviest first."""
        return Field(
            opponents=tuple(self._entrants[place] for place in mixture.support),
            weights=tuple(float(mixture.weights[place]) for place in mixture.support),
        )

    def _start_setups(self, mixture: Settled) -> list[Setup]:
        """Return what a search may begin with: what is known, every other time.

        After a search without a gain the next one begins with setups at random only: near what is
        known there may be nothing more.
        """
        return [] if self._misses % 2 else self._latest(mixture)

    def _latest(self, mixture: Settled) -> list[Setup]:
        """Return the latest responses, then the best of the set."""
        entrants, arrived = self._entrants, self._arrived
        order = sorted(
            range(len(entrants)), key=lambda place: (-arrived[place], -mixture.gains[place])
        )
        return [bought(entrants[place], formation=True) for place in order]

    # ---- the end ---------------------------------------------------------------------------------

    def _measured(self, mixture: Settled) -> MetaResult:
        """Return the mixture, measured by the named setups and an agent of another kind."""
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
            screen = named_screen_total(settings, self._task.start)
            progress.stage("named", screen + named_total(settings))
        named, named_mixture = checks.named(self.payoffs, self._screen)
        rival = self._rival(mixture, checks) if settings.rival_games else None
        named_setups = [bought(entrant) for entrant in named_entrants(settings.levels.judge)]
        setups = [bought(entrant) for entrant in self._entrants]
        return MetaResult(
            members=tuple(self._ranked(mixture, samples)),
            rounds=tuple(self.rounds),
            screen=tuple(self._screened),
            screen_agent=settings.levels.screen,
            named=tuple(named),
            named_mixture=named_mixture,
            usage=tuple(usage(setups, mixture.weights, samples, named_setups, self._rules)),
            rival=rival,
            epsilon=settings.epsilon,
            patience=settings.patience,
            settled=self._misses >= settings.patience,
            agent=settings.levels.judge,
            edits=self._task.edits,
        )

    def _rival(self, mixture: Settled, checks: MixtureChecks) -> RivalResponse:
        """Return what an agent of another kind evolves against the final mixture."""
        settings, progress = self._settings, self._context.progress
        search = settings.rival
        searching = search.screen_total + search.race_total + search.shortlist_total
        progress.stage("rival", searching + 2 * search.check_total)
        number = len(self.rounds) + 1
        response = self._responder.respond(number, checks.field, self._latest(mixture), search)
        rival = checks.rival(response)
        progress.say(_rival_sentence(rival, settings.levels.judge))
        return rival

    def _ranked(self, mixture: Settled, samples: np.ndarray) -> list[SetMember]:
        """Return the set, heaviest first."""
        lows, highs = np.percentile(samples, [2.5, 97.5], axis=0)
        used = (samples > 1e-4).mean(axis=0)
        members = []
        for place in np.argsort(-mixture.weights, kind="stable").tolist():
            entrant, weight = self._entrants[place], float(mixture.weights[place])
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
                )
            )
        return members


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


def _screen_sentence(screened: Sequence[ScreenedSetup], agent: str) -> str:
    out = [one.entrant.label for one in screened if not one.kept]
    count = len(screened) - len(out)
    return (
        f"screen by {called(agent)}: {plural(count, 'setup')} may belong to the mixture; left out, "
        f"as they seldom did in mixtures drawn within the errors, are {listed(out, len(out))}"
    )


def _rival_sentence(rival: RivalResponse, judge: str) -> str:
    gains = [
        f"{gain_text(response)} by {called(agent)}"
        for response, agent in ((rival.response, rival.agent), (rival.judged, judge))
    ]
    return f"rival: {rival.response.entrant.setup} gains {', '.join(gains)}, in points of 100"
