"""Tournaments for tests of reports: rows of games and actions, drawn by chance, played by nobody.

Rows go through the real store. Setups are of the catalogue, results follow given strengths, and
actions are plausible enough that every table of a report has something to show.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np
import pyarrow as pa
from conquest_opt.engine import COMMANDS, TROOPS, Ruleset
from conquest_opt.results import Store
from conquest_opt.setups import catalogue

AGENT = "fpu:advances=60"
NAMES = (
    "Default",
    "IAmWarrior",
    "WrathOfBombard",
    "OneLessChampion",
    "DefaultVariant1",
    "SuperChampioneer",
    "WindsOfStab",
)


def circle(names: Sequence[str], rate: float = 0.9) -> dict[tuple[str, str], float]:
    """Return rates by which each beats the next, and the last the first."""
    return dict.fromkeys(zip(names, [*names[1:], names[0]], strict=True), rate)


def game_rows(
    names: Sequence[str] = NAMES,
    *,
    pairs: int = 5,
    rates: Mapping[tuple[str, str], float] | None = None,
    draws: float = 0.05,
    seed: int = 1,
    turns: float = 80,
) -> list[dict[str, object]]:
    """Return rows of `games`: every two names meet in side-swapped pairs."""
    rng = np.random.default_rng(seed)
    texts = {name: str(catalogue()[name].setup) for name in names}
    rows: list[dict[str, object]] = []
    pair = 0
    for matchup, (a, b) in enumerate(combinations(names, 2)):
        given = rates or {}
        rate = given[a, b] if (a, b) in given else 1 - given.get((b, a), 0.5)
        for _ in range(pairs):
            for first, second in ((a, b), (b, a)):
                wins = rng.random() < (rate if first == a else 1 - rate)
                winner = "draw" if rng.random() < draws else "first" if wins else "second"
                length = int(rng.integers(int(0.7 * turns), int(1.3 * turns) + 1))
                rows.append(
                    {
                        "game": len(rows),
                        "matchup": matchup,
                        "pair": pair,
                        "ruleset": Ruleset().digest(),
                        "seed": pair,
                        "first_setup": texts[first],
                        "second_setup": texts[second],
                        "first_name": first,
                        "second_name": second,
                        "first_agent": AGENT,
                        "second_agent": AGENT,
                        "winner": winner,
                        "reason": "turn limit" if winner == "draw" else "elimination",
                        "turns": length,
                        "actions": int(length * rng.uniform(3.4, 3.8)),
                    }
                )
            pair += 1
    return rows


def event_rows(games: Sequence[Mapping[str, object]], *, seed: int = 2) -> list[dict[str, object]]:
    """Return rows of `game_events` for games: a few turns of each."""
    rng = np.random.default_rng(seed)
    rows: list[dict[str, object]] = []
    for game in games:
        number = 0
        for turn in range(1, 7):
            player = "first" if turn % 2 else "second"
            text = str(game[f"{player}_setup"])
            troop = _drawn(rng, text)
            enemy = _drawn(rng, str(game["second_setup" if turn % 2 else "first_setup"]))
            has = [c for c in COMMANDS if c in text.partition(":")[2].split(",")]
            command = str(rng.choice(has)) if has else None
            kinds = ["select", "move", "attack", *(["command"] if command else []), "end"]
            strong = troop in ("knight", "champion")
            for kind in kinds:
                number += 1
                on = enemy if command in ("bombard", "chastise") else troop
                target = enemy if kind == "attack" else on if kind == "command" else None
                kill = kind == "attack" and rng.random() < (0.98 if strong else 0.7)
                rows.append(
                    {
                        "game": game["game"],
                        "action": number,
                        "turn": turn,
                        "player": player,
                        "phase": "selection" if kind == "select" else "combat",
                        "kind": kind,
                        "command": command if kind == "command" else None,
                        "troop": troop,
                        "target": None if target and command == "winds-of-fate" else target,
                        "damage_dealt": 100 if kind == "attack" else 0,
                        "damage_received": 0,
                        "kill": bool(kill),
                        "death": False,
                        "points": 25,
                        "enemy_points": 25,
                    }
                )
    return rows


def _drawn(rng: np.random.Generator, setup: str) -> str:
    letters = setup.partition(":")[0]
    weights = np.array([4.0 if c in "KC" else 1.0 for c in letters])
    letter = str(rng.choice(list(letters), p=weights / weights.sum()))
    return TROOPS["SFHAMKC".index(letter)]


def store_run(
    store: Store,
    games: Sequence[Mapping[str, object]],
    events: Sequence[Mapping[str, object]] = (),
    *,
    kind: str = "tournament",
    agents: Sequence[str] = (AGENT,),
) -> str:
    """Write rows as a finished run; return its identifier."""
    run = store.begin_run(kind=kind, seed=1, ruleset=Ruleset(), agents=agents)
    tables = {"games": pa.Table.from_pylist([dict(row) for row in games])}
    if events:
        columns = {key: [row[key] for row in events] for key in events[0]}
        text = {"command", "troop", "target"}
        tables["game_events"] = pa.table(
            {k: pa.array(v, pa.string()) if k in text else pa.array(v) for k, v in columns.items()}
        )
    store.write(run, batch="all", tables=tables)
    store.end_run(run)
    return run
