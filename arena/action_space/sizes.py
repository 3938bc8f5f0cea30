"""How large the thesis's action-space reductions (section 6) leave the game: its section 6.7.

Games by one agent in the reduced space give positions. In each of them the legal actions of every
space are counted, and from some of the turns' beginnings the sequences of actions to the turn's
end. All spaces are so compared in the same positions.

One thing has to be translated: with `single_move` a troop that has moved is in the Combat phase,
without it still in Movement, with the points that are left. Those positions are listed as "moved".
At the beginning of a turn a position is the same in every space.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from statistics import fmean, median, stdev
from typing import Any, Final

import numpy as np

from ...agents.game_runner import GameRunner
from ...agents.spec.spec import AgentSpec
from ...engine.kernels.actions import MAX_ACTIONS
from ...engine.kernels.entry import advance_state, legal_actions
from ...engine.kernels.layout import COMBAT, MOVEMENT, STATE, new_scratch
from ...engine.kernels.packing import pack_rules, start_state
from ...engine.kernels.turns import TurnCounter
from ...engine.rules.obstacles import draw_obstacles
from ...engine.rules.ruleset import ActionSpace, Ruleset
from ...engine.rules.seeds import derive, numbers
from ..play.entrant import Entrant
from ..stats.score import Interval, normal_quantile

PHASES: Final = ("selection", "movement", "moved", "rally")
"""Phases of positions as the reduced space has them; `moved` is its Combat."""

A_GAME: Final = 4
"""Turns' beginnings that are taken from one game."""

PROBES: Final = 5000
"""Random probes where sequences are too many to be counted."""

_POSITION_STREAM, _PROBE_STREAM = 101, 102


def spaces() -> dict[str, ActionSpace]:
    """Return the spaces compared, by what is switched off in them."""
    thesis = ActionSpace.thesis()
    return {
        "none": thesis,
        "single_move": replace(thesis, single_move=False),
        "trim": replace(thesis, trim=False),
        "command_window": replace(thesis, command_window="any"),
        "all": ActionSpace.full(),
    }


ESTIMATES: Final = {
    "none": {"factor": None, "text": ""},
    "single_move": {"factor": 4.79e8, "text": "up to 4.79e8 a turn"},
    "trim": {"factor": 2.0, "text": "roughly 2"},
    "command_window": {"factor": 1e6, "text": "1e6 a phase"},
    "all": {"factor": None, "text": ""},
    "merge": {"factor": None, "text": "no major effect"},
    "late": {"factor": 1e5, "text": "1e5 a phase"},
}
"""What section 6.7 of the thesis says of switching each reduction on: estimates, not measured."""


@dataclass(frozen=True)
class Branching:
    """Legal actions in the positions of a phase."""

    positions: int
    mean: float
    median: float
    largest: int

    @classmethod
    def of(cls, counts: Sequence[int]) -> "Branching":
        """Return the figures of a number of positions, one at least."""
        return cls(len(counts), fmean(counts), float(median(counts)), max(counts))


@dataclass(frozen=True)
class Sequences:
    """Sequences of actions a turn, over some turns' beginnings."""

    positions: int
    counted: int
    """Positions in which they were counted; in the others they are estimated."""
    log10: float
    """Mean of the logarithms: that of the geometric mean."""
    interval: Interval
    """95 % interval of that mean, from the differences between games."""
    largest: float
    probe_error: float
    """Largest relative standard error of an estimate; 0 if all were counted."""
    ends: float | None
    """Geometric mean of the different positions after the turn, where counted in every space."""


@dataclass(frozen=True, kw_only=True)
class Sizes:
    """How large the spaces are, by what is switched off."""

    games: int
    branching: dict[str, dict[str, Branching]]
    """By space, then by phase."""
    sequences: dict[str, Sequences]
    growth: dict[str, tuple[float, Interval]]
    """Mean and interval of log10 of each space's sequences over those of the reduced one."""


@dataclass
class _Seen:
    """What one game gave."""

    options: dict[str, dict[str, list[int]]] = field(default_factory=dict)
    turns: list[np.record] = field(default_factory=list)


class Surveyor:
    """Plays games in the reduced space and measures every space in their positions."""

    def __init__(self, rules: Ruleset, setups: Sequence[str], agent: str, seed: int) -> None:
        self._rules = {off: replace(rules, actions=space) for off, space in spaces().items()}
        self._records = {off: pack_rules(rules) for off, rules in self._rules.items()}
        self._armies = [Entrant.of(setup, agent).army(rules) for setup in setups]
        self._agent, self._seed = AgentSpec.parse(agent), seed
        self._table, self._counter = GameRunner(), TurnCounter()
        self._scratch, self._out = new_scratch(), np.zeros(MAX_ACTIONS, np.uint32)

    def warm(self) -> None:
        """Have the kernels compiled or loaded."""
        rules, army = self._rules["none"], self._armies[0]
        start = start_state((army, army), rules, 0, [])
        self._table.play(rules, start, self._agent, self._agent, seed=0, actions=1)
        self._counter.count(self._records["none"], start)
        legal_actions(self._records["none"], start, self._scratch, self._out)

    def measure(self, positions: int, told: Callable[[int], None] = lambda _: None) -> Sizes:
        """Return the sizes from so many turns' beginnings, four a game; `told` hears each game."""
        games = -(-positions // A_GAME)
        options: dict[str, dict[str, list[int]]] = {}
        logs: dict[str, list[list[float]]] = {off: [] for off in self._rules}
        found: list[list[tuple[str, float, float, int | None]]] = []
        for game in range(games):
            seen = self._look(game)
            for off, phases in seen.options.items():
                for phase, counts in phases.items():
                    options.setdefault(off, {}).setdefault(phase, []).extend(counts)
            ways = [self._ways(state, game * A_GAME + n) for n, state in enumerate(seen.turns)]
            found += ways
            for i, off in enumerate(self._rules):
                logs[off].append([math.log10(way[i][1]) for way in ways])
            told(1)
        return Sizes(
            games=games,
            branching={
                off: {phase: Branching.of(c) for phase, c in phases.items()}
                for off, phases in options.items()
            },
            sequences={
                off: _sequences([way[i] for way in found], logs[off], found)
                for i, off in enumerate(self._rules)
            },
            growth={off: mean_of_games(_over(logs[off], logs["none"])) for off in self._rules},
        )

    def _look(self, game: int) -> _Seen:
        """Play a game and count the options of all its positions."""
        seed = derive(derive(self._seed, _POSITION_STREAM), game)
        rules, army = self._rules["none"], self._armies[game % len(self._armies)]
        start = start_state((army, army), rules, seed, draw_obstacles(rules, seed))
        played = self._table.play(rules, start, self._agent, self._agent, seed=seed)
        states = np.zeros(2, STATE)
        states[0] = start
        seen, begun, turns = _Seen(), 0, []
        for action in played.actions:
            if int(states[0].turn) != begun:
                begun = int(states[0].turn)
                turns.append(states[0].copy())
            for off in self._rules:
                phase = PHASES[int(states[0].phase)]
                seen.options.setdefault(off, {}).setdefault(phase, []).append(
                    self._options(off, states)
                )
            advance_state(self._records["none"], states[0], action)
        draws = numbers(seed)
        seen.turns = [turns[next(draws) % len(turns)] for _ in range(A_GAME)]
        return seen

    def _options(self, off: str, states: np.ndarray) -> int:
        """Return the number of legal actions in states[0], as the space sees it."""
        states[1] = states[0]
        if states[1].phase == COMBAT and not self._rules[off].actions.single_move:
            states[1].phase = MOVEMENT
        return int(legal_actions(self._records[off], states[1], self._scratch, self._out))

    def _ways(self, state: np.record, number: int) -> list[tuple[str, float, float, int | None]]:
        """Return each space's sequences from a turn's beginning, their error, and their ends."""
        found: list[tuple[str, float, float, int | None]] = []
        seed = derive(derive(self._seed, _PROBE_STREAM), number)
        for off, record in self._records.items():
            counted = self._counter.count(record, state)
            if counted:
                found.append((off, counted.sequences, 0.0, counted.ends))
            else:
                guess = self._counter.probe(record, state, seed=seed, probes=PROBES)
                found.append((off, guess.sequences, guess.error / guess.sequences, None))
        return found


def _over(logs: list[list[float]], base: list[list[float]]) -> list[list[float]]:
    return [
        [a - b for a, b in zip(game, other, strict=True)]
        for game, other in zip(logs, base, strict=True)
    ]


def mean_of_games(games: Sequence[Sequence[float]]) -> tuple[float, Interval]:
    """Return the mean over games' positions with its 95 % interval.

    Positions of one game are alike, so games are what is independent; one alone has no interval.
    """
    means = [fmean(game) for game in games]
    mean = fmean(means)
    if len(means) < 2:
        return mean, Interval(-math.inf, math.inf)
    reach = normal_quantile(0.95) * stdev(means) / math.sqrt(len(means))
    return mean, Interval(mean - reach, mean + reach)


def _sequences(
    ways: list[tuple[str, float, float, int | None]],
    logs: list[list[float]],
    found: list[list[tuple[str, float, float, int | None]]],
) -> Sequences:
    mean, interval = mean_of_games(logs)
    common = [
        math.log10(way[3])
        for way, all_ways in zip(ways, found, strict=True)
        if way[3] and all(other[3] for other in all_ways)
    ]
    return Sequences(
        positions=len(ways),
        counted=sum(way[3] is not None for way in ways),
        log10=mean,
        interval=interval,
        largest=max(way[1] for way in ways),
        probe_error=max(way[2] for way in ways),
        ends=10 ** fmean(common) if common else None,
    )


def sizes_dict(sizes: Sizes) -> dict[str, Any]:
    """Return sizes as plain JSON values, by what is switched off."""
    told: dict[str, Any] = {}
    for off, sequences in sizes.sequences.items():
        growth, (low, high) = sizes.growth[off]
        told[off] = {
            "branching": {p: vars(b) for p, b in sizes.branching[off].items()},
            "sequences": vars(sequences) | {"interval": _ends(sequences.interval)},
            "growth_log10": growth,
            "growth_log10_ci95": _ends(Interval(low, high)),
        }
    return told


def _ends(interval: Interval) -> list[float] | None:
    return list(interval) if math.isfinite(interval.low) else None
