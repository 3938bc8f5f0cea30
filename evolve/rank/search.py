"""The ranking of a whole space against a field, by games and by what a model learns from them.

1. The field: the opponents. If none is given, that of the metagame; by rules under which one of
   its setups is illegal, the named setups play each other, and their Nash mixture is the field.
2. The screen, by a cheap agent: setups drawn at random, or all of them, four games each.
3. Calibration: some of these, from all over what the model expects, play by the other agents too.
   So the model learns by which composition the cheap agents are wrong, and by how much.
4. Rounds, by each agent in turn: the model is fitted, every setup rated for the judge (`judging`),
   and games go where they settle most about which setups belong to the top.
5. Setups held out: their games by the judge, which the model never sees, check its intervals.
6. The finals: the leaders play on by the judge, for the order of the top.
7. The confirmation: the top, and setups from all over the ranking, by the judge on held-out seeds.

A rating is the share of the points that a setup takes from the field, as the judge plays.
"""

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ...agents.spec.spec import called
from ...arena.play.entrant import Entrant
from ...arena.play.schedule import Schedule, round_robin
from ...arena.run.context import RunContext
from ...arena.run.evaluator import stage_schedule, stage_scores
from ...arena.stats.score import Score
from ...engine.rules.seeds import derive
from ...results.page.words import percent, plural
from ..judging.book import Book
from ..judging.dispersion import Dispersion
from ..judging.model import NO_PAIRS, Basis, best_prior
from ..judging.rating import Judgement, gain, judge
from ..proposals.mixture import mixture
from .plan import CALIBRATE_PAIRS, HELD_OUT_PAIRS, SCREEN_PAIRS, Rounds, calibrating
from .ranking import HeldOut, NamedSetupScore, Ranking
from .roster import dealt, pair_points, schedule_of
from .tables import heldout_table, round_table

if TYPE_CHECKING:
    from .task import RankTask

FIELD, CHOICE, SCREEN, HELD_OUT, ROUNDS, CALIBRATE, NAMED, CONFIRM = range(1 << 20, (1 << 20) + 8)
"""Streams of the run's seed; no game of one shares its seed with a game of another."""

AT_ONCE = 4096
"""Setups of a stage: armies of all of them are made before its first game."""


class RankSearch:
    """A ranking under way."""

    def __init__(self, task: "RankTask", context: RunContext) -> None:
        self.task, self.settings, self.plan = task, task.settings, task.plan
        self.levels = task.settings.levels
        self._context, self._evaluator = context, context.evaluator
        self._progress = context.progress
        self.roster = task.roster
        self.composition = self.roster.composition.astype(float)
        self.basis = Basis.of(self.composition)
        size, levels = len(self.roster), len(self.levels.distinct)
        rng = np.random.default_rng(derive(task.seed, CHOICE))
        self._offsets = rng.random(size)
        self.screened = rng.permutation(size)[: self.plan.screened]
        self.book, self.held_book = Book.empty(levels, size), Book.empty(levels, size)
        self.dispersion = Dispersion.usual(levels)
        self.prior = NO_PAIRS
        self.field = task.field
        self._rounds = self._noted = 0

    def run(self) -> Ranking:
        """Rank."""
        stages: dict[str, Callable[[], object]] = {
            "field": self.find_field,
            "screen": self.screen,
            "held out": self.hold_out,
            "finals": self.play_finals,
            "confirm": self.confirm,
        }
        for name, agent in calibrating(self.levels):
            stages[f"{name} calibration"] = lambda agent=agent: self.calibrate(agent)
        names = "screen rounds", "race rounds", "judge rounds"
        for name, (agent, rounds) in zip(names, self.plan.rounds, strict=True):
            stages[name] = lambda agent=agent, rounds=rounds: self.spend(agent, rounds)
        for name, games, _ in self.plan.games(self.levels):
            self._progress.stage(name, games)
            stages[name]()
        return self.ranking()

    # ---- the parts -------------------------------------------------------------------------------

    def find_field(self) -> None:
        """Play the named setups against each other, and take their Nash mixture."""
        named = [one.played_by(self.levels.screen) for one in self.task.named]
        every = Schedule(
            entrants=tuple(named),
            matchups=round_robin(len(named)),
            pairs=(self.settings.field_games + 1) // 2,
            rules=self.task.rules,
            seed=derive(self.task.seed, FIELD),
        )
        self.field = mixture(named, self._evaluator.play_schedule(every))
        self._progress.say(f"the field: {self.field.label}")

    def screen(self) -> None:
        """Play setups drawn at random, and choose how much pairs of things may explain."""
        began, before = time.monotonic(), self._evaluator.games
        agent = self.levels.screen
        self._play(agent, self.screened, SCREEN_PAIRS, SCREEN, drawn=True)
        level = self.levels.number(agent)
        played = self.screened
        rng = np.random.default_rng(derive(derive(self.task.seed, CHOICE), 1))
        self.prior = best_prior(
            self.composition[played],
            self.book.points[level, played],
            self.book.games[level, played].astype(float),
            basis=self.basis,
            rng=rng,
        )
        self._learn()
        self._choose(rng)
        self._note_round(agent, len(played), before, began)

    def _choose(self, rng: np.random.Generator) -> None:
        """Choose setups to calibrate by and to hold out, by what is expected without their games.

        As evenly over the expected rates as can be: most setups lose to a good field nearly always.
        """
        expected = self.judgement.expectation.prior.mean[self.screened]
        order = self.screened[np.argsort(-expected, kind="stable")]
        count = self.plan.calibrated + self.plan.held_out
        chosen = order[evenly(-np.sort(-expected), 0, count)]
        chosen = chosen[rng.permutation(count)]
        self.calibrated = np.sort(chosen[: self.plan.calibrated])
        self.held_out = np.sort(chosen[self.plan.calibrated :])

    def calibrate(self, agent: str) -> None:
        """Play setups from all over the screen by another agent."""
        began, before = time.monotonic(), self._evaluator.games
        level = self.levels.number(agent)
        stream = CALIBRATE + (level << 8)
        self._play(agent, self.calibrated, CALIBRATE_PAIRS, stream, drawn=True)
        self._learn()
        self._note_round(agent, len(self.calibrated), before, began)

    def spend(self, agent: str, rounds: Rounds) -> None:
        """Play an agent's rounds where they settle most."""
        top, level = self.plan.top, self.levels.number(agent)
        ranks = max(top // 5, 1), top, 5 * top
        for width, pairs in rounds:
            began, before = time.monotonic(), self._evaluator.games
            value = gain(self.rating, ranks) * self._more(level, pairs)
            if agent == self.levels.judge:
                value[self.held_out] = -1
            self._play_round(agent, np.argsort(-value, kind="stable")[:width], pairs)
            self._learn()
            self._note_round(agent, width, before, began)

    def _play_round(self, agent: str, chosen: np.ndarray, pairs: int) -> None:
        self._rounds += 1
        self._play(agent, chosen, pairs, ROUNDS + (self._rounds << 8))

    def _more(self, level: int, pairs: int) -> np.ndarray:
        """Return by how many of the judge's games further pairs of a level would count more."""
        judgement, games = self.judgement, self.book.games.copy()
        doubts = judgement.expectation.doubts
        before = judgement.dispersion.worths(games, doubts).sum(axis=0)
        games[level] += 2 * pairs
        return judgement.dispersion.worths(games, doubts).sum(axis=0) - before

    def hold_out(self) -> None:
        """Play the setups held out by the judge, and see whether their intervals hold.

        From now on their games count like others; the model stays as it is.
        """
        before, held = self.judgement, self.held_out
        self._play(self.levels.judge, held, HELD_OUT_PAIRS, HELD_OUT, book=self.held_book)
        plain = judge(self.composition, self.book, self.basis, NO_PAIRS, self.dispersion)
        constant = float(before.rating.mean[self.screened].mean())
        self.heldout = HeldOut.of(held, before, plain.rating.mean[held], constant, self.held_book)
        self._context.write("held-out", {"rank_held_out": heldout_table(self.roster, self.heldout)})
        for name in ("games", "points", "squares"):
            getattr(self.book, name)[:] += getattr(self.held_book, name)
        self._rate()

    def play_finals(self) -> None:
        """Play the leaders on by the judge; each round again those that lead by then.

        The model stays as it is: these games say much about few setups, and little about others.
        """
        agent = self.levels.judge
        for width, pairs in self.plan.finals:
            began, before = time.monotonic(), self._evaluator.games
            self._play_round(agent, self.order[:width], pairs)
            self._rate()
            self._note_round(agent, width, before, began)

    def confirm(self) -> None:
        """Play the top, setups from all over the ranking, and the named ones, on held-out seeds."""
        top, agent = self.order[: self.plan.top], self.levels.judge
        rated = self.rating.mean[self.order]
        self.spread = self.order[evenly(rated, self.plan.top, self.plan.spread)]
        chosen = self.roster.entrants(np.concatenate([top, self.spread]), agent)
        pairs = (self.settings.confirm_games + 1) // 2
        self.confirmed = self._meet(chosen, pairs, CONFIRM)
        self.named = self._meet([one.played_by(agent) for one in self.task.named], pairs, NAMED)

    def ranking(self) -> Ranking:
        """Return all that is known in the end."""
        top, field = self.order[: self.plan.top], self.field
        assert field is not None
        above = np.sort(-self.rating.mean)
        named = [
            NamedSetupScore(
                name=entrant.label,
                setup=entrant.setup,
                score=score,
                above=int(np.searchsorted(above, -score.rate)),
                number=self.roster.numbers.get(entrant.setup),
            )
            for entrant, score in zip(self.task.named, self.named, strict=True)
        ]
        return Ranking(
            roster=self.roster,
            field=field,
            model=self.judgement.model.judge,
            prior=self.prior,
            dispersion=self.judgement.dispersion,
            rating=self.rating,
            games=self.book.games,
            order=self.order,
            top=top,
            confirmed=tuple(self.confirmed[: len(top)]),
            spread=self.spread,
            spread_confirmed=tuple(self.confirmed[len(top) :]),
            named=tuple(named),
            held_out=self.heldout,
            levels=self.levels,
        )

    # ---- games -----------------------------------------------------------------------------------

    def _play(
        self,
        agent: str,
        numbers: np.ndarray,
        pairs: int,
        stream: int,
        *,
        drawn: bool = False,
        book: Book | None = None,
    ) -> None:
        """Play so many pairs of each of some setups with opponents of the field."""
        assert self.field is not None
        book, level = book or self.book, self.levels.number(agent)
        seed, field = derive(self.task.seed, stream), self.field.played_by(agent)
        for place, first in enumerate(range(0, len(numbers), AT_ONCE)):
            some = numbers[first : first + AT_ONCE]
            before = book.games[level, some] // 2
            opponents = dealt(field, self._offsets[some], before, pairs)
            candidates = self.roster.entrants(some, agent)
            schedule = schedule_of(
                candidates, field, opponents, self.task.rules, derive(seed, place)
            )
            points = pair_points(self._evaluator.play_schedule(schedule), len(some))
            book.add(level, some, points, drawn=drawn)

    def _meet(self, chosen: Sequence[Entrant], pairs: int, stream: int) -> list[Score]:
        """Return what setups score by the judge in games that all of them play alike."""
        if not chosen:
            return []
        assert self.field is not None
        field = self.field.played_by(self.levels.judge)
        opponents = [field.opponents[number] for number in field.deal(pairs, 0.5)]
        seed = derive(self.task.seed, stream)
        board = self._evaluator.play_schedule(
            stage_schedule(chosen, opponents, self.task.rules, seed)
        )
        return stage_scores(board, len(chosen))

    # ---- what they say ---------------------------------------------------------------------------

    def _learn(self) -> None:
        """Rate every setup by all games so far."""
        self.judgement: Judgement = judge(
            self.composition, self.book, self.basis, self.prior, self.dispersion
        )
        self.dispersion = self.judgement.dispersion
        self._rate()

    def _rate(self) -> None:
        """Rate every setup by all games so far, and what the model expected at the last fit."""
        self.rating = self.judgement.expectation.after(self.book, self.dispersion)

    @property
    def order(self) -> np.ndarray:
        """Setups by number, best first."""
        return np.argsort(-self.rating.mean, kind="stable")

    def _note_round(self, agent: str, width: int, before: int, began: float) -> None:
        rating = self.rating.mean
        best = int(np.argmax(rating))
        number, self._noted = self._noted, self._noted + 1
        row = {
            "generation": number,
            "candidates": width,
            "games": self._evaluator.games - before,
            "fitness_best": float(rating[best]),
            "fitness_mean": float(np.sort(rating)[::-1][: self.plan.top].mean()),
            "fitness_deviation": float(rating.std()),
            "seconds": time.monotonic() - began,
        }
        self._context.write(f"round-{number}", {"generations": round_table(row)})
        self._progress.say(
            f"{plural(width, 'setup')} played by {called(agent)}: best {self.roster.texts[best]}, "
            f"{percent(rating[best])} expected "
            f"({plural(int(self.book.games[:, best].sum()), 'game')} of its own)",
            best=True,
        )


def evenly(rated: np.ndarray, first: int, count: int) -> np.ndarray:
    """Return places, from a first one on, at which falling ratings are as evenly spread as can be.

    By rating and not by rank: most setups lose to a good field nearly always.
    """
    ratings = np.linspace(rated[min(first, len(rated) - 1)], rated[-1], count)
    places = np.searchsorted(-rated, -ratings)
    for number in range(count):
        least = first if number == 0 else places[number - 1] + 1
        most = len(rated) - (count - number)
        places[number] = min(max(places[number], least), most)
    return places
