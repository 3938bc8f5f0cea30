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
from conquest_opt.arena.stats.gains import paired_gains
from conquest_opt.engine.rules.army import Army
from conquest_opt.engine.rules.ruleset import Ruleset
from conquest_opt.engine.rules.seeds import derive
from conquest_opt.evolve.formation.arrangements import Arrangement
from conquest_opt.evolve.proposals.formations import standing
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


def by_setup(
    lines: Sequence[dict[str, Any]], formation: str
) -> dict[str, tuple[np.ndarray, list[int]]]:
    """Return points as shares [pairs, made and another], and each pair's opponent, by setup."""
    found: dict[str, list[np.ndarray]] = defaultdict(list)
    for line in lines:
        if formation in line:
            found[line["setup"]].append(np.array([line["made"], line[formation]]).T / 2)
    return {
        name: (np.vstack(parts), list(range(len(parts[0]))) * len(parts))
        for name, parts in found.items()
    }


def summary(files: Sequence[Path]) -> None:
    """Print gains over the made formation: of each setup, and their mean over all."""
    for file in files:
        lines = [json.loads(line) for line in file.read_text().splitlines()]
        names = [key for key in lines[0] if key not in ("setup", "block", "made")]
        print(f"{file.name}: {len(lines)} lines")
        for formation in names:
            found = by_setup(lines, formation)
            gains = {name: paired_gains(points)[0] for name, (points, _) in found.items()}
            values = np.array([gain.value for gain in gains.values()])
            error = values.std(ddof=1) / len(values) ** 0.5
            print(
                f"  {formation}: mean of {len(values)} setups {_text(values.mean(), 2.04 * error)}"
            )
            if formation == "published":
                _write_table(found, gains)


def _write_table(found: Mapping[str, Any], gains: Mapping[str, Any]) -> None:
    """Write the gains of published formations as CSV, and print those that are shown."""
    rows = []
    for name, gain in gains.items():
        low, high = gain.at()
        all_low, all_high = gain.at(1 - 0.05 / len(gains))
        made, published = found[name][0].mean(axis=0)
        rows.append(
            {"name": name, "games": 2 * gain.pairs, "made": made, "published": published}
            | {"gain": gain.value, "gain_low": low, "gain_high": high}
            | {"all_low": all_low, "all_high": all_high, "shown": bool(all_low > 0 or all_high < 0)}
        )
    rows.sort(key=lambda row: -row["gain"])
    with (FINDINGS / "formations.csv").open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, rows[0], lineterminator="\n")
        table.writeheader()
        table.writerows(
            {k: round(v, 4) if isinstance(v, float) else v for k, v in row.items()} for row in rows
        )
    for row in rows:
        print(
            f"    {row['name']:24}{100 * row['gain']:+6.1f} [{100 * row['gain_low']:+.1f}, {100 * row['gain_high']:+.1f}]{' shown' if row['shown'] else ''}"
        )


def _text(value: float, reach: float) -> str:
    return f"{100 * value:+.1f} points [{100 * (value - reach):+.1f}, {100 * (value + reach):+.1f}]"


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
