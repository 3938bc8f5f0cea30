"""What formations are worth: the published ones, and rules of making them, beside the made ones.

    python -m benchmarks.formations published [--blocks 3] [--seed 1] >> published.jsonl
    python -m benchmarks.formations rules --setups FILE --arrangements N ...

Each line has the points that a setup took in one formation, pair by pair of games. Formations of a
setup meet the same opponents on the same seeds, so their points are compared pair by pair. A block
is one pair with each opponent; lines that a file has already are not played again.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from conquest_opt.arena.play.entrant import Entrant
from conquest_opt.arena.play.threads import Threads
from conquest_opt.arena.run.evaluator import Evaluator
from conquest_opt.engine.rules.ruleset import Ruleset
from conquest_opt.engine.rules.seeds import derive
from conquest_opt.engine.rules.army import Army
from conquest_opt.setups.catalogue import catalogue
from conquest_opt.setups.formation import place
from conquest_opt.setups.lookup import given_setup
from conquest_opt.setups.arrangements import arrangements

RULES = Ruleset()

def stage(setup, forms, opponents, seed, agent):
    ev = Evaluator(Threads(1), RULES)
    cands = [Entrant(setup=str(setup), agent=agent, formation=f) for f in forms]
    opps = [Entrant.of(o, agent) for o in opponents]
    board = ev.play(cands, opps, seed)
    s = board.scores().reshape(len(opps), len(cands), 2).sum(axis=2)
    return s.T.tolist()

def made(counts):
    return Army(place(counts, RULES)).formation

def main():
    p = argparse.ArgumentParser()
    p.add_argument("what"); p.add_argument("--blocks", type=int, default=3)
    p.add_argument("--seed", type=int, default=1); p.add_argument("--agent", default="strong")
    p.add_argument("--out", type=Path); p.add_argument("--setups", type=Path)
    p.add_argument("--against", default="catalogue")
    p.add_argument("--number", type=int, default=24)
    p.add_argument("--rules", default="")
    a = p.parse_args()
    from conquest_opt.agents.spec.spec import AgentSpec
    agent = str(AgentSpec.parse(a.agent))
    known = set()
    if a.out.exists():
        for line in a.out.read_text().splitlines():
            d = json.loads(line); known.add((d["setup"], d["block"]))
    if a.what == "published":
        for block in range(a.blocks):
            for name in catalogue():
                if (name, block) in known: continue
                g = given_setup(name).playing
                forms = [made(g.counts), g.formation]
                pts = stage(g, forms, list(catalogue()), derive(a.seed, block), agent)
                with a.out.open("a") as f:
                    f.write(json.dumps({"setup": name, "block": block, "agent": a.agent, "made": pts[0], "published": pts[1]}) + "\n")
    if a.what == "rules":
        setups = a.setups.read_text().split()
        opponents = list(catalogue()) if a.against == "catalogue" else a.against.split("|")
        every = list(arrangements(RULES))
        for block in range(a.blocks):
            for n, name in enumerate(setups):
                if (name, block) in known: continue
                g = given_setup(name).playing
                rnd = Random(derive(derive(a.seed, 77), block * 1000 + n))
                chosen = rnd.sample(every, a.number)
                forms = [made(g.counts)] + [Army(c.place(g.counts, RULES)).formation for c in chosen]
                opps = rnd.sample(opponents, min(4, len(opponents)))
                pts = stage(g, forms, opps, derive(derive(a.seed, 78), block * 1000 + n), agent)
                with a.out.open("a") as f:
                    f.write(json.dumps({"setup": name, "block": block, "agent": a.agent, "opponents": opps, "made": pts[0], "rules": [[vars(c), q] for c, q in zip(chosen, pts[1:])]}) + "\n")

main()
