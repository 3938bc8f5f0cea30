"""The value of a position at the start of a turn, beside a plain version of the same sum."""

from itertools import product
from math import prod
from statistics import fmean

import numpy as np
import pytest
from conquest_opt.agents.evaluation.turn_value import VALUED, turn_value
from conquest_opt.agents.evaluation.worths import VICTORY, WORTHS, weigh
from conquest_opt.agents.game_runner import GameRunner
from conquest_opt.agents.spec.spec import AgentSpec
from conquest_opt.agents.spec.weights import DEFAULT_WEIGHTS, WEIGHTS
from conquest_opt.engine import Game, Ruleset
from conquest_opt.engine.kernels.compiled import jit
from conquest_opt.engine.kernels.entry import advance_state
from conquest_opt.engine.kernels.layout import (
    BATTLE_CRY,
    CHASTISE,
    SELECTION,
    SHIELD_WALL,
    VIGILANCE,
)
from conquest_opt.engine.kernels.packing import pack_rules
from conquest_opt.setups import army

WEIGHT_NAMES = tuple(WEIGHTS[DEFAULT_WEIGHTS].values)
POWERS = ("cost", "health", "damage", "movement", "range")
QUICK = AgentSpec.parse("strategist:advances=300,lists=lean")
AGENTS = (
    "strategist",
    "strategist:cost=0.7,health=0.3,damage=0.2,movement=0.1,range=-0.2,reward=0.4",
)
EDITS = ((), ("archer.cost=300", "mage.health=500"), ("knight.damage=100", "scout.range=3"))
SETUPS = (
    "SSFFHHAMKK:battle-cry,bombard,charge",
    "FFHHMMK:stoicism,winds-of-fate,charge,vigilance",
    "SSSSSFFAAC:chastise,shield-wall,charge,battle-cry",
    "HHHHAAAMK",
)


@jit
def kernel_value(rules, state, params, worths, valued, searcher):
    weigh(rules, params, worths)
    return turn_value(rules, state, params, worths, valued, np.uint64(searcher))


class Plain:
    """The same evaluation, a troop at a time."""

    def __init__(self, rules: Ruleset, state: np.record, agent: AgentSpec) -> None:
        self.rules, self.state = pack_rules(rules), state
        self.weights = {name: float(agent[name]) for name in WEIGHT_NAMES}
        usual = self.unscaled(Ruleset())
        unit = sum(troop.cost for troop in Ruleset().troops.values()) / sum(usual)
        self.worths = [worth * unit for worth in self.unscaled(rules)]

    def unscaled(self, rules: Ruleset) -> list[float]:
        powers = [(name, self.weights[name]) for name in POWERS]
        return [
            prod(max(getattr(troop, name), 1) ** power for name, power in powers)
            for troop in rules.troops.values()
        ]

    def troops(self, player: int) -> list[int]:
        return [t for t in range(32) if int(self.state.alive) >> t & 1 and t // 16 == player]

    def under(self, command: int, troop: int) -> bool:
        return bool(int(self.state.effects[command]) >> troop & 1)

    def standing(self, player: int) -> float:
        total = 0.0
        for troop in self.troops(player):
            kind = self.state.kind[troop]
            share = self.state.health[troop] / self.rules.health[kind]
            total += self.worths[kind] * (self.weights["material"] * share + self.weights["alive"])
        owned = [c for c in range(9) if int(self.state.owned[player]) >> c & 1]
        if owned:
            points = float(self.state.points[player])
            total += self.weights["points"] * points / (points + self.weights["half"])
        for command in owned:
            rest = self.state.cooldown[player, command] / max(self.rules.cooldown[command], 1)
            total -= self.weights["cooldown"] * self.rules.cost[command] * rest
        return total

    def loss(self, troop: int, damage: int) -> float:
        kind, health = self.state.kind[troop], self.state.health[troop]
        wound = self.weights["material"] * self.worths[kind] / self.rules.health[kind]
        if damage < health:
            return wound * damage
        last = len(self.troops(troop // 16)) == 1
        return wound * health + self.weights["alive"] * self.worths[kind] + VICTORY * last

    def exchange(self, troop: int, target: int) -> float:
        kind, other = self.state.kind[troop], self.state.kind[target]
        blow = int(self.rules.damage[kind])
        if self.under(SHIELD_WALL, target):
            blow = min(blow, int(self.rules.shield_cap))
        blow = max(blow - int(self.state.boost[target]), 0)
        kills = blow >= self.state.health[target]
        gain = self.loss(target, blow)
        if kills and self.state.owned[troop // 16]:
            gain += self.weights["reward"] * self.rules.troop_cost[other]
        vigilant = self.under(VIGILANCE, target)
        if self.rules.range[other] >= self.rules.range[kind] and (vigilant or not kills):
            answer = int(self.rules.damage[other])
            if self.under(BATTLE_CRY, target):
                answer += int(self.rules.cry_damage)
            dies = answer >= self.state.health[troop]
            if vigilant and dies:
                return -np.inf
            gain -= self.loss(troop, answer)
            if dies and self.state.owned[target // 16]:
                gain -= self.weights["reward"] * self.rules.troop_cost[kind]
        return gain

    def best_exchange(self, player: int) -> float:
        best = 0.0
        for troop in self.troops(player):
            if self.under(CHASTISE, troop):
                continue
            kind = self.state.kind[troop]
            strike = self.rules.movement[kind] + self.rules.range[kind]
            for target in self.troops(1 - player):
                if self.distance(troop, target) <= strike:
                    best = max(best, self.exchange(troop, target))
        return best

    def distance(self, troop: int, other: int) -> int:
        x, y = self.state.x.astype(int), self.state.y.astype(int)
        return max(abs(x[troop] - x[other]), abs(y[troop] - y[other]))

    def value(self, searcher: int) -> float:
        player = int(self.state.player)
        lead = self.standing(player) - self.standing(1 - player)
        lead += self.weights["threat"] * self.best_exchange(player)
        x = lead / self.weights["scale"]
        enemies = self.troops(1 - searcher)
        own = self.troops(searcher)
        away = fmean(min(self.distance(troop, enemy) for enemy in enemies) for troop in own)
        nearer = self.weights["approach"] * away * (-1 if player == searcher else 1)
        return x / (1 + abs(x)) + nearer


@pytest.mark.parametrize("edits", EDITS, ids=lambda e: ",".join(e) or "plain")
def test_the_kernel_and_the_plain_version_agree(edits):
    rules = Ruleset().edit(*edits)
    worths, valued = np.zeros(1, WORTHS)[0], np.zeros(1, VALUED)[0]
    packed, compared = pack_rules(rules), 0
    for seed, text in enumerate(SETUPS):
        state = Game.new(army(text, rules), army(text, rules), rules=rules, seed=seed).state
        played = GameRunner().play(rules, state, QUICK, QUICK, seed=seed, actions=200)
        for action in played.actions:
            if int(state.phase) == SELECTION:
                for agent, searcher in product(map(AgentSpec.parse, AGENTS), (0, 1)):
                    value = kernel_value(packed, state, agent.pack(), worths, valued, searcher)
                    plain = Plain(rules, state, agent).value(searcher)
                    assert value == pytest.approx(plain, abs=1e-12)
                    compared += 1
            advance_state(packed, state, action)
    assert compared > 400


def test_worths_are_costs_unless_powers_say_otherwise():
    rules, worths = Ruleset(), np.zeros(1, WORTHS)[0]
    packed, state = pack_rules(rules), Game.new(army("CC"), army("CC"), rules=rules).state
    valued = np.zeros(1, VALUED)[0]
    plain = AgentSpec.parse("strategist:alive=1,cost=1,health=0,damage=0,movement=0,range=0")
    kernel_value(packed, state, plain.pack(), worths, valued, 0)
    assert worths.life.tolist() == packed.troop_cost.tolist()
    other = AgentSpec.parse("strategist:alive=1,cost=0.5,health=0.4,range=-0.3")
    kernel_value(packed, state, other.pack(), worths, valued, 0)
    assert worths.life.sum() == pytest.approx(packed.troop_cost.sum())
    assert worths.life.tolist() != packed.troop_cost.tolist()
