"""The plain rules and the kernels agree: a bounded part of `compare`, and perft."""

import json
from dataclasses import asdict

import pytest
from conquest_opt.engine import Army, Game, Ruleset

from .compare import SPACES, cases, play_case
from .perft import DATA, game_of, plain_of, plain_perft
from .plain import PlainGame

GAMES = 62
"""Two for each named setup; `python -m tests.reference.compare` plays 2,000."""


@pytest.mark.parametrize("case", list(cases(GAMES)), ids=lambda case: str(case[0]))
def test_random_games_agree(case: tuple[int, ...]):
    assert play_case(case) > 10


def test_the_cases_cover_all_setups_and_action_spaces():
    played = list(cases(GAMES))
    assert {case[1] for case in played} == set(range(31))
    assert {case[3] for case in played} == set(range(len(SPACES)))


ENTRIES = json.loads(DATA.read_text())


@pytest.mark.parametrize("entry", ENTRIES, ids=[e["name"] for e in ENTRIES])
def test_perft(entry: dict):
    game = game_of(entry)
    assert [game.perft(d) for d in range(1, len(entry["counts"]) + 1)] == entry["counts"]
    for depth, count in enumerate(entry["counts"], start=1):
        if count <= 2_000:
            assert plain_perft(plain_of(entry), depth) == count


def test_a_wrong_rule_would_be_seen():
    """The comparison can fail: a plain game by other rules is told apart."""
    rules = Ruleset()
    lone = Army.from_formation(["C"], [])
    other = rules.edit("champion.movement=3").to_dict()
    plain = PlainGame(other, other["actions"], (asdict(lone), asdict(lone)))
    game = Game.new(lone, lone)
    plain.apply("select t3")
    game.apply("select t3")
    assert plain.legal_actions() != game.legal_actions()
