"""A saved game: its record and who plays what, one line of JSON.

The line is a record as `conquest-opt replay` reads it, with one key more:

    "play": {"you": "first", "agent": "fpu", "agent_2": "fpu", "resigned": null}
"""

import json
import os
import time
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from ...agents.spec.spec import AgentSpec
from ...arena.review.lines import agent_name
from ...engine import Game, GameRecord, RecordError
from ...engine.notation.drawing import SIDES
from ...engine.reading.files import parse_json, read_text
from ...engine.reading.input_error import InputError
from ...engine.reading.names import shown
from ...results.text.command_lines import command_line

YOU = ("first", "second", "both", "none")
"""Which side a person plays."""
_KEY = "play"


@dataclass(frozen=True)
class Seats:
    """Who sits where."""

    you: str
    """One of `YOU`."""
    agent: str
    """The agent that plays, and gives hints."""
    agent_2: str
    """The second player's agent where two agents play."""
    resigned: int | None = None
    """The player who gave up."""

    def __post_init__(self) -> None:
        if self.you not in YOU:
            raise InputError(f"you is one of {', '.join(YOU)}, not {shown(self.you)}")
        for text in (self.agent, self.agent_2):
            if not isinstance(text, str):
                raise InputError(f"an agent is a text such as fpu:advances=3000, not {shown(text)}")
            AgentSpec.parse(text)
        if self.resigned not in (None, 0, 1) or isinstance(self.resigned, bool):
            raise InputError(f"resigned is 0, 1 or null, not {shown(self.resigned)}")

    def is_person(self, player: int) -> bool:
        """Return whether a person plays a side."""
        return self.you in ("both", SIDES[player])

    def adviser(self, player: int) -> AgentSpec:
        """Return the agent that plays a side, or gives its person hints."""
        second = self.you == "none" and player == 1
        return AgentSpec.parse(self.agent_2 if second else self.agent)

    def name(self, player: int) -> str:
        """Return who plays a side, for people."""
        if not self.is_person(player):
            return agent_name(self.adviser(player))
        return "you" if self.you != "both" else f"the {SIDES[player]} player"


@dataclass(frozen=True)
class SavedGame:
    """A game that can be resumed."""

    record: GameRecord
    seats: Seats

    def to_json(self) -> str:
        """Return the save as one line of JSON."""
        data = json.loads(self.record.to_json()) | {_KEY: asdict(self.seats)}
        return json.dumps(data, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> "SavedGame":
        """Return the save of a line as `to_json` makes it; `game` checks its actions."""
        record = GameRecord.from_json(text)
        values = parse_json(text)
        names = tuple(setup["name"] for setup in values.get("setups", ()))
        if record.armies and record.names != names:
            raise RecordError("the setups' names must be printable texts")
        data: Any = values.get(_KEY)
        if not isinstance(data, dict):
            raise RecordError(f"a game record, but no saved game: it lacks {_KEY!r}")
        known = [field.name for field in fields(Seats)]
        if not {"you", "agent", "agent_2"} <= set(data) <= set(known):
            raise RecordError(f"who plays: it has {', '.join(known)}, not {shown(list(data))}")
        try:
            return cls(record, Seats(**data))
        except InputError as error:
            raise RecordError(f"who plays: {error}") from None

    def game(self) -> Game:
        """Return the game where it was left, every action verified."""
        return self.record.replay()


def read_save(path: Path) -> SavedGame:
    """Return the saved game of a file, or raise RecordError that names it."""
    try:
        return SavedGame.from_json(read_text(path))
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from None
    except InputError as error:  # which names the file
        raise RecordError(error) from None


def write_save(path: Path, saved: SavedGame) -> None:
    """Write a save; a file that is there must be one too, and is replaced whole or not at all."""
    if path.exists():
        try:
            read_save(path)
        except RecordError:
            raise ValueError(f"{path} is there and is no saved game; give another name") from None
    part = path.with_name(path.name + ".part")
    part.write_text(saved.to_json() + "\n", encoding="utf-8")
    part.replace(path)


def autosave_path() -> Path:
    """Return where a game is kept that is left without a file's name."""
    from platformdirs import user_state_path  # noqa: PLC0415

    name = f"{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.json"
    return user_state_path("conquest-opt") / "games" / name


def resume_command(path: Path) -> str:
    """Return the command that resumes a saved game."""
    return command_line("play --resume", path)
