"""How fast environments are: many games at once, beside PettingZoo's environment of one game.

    python -m benchmarks.envs [--games 1024] [--seconds 4] [--threads 2]

Random legal play from named setups, observations and masks included. Actions are chosen by a kernel
of this benchmark, and the time of choosing is left out of the first figure. Both environments are
measured in turns within one run; rates are the best of the rounds, since other work on the machine
only ever slows them. Bar: 1 M steps a second on two idle cores.
"""

import argparse
import time

import numpy as np
from conquest_opt.engine.kernels.compiled import jit
from conquest_opt.envs import conquest_v0
from conquest_opt.envs.batch import ConquestBatch

MATCHUPS = [("Default", "Rush"), ("IAmWarrior", "Venom"), ("Championeer", "AntiRush")]
ROUNDS = 8


@jit
def choose(masks, seed, actions):
    """Write a random legal action of each mask; return the next seed."""
    for game in range(masks.shape[0]):
        count = 0
        for number in range(masks.shape[1]):
            count += masks[game, number]
        seed = seed * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
        wanted = np.int64((seed >> np.uint64(33)) % np.uint64(count))
        for number in range(masks.shape[1]):
            if masks[game, number]:
                if wanted == 0:
                    actions[game] = number
                    break
                wanted -= 1
    return seed


def batched(
    batch: ConquestBatch, seconds: float, seed: np.uint64
) -> tuple[float, float, np.uint64]:
    """Return steps a second, without and with choosing the actions, and the next seed."""
    actions, steps, stepping = np.zeros(batch.games, np.int64), 0, 0.0
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        seed = np.uint64(choose(batch.action_mask, seed, actions))
        before = time.perf_counter()
        batch.step(actions)
        stepping += time.perf_counter() - before
        steps += batch.games
    return steps / stepping, steps / (time.perf_counter() - began), seed


def single(seconds: float) -> float:
    """Return the steps a second of PettingZoo's environment."""
    env, random = conquest_v0.raw_env(*MATCHUPS[0]), np.random.default_rng(1)
    env.reset(seed=1)
    steps, began = 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        if env.terminations[env.agent_selection]:
            env.reset()
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(random.choice(np.flatnonzero(mask)))
        steps += 1
    return steps / (time.perf_counter() - began)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1024)
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--threads", type=int)
    options = parser.parse_args()
    span, seed = options.seconds / ROUNDS / 2, np.uint64(1)
    stepped, whole, ones = [], [], []
    with ConquestBatch(options.games, MATCHUPS, threads=options.threads) as batch:
        batch.reset()
        *_, seed = batched(batch, 0.5, seed)  # compiles, and leaves the beginnings of games
        for _ in range(ROUNDS):
            alone, with_choice, seed = batched(batch, span, seed)
            stepped.append(alone)
            whole.append(with_choice)
            ones.append(single(span))
    print(f"{options.games} games: {max(stepped):,.0f} steps/s ({max(whole):,.0f} with choosing)")
    print(f"PettingZoo, one game: {max(ones):,.0f} steps/s")
    ratio = np.median(np.array(stepped) / np.array(ones))
    print(f"ratio, median of {ROUNDS} rounds: {ratio:,.0f}")


if __name__ == "__main__":
    main()
