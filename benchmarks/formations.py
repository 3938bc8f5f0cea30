"""What formations are worth: published ones, and rules of making them, beside the made ones.

    python -m benchmarks.formations published --out published.jsonl
    python -m benchmarks.formations arrangements --agent medium --out arrangements.jsonl
    python -m benchmarks.formations rule --out rule.jsonl
    python -m benchmarks.formations summary published.jsonl rule.jsonl
    python -m benchmarks.formations effects arrangements.jsonl

A line has the points that a setup took in each of several formations, pair by pair of games, in a
block: one pair with each of some opponents. All formations of a block meet the same opponents with
the same seeds, so that they are compared pair by pair. A file is played on: what it has is not
played again.

`published` plays the 31 named setups against all of them, each in its published formation and in
the made one. `arrangements` plays one half of the strong setups (the named ones and the top fifty
of the ranking) against strong ones, in arrangements drawn at random; `effects` says what goes with
each of their choices, and which seem best. `rule` plays what seemed best on the other half.
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
from conquest_opt.evolve.formation.arrangements import Arrangement, arrangements
from conquest_opt.evolve.proposals.formations import standing
from conquest_opt.results.page.words import gain_text
from conquest_opt.setups.catalogue import catalogue
from conquest_opt.setups.lookup import given_setup
from conquest_opt.setups.setup import Setup

FINDINGS: Final = Path(__file__).parent.parent / "docs" / "findings"

Line = dict[str, Any]
"""A setup, a block, and the points of each pair of games by formation."""

Key = tuple[str, int]
"""A setup and a block."""

RULE: Final = Arrangement(rows=1, back=2, spacing=3, side="left")
"""What seemed best of all arrangements: a line of wide gaps in the back row of a flank."""

DRAWN: Final = 24
"""Arrangements of a setup in a block."""

OPPONENTS: Final = 4
"""Of a setup in a block, where not all are met."""


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


def published_lines(blocks: int, seed: int, agent: str, keys: set[Key]) -> Iterator[Line]:
    """Yield what the named setups took against all of them."""
    for _, name, block in _unknown(list(catalogue()), blocks, keys):
        setup = given_setup(name).playing
        formations = {"made": standing(setup.counts, Ruleset()), "published": setup.formation or ()}
        points = played(setup, formations, list(catalogue()), derive(seed, block), agent)
        yield {"setup": name, "block": block, **points}


def arrangement_lines(blocks: int, seed: int, agent: str, keys: set[Key]) -> Iterator[Line]:
    """Yield what one half of the strong setups took, in arrangements that are drawn."""
    every = list(arrangements(Ruleset()))
    for number, name, block in _unknown(strong_setups()[0], blocks, keys):
        place = block * 1000 + number
        draw = Random(derive(derive(seed, 77), place))
        chosen = draw.sample(every, DRAWN)
        forms = {_written(one): one for one in chosen}
        stream = derive(derive(seed, 78), place)
        yield _line(name, block, forms, draw.sample(_opponents(), OPPONENTS), stream, agent)


def rule_lines(blocks: int, seed: int, agent: str, keys: set[Key]) -> Iterator[Line]:
    """Yield what the other half of the strong setups took, by the rule that seemed best."""
    for number, name, block in _unknown(strong_setups()[1], blocks, keys):
        stream = derive(derive(seed, 79), block * 1000 + number)
        met = Random(stream).sample(_opponents(), OPPONENTS)
        yield _line(name, block, {"rule": RULE}, met, stream, agent)


def even_lines(blocks: int, seed: int, agent: str, keys: set[Key]) -> Iterator[Line]:
    """Yield what setups of three champions at the top of the ranking took, evenly spaced."""
    three = [name for name in ranked_setups() if given_setup(name).setup.letters.count("C") == 3]
    for number, name, block in _unknown(three, blocks, keys):
        setup = given_setup(name).playing
        made = standing(setup.counts, Ruleset())
        stream = derive(derive(seed, 80), block * 1000 + number)
        met = Random(stream).sample(_opponents(), OPPONENTS)
        points = played(setup, {"made": made, "even": evenly(made)}, met, stream, agent)
        yield {"setup": name, "block": block, **points}


def evenly(rows: Sequence[str]) -> tuple[str, ...]:
    """Return a formation with one free square between any two troops of a row.

    The made one has two in the middle of a row, or beside it where troops are odd in number.
    """
    width = Ruleset().board.width
    letters = [row.replace(" ", "") for row in rows]
    return tuple(" " * ((width - 2 * len(row) + 1) // 2) + " ".join(row) for row in letters)


def _unknown(names: Sequence[str], blocks: int, keys: set[Key]) -> Iterator[tuple[int, str, int]]:
    """Yield the number and name of each setup, and the block, that were not played yet."""
    for block in range(blocks):
        for number, name in enumerate(names):
            if (name, block) not in keys:
                yield number, name, block


def _line(
    name: str,
    block: int,
    forms: Mapping[str, Arrangement],
    opponents: Sequence[str],
    seed: int,
    agent: str,
) -> Line:
    setup, rules = given_setup(name).playing, Ruleset()
    formations = {"made": standing(setup.counts, rules)}
    for form, one in forms.items():
        formations[form] = Army(one.place(setup.counts, rules)).formation
    points = played(setup, formations, opponents, seed, agent)
    return {"setup": name, "block": block, **points}


def _written(one: Arrangement) -> str:
    return " ".join(str(value) for value in vars(one).values())


def _opponents() -> list[str]:
    return (FINDINGS / "strong-setups.txt").read_text().split()


def strong_setups() -> tuple[list[str], list[str]]:
    """Return two halves of the top of the ranking and the named setups."""
    top, named = ranked_setups(), list(catalogue())
    return top[0::2] + named[0::2], top[1::2] + named[1::2]


def ranked_setups() -> list[str]:
    """Return the top fifty of the ranking."""
    with (FINDINGS / "rank-top.csv").open(encoding="utf-8") as file:
        return [row["setup"] for row in csv.DictReader(file)]


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
            gains = gains_by_setup(lines, formation)
            values = np.array([gain.value for gain, _ in gains.values()])
            error = float(values.std(ddof=1)) / len(values) ** 0.5
            reach = error * student_quantile(0.95, len(values) - 1)
            mean, games = float(values.mean()), sum(2 * gain.pairs for gain, _ in gains.values())
            text = gain_text(mean, (mean - reach, mean + reach))
            print(f"{file.stem} {formation}: {text}, {len(values)} setups, {games} games of each")
            if formation == "published":
                write_table(gains)


def write_table(gains: Mapping[str, tuple[Gain, Any]]) -> None:
    """Write the gains of published formations as CSV, and print them."""
    rows = []
    for name, (gain, (made, published)) in gains.items():
        alone, all_at_once = gain.at(), gain.at(1 - 0.05 / len(gains))
        certain = all_at_once.low > 0 or all_at_once.high < 0
        figures = {"made": made, "published": published, "gain": gain.value}
        figures |= {"gain_low": alone.low, "gain_high": alone.high}
        figures |= {"all_low": all_at_once.low, "all_high": all_at_once.high}
        rounded = {key: round(float(value), 4) for key, value in figures.items()}
        rows.append({"name": name, "games": 2 * gain.pairs} | rounded | {"shown": certain})
        print(f"  {name:24}{gain_text(gain.value, alone)}{' shown' if certain else ''}")
    rows.sort(key=lambda row: -row["gain"])
    with (FINDINGS / "formations.csv").open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, rows[0], lineterminator="\n")
        table.writeheader()
        table.writerows(rows)


def effects(files: Sequence[Path]) -> None:
    """Print what goes with each choice of an arrangement, and which arrangements seem best.

    An additive model of the choices, each with a normal prior of 2 points: within a setup's block,
    so that setups and opponents do not matter.
    """
    lines = [json.loads(line) for file in files for line in file.read_text().splitlines()]
    every = [_written(one) for one in arrangements(Ruleset())]
    choices = sorted({(n, word) for text in every for n, word in enumerate(text.split())})

    def design(texts: Sequence[str]) -> np.ndarray:
        words = [list(enumerate(text.split())) for text in texts]
        return np.array([[float(choice in one) for choice in choices] for one in words])

    terms, scores, made = [], [], []
    for line in lines:
        tried = [key for key in line if key in every]
        shares = np.array([np.mean(line[key]) / 2 for key in tried])
        own = design(tried)
        terms.append(own - own.mean(axis=0))
        scores.append(shares - shares.mean())
        made.append(np.mean(line["made"]) / 2 - shares.mean())
    x, y = np.vstack(terms), np.concatenate(scores)
    covariance = np.linalg.inv(x.T @ x / y.var() + np.eye(len(choices)) / 0.02**2)
    weights, reach = covariance @ x.T @ y / y.var(), 1.96 * np.sqrt(np.diag(covariance))
    names = list(vars(RULE))
    for (place, word), weight, error in zip(choices, weights, reach, strict=True):
        print(f"{names[place]:8}{word:8}{gain_text(weight, (weight - error, weight + error))}")
    mean, error = float(np.mean(made)), float(np.std(made, ddof=1)) / len(made) ** 0.5
    text = gain_text(mean, (mean - 1.96 * error, mean + 1.96 * error))
    print(f"the made formation over the mean arrangement: {text}")
    apart = design(every) - design(every).mean(axis=0)
    for place in np.argsort(-(apart @ weights))[:4]:
        value, spread = apart[place] @ weights, apart[place] @ covariance @ apart[place]
        reached = 1.96 * float(spread) ** 0.5
        print(f"{every[place]}: {gain_text(value, (value - reached, value + reached))}")


def main() -> None:
    """Play on, or say what was found."""
    playing = {
        "published": published_lines,
        "arrangements": arrangement_lines,
        "rule": rule_lines,
        "even": even_lines,
    }
    saying = {"summary": summary, "effects": effects}
    parser = argparse.ArgumentParser(prog="python -m benchmarks.formations")
    parser.add_argument("what", choices=(*playing, *saying))
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--blocks", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--agent", default="strong")
    options = parser.parse_args()
    if options.what in saying:
        saying[options.what](options.files)
        return
    if options.out is None:
        sys.exit("which file? Give --out")
    before = options.out.read_text().splitlines() if options.out.exists() else []
    keys = {(line["setup"], line["block"]) for line in map(json.loads, before)}
    agent = str(AgentSpec.parse(options.agent))
    for line in playing[options.what](options.blocks, options.seed, agent, keys):
        with options.out.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")


if __name__ == "__main__":
    main()
