"""What a search for balance wants: targets, objectives, and the setups that games are played by."""

from pathlib import Path

import msgspec
import numpy as np
import pytest
from conquest_opt.arena.play.entrant import Entrant
from conquest_opt.arena.play.player import DRAW, FIRST, SECOND
from conquest_opt.arena.play.result_board import ResultBoard
from conquest_opt.arena.play.schedule import Schedule, round_robin
from conquest_opt.balance.measures.boards import merged
from conquest_opt.balance.rules.fielding import FieldedSetup, diverse, fielded
from conquest_opt.balance.search.candidates import proposed
from conquest_opt.balance.search.objectives import assess, box, costs
from conquest_opt.balance.search.space import RuleSpace
from conquest_opt.balance.search.target import Target, read_target
from conquest_opt.engine.rules.ruleset import Ruleset
from conquest_opt.setups import Setup

STANDARD = Ruleset()


# ---- targets -------------------------------------------------------------------------------------


def test_targets_are_read_from_any_file(tmp_path: Path):
    files = {
        "a.csv": "a,b,score\nRush, Venom, 0.6\nVenom,Default,40 %\n",
        "a.toml": '[[matchup]]\na = "rush"\nb = "Venom"\nscore = 0.6\n'
        '[[matchup]]\na = "Venom"\nb = "Default"\nscore = 0.4\n',
        "a.json": '[{"a": "Rush", "b": "Venom", "score": 0.6},'
        ' {"a": "Venom", "b": "Default", "score": "40%"}]',
    }
    read = []
    for name, text in files.items():
        (tmp_path / name).write_text(text)
        read.append(read_target(tmp_path / name))
    assert read[0] == read[1] == read[2]
    assert read[0].setups == ["Rush", "Venom", "Default"]
    assert Target.of(msgspec.to_builtins(read[0].wanted)) == read[0]


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("a.txt", "", "a target is a .csv, .toml or .json file"),
        ("a.csv", "a,b\nRush,Venom\n", "a match-up has a, b and score"),
        ("a.csv", "a,b,score\n", "names no match-up"),
        ("a.csv", "a,b,score\nRsh,Venom,0.5\n", "a.csv, 1: unknown setup 'Rsh'; did you mean Rush"),
        ("a.csv", "a,b,score\nRush,Venom,60\n", "a score is from 0 to 1, or per cent"),
        ("a.csv", "a,b,score\nRush,rush,0.5\n", "against itself"),
        ("a.csv", "a,b,score\nRush,Venom,0.5\nVenom,Rush,0.5\n", "is there twice"),
        ("a.toml", "=", "cannot be read"),
        ("a.json", "{}", "a target is a list of match-ups"),
    ],
)
def test_mistakes_in_targets_are_told(tmp_path: Path, name, text, says):
    (tmp_path / name).write_text(text)
    with pytest.raises(ValueError, match=says.replace("(", r"\(")):
        read_target(tmp_path / name)
    with pytest.raises(ValueError, match="No such file"):
        read_target(tmp_path / "none.csv")


# ---- objectives ----------------------------------------------------------------------------------


def played(
    rates: dict[tuple[int, int], float], count: int, pairs: int, seed: int = 1
) -> ResultBoard:
    """Return a board on which each match-up ends as often for its first as is said."""
    entrants = tuple(Entrant.of(name, "random") for name in diverse(STANDARD, count))
    board = ResultBoard(
        Schedule(entrants=entrants, matchups=round_robin(count), pairs=pairs, rules=STANDARD)
    )
    generator = np.random.default_rng(seed)
    for game in range(len(board.winner)):
        fixture = board.schedule.fixture(game)
        a, b = board.schedule.matchups[fixture.matchup]
        won = generator.random() < rates.get((a, b), 0.5)
        board.winner[game] = FIRST if won == (fixture.first == a) else SECOND
        board.turns[game] = 50
    return board


def test_even_match_ups_are_even_and_a_circle_is_diverse():
    even = assess(played({}, 4, 200), [])
    assert even["unevenness"].value < 0.06
    assert even["exploitability"].value < 0.06
    assert even["first-player"].value < 0.05
    assert (even["change"].value, even["edits"].value) == (0, 0)
    circle = assess(played({(0, 1): 0.9, (1, 2): 0.9, (0, 2): 0.1}, 3, 60), [0.125, 0.5])
    assert circle["unevenness"].value == pytest.approx(0.4, abs=0.05)
    assert circle["diversity"].value > 2.5
    assert circle["change"].value == 2.625
    ladder = assess(played({(0, 1): 0.95, (1, 2): 0.95, (0, 2): 0.95}, 3, 60), [])
    assert ladder["diversity"].value == pytest.approx(1.0, abs=0.1)
    assert ladder["exploitability"].value > 0.2
    assert ladder["use"].value < circle["use"].value
    names = ("unevenness", "diversity", "change")
    assert costs(circle, names)[1] == -circle["diversity"].value
    ideal, worst = box(names, 3)
    assert np.all(ideal < costs(circle, names))
    assert np.all(costs(circle, names) < worst)


def test_few_games_do_not_make_even_match_ups_look_uneven():
    values = [assess(played({}, 6, 2, seed), [])["unevenness"].value for seed in range(10)]
    plain = [
        float(
            np.sqrt(
                np.mean((played({}, 6, 2, s).scores().reshape(2, -1, 2).mean((0, 2)) - 0.5) ** 2)
            )
        )
        for s in range(10)
    ]
    assert np.mean(plain) > 0.23
    assert np.mean(values) < 0.12


def test_drawn_boards_and_wanted_lengths_and_targets():
    board = played({(0, 1): 1.0}, 3, 40)
    target = Target.of([{"a": "FakeBombard", "b": "Default", "score": 0.0}])
    measures = assess(board, [], length=80, target=target)
    assert measures["length"].value == 30
    assert measures["target"].value == 0.0
    other = Target.of([{"a": "Default", "b": "FakeBombard", "score": 0.5}])
    assert assess(board, [], target=other)["target"].value == pytest.approx(0.5, abs=0.01)
    board.winner[:] = DRAW
    assert assess(board, [])["diversity"].value == pytest.approx(3.0)


def test_boards_of_the_same_match_ups_add_up():
    one, other = played({(0, 1): 0.9}, 3, 3, seed=1), played({(0, 1): 0.9}, 3, 2, seed=2)
    both = merged([one, other])
    assert both.played == one.played + other.played
    for mine, a, b in zip(both.tallies(), one.tallies(), other.tallies(), strict=True):
        assert mine.score == a.score + b.score


# ---- setups --------------------------------------------------------------------------------------


def test_setups_are_fitted_to_rules_and_no_two_are_the_same():
    names = diverse(STANDARD, 8)
    assert names[0] == "Default"
    assert len(set(names)) == 8
    entrants = [Entrant.of(name, "random") for name in names]
    dear = STANDARD.edit("champion.cost=400", "scout.cost=75", "battle-cry.cost=150")
    players = fielded(entrants, dear, 1)
    for player in players:
        assert not Setup.from_text(player.entrant.setup).faults(dear)
    assert {player.fate for player in players} >= {"repaired"}
    assert all(player.change for player in players if player.fate != "kept")
    twice = fielded([entrants[0], entrants[0]], STANDARD, 1)
    assert twice[1].fate == "replaced"
    assert "plays instead" in twice[1].change
    assert len({player.entrant.setup for player in twice}) == 2


def test_rules_that_make_no_game_are_candidates_that_say_why():
    space = RuleSpace.of(STANDARD, ["*.cost=25..2000:25"])
    players = [FieldedSetup(entrant=Entrant.of(name, "random")) for name in ("Default", "Rush")]
    dear = tuple(number.high for number in space.numbers)
    made = proposed(3, dear, 1, space, players)
    assert made.rules is None
    assert "no setup is legal" in made.reason


def test_rivals_that_rules_price_out_do_not_play_on_as_cripples():
    cheap = STANDARD.edit("champion.cost=50")
    space = RuleSpace.of(cheap, ["champion.cost"])
    rival = Entrant(setup="AAMKKCCCCC:battle-cry,charge,chastise,vigilance", agent="random")
    table = [FieldedSetup(entrant=Entrant.of(n, "random")) for n in ("Default", "Rush", "Venom")]
    table.append(FieldedSetup(entrant=rival, fate="adapted"))
    costs_of = {number.at(gene): gene for number in space.numbers for gene in range(7)}
    playing = {
        cost: proposed(1, (gene,), 1, space, table).setups for cost, gene in costs_of.items()
    }
    assert [one.fate for one in playing[75]][3] == "repaired"
    assert len(playing[200]) == 3
    few = proposed(1, (costs_of[200],), 1, space, table[1:]).setups
    assert len(few) == 3  # so few that it plays as it is repaired
