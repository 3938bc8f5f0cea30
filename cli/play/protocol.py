"""The line protocol: each line a command, each answered by one line at least, never a crash.

See docs/reference/protocol.md. The protocol holds one game; it knows nothing of streams, so that
tests and servers can drive it directly.
"""

import importlib.metadata
import json
from collections.abc import Callable
from dataclasses import asdict

from ...agents.game_runner import GameRunner
from ...agents.search.report import SearchReport
from ...agents.spec.parameters import BUDGETS
from ...agents.spec.spec import DEFAULT_AGENT, AgentSpec
from ...arena.foreign.protocol import GREETED, READY, VERSION, join_actions, split_actions
from ...engine import Game, GameRecord, Ruleset
from ...engine.reading.input_error import InputError
from ...engine.reading.names import shown
from ...engine.reading.numbers import whole_number
from ...results.text.escape import printable
from ...setups import army
from ..parameters.style_texts import plain_text

MOST = (1 << 64) - 1
"""The largest number of a line: seeds have 64 bits."""

_CHANCE = "winds-of-fate"
"""The command whose outcome is not known before where `winds=random`."""


class ProtocolError(InputError):
    """A line that is not of the protocol."""


class Protocol:
    """One conversation: the rules for the next game, the game, and what lines do to them."""

    def __init__(self, rules: Ruleset | None = None, agent: AgentSpec | None = None) -> None:
        """Begin; an agent that is given answers `go` by its own budget, whatever the limit is."""
        self.ended = False
        self._agent, self._warm = agent, False
        self._first_rules = self._rules = rules or Ruleset()
        self._game: Game | None = None
        self._names = ("first", "second")
        self._runner = GameRunner()
        self._commands: dict[str, tuple[Callable[[str], list[str]], str]] = {
            "cqi": (self._identify, "cqi: who this is; ends with cqiok"),
            "isready": (self._ready, "isready: answers readyok once all is compiled or loaded"),
            "rules": (self._set_rules, "rules [EDIT...]: rules of the next newgame or position"),
            "newgame": (
                self._new_game,
                "newgame FIRST SECOND [seed N]: two setups, as names or text",
            ),
            "position": (self._position, "position [LINE]: set the position, or show it"),
            "apply": (self._apply, "apply ACTION[; ACTION...]: all of them, or none"),
            "legal": (self._legal, "legal: the legal actions"),
            "state": (self._state, "state: the position as JSON"),
            "record": (self._record, "record: the game so far as one line for replay"),
            "go": (
                self._go,
                "go [turn] [agent SPEC] [advances|iterations|ms N] [seed N]: answers bestmove "
                "ACTION; with turn it may be several; position LINE legal ACTION... may follow",
            ),
            "analyse": (
                self._analyse,
                "analyse [as go]: what the search saw, as JSON: visits, values, the line expected",
            ),
            "help": (self._help, "help: these lines"),
            "quit": (self._quit, "quit: end"),
        }

    def answer(self, line: str) -> list[str]:
        """Return the lines that answer one line; a blank line has none."""
        name, _, rest = line.strip().partition(" ")
        if not name:
            return []
        try:
            if name not in self._commands:
                raise ProtocolError(f"unknown command {shown(name)}; try help")
            return self._commands[name][0](rest.strip())
        except ValueError as error:
            return [_error(error)]
        except Exception as error:
            return [_error(error, f"internal {type(error).__name__}: ")]

    @property
    def game(self) -> Game:
        """The game that lines act on."""
        if self._game is None:
            raise ProtocolError("no game yet; start one with newgame FIRST SECOND or position LINE")
        return self._game

    def _identify(self, _: str) -> list[str]:
        version = importlib.metadata.version("conquest-opt")
        return [f"id name conquest-opt {version}", f"id protocol {VERSION}", GREETED]

    def _ready(self, _: str) -> list[str]:
        if not self._warm:
            self._warm, game = True, Game.new(army("C"), army("S"))
            agent = (self._agent or AgentSpec.parse(DEFAULT_AGENT)).with_budget("advances", 1)
            self._runner.choose(game.rules, game.state, agent, seed=0)
        return [READY]

    def _set_rules(self, rest: str) -> list[str]:
        self._rules = self._first_rules.edit(*rest.split())
        return [f"ok rules {self._rules.digest()}"]

    def _new_game(self, rest: str) -> list[str]:
        words = rest.split()
        seed = _numbers(words[2:], ("seed",)).get("seed", 0)
        if len(words) < 2:
            raise ProtocolError("newgame takes two setups, such as newgame Default IAmWarrior")
        first, second = (army(word, self._rules) for word in words[:2])
        self._game = Game.new(first, second, rules=self._rules, seed=seed)
        self._names = words[0], words[1]
        return self._moved()

    def _position(self, rest: str) -> list[str]:
        if rest:
            edited = self._rules != Ruleset()
            self._game = Game.from_position(rest, rules=self._rules if edited else None)
        return [f"position {self.game.position}"]

    def _apply(self, rest: str) -> list[str]:
        actions = split_actions(rest)
        if not actions:
            raise ProtocolError("apply takes actions, such as apply select l3; move k7")
        game = self.game.copy()
        for action in actions:
            game.apply(action)
        self._game = game
        return self._moved()

    def _moved(self) -> list[str]:
        game = self.game
        if game.outcome:
            return [f"over {game.winner} {game.outcome}"]
        return [f"ok turn {game.turn} player {game.player} phase {game.phase}"]

    def _legal(self, _: str) -> list[str]:
        return ["legal " + join_actions(self.game.legal_actions())]

    def _record(self, _: str) -> list[str]:
        return ["record " + GameRecord.of(self.game, self._names).to_json()]

    def _state(self, _: str) -> list[str]:
        return ["state " + json.dumps(self.game.to_dict(), separators=(",", ":"))]

    def _go(self, rest: str) -> list[str]:
        options, _, _ = f"{rest} ".partition("position ")  # a driver says what is known here
        first, _, others = options.partition(" ")
        if first != "turn":
            return [f"bestmove {self._search(options).text}"]
        report = self._search(others)
        return [f"bestmove {join_actions(self._turn(report))}"]

    def _turn(self, report: SearchReport) -> list[str]:
        """Return the actions of a turn as far as they are chosen."""
        best = report.tried[0].actions if report.tried else ()
        chosen = best if best[:1] == (report.text,) else (report.text,)
        if self.game.rules.winds == "random" and _CHANCE in chosen:
            chosen = chosen[: chosen.index(_CHANCE) + 1]
        return list(chosen)

    def _analyse(self, rest: str) -> list[str]:
        report = self._search(rest)
        analysis = asdict(report) | {"action": report.text}
        del analysis["text"]
        return ["analysis " + json.dumps(analysis, separators=(",", ":"))]

    def _search(self, rest: str) -> SearchReport:
        words = rest.split()
        agent, fixed = self._agent or AgentSpec.parse(DEFAULT_AGENT), self._agent is not None
        if words[:1] == ["agent"]:
            agent = AgentSpec.parse(plain_text(" ".join(words[1:2])))
            words, fixed = words[2:], False
        given = _numbers(words, (*BUDGETS, "seed"))
        if sum(name in given for name in BUDGETS) > 1:
            raise ProtocolError(f"give one budget of {', '.join(BUDGETS)}")
        for name in BUDGETS:
            if name in given and not (fixed and name == "ms"):
                agent = agent.with_budget(name, max(given[name], 1))
        if self.game.outcome:
            raise ProtocolError(f"the game is over: {self.game.outcome}")
        seed = given.get("seed", 0)
        return self._runner.analyse(self.game.rules, self.game.state, agent, seed=seed)

    def _help(self, _: str) -> list[str]:
        return [text for _, text in self._commands.values()]

    def _quit(self, _: str) -> list[str]:
        self.ended = True
        return ["bye"]


def _numbers(words: list[str], names: tuple[str, ...]) -> dict[str, int]:
    """Return NAME N pairs as numbers."""
    if len(words) % 2:
        raise ProtocolError(f"{shown(words[-1])} needs a number; options are {', '.join(names)}")
    numbers: dict[str, int] = {}
    for name, number in zip(words[::2], words[1::2], strict=True):
        if name not in names:
            raise ProtocolError(f"unknown option {shown(name)}; options are {', '.join(names)}")
        try:
            numbers[name] = whole_number(number, 0, MOST)
        except InputError as error:
            raise ProtocolError(f"{name} takes a whole number: {error}") from None
    return numbers


def _error(error: Exception, what: str = "") -> str:
    """Return the answer to a line that could not be followed."""
    return printable(f"error {what}" + " ".join(str(error).split()))
