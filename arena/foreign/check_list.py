"""What a conformance check asks of an engine: one function a question, in order.

A question returns what was seen, or raises `EngineFault` with what was seen instead.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from ...agents.game_runner import GameRunner
from ...agents.spec.engine_spec import EngineSpec
from ...agents.spec.spec import AgentSpec
from ...engine.game import Game
from ...engine.kernels.layout import NO_WINNER
from ...engine.reading.names import shown
from ...engine.rules.ruleset import Ruleset
from ...setups.notation import read_text
from ...setups.setup import Setup
from .engine import GRACE, Engine
from .faults import PROTOCOL, TIME_OUT, EngineFault
from .protocol import setup_word
from .side import EngineSide

_ENDING: Final = 2.0
"""Seconds that a program has to end when asked."""
_SILENCE: Final = 0.3
"""Seconds in which nothing is asked."""
_SHORT: Final = 50
"""Milliseconds of a short decision."""

_SETUPS: Final = (
    "SSFFHHAMKC:battle-cry,charge,chastise",
    "FFFKKKM:bombard,winds-of-fate",
    "SSSSSAAMM:regenerate,stoicism",
    "CCCH:vigilance,shield-wall",
)
_RULES: Final[tuple[tuple[str, ...], ...]] = (
    (),
    ("actions.single_move=false", "actions.trim=false", "actions.command_window=any"),
    ("obstacles=12", "winds=random"),
    ("champion.movement=6", "economy.income=100"),
)
"""The standard game, every action, obstacles with chance, and other numbers; each ends in time."""
_MAX_TURNS: Final = "max_turns=60"


@dataclass(frozen=True)
class Check:
    """A question, and what a right answer is."""

    name: str
    expected: str
    ask: Callable[["Bench"], str]


class Bench:
    """An engine that is being checked: a process that is started again when it has ended."""

    def __init__(
        self, spec: EngineSpec, games: int, on_progress: Callable[[str], object] = lambda _: None
    ) -> None:
        self.spec, self.games, self.on_progress = spec, games, on_progress
        self._engine: Engine | None = None
        self.longest = 0.0
        """Seconds of its longest decision."""

    def new_engine(self) -> Engine:
        """Return a process that was just started."""
        self.close()
        try:
            self._engine = Engine(self.spec)
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            raise EngineFault(PROTOCOL, f"it cannot be started: {why}") from None
        return self._engine

    @property
    def engine(self) -> Engine:
        """A process that has greeted and is ready."""
        if self._engine is None or self._engine.process.exit_code is not None:
            engine = self.new_engine()
            engine.greet()
            engine.ready()
        assert self._engine
        return self._engine

    def last_words(self) -> str:
        """Return what the engine wrote to standard error."""
        return self._engine.process.last_words() if self._engine else ""

    def close(self) -> None:
        """End the process."""
        if self._engine:
            self._engine.process.kill()
            self._engine = None


def _starts(bench: Bench) -> str:
    greeting = bench.new_engine().greet()
    names = [line for line in greeting if line.startswith("id name ")]
    return ", ".join((*names, *(line for line in greeting if line.startswith("id protocol "))))


def _is_ready(bench: Bench) -> str:
    bench.engine.ready()
    return "readyok"


def _plays(bench: Bench) -> str:
    """Play whole games against `random`: by each set of rules, and on both sides."""
    runner, opponent = GameRunner(), AgentSpec.parse("random")
    ends = {"won": 0, "drawn": 0, "lost": 0}
    for number, (rules, words, game) in enumerate(_games(bench.games)):
        bench.on_progress(f"game {number + 1} of {bench.games}")
        player = number // len(_RULES) % 2
        bench.engine.set_rules(rules)
        side = EngineSide(bench.engine, player, rules, game.state, number)
        side.begin(words[0], words[1], number)
        players = (side, opponent) if player == 0 else (opponent, side)
        played = runner.play(rules, game.state, *players, seed=number)
        if side.forfeit:
            what = ", ".join(edit for edit in rules.edits if edit != _MAX_TURNS) or "standard rules"
            message = f"game {number + 1} of {bench.games} ({what}): {side.forfeit.detail}"
            raise EngineFault(side.forfeit.reason, message)
        bench.longest = max(bench.longest, bench.engine.longest_decision)
        winner = int(played.state.winner)
        assert winner != NO_WINNER
        ends["won" if winner == player else "lost" if winner < 2 else "drawn"] += 1
    return f"{bench.games} games: " + ", ".join(f"{name} {n}" for name, n in ends.items())


def _games(count: int) -> Iterator[tuple[Ruleset, tuple[str, str], Game]]:
    """Yield rules, setups as words, and games at their beginning."""
    for number in range(count):
        rules = Ruleset().edit(*_RULES[number % len(_RULES)], _MAX_TURNS)
        chosen = [_SETUPS[(number + n) % len(_SETUPS)] for n in (0, 1)]
        armies = [Setup(*read_text(setup)).army(rules) for setup in chosen]
        words = setup_word(chosen[0], None), setup_word(chosen[1], armies[1].formation)
        yield rules, words, Game.new(armies[0], armies[1], rules=rules, seed=number)


def _decides(bench: Bench, ms: int) -> float:
    """Return the seconds of a decision at the beginning of a game, which must be legal."""
    rules, words, game = next(_games(1))
    engine = bench.engine
    before, engine.spec = engine.spec, EngineSpec(engine.spec.command, ms, engine.spec.start)
    try:
        engine.set_rules(rules)
        engine.new_game(*words, 0)
        engine.longest_decision = 0.0
        actions = engine.decide(game.position, game.legal_actions(), 0)
    finally:
        engine.spec = before
    game.apply(actions[0])
    return engine.longest_decision


def _keeps_time(bench: Bench) -> str:
    took = _decides(bench, _SHORT)
    return (
        f"{1000 * bench.longest:.0f} ms at most of {bench.spec.ms}, {1000 * took:.0f} of {_SHORT}"
    )


def _begins_anew(bench: Bench) -> str:
    _decides(bench, bench.spec.ms)
    _decides(bench, bench.spec.ms)
    return "a legal action of the new game"


def _stays_with_unknown_lines(bench: Bench) -> str:
    answer = bench.engine.ask("no-such-line 1 2 3", bench.spec.ms / 1000 + GRACE)
    bench.engine.ready()
    return shown(answer)


def _is_silent(bench: Bench) -> str:
    bench.engine.ready()
    time.sleep(_SILENCE)
    if bench.engine.process.waiting():
        line = bench.engine.process.read(time.monotonic())
        raise EngineFault(PROTOCOL, f"it wrote {shown(line)} without being asked")
    return "nothing"


def _quits(bench: Bench) -> str:
    engine = bench.engine
    engine.process.write("quit")
    return _ended(engine)


def _ends_with_its_input(bench: Bench) -> str:
    engine = bench.engine
    engine.process.close_input()
    return _ended(engine)


def _ended(engine: Engine) -> str:
    if not engine.process.wait(_ENDING):
        raise EngineFault(TIME_OUT, f"it was still running after {_ENDING:g} s")
    return f"it ended with exit code {engine.process.exit_code}"


CHECKS: Final[Sequence[Check]] = (
    Check("starts", "it starts, and answers cqi with id protocol 2 and cqiok", _starts),
    Check("ready", "isready is answered by readyok", _is_ready),
    Check("plays", "only legal actions in whole games, both sides, by four sets of rules", _plays),
    Check(
        "time", f"every decision within its ms and {GRACE:g} s, also of {_SHORT} ms", _keeps_time
    ),
    Check("new game", "newgame in the middle of a game begins another", _begins_anew),
    Check("unknown line", "one line of answer, and it plays on", _stays_with_unknown_lines),
    Check("silence", "no line that was not asked for", _is_silent),
    Check("quit", f"it ends within {_ENDING:g} s of quit", _quits),
    Check("end of input", f"it ends within {_ENDING:g} s of its input's end", _ends_with_its_input),
)
