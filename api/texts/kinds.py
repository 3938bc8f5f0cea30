"""Kinds of run for people: a title, what a run answers, and a small sensible one."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final


@dataclass(frozen=True)
class KindText:
    """A kind of run in words."""

    title: str
    about: str
    example: Mapping[str, Any]
    """Settings of a small run: under a minute on two cores, where the kind allows that."""


KIND_TEXTS: Final = {
    "match": KindText(
        "Match",
        "Two setups, or two agents, play each other with sides swapped. The score comes with its "
        "95 % interval.",
        {"a": "Default", "b": "Rush", "quick": True},
    ),
    "tournament": KindText(
        "Tournament",
        "Every two setups play each other, all by one agent: a table, ratings and which setup "
        "beats which.",
        {"setups": ["Default", "Rush", "Venom", "IAmWarrior"], "quick": True, "games": 20},
    ),
    "ladder": KindText(
        "Ladder of agents",
        "Agents play each other on the same setups, and are rated in Elo.",
        {"agents": ["quick", "greedy", "random"], "games": 24},
    ),
    "agreement": KindText(
        "Agreement of agents",
        "How far agents agree about which setups are good, beyond what chance explains.",
        {"agents": ["greedy", "quick"], "setups": ["Default", "Rush", "Venom", "IAmWarrior"]},
    ),
    "explain": KindText(
        "Why one setup beats another",
        "Takes setup A apart against B: what each troop and command is worth, and which games show "
        "it.",
        {"a": "Championeer", "b": "Rush", "budget": "50s"},
    ),
    "actionspace": KindText(
        "Size of the action space",
        "What the thesis's reductions of the actions cost in strength, and how much smaller they "
        "make the game.",
        {"agent": "fpu:advances=200", "setups": ["Rush"], "games": 24, "positions": 16},
    ),
    "counter": KindText(
        "Counter-setups",
        "Searches for setups that beat one setup, several, or a mixture. The best are checked on "
        "new games.",
        {"target": "Rush", "budget": "50s"},
    ),
    "formation": KindText(
        "Formation",
        "Searches for where the troops of a setup should stand.",
        {"setup": "Rush", "against": ["Default", "Venom"], "budget": "50s"},
    ),
    "improve": KindText(
        "Improvements of a setup",
        "Searches for small changes that make a setup better: a troop or a command for another.",
        {"setup": "Venom", "budget": "50s"},
    ),
    "rank": KindText(
        "Ranking of all setups",
        "Rates every maximal setup against a field, by games and a model of them. The best are "
        "confirmed on new games.",
        {"agent": "greedy", "games": 4000, "race_games": 0, "judge_games": 1000, "top": 10},
    ),
    "meta": KindText(
        "Metagame",
        "Searches for the mixture of setups that no other setup gains much on. It takes some "
        "minutes.",
        {"quick": True},
    ),
    "styles": KindText(
        "Map of styles",
        "Fills a map with the best way to play, or the best setup, of each style.",
        {"over": "setups", "agent": "greedy", "generations": 4, "check_games": 40},
    ),
    "tune": KindText(
        "Tuning of an agent",
        "Searches for the best parameters of an agent. The best are checked on new games.",
        {"agent": "mcts:advances=100", "iterations": 20, "check_games": 60},
    ),
    "whatif": KindText(
        "What-if",
        "Compares the game before a change of the rules with the game after, and says what changed "
        "beyond noise.",
        {"set": ["champion.cost=225"], "quick": True},
    ),
    "balance": KindText(
        "Balance",
        "Searches for changes of the rules towards a richer game: a front of trade-offs. It takes "
        "some minutes.",
        {"free": ["*.cost"], "quick": True},
    ),
    "costs": KindText(
        "Worth beside price",
        "Estimates what each troop and command is worth in points, beside what it costs.",
        {"budget": "50s"},
    ),
}
