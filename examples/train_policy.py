"""Learn to play Conquest by self-play, with numpy alone.

    python examples/train_policy.py --out policy.npz --curve curve.csv

The policy is log-linear: each legal action has a few features, such as the worth that an attack
wins and loses, and is chosen with a probability proportional to exp(weights . features). It learns
by the policy gradient (REINFORCE, Williams 1992). One policy plays both sides of many games at
once, which works because an observation is from the side of the player to move.

A game of random play takes a thousand actions, so its result says little about one of them. An
action is judged by how the balance between the armies changes from then on, where later changes
count less (`TRACE`). The balance is a critic that is given, not learnt, which comes to shaping by a
potential (Ng, Harada and Russell 1999). Of a won game it is 1, the reward of a win; a draw gives 0.

Evaluations are side-swapped pairs of games against an agent of conquest-opt, with setups held out
of the learning; they need the extra `envs`. The same seed gives the same policy and curve.
"""

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from conquest_opt.arena.stats.score import Score
from conquest_opt.engine import COMMANDS, TROOPS, Ruleset
from conquest_opt.engine.observation import spaces
from conquest_opt.engine.rules.seeds import derive
from conquest_opt.envs.batch import ConquestBatch
from conquest_opt.envs.single import ConquestEnv
from conquest_opt.setups.catalogue import legal_catalogue
from numpy.random import Generator

Array = np.ndarray
NAMES = list(legal_catalogue(Ruleset()))
HELD_OUT = NAMES[::4]
LEARNT = [name for name in NAMES if name not in HELD_OUT]
LENGTH = 64  # actions of each game between two updates of the weights
TRACE = 0.95  # how much a change of the balance counts for the action before, and so on back
RATE = 0.02  # how far an update moves a weight, about

END, SELECT, ATTACK, MOVE, COMMAND = range(5)
KINDS = COMMAND + len(COMMANDS)  # kinds of actions: each command is one
FIRSTS = [spaces.END, spaces.FIRST_SELECT, spaces.FIRST_ATTACK, spaces.FIRST_MOVE]
FIRSTS = np.array([*FIRSTS, *range(spaces.FIRST_COMMAND, spaces.ACTIONS, spaces.SLOTS)])
ON_ENEMY = [COMMAND + COMMANDS.index(name) for name in ("bombard", "chastise")]

FEATURES = ("one", "in reach", "net gain", "danger", "threats", "deadly", "distance", "cost")
"""Of the troop that an action is about, on the square where it will stand: whether it reaches an
enemy, what its best attack wins less what it loses, the worst hit that it may take, how many
enemies may hit it, whether one kills it, how far the next one is, its cost. Weights are by kind."""
UNTRAINED = np.zeros((KINDS, len(FEATURES)))  # all legal actions have the same probability
COLUMNS = "actions,seconds,games,won,drawn,lost,score,low,high"  # seconds of processor time


def stat(field: str) -> Array:
    """Return a number of all types of troops; 0 stands for no troop, as in observations."""
    return np.array([0, *(getattr(Ruleset().troops[name], field) for name in TROOPS)], np.float32)


COST, MOVEMENT, RANGE, DAMAGE = map(stat, ("cost", "movement", "range", "damage"))
HEALTH = np.maximum(stat("health"), 1)


def worth(kind: Array, health: Array) -> Array:
    """Return the worth of troops: half their cost for being alive, half for their health."""
    return COST[kind] / 2 * (1 + np.minimum(health / HEALTH[kind], 1))


def balance(troops: Array) -> Array:
    """Return the player's share of all worth less the enemy's: 1 if the enemy has no troops."""
    own, enemy = worth(troops[..., 0], troops[..., 3]).sum(axis=2).T
    return (own - enemy) / (own + enemy)


def hit(damage: Array, kind: Array, health: Array) -> tuple[Array, Array]:
    """Return the worth that hits take from troops, and whether they kill."""
    kills = damage >= health
    return COST[kind] / 2 * (np.minimum(damage, health) / HEALTH[kind] + kills), kills


def look(action_kind: Array, troop: Array, square: Array, enemies: Array, target: Array) -> Array:
    """Return the features of actions, each about a troop on a square among its enemies."""
    kind, health = troop[:, :1], troop[:, 3:4] + troop[:, 4:5]
    other, its_health = enemies[..., 0], enemies[..., 3] + enemies[..., 4]
    distance = np.maximum(*np.abs(enemies[..., 1:3] - square[:, None]).transpose(2, 0, 1))
    distance[other == 0] = 99  # dead
    gain, kills = hit(DAMAGE[kind], other, its_health)
    loss, dies = hit(DAMAGE[other], kind, health)
    strikes_back = ~kills & (np.minimum(distance, RANGE[kind]) <= RANGE[other])
    reach = RANGE[kind] + MOVEMENT[kind] * (action_kind == SELECT)[:, None]
    aimed = (target < 0)[:, None] | (target[:, None] == np.arange(spaces.SLOTS))
    best = np.where((distance <= reach) & aimed, gain - loss * strikes_back, -np.inf).max(axis=1)
    threatens = distance <= MOVEMENT[other] + RANGE[other]
    columns = (
        np.ones(len(troop)),
        best > -np.inf,
        np.where(best > -np.inf, best, 0) / 100,
        (loss * threatens).max(axis=1) / 100,
        threatens.sum(axis=1) / 4,
        (dies & threatens).any(axis=1),
        np.minimum(distance.min(axis=1), spaces.SIZE) / 10,
        COST[kind][:, 0] / 100,
    )
    return np.stack(columns, axis=1).astype(np.float32)


def legal_actions(troops: Array, mask: Array) -> tuple[Array, Array, Array, Array]:
    """Return the legal actions of all games: game, number, kind, and features of each."""
    games, actions = np.nonzero(mask)
    kinds = np.searchsorted(FIRSTS, actions, side="right") - 1
    number = actions - FIRSTS[kinds]  # a slot, or a square
    selected = troops[:, 0, :, 6].argmax(axis=1)[games]
    side = np.isin(kinds, ON_ENEMY).astype(int)
    by_slot = (kinds == SELECT) | (kinds >= COMMAND)
    troop = troops[games, side, np.where(by_slot, number, selected)]
    v, u = np.divmod(number, spaces.SIZE)
    square = np.where((kinds == MOVE)[:, None], np.stack([u, v], axis=1), troop[:, 1:3])
    target = np.where(kinds == ATTACK, number, -1)
    return games, actions, kinds, look(kinds, troop, square, troops[games, 1 - side], target)


def choose(weights: Array, random: Generator, troops: Array, mask: Array) -> tuple[Array, Array]:
    """Return an action for each game, and the gradient of the logarithm of its probability."""
    games, actions, kinds, features = legal_actions(troops, mask)
    first = np.flatnonzero(np.diff(games, prepend=-1))
    logits = (weights[kinds] * features).sum(axis=1)
    # The greatest sum of a logit and Gumbel noise is a draw from the softmax of the logits.
    noisy = logits + random.gumbel(size=len(logits))
    chosen = np.flatnonzero(noisy == np.maximum.reduceat(noisy, first)[games])
    chances = np.exp(logits - np.maximum.reduceat(logits, first)[games])
    chances /= np.add.reduceat(chances, first)[games]
    groups = games * KINDS + kinds  # in order, since the actions of a game are
    begins = np.flatnonzero(np.diff(groups, prepend=-1))
    gradient = np.zeros((len(mask) * KINDS, len(FEATURES)), np.float32)
    gradient[groups[begins]] = -np.add.reduceat(features * chances[:, None], begins)
    gradient[groups[chosen]] += features[chosen]
    return actions[chosen], gradient.reshape(len(mask), *weights.shape)


def self_play(batch: ConquestBatch, weights: Array, random: Generator) -> Array:
    """Play on with all games; return the gradient of what the actions were worth."""
    gradients = np.zeros((LENGTH, batch.games, *weights.shape), np.float32)
    changes, sides, goes_on = np.zeros((3, LENGTH, batch.games), np.float32)
    for step in range(LENGTH):
        sides[step] = 1 - 2.0 * batch.to_play  # 1 for the first player, -1 for the second
        before = sides[step] * balance(batch.troops)
        actions, gradients[step] = choose(weights, random, batch.troops, batch.action_mask)
        batch.step(actions)
        after = (1 - 2.0 * batch.to_play) * balance(batch.troops)
        changes[step] = np.where(batch.ended, batch.rewards[:, 0], after) - before
        goes_on[step] = 1 - batch.ended
    for step in reversed(range(LENGTH - 1)):
        changes[step] += TRACE * goes_on[step] * changes[step + 1]
    advantages = sides * changes
    advantages /= (advantages.std() + 1e-8) * advantages.size
    return np.einsum("tg,tgkf->kf", advantages, gradients)


def train(updates: int, games: int, seed: int) -> Iterator[tuple[int, Array]]:
    """Yield the number of updates and the weights, at the beginning and after each update."""
    random = np.random.default_rng(seed)
    weights, mean, square = UNTRAINED, UNTRAINED, UNTRAINED
    matchups = [(first, second) for first in LEARNT for second in LEARNT]
    with ConquestBatch(games, matchups, seed=seed) as batch:
        batch.reset()
        yield 0, weights
        for update in range(1, updates + 1):
            gradient = self_play(batch, weights, random)
            mean = 0.9 * mean + 0.1 * gradient  # Adam (Kingma and Ba 2015)
            square = 0.99 * square + 0.01 * gradient**2
            scale = np.sqrt(square / (1 - 0.99**update)) + 1e-8
            weights = weights + RATE * mean / (1 - 0.9**update) / scale
            yield update, weights


def evaluate(weights: Array, opponent: str, pairs: int, seed: int) -> Score:
    """Return the score of a policy in side-swapped pairs of games with the held-out setups."""
    random, rewards = np.random.default_rng(seed), np.zeros((pairs, 2))
    for side, plays in enumerate(("first", "second")):
        setups = [HELD_OUT[pair % len(HELD_OUT)] for pair in range(pairs)]
        envs = [ConquestEnv(name, name, opponent=opponent, plays=plays) for name in setups]
        seen = {pair: env.reset(seed=derive(seed, pair))[0] for pair, env in enumerate(envs)}
        while seen:
            troops = np.stack([observed["troops"] for observed in seen.values()])
            mask = np.stack([observed["action_mask"] for observed in seen.values()])
            actions, _ = choose(weights, random, troops, mask)
            for pair, action in zip(list(seen), actions, strict=True):
                seen[pair], rewards[pair, side], ended, _, _ = envs[pair].step(int(action))
                if ended:
                    del seen[pair]
    return Score.of_pairs((first, second) for first, second in (rewards + 1) / 2)


def report(label: str, score: Score) -> tuple[str, ...]:
    """Print a score with its 95 % interval; return the columns of the curve that are about it."""
    counts = [str(count) for count in (score.games, score.wins, score.draws, score.losses)]
    rate, low, high = (f"{100 * share:.1f}" for share in (score.rate, *score.interval()))
    words = "{} games: won {}, drawn {}, lost {}".format(*counts)
    print(f"{label:>28} {rate:>5} % [{low}, {high}]  {words}", flush=True)
    return *counts, rate, low, high


def learn(options: argparse.Namespace) -> tuple[Array, list[tuple[str, ...]]]:
    """Return the weights that were learnt, and the rows of the curve."""
    updates = max(1, options.steps // (options.games * LENGTH))
    weights, rows, seconds, began = UNTRAINED, [], 0.0, time.process_time()
    for update, weights in train(updates, options.games, options.seed):
        seconds += time.process_time() - began
        steps = update * options.games * LENGTH
        if sys.stderr.isatty():
            print(f"{steps:12,} actions", end="\r", file=sys.stderr, flush=True)
        if update & (update - 1) == 0 or update == updates:  # whenever the number has doubled
            score = evaluate(weights, options.opponent, options.pairs, derive(options.seed, update))
            columns = report(f"{steps:,} actions {seconds:6.1f} s", score)
            rows.append((str(steps), f"{seconds:.1f}", *columns))
        began = time.process_time()
    return weights, rows


def main(arguments: Sequence[str] | None = None) -> None:
    """Learn or load a policy; evaluate it on fresh seeds, beside one that has learnt nothing."""
    parser = argparse.ArgumentParser(description="Learn to play Conquest by self-play.")
    add = parser.add_argument
    add("--steps", type=int, default=2**20, help="actions to learn from (default: %(default)s)")
    add("--games", type=int, default=64, help="games played at once (default: %(default)s)")
    add("--seed", type=int, default=1, help="of all that is random (default: %(default)s)")
    add("--opponent", default="weighted-random", help="agent to play (default: %(default)s)")
    add("--pairs", type=int, default=50, help="pairs of an evaluation (default: %(default)s)")
    add("--out", type=Path, default=Path("policy.npz"), help="file to write the policy to")
    add("--curve", type=Path, help="CSV file to write the evaluations on the way to")
    add("--load", type=Path, metavar="POLICY", help="learn nothing: evaluate this policy")
    options = parser.parse_args(arguments)
    if options.load:
        weights = np.load(options.load)["weights"]
    else:
        weights, rows = learn(options)
        np.savez(options.out, weights=weights)
        if options.curve:
            np.savetxt(options.curve, rows, "%s", ",", header=COLUMNS, comments="")
    for name, policy in (("untrained", UNTRAINED), ("trained", weights)):
        seeds = (derive(options.seed, -part) for part in (1, 2, 3, 4))
        parts = (evaluate(policy, options.opponent, options.pairs, seed) for seed in seeds)
        report(f"{name}, fresh seeds", sum(parts, Score()))


if __name__ == "__main__":
    main()
