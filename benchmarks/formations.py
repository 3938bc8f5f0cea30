"""What formations are worth: published ones, and rules of making them, beside the made ones.

    python -m benchmarks.formations published --out published.jsonl [--blocks 2]
    python -m benchmarks.formations rules --out rules.jsonl --half 0 [--rules flank] [--blocks 2]
    python -m benchmarks.formations summary published.jsonl rules.jsonl

A line has the points that a setup took in each of several formations, pair by pair of games, in a
block: one pair with each of some opponents. All formations of a block meet the same opponents with
the same seeds, so that they are compared pair by pair. A file is played on: what it has is not
played again.

`published` plays the 31 named setups against all of them, each in its published formation and in
the made one. `rules` plays strong setups (the named ones and the top fifty of the ranking) against
strong ones, by rules of making formations; a rule is chosen by one half of the setups and confirmed
by the other.
"""

import argparse
import csv
import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np
from conquest_opt.agents.spec.spec import AgentSpec
from conquest_opt.arena.play.entrant import Entrant
from conquest_opt.arena.play.threads import Threads
from conquest_opt.arena.run.evaluator import Evaluator
from conquest_opt.arena.stats.gains import Gain, paired_gains
from conquest_opt.arena.stats.score import student_quantile
from conquest_opt.engine.rules.army import Army
from conquest_opt.engine.rules.ruleset import Ruleset
from conquest_opt.engine.rules.seeds import derive
from conquest_opt.evolve.formation.arrangements import Arrangement
from conquest_opt.evolve.proposals.formations import standing
from conquest_opt.results.page.words import gain_text
from conquest_opt.setups.catalogue import catalogue
from conquest_opt.setups.lookup import given_setup
from conquest_opt.setups.setup import Setup

FINDINGS: Final = Path(__file__).parent.parent / "docs" / "findings"

RULES: Final = {
    "line": Arrangement(rows=1),
    "flank": Arrangement(side="right"),
    "open": Arrangement(spacing=3),
    "compact": Arrangement(spacing=1),
    "back": Arrangement(back=1),
}
"""Ways of making formations, of which each differs from the made one in one thing."""

OPPONENTS: Final = 4
"""Of a setup in a block of rules."""


def played(
    setup: Setup,
    formations: Mapping[str, tuple[str, ...]],
    opponents: Sequence[str],
    seed: int,
    agent: str,
) -> dict[str, list[float]]:
    """Return the points of each pair of games, by formation."""
    entrants = [Entrant(setup=str(setup), agent=agent, formation=f) for f in formations.values()]
    others = [Entrant.of(name, agent) for name in opponents]
    board = Evaluator(Threads(1), Ruleset()).play(entrants, others, seed)
    points = board.scores().reshape(len(others), len(entrants), 2).sum(axis=2).T
    return dict(zip(formations, points.tolist(), strict=True))


def published_lines(
    blocks: int, seed: int, agent: str, known: set[tuple[str, int]]
) -> Iterator[dict[str, Any]]:
    """Yield what the named setups took against all of them."""
    for block in range(blocks):
        for name in catalogue():
            if (name, block) in known:
                continue
            setup = given_setup(name).playing
            formations = {
                "made": standing(setup.counts, Ruleset()),
                "published": setup.formation or (),
            }
            points = played(setup, formations, list(catalogue()), derive(seed, block), agent)
            yield {"setup": name, "block": block, **points}


def rule_lines(
    half: int, rules: Sequence[str], blocks: int, seed: int, agent: str, known: set[tuple[str, int]]
) -> Iterator[dict[str, Any]]:
    """Yield what strong setups took against strong ones, in formations by rules."""
    opponents = (FINDINGS / "strong-setups.txt").read_text().split()
    for block in range(blocks):
        for number, name in enumerate(strong_setups()[half]):
            if (name, block) in known:
                continue
            setup = given_setup(name).playing
            formations = {"made": standing(setup.counts, Ruleset())}
            for rule in rules:
                troops = RULES[rule].place(setup.counts, Ruleset())
                formations[rule] = Army(troops).formation
            stream = derive(derive(seed, 2 + half), block * 1000 + number)
            met = Random(stream).sample(opponents, OPPONENTS)
            yield {"setup": name, "block": block, **played(setup, formations, met, stream, agent)}


def strong_setups() -> tuple[list[str], list[str]]:
    """Return two halves of the top of the ranking and the named setups."""
    with (FINDINGS / "rank-top.csv").open(encoding="utf-8") as file:
        top = [row["setup"] for row in csv.DictReader(file)]
    named = list(catalogue())
    return top[0::2] + named[0::2], top[1::2] + named[1::2]


# ---- what it says --------------------------------------------------------------------------------


def gains_by_setup(lines: Sequence[dict[str, Any]], formation: str) -> dict[str, tuple[Gain, Any]]:
    """Return what a formation gains on the made one, and the scores of both, by setup."""
    points: dict[str, list[np.ndarray]] = defaultdict(list)
    for line in lines:
        points[line["setup"]].append(np.array([line["made"], line[formation]]).T / 2)
    every = {name: np.vstack(parts) for name, parts in points.items()}
    return {name: (paired_gains(pairs)[0], pairs.mean(axis=0)) for name, pairs in every.items()}


def summary(files: Sequence[Path]) -> None:
    """Print what formations gain on the made one, over all setups; write those of published ones.

    Setups count alike, and the error is that of their mean: they are a sample of all.
    """
    for file in files:
        lines = [json.loads(line) for line in file.read_text().splitlines()]
        for formation in lines[0]:
            if formation in ("setup", "block", "made"):
                continue
            found = gains_by_setup(lines, formation)
            values = np.array([gain.value for gain, _ in found.values()])
            error = float(values.std(ddof=1)) / len(values) ** 0.5
            reach = error * student_quantile(0.95, len(values) - 1)
            mean, games = float(values.mean()), sum(2 * gain.pairs for gain, _ in found.values())
            said = gain_text(mean, (mean - reach, mean + reach))
            print(f"{file.stem} {formation}: {said}, {len(values)} setups, {games} games of each")
            if formation == "published":
                write_table(found)


def write_table(found: Mapping[str, tuple[Gain, Any]]) -> None:
    """Write the gains of published formations as CSV, and print them."""
    rows = []
    for name, (gain, (made, published)) in found.items():
        alone, all_at_once = gain.at(), gain.at(1 - 0.05 / len(found))
        shown = all_at_once.low > 0 or all_at_once.high < 0
        figures = {"made": made, "published": published, "gain": gain.value}
        figures |= {"gain_low": alone.low, "gain_high": alone.high}
        figures |= {"all_low": all_at_once.low, "all_high": all_at_once.high}
        rounded = {key: round(float(value), 4) for key, value in figures.items()}
        rows.append({"name": name, "games": 2 * gain.pairs} | rounded | {"shown": shown})
        print(f"  {name:24}{gain_text(gain.value, alone)}{' shown' if shown else ''}")
    rows.sort(key=lambda row: -row["gain"])
    with (FINDINGS / "formations.csv").open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, rows[0], lineterminator="\n")
        table.writeheader()
        table.writerows(rows)


def main() -> None:
    """Play on, or say what was found."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.formations")
    parser.add_argument("what", choices=("published", "rules", "summary"))
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--blocks", type=int, default=2)
    parser.add_argument("--half", type=int, default=0, choices=(0, 1))
    parser.add_argument("--rules", default=",".join(RULES))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--agent", default="strong")
    given = parser.parse_args()
    if given.what == "summary":
        summary(given.files)
        return
    if given.out is None:
        sys.exit("which file? Give --out")
    before = given.out.read_text().splitlines() if given.out.exists() else []
    known = {(line["setup"], line["block"]) for line in map(json.loads, before)}
    common = given.blocks, given.seed, str(AgentSpec.parse(given.agent)), known
    lines = (
        published_lines(*common)
        if given.what == "published"
        else rule_lines(given.half, given.rules.split(","), *common)
    )
    for line in lines:
        with given.out.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")


if __name__ == "__main__":
    main()
