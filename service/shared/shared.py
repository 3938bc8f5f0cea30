"""`Shared`: what routes share."""

import threading
from typing import Final

from ...api.requests import request_of
from ...balance.kinds import KINDS
from ...engine.rules.ruleset import Ruleset
from ...results import Store
from ..common.settings import ServiceSettings
from ..data.answers import LastAnswers
from ..data.kernels import Kernels
from ..data.rankings import Rankings
from ..data.setup_tables import SetupTables
from ..data.side_process import SideProcess
from ..games.kept import KeptGames
from ..games.reviewing import Reviews
from ..games.searching import PageSearches
from ..games.shelf import Shelf
from ..games.thinking import Places
from ..jobs.events import JobFeed
from ..jobs.queue import JobQueue
from ..jobs.supervisor import Supervisor

SAMPLES_NICENESS: Final = 5
"""Of sample games: they give way to pages, and a job gives way to them, so that the time they show
is nearly that of a run alone."""


class Shared:
    """One for each application."""

    def __init__(self, settings: ServiceSettings) -> None:
        """Make it; the database and the queue are made where there is none yet."""
        Store(settings.db)
        self.settings = settings
        self.setups = SetupTables()
        self.kernels = Kernels()
        self.queue = JobQueue(settings.queue)
        self.supervisor = Supervisor(settings, self.queue)
        self.feed = JobFeed(self.queue, settings.limits.streams)
        self.answers = LastAnswers(settings.db, settings.limits)
        self.rankings = Rankings(self.answers)
        shelf = Shelf(settings.kept_games, settings.limits.kept_games)
        self.games, self.reviews = KeptGames(shelf, settings.limits.games), Reviews(shelf)
        self.searches = PageSearches(settings.limits)
        self.analyses = Places(settings.limits.analyses, "analyses and reviews")
        self.queries, self.pages = SideProcess(), SideProcess()
        self.estimates = SideProcess(niceness=SAMPLES_NICENESS)

    def start(self) -> None:
        """Begin what goes on in the background."""
        threading.Thread(target=self._warm_up, daemon=True).start()
        self.kernels.start()
        self.supervisor.start()

    def _warm_up(self) -> None:
        """Do once what would keep the first page waiting, and others with it: it holds the GIL."""
        self.setups.of(Ruleset())
        for kind in KINDS:
            request_of(kind)

    def stop(self) -> None:
        """End what goes on in the background."""
        self.kernels.stop()
        self.searches.stop()
        self.queries.stop()
        self.pages.stop()
        self.estimates.stop()
        self.supervisor.stop()
