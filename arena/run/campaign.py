"""`Campaign`: a schedule with what has to be known to go on with it after any interruption.

All of it is stored with the run, so a run is resumed by its name alone.
"""

from dataclasses import dataclass, field
from importlib.metadata import version
from typing import Any

from ...results import Store
from ...results.store.runs import Run
from ..play.errors import ArenaError
from ..play.player import Keep
from ..play.result_board import COLUMNS, ResultBoard
from ..play.schedule import Schedule
from ..play.worker import fingerprint

COMMANDS = {name: name for name in ("ladder", "match", "tournament", "tune", "whatif", "balance")}
COMMANDS |= {name: f"evolve {name}" for name in ("counter", "rank", "meta", "styles")}
COMMANDS["costs"] = "balance costs"
"""The commands that go on with a run, by its kind."""


def check_resumable(run: Run, kind: str) -> None:
    """Refuse a run that is of another kind, under way, or of another version."""
    if run.kind != kind:
        command = COMMANDS.get(run.kind)
        other = f"; conquest-opt {command} --resume {run.run} goes on with it" if command else ""
        raise ArenaError(f"run {run.run} is no {kind}{other}")
    if run.status == "running":
        raise ArenaError(f"run {run.run} is still under way in another process")
    if run.software != version("conquest-opt"):
        raise ArenaError(
            f"run {run.run} was begun by conquest-opt {run.software}, this is "
            f"{version('conquest-opt')}, whose games may differ: begin a new run"
        )


@dataclass(frozen=True, kw_only=True)
class Campaign:
    """What a run plays, what it keeps, and what its command wants to remember."""

    kind: str
    """The command: ladder, match, tournament."""
    schedule: Schedule
    keep: Keep = field(default_factory=Keep)
    options: dict[str, Any] = field(default_factory=dict)
    """What the command needs to report on the games; plain JSON values."""

    def begin(self, store: Store) -> str:
        """Note that the run begins; return its identifier."""
        keep = {"events": self.keep.events, "records": self.keep.records}
        return store.begin_run(
            kind=self.kind,
            arguments={
                "options": self.options,
                "keep": keep,
                "schedule": self.schedule.to_dict(),
                "software": fingerprint(),
            },
            seed=self.schedule.seed,
            ruleset=self.schedule.rules,
            agents=self.schedule.agents,
        )

    @classmethod
    def of_run(cls, run: Run, kind: str) -> "Campaign":
        """Return the campaign of a stored run, which must be of that kind and not under way."""
        check_resumable(run, kind)
        arguments = run.arguments
        schedule = Schedule.from_dict(arguments["schedule"])
        if schedule.rules.digest() != run.ruleset:
            raise ArenaError(f"run {run.run} was played by rules that this version does not know")
        keep, options = Keep(**arguments["keep"]), arguments["options"]
        return cls(kind=kind, schedule=schedule, keep=keep, options=options)

    @staticmethod
    def doubt(run: Run) -> str | None:
        """Return why games of a resumed run may differ from those it has, if they may.

        The version alone is checked by `of_run`; sources change between versions too, and numba and
        Python decide how they are compiled.
        """
        begun = run.arguments.get("software", fingerprint())
        if begun == fingerprint():
            return None
        return (
            f"run {run.run} was begun by {begun}; this is {fingerprint()}. Its games may differ "
            "from those that are stored: begin a new run unless you know better"
        )

    def board(self, store: Store, run: str) -> ResultBoard:
        """Return the results that a run has stored so far."""
        board = ResultBoard(self.schedule)
        board.load(store.query(f"SELECT {COLUMNS} FROM games WHERE run = ?", [run]))
        return board
