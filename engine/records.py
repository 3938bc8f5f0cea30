"""Whole games as JSON lines: setups, rules, seed and actions; replayed and verified."""

import json
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from .game import Game, Outcome, outcome_of
from .kernels.packing import start_state
from .notation.action_text import IllegalAction
from .notation.replay import Replayer
from .rules.army import Army
from .rules.obstacles import draw_obstacles
from .rules.ruleset import Ruleset


class RecordError(ValueError):
    """A record that cannot be read or does not replay; the message says where and why."""


@dataclass(frozen=True, kw_only=True)
class GameRecord:
    """A game from its beginning, as it is kept and replayed."""

    armies: tuple[Army, Army]
    rules: Ruleset
    seed: int
    actions: tuple[str, ...]
    outcome: Outcome | None = None
    names: tuple[str, str] = ("first", "second")
    """What the two setups are called, for people."""

    @classmethod
    def of(cls, game: Game, names: tuple[str, str] = ("first", "second")) -> "GameRecord":
        """Return the record of a game that was played from its beginning."""
        if game.armies is None:
            raise RecordError("a game that began from a position has no setups to record")
        return cls(
            armies=game.armies,
            rules=game.rules,
            seed=game.seed,
            actions=tuple(game.history),
            outcome=game.outcome,
            names=names,
        )

    def start(self) -> Game:
        """Return the game at its beginning."""
        return Game.new(*self.armies, rules=self.rules, seed=self.seed)

    def steps(self) -> Iterator[tuple[str, Game]]:
        """Play the record; yield each action and the game (one and the same) after it.

        Raises RecordError at the first action that is not legal, and at the end if the game did
        not end as recorded.
        """
        game = self.start()
        for number, action in enumerate(self.actions, start=1):
            try:
                game.apply(action)
            except IllegalAction as error:
                raise RecordError(f"action {number}: {error}") from None
            yield action, game
        if game.outcome != self.outcome:
            raise RecordError(f"the record says {self.outcome}, the replay says {game.outcome}")

    def replay(self) -> Game:
        """Return the game at the record's end, every action and the outcome verified."""
        last = deque(self.steps(), maxlen=1)
        return last[0][1] if last else self.start()

    def verify(self, replayer: Replayer) -> None:
        """Raise RecordError unless every action is legal and the game ended as recorded."""
        start = _start(self.armies, self.rules, self.seed)
        end = replayer.play(self.rules, start, self.actions)
        if end is None or outcome_of(end) != self.outcome:
            self.replay()  # says where, and what would have been right

    def to_json(self) -> str:
        """Return the record as one line of JSON."""
        setups = [
            {"name": name, "formation": army.formation, "commands": army.commands}
            for name, army in zip(self.names, self.armies, strict=True)
        ]
        data = {
            "setups": setups,
            "ruleset": self.rules.digest(),
            "rules": self.rules.edits,
            "seed": self.seed,
            "actions": self.actions,
            "outcome": asdict(self.outcome) if self.outcome else None,
        }
        return json.dumps(data, separators=(",", ":"))

    @classmethod
    def from_json(cls, line: str) -> "GameRecord":
        """Return the record of a line as `to_json` makes it."""
        try:
            data: dict[str, Any] = json.loads(line)
            if not isinstance(data, dict) or len(data["setups"]) != 2:
                raise RecordError("no game record: it has two setups, rules, seed and actions")
            first, second = data["setups"]
            actions, seed = data["actions"], data["seed"]
            if not isinstance(actions, list) or not all(isinstance(a, str) for a in actions):
                raise RecordError("actions must be a list of texts")
            if isinstance(seed, bool) or not isinstance(seed, int):
                raise RecordError(f"the seed must be a whole number, not {seed!r}")
            rules, digest = _rules(tuple(data["rules"]))
            record = cls(
                armies=(_army(first), _army(second)),
                rules=rules,
                seed=seed,
                actions=tuple(actions),
                outcome=Outcome(**data["outcome"]) if data["outcome"] else None,
                names=(first["name"], second["name"]),
            )
        except RecordError:
            raise
        except KeyError as error:
            raise RecordError(f"the record lacks {error}") from None
        except (TypeError, ValueError) as error:
            raise RecordError(f"no game record: {error}") from None
        if data.get("ruleset") != digest:
            raise RecordError(
                f"the record was played by ruleset {data.get('ruleset')}, its edits give {digest}"
            )
        return record


def _army(setup: dict[str, Any]) -> Army:
    return _drawn(tuple(setup["formation"]), tuple(setup["commands"]))


@lru_cache(maxsize=1024)
def _drawn(rows: tuple[str, ...], commands: tuple[str, ...]) -> Army:
    return Army.from_formation(rows, commands)


@lru_cache(maxsize=64)
def _rules(edits: tuple[str, ...]) -> tuple[Ruleset, str]:
    rules = Ruleset().edit(*edits)
    return rules, rules.digest()


def _start(armies: tuple[Army, Army], rules: Ruleset, seed: int) -> np.record:
    """Return the position a game begins with, remembered where it holds no chance."""
    chance = rules.winds == "random" or rules.obstacles > 0
    return _start_of(armies, rules, seed if chance else 0)


@lru_cache(maxsize=4096)
def _start_of(armies: tuple[Army, Army], rules: Ruleset, seed: int) -> np.record:
    return start_state(armies, rules, seed, draw_obstacles(rules, seed))


def write_records(path: Path, records: Iterable[GameRecord]) -> None:
    """Append records to a file, one a line."""
    with path.open("a", encoding="utf-8") as file:
        file.writelines(record.to_json() + "\n" for record in records)


def read_records(path: Path) -> Iterator[GameRecord]:
    """Yield the records of a file; errors name the line."""
    with path.open(encoding="utf-8", errors="replace") as file:
        for number, line in enumerate(file, start=1):
            if line.strip():
                try:
                    yield GameRecord.from_json(line)
                except RecordError as error:
                    raise RecordError(f"line {number}: {error}") from None
