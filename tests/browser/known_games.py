"""A small database of real runs by the Python front door: a tournament, a search, a ranking."""

from pathlib import Path

import conquest_opt as cq

SETUPS = ["Default", "Rush", "Venom", "IAmWarrior"]
TARGET = "Rush"


def play_tournament(db: Path) -> None:
    """Play a tournament of four setups."""
    cq.tournament(SETUPS, agent="greedy", games=20, db=db, progress=False)


def play_known_games(db: Path) -> None:
    """Play all of them; some 20 seconds."""
    play_tournament(db)
    cq.counter(
        TARGET,
        population=8,
        generations=2,
        games=4,
        race_games=16,
        shortlist=4,
        shortlist_games=4,
        best=2,
        check_games=40,
        race_agent="greedy:noise=1",
        db=db,
        progress=False,
        agent="greedy",
        screen_agent="weighted-random",
    )
    cq.rank(
        field=["Rush", "Venom"],
        troops=(3, 4),
        games=500,
        rounds=2,
        top=6,
        spread=5,
        field_games=2,
        race_games=40,
        judge_games=40,
        calibrated=10,
        held_out=10,
        confirm_games=4,
        db=db,
        progress=False,
        agent="greedy",
        screen_agent="weighted-random",
    )
