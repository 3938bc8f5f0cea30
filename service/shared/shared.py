"""`Shared`: what routes share."""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from ...balance.kinds import KINDS
from ...results import Store
from ..common.places import Places
from ..common.settings import ServiceSettings
from ..data.answers import LastAnswers
from ..data.kernels import Kernels
from ..data.rankings import Rankings
from ..data.setup_tables import SetupTables
from ..data.side_process import SideProcess
from ..games.kept import KeptGames
from ..games.replaying import Replays
from ..games.reviewing import Reviews
from ..games.searching import PageSearches
from ..games.shelf import Shelf
from ..jobs.events import JobFeed
from ..jobs.queue import JobQueue
from ..jobs.supervisor import Supervisor

SAMPLES_NICENESS: Final = 5
"""Of sample games: they give way to pages, and a job gives way to them, so that the time they show
is nearly that of a run alone."""

FILTERS: Final = 4
"""Threads that filter setups: with as many as may ask at once, some 100 MB each for large lists."""


class Shared:
    """One for each application."""

    def __init__(self, settings: ServiceSettings) -> None:
        """Make it; the database and the queue are made where there is none yet."""
        Store(settings.db)
        self.settings = settings
        self.setups = SetupTables(settings.limits.setups_seconds)
        self.filters = ThreadPoolExecutor(FILTERS, "filter")
        self.deletes = ThreadPoolExecutor(1, "delete")  # each may wait for the file
        self.kernels = Kernels()
        self.queue = JobQueue(settings.queue)
        self.supervisor = Supervisor(settings, self.queue)
        self.feed = JobFeed(self.queue)
        self.streams = Places(settings.limits.streams, "event streams")
        self.answers = LastAnswers(settings.db, settings.limits)
        self.rankings = Rankings(self.answers)
        shelf = Shelf(settings.kept_games, settings.limits.kept_games)
        self.games = KeptGames(shelf, settings.limits.games, settings.limits.game_actions)
        self.reviews, self.replays = Reviews(shelf), Replays(settings.limits.waiting_replays)
        self.searches = PageSearches(settings.limits)
        self.analyses = Places(settings.limits.analyses, "analyses and reviews")
        self.queries = SideProcess(memory=settings.limits.sql_memory)
        self.pages = SideProcess()
        self.estimates = SideProcess(niceness=SAMPLES_NICENESS)

    def start(self) -> None:
        """Begin what goes on in the background."""
        threading.Thread(target=_warm_up, daemon=True).start()
        self.setups.start()
        self.kernels.start()
        self.supervisor.start()

    def stop(self) -> None:
        """End what goes on in the background."""
        self.kernels.stop()
        self.searches.stop()
        self.setups.stop()
        for threads in (self.filters, self.deletes):
            threads.shutdown(wait=False, cancel_futures=True)
        self.queries.stop()
        self.pages.stop()
        self.estimates.stop()
        self.supervisor.stop()


def _warm_up() -> None:
    """Do once what would keep the first page waiting, and others with it: it holds the GIL."""
    for kind in KINDS.values():
        kind.task_class()
