"""An engine of Conquest: attacks the weakest enemy in reach, or moves the nearest troop closer.

It imports nothing of conquest-opt and knows no rules: every `go` brings the position and the legal
actions. docs/reference/protocol.md describes the lines.
"""

import random
import sys

FILES = "abcdefghijklmnopqrst"


def place(square):
    """Return a square such as k3 as two numbers."""
    return FILES.index(square[0]), int(square[1:])


def distance(a, b):
    """Return how many steps two squares are apart."""
    (ax, ay), (bx, by) = place(a), place(b)
    return max(abs(ax - bx), abs(ay - by))


def sides(position):
    """Return whose turn it is, and each side's health by square."""
    _turn, player, _phase, _selected, _points, _commands, troops, *_ = position.split()
    health = []
    for side in troops.split("/"):
        alive = [] if side == "-" else [troop.partition("=") for troop in side.split(",")]
        health.append(
            {name[1:]: int(rest.partition("!")[0].partition("+")[0]) for name, _, rest in alive}
        )
    return int(player), health


def choose(position, legal, chance):
    """Return one of the legal actions."""
    player, health = sides(position)
    enemies = health[1 - player]
    attacks = [action for action in legal if action.startswith("attack ")]
    if attacks:
        return min(attacks, key=lambda action: enemies[action.split()[1]])
    for verb in ("select ", "move "):
        ways = [action for action in legal if action.startswith(verb)]
        if ways and enemies:
            near = [min(distance(way.split()[1], enemy) for enemy in enemies) for way in ways]
            best = [way for way, steps in zip(ways, near, strict=True) if steps == min(near)]
            return chance.choice(best)
    return "end" if "end" in legal else chance.choice(legal)


def answer(line):
    """Return the answer to a line."""
    if line == "cqi":
        return "id name Example\nid protocol 2\ncqiok"
    if line == "isready":
        return "readyok"
    if line.startswith("go "):
        limits, _, rest = line.partition(" position ")
        position, _, legal = rest.partition(" legal ")
        seed = int(limits.split(" seed ")[1].split()[0])
        return "bestmove " + choose(position, legal.split("; "), random.Random(seed))
    if line.split()[0] in ("rules", "newgame", "apply"):
        return "ok"
    return "error unknown line"


for line in sys.stdin:
    if line.strip() == "quit":
        print("bye", flush=True)
        break
    if line.strip():
        print(answer(line.strip()), flush=True)
