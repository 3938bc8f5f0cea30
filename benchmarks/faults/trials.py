"""One job, all its operations, all faults."""

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from .board import Board, Operation
from .children import Ended, in_child
from .jobs import Acknowledged, Digests, Job

TRIES: Final = 5
"""How often a job is done until it has an operation of the number that is to fail."""


class TrialError(AssertionError):
    """What did not hold."""


@dataclass(frozen=True)
class Failed:
    """A fault after which something did not hold."""

    job: str
    fault: str
    number: int
    operation: Operation | None
    why: str

    def __str__(self) -> str:
        again = f"{self.job} --fault {self.fault} --operation {self.number}"
        return f"{again}: {self.operation}\n    {self.why}"


class Trials:
    """A job in a folder: prepared once, done again and again from the same files."""

    def __init__(self, job: Job, folder: Path, board: Board) -> None:
        """Prepare the job, and do it undisturbed."""
        self.job, self._folder, self._board = job, folder, board
        self._before, self._room = folder / "before", folder / "room"
        self._earlier = folder / "earlier"
        self._acknowledged = Acknowledged(folder / "acknowledged")
        self._before.mkdir(parents=True)
        self._earlier.write_text("")
        self._checked(self._in(self._before, job.prepare), "prepared")
        self._known = self._checked(self._in(self._before, self.job.state), "at first").answer
        self._earlier.write_text("\n".join(self._known))
        self._lay_out()
        with board.watching(self._room):
            self._checked(self._do(), "undisturbed")
        self.operations = board.operations
        if not self.operations:
            raise TrialError(f"{job.name} asked nothing of the file system: is the shim loaded?")
        whole = self._checked(self._in(self._room, self.job.state), "undisturbed").answer
        self._expected = self._own(whole)
        self._deleted = set(self._known) - set(whole)

    def failures(self, fault: str, only: int | None = None) -> Iterator[Failed | None]:
        """Yield for each operation what did not hold when it failed, None where all did."""
        for number in [only] if only else range(1, len(self.operations) + 1):
            why = None
            try:
                self._try(fault, number)
            except TrialError as error:
                why = str(error)
            operations = self._board.operations
            operation = operations[number - 1] if number <= len(operations) else None
            yield Failed(self.job.name, fault, number, operation, why) if why else None

    def _try(self, fault: str, number: int) -> None:
        ended = self._do_with(fault, number)
        if fault != "torn" or not ended.killed:
            _check_output(ended, "the job")
        state = self._checked(self._in(self._room, self.job.state), "opened again")
        self._check_kept(state.answer, whole=ended.code == 0)
        self._checked(self._in(self._room, self.job.resume), "resumed")
        last = self._checked(self._in(self._room, self.job.state), "opened at the end")
        self._check_kept(last.answer, whole=True)
        own = self._own(last.answer)
        if not _same(self._expected, own):
            raise TrialError(
                f"it ended with other rows: {len(own)} runs, not {len(self._expected)}"
            )

    def _do_with(self, fault: str, number: int) -> Ended:
        """Do the job with a fault, which is made: a few bytes can be one write less."""
        for _ in range(TRIES):
            self._lay_out()
            with self._board.watching(self._room, fault, number):
                ended = self._do()
            if len(self._board.operations) >= number:
                return ended
        raise TrialError(f"it had fewer operations, {TRIES} times")

    def _check_kept(self, state: dict[str, Digests], *, whole: bool) -> None:
        for name, before in self._known.items():
            if before["status"] == "open" or (name in self._deleted and name not in state):
                continue
            if state.get(name) != before:
                raise TrialError(f"the earlier {name} is {'changed' if name in state else 'gone'}")
        for words in self._acknowledged.lines():
            if why := self.job.lost(words, state):
                raise TrialError(why)
        if whole and not _same(self._expected, self._own(state)):
            raise TrialError("the job said that it ended well, and its rows are not all there")

    def _own(self, state: dict[str, Digests]) -> list[Any]:
        """Return what is finished and was not so before, without what names it."""
        return [
            (digests["kind"], digests["rows"])
            for name, digests in state.items()
            if self._known.get(name) != digests and digests["status"] == "finished"
        ]

    def _lay_out(self) -> None:
        """Have the room as it was before the job."""
        shutil.rmtree(self._room, ignore_errors=True)
        shutil.copytree(self._before, self._room)
        self._acknowledged.clear()

    def _do(self) -> Ended:
        return self._in(self._room, lambda: self.job.act(self._acknowledged))

    def _in(self, room: Path, function: Any) -> Ended:
        def there() -> Any:
            os.chdir(room)
            return function()

        return in_child(there, self._folder)

    @staticmethod
    def _checked(ended: Ended, when: str) -> Ended:
        _check_output(ended, when)
        if ended.code:
            raise TrialError(f"{when}: exit code {ended.code}: {ended.output.strip()[-300:]}")
        return ended


def _check_output(ended: Ended, when: str) -> None:
    if ended.code < 0:
        raise TrialError(f"{when}: ended by signal {-ended.code}: {ended.output.strip()[-300:]}")
    if "Traceback" in ended.output:
        raise TrialError(f"{when}: a stack trace: {ended.output.strip()[-600:]}")


def _same(expected: list[Any], own: list[Any]) -> bool:
    return set(map(repr, expected)) == set(map(repr, own))  # done again, it is there twice
