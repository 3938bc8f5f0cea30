"""Obstacles: number, symmetry, place, and a free way between the sides."""

import pytest
from conquest_opt.engine import Game, Ruleset
from conquest_opt.engine.rules.obstacles import draw_obstacles, sides_connected
from conquest_opt.setups import army


@pytest.mark.parametrize("number", [2, 12, 60, 92])
def test_obstacles_are_symmetric_between_the_homes_and_leave_a_way(number: int):
    rules = Ruleset().edit(f"obstacles={number}")
    for seed in range(30):
        squares = draw_obstacles(rules, seed)
        assert len(set(squares)) == number
        assert {(19 - x, 19 - y) for x, y in squares} == set(squares)
        assert all(3 <= y <= 16 for _, y in squares)
        assert sides_connected(rules, set(squares))


def test_a_wall_is_seen():
    assert not sides_connected(Ruleset(), {(x, 9) for x in range(20)})
    assert sides_connected(Ruleset(), {(x, 9) for x in range(19)})


def test_a_narrow_board_is_never_walled_off():
    rules = Ruleset().edit("board.width=3", "board.height=20", "obstacles=14")
    for seed in range(50):
        assert sides_connected(rules, set(draw_obstacles(rules, seed)))


def test_obstacles_come_from_the_seed_and_block_moves_not_attacks():
    rules = Ruleset().edit("obstacles=30")
    games = [Game.new(army("Default"), army("Default"), rules=rules, seed=s) for s in (1, 1, 2)]
    boards = [game.to_dict()["obstacles"] for game in games]
    assert boards[0] == boards[1] != boards[2]
    game = Game.from_position("1 0 selection - 0/0 -/- Aa1=100/Sd1=100 b1,b2,a2 -").apply(
        "select a1"
    )
    assert game.legal_actions() == ["attack d1", "end"]
