"""`ExplainTask`: why setup A beats setup B, or loses.

1. The screen and the race: cheaper agents choose the best swap of each component and the pairs of
   components that the judge takes out together (`screening`).
2. The games: A against B by the judge, with events; then A without each component, with each swap
   that was chosen, and without each pair, against B on the same seeds.
3. The values: the judge searches the position after every turn of some of the games.

What is reported comes from the judge's games alone, on seeds that chose nothing.
"""

from collections.abc import Sequence
from functools import cached_property, partial
from typing import ClassVar

import msgspec

from ...agents.spec.spec import AgentSpec
from ...engine.rules.seeds import derive
from ..play.entrant import Entrant
from ..play.result_board import ResultBoard
from ..play.schedule import Schedule, pairs_for
from ..run.context import RunContext
from ..run.evaluator import stage_schedule, stage_scores
from ..run.parts import Part
from ..run.result import RunResult
from ..run.task import Task
from ..stats.quantity import score_quantity
from ..stats.score import Score
from ..stats.values import ScoreValues
from .course import course_values, courses, with_examples
from .game_rows import Rows, record_of
from .happenings import HappeningCounter, happening_values
from .parts import part_values
from .result import ExplainResult
from .screening import RACED, RACED_PAIRS, Choice, Scores
from .settings import ExplainSettings
from .tables import missing_records, tables
from .values import CONFIDENCE, CourseValues
from .valuing import value_games
from .variants import Variant, Variants

SCREEN_STREAM, RACE_STREAM, JUDGE_STREAM, INTERVAL_STREAM = range(1 << 20, (1 << 20) + 4)
"""Streams of the run's seed; no game of one shares its seed with a game of another."""


class ExplainTask(Task, frozen=True, kw_only=True):
    """Two setups, and how much is played to explain their score."""

    kind: ClassVar[str] = "explain"

    settings: ExplainSettings
    a: Entrant
    """Played by the judge, as B is."""
    b: Entrant

    def __post_init__(self) -> None:
        _ = self.schedule  # raises if it cannot be played

    @property
    def agents(self) -> Sequence[str]:
        """The agents, the judge last."""
        return self.settings.levels.distinct

    @cached_property
    def variants(self) -> Variants:
        """The variants of A."""
        return Variants(self.a, self.rules)

    @cached_property
    def schedule(self) -> Schedule:
        """The games of A against B."""
        return Schedule(
            entrants=(self.a, self.b),
            matchups=((0, 1),),
            pairs=pairs_for(self.settings.games),
            rules=self.rules,
            seed=derive(self.seed, JUDGE_STREAM),
        )

    @property
    def valued(self) -> int:
        """Games of A against B whose turns are valued, in whole pairs."""
        if not AgentSpec.parse(self.settings.levels.judge).plays_turns:
            return 0
        return min(2 * ((self.settings.value_games + 1) // 2), len(self.schedule))

    # ---- what will be played ---------------------------------------------------------------------

    def parts(self) -> Sequence[Part]:
        """Return what it will play."""
        levels, settings = self.settings.levels, self.settings
        first, second = self._screened, self._raced
        each = 2 * pairs_for(settings.screen_games)
        every = [
            ("screen", first.games(self.variants, each), levels.screen),
            ("race", second.games(self.variants, each), levels.race),
            ("A against B", len(self.schedule), levels.judge),
            ("variants", self._judged * 2 * pairs_for(settings.part_games), levels.judge),
            ("values", self.valued, levels.judge),
        ]
        return [
            Part(name=name, games=games, agent=agent, sample=partial(self._sample, agent))
            for name, games, agent in every
            if games
        ]

    @cached_property
    def _every(self) -> Choice:
        return Choice.of(self.variants, self.settings.pairs)

    @cached_property
    def _screened(self) -> Choice:
        """What the screen plays."""
        return self._every.open(RACED, RACED_PAIRS * self.settings.pairs)

    @cached_property
    def _raced(self) -> Choice:
        """What the race plays; which of them is not known yet, but how many."""
        pairs = self.settings.pairs
        left = Choice(
            {c: several[:RACED] for c, several in self._every.swaps.items()},
            self._every.pairs[: RACED_PAIRS * pairs],
        )
        return left.open(1, pairs)

    @property
    def _judged(self) -> int:
        """How many variants the judge plays."""
        pairs = min(self.settings.pairs, len(self._every.pairs))
        return len(self.variants.outs) + len(self._every.swaps) + pairs

    def _sample(self, agent: str) -> Schedule:
        """Return games of A and some of its variants against B."""
        some = [*self.variants.outs, *(several[0] for several in self.variants.swaps.values())]
        entrants = [self.a.played_by(agent), *(variant.entrant(agent) for variant in some)]
        opponents = [self.b.played_by(agent)] * 8
        return stage_schedule(entrants, opponents, self.rules, self.seed)

    def scaled(self, size: float) -> "ExplainTask":
        """Return an explanation of so many times the usual games."""
        return msgspec.structs.replace(self, settings=self.settings.scaled(size))

    # ---- how -------------------------------------------------------------------------------------

    def run(self, context: RunContext) -> RunResult[ExplainResult]:
        """Choose the swaps and pairs, play the games, and value the turns of some of them."""
        chosen = self._chosen(context)
        first, counter = context.evaluator.games, HappeningCounter(self.schedule, self.valued)
        board = self._base(context, counter, first)
        scores = self._judge(context, chosen)
        course = self._course(context, board, counter.rows, first)
        counts = counter.counts(board.scores())
        [tally] = board.tallies()
        values = ExplainResult(
            a=self.a,
            b=self.b,
            judge=self.settings.levels.judge,
            seed=self.seed,
            score=ScoreValues.of(tally.score),
            corrected=score_quantity("", "", tally.score).at(CONFIDENCE),
            parts=part_values(tally.score, scores, self.variants.counts),
            happenings=happening_values(counts, self._stream(INTERVAL_STREAM)),
            course=course,
        )
        records = {
            first + game: record_of(counter.rows[game], game, board)
            for game in (number - first for number in values.games_shown())
        }
        return RunResult(values, tables(values) | missing_records(context, records))

    def _chosen(self, context: RunContext) -> list[Variant]:
        """Return the swaps and pairs that the judge plays."""
        levels, pairs, choice = self.settings.levels, self.settings.pairs, self._every
        for name, agent, stream, swaps, most in (
            ("screen", levels.screen, SCREEN_STREAM, RACED, RACED_PAIRS * pairs),
            ("race", levels.race, RACE_STREAM, 1, pairs),
        ):
            opened = choice.open(swaps, most)
            if played := opened.played(self.variants):
                each = pairs_for(self.settings.screen_games)
                context.progress.stage(name, opened.games(self.variants, 2 * each))
                with_base = bool(opened.pairs)
                scores = self._scores(context, played, agent, stream, each, with_base=with_base)
                choice = choice.narrowed(scores, swaps, most)
        return [*(several[0] for several in choice.swaps.values()), *choice.pairs]

    def _scores(
        self,
        context: RunContext,
        variants: Sequence[Variant],
        agent: str,
        stream: int,
        pairs: int,
        *,
        with_base: bool = False,
    ) -> Scores:
        """Return what variants score against B, all on the same seeds; with A itself if wanted."""
        entrants = [variant.entrant(agent) for variant in variants]
        entrants += [self.a.played_by(agent)] if with_base else []
        opponents = [self.b.played_by(agent)] * pairs
        board = context.evaluator.play(entrants, opponents, self._stream(stream), self.rules)
        scores = stage_scores(board, len(entrants))
        base = scores.pop() if with_base else Score()
        return Scores(dict(zip(variants, scores, strict=True)), base)

    def _base(self, context: RunContext, counter: HappeningCounter, first: int) -> ResultBoard:
        """Play A against B, and count what happens."""
        context.progress.stage("A against B", len(self.schedule))
        board = context.evaluator.play_schedule(self.schedule, on_results=counter.record)
        context.evaluator.flush()
        counter.complete(context, first)
        return board

    def _judge(self, context: RunContext, chosen: Sequence[Variant]) -> dict[Variant, Score]:
        """Return what A scores without each component and as chosen, on the seeds of its games."""
        variants, pairs = [*self.variants.outs, *chosen], pairs_for(self.settings.part_games)
        if not variants:
            return {}
        context.progress.stage("variants", 2 * pairs * len(variants))
        return self._scores(context, variants, self.settings.levels.judge, JUDGE_STREAM, pairs).of

    def _course(
        self, context: RunContext, board: ResultBoard, rows: Rows, first: int
    ) -> CourseValues | None:
        """Return the judge's values over some of the games, with those that show it best."""
        if not self.valued:
            return None
        context.progress.stage("values", self.valued)
        records = {game: record_of(rows[game], game, board) for game in range(self.valued)}
        valued = value_games(context, records, self.settings.levels.judge, first)
        held = courses(valued)
        course = course_values(held.values, held.lengths, self._stream(INTERVAL_STREAM))
        return with_examples(course, held, board, rows, first)

    def _stream(self, stream: int) -> int:
        return derive(self.seed, stream)
