"""Whole games as JSON lines: setups, rules, seed and actions; replayed and verified.

A game that began from a position has its line in place of the setups:

    {"position": "12 0 selection - ...", "ruleset": ..., "rules": [...], "seed": 0, ...}
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from .game import Game, Outcome, outcome_of
from .kernels.packing import start_state
from .notation.action_text import IllegalAction
from .notation.drawing import SIDES
from .notation.replay import Replayer
from .reading.files import parse_json, read_lines
from .reading.input_error import InputError
from .reading.names import LONGEST_NAME, printable, shown
from .rules.army import Army
from .rules.longest import LongestGame, longest_game
from .rules.obstacles import draw_obstacles
from .rules.ruleset import Ruleset


class RecordError(InputError):
    """A record that cannot be read or does not replay; the message says where and why."""


@dataclass(frozen=True)
class RecordedTurn:
    """A turn that began in a record; the last may have no action yet."""

    number: int
    player: int
    first: int
    """How many actions were played before it."""
    actions: tuple[str, ...]

    @property
    def side(self) -> str:
        """Whose turn it is, for people: first or second."""
        return SIDES[self.player]


@dataclass(frozen=True, kw_only=True)
class GameRecord:
    """A game from its beginning, as it is kept and replayed."""

    armies: tuple[Army, Army] | None
    """None if it began from a position."""
    position: str | None = None
    """The line of the position that it began from; None if it has armies."""
    rules: Ruleset
    seed: int
    actions: tuple[str, ...]
    outcome: Outcome | None = None
    names: tuple[str, str] = ("first", "second")
    """What the two setups are called, for people."""

    @classmethod
    def of(cls, game: Game, names: tuple[str, str] = ("first", "second")) -> "GameRecord":
        """Return the record of a game that was played from its beginning, or from a position."""
        if game.armies is None and game.origin is None:
            raise RecordError("a game of a bare state has neither setups nor a position to record")
        return cls(
            armies=game.armies,
            position=game.origin,
            rules=game.rules,
            seed=game.seed,
            actions=tuple(game.history),
            outcome=game.outcome,
            names=names,
        )

    def start(self) -> Game:
        """Return the game at its beginning."""
        if self.armies:
            return Game.new(*self.armies, rules=self.rules, seed=self.seed)
        game = Game.from_position(self.position or "", rules=self.rules)
        game.seed = self.seed
        return game

    def after(self, count: int) -> Game:
        """Return the game after its first `count` actions."""
        game = self.start()
        game.apply_all(self.actions[:count])
        return game

    def turns(self) -> list[RecordedTurn]:
        """Return the turns that began, every action verified."""
        start, end = self.start(), self.replay()
        firsts = [0, *(n for n, action in enumerate(end.history, start=1) if action == "end")]
        if end.outcome and firsts[-1] == len(self.actions) > 0:
            firsts.pop()  # the last turn of all
        return [
            RecordedTurn(start.turn + n, (start.player + n) % 2, first, self.actions[first:after])
            for n, (first, after) in enumerate(pairwise([*firsts, len(self.actions)]))
        ]

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
        self._check_outcome(game)

    def replay(self) -> Game:
        """Return the game at the record's end, every action and the outcome verified."""
        game = self.start()
        try:
            game.apply_all(self.actions)
        except IllegalAction as error:
            raise RecordError(f"action {error.number}: {error}") from None
        self._check_outcome(game)
        return game

    def _check_outcome(self, end: Game) -> None:
        if end.outcome != self.outcome:
            raise RecordError(f"the record says {self.outcome}, the replay says {end.outcome}")

    def verify(self, replayer: Replayer) -> None:
        """Raise RecordError unless every action is legal and the game ended as recorded."""
        start = _start(self.armies, self.rules, self.seed) if self.armies else self.start().state
        end = replayer.play(self.rules, start, self.actions)
        if end is None or outcome_of(end) != self.outcome:
            self.replay()  # says where, and what would have been right

    def to_json(self) -> str:
        """Return the record as one line of JSON."""
        setups = [
            {"name": name, "formation": army.formation, "commands": army.commands}
            for name, army in zip(self.names, self.armies or (), strict=bool(self.armies))
        ]
        data = {
            **({"setups": setups} if self.armies else {"position": self.position}),
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
            return cls.from_dict(parse_json(line))
        except RecordError:
            raise
        except InputError as error:
            raise RecordError(f"no game record: {error}") from None

    @classmethod
    def from_dict(cls, data: Any) -> "GameRecord":
        """Return the record of the values that a line has."""
        began = isinstance(data, dict) and "position" in data
        _has(data, ("position" if began else "setups", *_KEYS), "the record")
        actions, seed = data["actions"], data["seed"]
        if not isinstance(actions, list) or not all(isinstance(a, str) for a in actions):
            raise RecordError("actions must be a list of texts")
        if isinstance(seed, bool) or not isinstance(seed, int):
            raise RecordError(f"the seed must be a whole number, not {shown(seed)}")
        if not isinstance(data["rules"], list):
            raise RecordError(f"rules must be a list of edits, not {shown(data['rules'])}")
        if not all(isinstance(edit, str) for edit in data["rules"]):
            raise RecordError("rules must be a list of edits, each a text")
        rules, digest = _rules(tuple(data["rules"]))
        if data.get("ruleset") != digest:
            raise RecordError(
                f"the record was played by ruleset {shown(data.get('ruleset'))}, its edits give "
                f"{digest}"
            )
        longest = longest_game(rules)
        if began:
            start, longest = _position(data["position"], rules)
        else:
            start = _setups(data["setups"], rules)
        if len(actions) > longest.actions:
            raise RecordError(
                f"the record has {len(actions):,} actions, and by its rules a game has at most "
                f"{longest}"
            )
        return cls(
            **start,
            rules=rules,
            seed=seed,
            actions=tuple(actions),
            outcome=_outcome(data["outcome"]),
        )


_KEYS = ("rules", "seed", "actions", "outcome")


def _has(data: Any, keys: tuple[str, ...], what: str) -> None:
    """Refuse what is no object with these keys."""
    if not isinstance(data, dict):
        raise RecordError(f"no game record: {what} has {', '.join(keys)}")
    missing = [key for key in keys if key not in data]
    if missing:
        raise RecordError(f"{what} lacks {missing[0]!r}")


def _position(line: Any, rules: Ruleset) -> tuple[dict[str, Any], LongestGame]:
    """Return the fields of a record that began from a position, and how long a game it can be."""
    game = Game.from_position(line, rules=rules)
    longest = longest_game(rules, game.turn, sum(game.state.points.tolist()))
    return {"armies": None, "position": game.origin}, longest


def _setups(setups: Any, rules: Ruleset) -> dict[str, Any]:
    """Return the fields of a record that began from two setups."""
    if not isinstance(setups, list) or len(setups) != 2:
        raise RecordError("no game record: it has two setups, rules, seed and actions")
    first, second = setups
    armies = _army(first, rules), _army(second, rules)
    return {"armies": armies, "names": (_name(first), _name(second))}


def _army(setup: Any, rules: Ruleset) -> Army:
    _has(setup, ("name", "formation", "commands"), "a setup")
    rows, commands = setup["formation"], setup["commands"]
    if all(
        isinstance(part, list) and all(isinstance(t, str) for t in part)
        for part in (rows, commands)
    ):
        return _drawn(tuple(rows), tuple(commands), rules)
    return Army.from_formation(rows, commands)  # says what is wrong with them


@lru_cache(maxsize=1024)
def _drawn(rows: tuple[str, ...], commands: tuple[str, ...], rules: Ruleset) -> Army:
    army = Army.from_formation(rows, commands)
    army.check(rules)
    return army


def _name(setup: dict[str, Any]) -> str:
    """Return what a setup is called, without characters that would steer a terminal."""
    name = setup["name"]
    if not isinstance(name, str) or len(name) > LONGEST_NAME:
        raise RecordError(
            f"a setup's name is a text of {LONGEST_NAME} characters at most, not {shown(name)}"
        )
    return printable(name)


def _outcome(data: Any) -> Outcome | None:
    if data is None:
        return None
    _has(data, ("winner", "reason", "turns"), "the outcome")
    winner, reason, turns = data["winner"], data["reason"], data["turns"]
    if not isinstance(winner, int | str) or not isinstance(reason, str) or type(turns) is not int:
        raise RecordError(f"no outcome: {shown(data)}")
    return Outcome(winner, reason, turns)  # pyright: ignore[reportArgumentType]  (it checks them)


@lru_cache(maxsize=64)
def _rules(edits: tuple[str, ...]) -> tuple[Ruleset, str]:
    rules = Ruleset().edit(*edits)
    return rules, rules.digest()


def _start(armies: tuple[Army, Army], rules: Ruleset, seed: int) -> np.record:
    """Return the position a game begins with, remembered where it holds no chance."""
    chance = rules.winds == "random" or rules.obstacles > 0
    return _start_of(armies, rules, seed if chance else 0)


@lru_cache(maxsize=1024)  # with rules of its own an entry takes 20 kB
def _start_of(armies: tuple[Army, Army], rules: Ruleset, seed: int) -> np.record:
    return start_state(armies, rules, seed, draw_obstacles(rules, seed))


def parse_records(lines: Iterable[tuple[int, str]]) -> Iterator[GameRecord]:
    """Yield the records of numbered lines; errors name the line."""
    for number, line in lines:
        try:
            yield GameRecord.from_json(line)
        except RecordError as error:
            raise RecordError(f"line {number}: {error}") from None


def read_records(path: Path) -> Iterator[GameRecord]:
    """Yield the records of a file; errors name the line."""
    return parse_records(read_lines(path))
