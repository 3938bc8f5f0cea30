"""How long a ranking takes, by a few games of each agent, before it begins."""

import threading
from dataclasses import dataclass

import msgspec

from ...arena.play.play_schedule import Executor
from ...results.page.words import duration, plural
from .plan import GameTimes, for_budget
from .settings import A_SETUP, FEWEST, RankSettings
from .task import RankTask


def with_settings(task: RankTask, settings: RankSettings) -> RankTask:
    """Return the same ranking with other settings; its setups are not enumerated again."""
    other = msgspec.structs.replace(task, settings=settings)
    vars(other)["roster"] = task.roster
    return other


def with_usual_games(task: RankTask) -> RankTask:
    """Return the ranking with as many games for each setup as are usual."""
    games = max(A_SETUP * len(task.roster), FEWEST)
    return with_settings(task, msgspec.structs.replace(task.settings, games=games))


@dataclass(frozen=True, kw_only=True)
class TimedRanking:
    """A ranking, and how long a game of each of its agents takes."""

    task: RankTask
    seconds_a_game: dict[str, float]
    width: int
    """Games that are played at a time."""
    place: str
    """Where they are played."""

    @classmethod
    def of(cls, task: RankTask, executor: Executor, stop: threading.Event) -> "TimedRanking":
        """Play a few games of each agent, and keep none."""
        parts = {part.agent: part for part in task.parts()}
        seconds = {
            agent: part.timed(executor, stop).seconds_a_game for agent, part in parts.items()
        }
        return cls(task=task, seconds_a_game=seconds, width=executor.width, place=str(executor))

    def filling(self, budget: float) -> "TimedRanking":
        """Return the ranking whose games fill so many seconds."""
        quick, slow = (self.seconds_a_game[agent] for agent in self.task.agents)
        filled = for_budget(
            self.task.settings,
            budget,
            GameTimes(quick=quick, slow=slow, width=self.width),
            named=len(self.task.named),
            field_known=self.task.field is not None,
        )
        return TimedRanking(
            task=with_settings(self.task, filled),
            seconds_a_game=self.seconds_a_game,
            width=self.width,
            place=self.place,
        )

    @property
    def statement(self) -> str:
        """How many games there will be, and how long they take."""
        parts = self.task.parts()
        seconds = sum(part.games * self.seconds_a_game[part.agent] for part in parts) / self.width
        games = sum(part.games for part in parts)
        shares = ", ".join(f"{part.name} {part.games:,}" for part in parts)
        return (
            f"{plural(len(self.task.roster), 'setup')}; {plural(games, 'game')} on {self.place}: "
            f"about {duration(seconds)} ({shares})"
        )
