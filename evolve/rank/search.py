"""The ranking of a whole space against a field, by games and by what a model learns from them.

1. The field: the opponents. If none is given, the named setups play each other, and their Nash
   mixture is the field: none of them scores more than one half against it.
2. The screen, by a quick agent: setups drawn at random, or all of them, four games each. Others,
   also drawn at random, are held out: the model never sees them.
3. Rounds: the model is fitted (`model`), every setup rated (`rating`), and games go where they
   settle most about which setups belong to the top.
4. The check: the top on held-out seeds, to see whether ratings are what games then give.
5. The confirmation: the top, and setups from all over the ranking, played by a better agent.

A rating is the share of the points that a setup takes from the field, as the quick agent plays.
"""

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ...arena.play.entrant import Entrant
from ...arena.play.schedule import Schedule, round_robin
from ...arena.run.context import RunContext
from ...arena.run.evaluator import stage_schedule, stage_scores
from ...arena.stats.score import Score
from ...engine.rules.seeds import derive
from ...results.page.words import percent, plural
from ..judging.model import NO_PAIRS, Basis, best_prior, fit
from ..judging.rating import Book, Dispersion, Judgement, gain, judge
from ..proposals.mixture import mixture
from .plan import HELD_OUT_PAIRS, SCREEN_PAIRS
from .ranking import HeldOut, NamedSetupScore, Ranking
from .roster import dealt, pair_points, schedule_of
from .tables import heldout_table, round_table

if TYPE_CHECKING:
    from .task import RankTask

FIELD, CHOICE, SCREEN, HELD_OUT, ROUNDS, CHECK, NAMED, CONFIRM = range(1 << 20, (1 << 20) + 8)
"""Streams of the run's seed; no game of one shares its seed with a game of another."""

AT_ONCE = 4096
"""Setups of a stage: armies of all of them are made before its first game."""


class RankSearch:
    """A ranking under way."""

    def __init__(self, task: "RankTask", context: RunContext) -> None:
        self.task, self.settings, self.plan = task, task.settings, task.plan
        self._context, self._evaluator = context, context.evaluator
        self._progress = context.progress
        self.roster = task.roster
        self.composition = self.roster.composition.astype(float)
        self.basis = Basis.of(self.composition)
        size = len(self.roster)
        rng = np.random.default_rng(derive(task.seed, CHOICE))
        self._offsets = rng.random(size)
        order = rng.permutation(size)
        held_out, screened = self.plan.held_out, self.plan.screened
        self.held_out = order[:held_out]
        self.screened = order[held_out : held_out + screened]
        self.book, self.held_book = Book.empty(size), Book.empty(size)
        self.dispersion = Dispersion()
        self.prior = NO_PAIRS
        self.field = task.field

    def run(self) -> Ranking:
        """Rank."""
        stages: dict[str, Callable[[], object]] = {
            "field": self.find_field,
            "screen": self.screen,
            "rounds": self.spend,
            "check": self.check,
            "confirm": self.confirm,
        }
        for part in self.task.parts():
            self._progress.stage(part.name, part.games)
            stages[part.name]()
        return self.ranking()

    # ---- the parts -------------------------------------------------------------------------------

    def find_field(self) -> None:
        """Play the named setups against each other, and take their Nash mixture."""
        named, pairs = self.task.named, (self.settings.field_games + 1) // 2
        matchups = round_robin(len(named))
        seed = derive(self.task.seed, FIELD)
        every = Schedule(
            entrants=tuple(named), matchups=matchups, pairs=pairs, rules=self.task.rules, seed=seed
        )
        self.field = mixture(named, self._evaluator.play_schedule(every))
        self._progress.say(f"the field: {self.field.label}")

    def screen(self) -> None:
        """Play setups drawn at random, and choose how much pairs of things may explain."""
        began, before = time.monotonic(), self._evaluator.games
        self._play(self.book, self.screened, SCREEN_PAIRS, SCREEN, at_random=True)
        self._play(self.held_book, self.held_out, HELD_OUT_PAIRS, HELD_OUT)
        played = np.flatnonzero(self.book.games)
        worth = self.book.games[played].astype(float)
        rng = np.random.default_rng(derive(derive(self.task.seed, CHOICE), 1))
        self.prior = best_prior(
            self.composition[played], self.book.points[played], worth, basis=self.basis, rng=rng
        )
        self.judgement = self._judged()
        self.dispersion = self.judgement.dispersion
        self.judgement = self._judged()
        self._note_round(0, len(played), before, began)

    def spend(self) -> None:
        """Play rounds where they settle most; in the last the leaders play.

        So no setup leads by what the model expects alone.
        """
        levels = max(self.plan.top // 5, 1), self.plan.top, 5 * self.plan.top
        for number, (width, pairs) in enumerate(self.plan.rounds, start=1):
            began, before = time.monotonic(), self._evaluator.games
            last = number == len(self.plan.rounds)
            rating = self.judgement.rating
            value = rating.mean.copy() if last else gain(rating, levels)
            value[self.held_out] = -1
            chosen = np.argsort(-value, kind="stable")[:width]
            self._play(self.book, chosen, pairs, ROUNDS + (number << 8))
            self.dispersion = self.judgement.dispersion
            self.judgement = self._judged()
            self._note_round(number, width, before, began)

    def check(self) -> None:
        """Play the top and the named setups on held-out seeds; setups held out count from now on.

        The model stays as it is; setups that were held out have games of their own like others.
        """
        self.heldout = self._examined()
        self._context.write("held-out", {"rank_held_out": heldout_table(self.roster, self.heldout)})
        self.book.games += self.held_book.games
        self.book.points += self.held_book.points
        own = self.held_book.games / self.judgement.dispersion.within
        share = self.held_book.points / np.maximum(self.held_book.games, 1)
        self.rating = self.judgement.rating.after(share * own, own)
        self.order = np.argsort(-self.rating.mean, kind="stable")
        top = self.order[: self.plan.top]
        pairs = (self.settings.check_games + 1) // 2
        agent = self.settings.agent
        self.checked = self._meet(self.roster.entrants(top, agent), agent, pairs, CHECK)
        self.named = self._meet(self.task.named, agent, pairs, NAMED)

    def confirm(self) -> None:
        """Play the top, and setups from all over the ranking, by the second agent."""
        top, agent = self.order[: self.plan.top], self.settings.confirm_agent
        rated = self.rating.mean[self.order]
        self.spread = self.order[evenly(rated, self.plan.top, self.plan.spread)]
        chosen = self.roster.entrants(np.concatenate([top, self.spread]), agent)
        pairs = (self.settings.confirm_games + 1) // 2
        self.confirmed = self._meet(chosen, agent, pairs, CONFIRM)

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
            model=self.judgement.model,
            prior=self.prior,
            dispersion=self.judgement.dispersion,
            rating=self.rating,
            games=self.book.games,
            order=self.order,
            top=top,
            checked=tuple(self.checked),
            confirmed=tuple(self.confirmed[: len(top)]),
            spread=self.spread,
            spread_confirmed=tuple(self.confirmed[len(top) :]),
            named=tuple(named),
            held_out=self.heldout,
            agents=self.task.agents,
        )

    # ---- games -----------------------------------------------------------------------------------

    def _play(
        self, book: Book, numbers: np.ndarray, pairs: int, stream: int, *, at_random: bool = False
    ) -> None:
        """Play so many pairs of each of some setups with opponents of the field."""
        assert self.field is not None
        seed = derive(self.task.seed, stream)
        for place, first in enumerate(range(0, len(numbers), AT_ONCE)):
            some = numbers[first : first + AT_ONCE]
            opponents = dealt(self.field, self._offsets[some], book.games[some] // 2, pairs)
            candidates = self.roster.entrants(some, self.settings.agent)
            schedule = schedule_of(
                candidates, self.field, opponents, self.task.rules, derive(seed, place)
            )
            points = pair_points(self._evaluator.play_schedule(schedule), len(some))
            book.add(some, points, at_random=at_random)

    def _meet(self, chosen: Sequence[Entrant], agent: str, pairs: int, stream: int) -> list[Score]:
        """Return what setups score in games that all of them play alike."""
        if not chosen:
            return []
        assert self.field is not None
        field = self.field.played_by(agent)
        opponents = [field.opponents[number] for number in field.deal(pairs, 0.5)]
        seed = derive(self.task.seed, stream)
        board = self._evaluator.play_schedule(
            stage_schedule(chosen, opponents, self.task.rules, seed)
        )
        return stage_scores(board, len(chosen))

    # ---- what they say ---------------------------------------------------------------------------

    def _judged(self) -> Judgement:
        return judge(self.composition, self.book, self.basis, self.prior, self.dispersion)

    def _note_round(self, number: int, width: int, before: int, began: float) -> None:
        rating = self.judgement.rating.mean
        best = int(np.argmax(rating))
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
        what = f"round {number} of {len(self.plan.rounds)}" if number else "screen"
        self._progress.say(
            f"{what}: best {self.roster.texts[best]}, {percent(rating[best])} expected "
            f"({plural(int(self.book.games[best]), 'game')} of its own)"
        )

    def _examined(self) -> HeldOut:
        """Return what was expected of the setups held out, by three models, and what they did."""
        numbers, judgement = self.held_out, self.judgement
        played = np.flatnonzero(self.book.games)
        worth = judgement.dispersion.effective(self.book.games[played])
        points = worth * self.book.points[played] / self.book.games[played]
        plain = fit(self.composition[played], points, worth, pairs=NO_PAIRS, basis=self.basis)
        logit, _ = plain.predict(self.composition[numbers])
        screened = self.book.points[self.screened].sum() / self.book.games[self.screened].sum()
        return HeldOut.of(numbers, judgement, logit, float(screened), self.held_book)


def evenly(rated: np.ndarray, first: int, count: int) -> np.ndarray:
    """Return places, from a first one on, at which falling ratings are as evenly spread as can be.

    By rating and not by rank: most setups lose to a good field nearly always.
    """
    wanted = np.linspace(rated[min(first, len(rated) - 1)], rated[-1], count)
    places = np.searchsorted(-rated, -wanted)
    for number in range(count):
        least = first if number == 0 else places[number - 1] + 1
        most = len(rated) - (count - number)
        places[number] = min(max(places[number], least), most)
    return places
