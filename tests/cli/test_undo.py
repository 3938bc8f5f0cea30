"""`undo` at the table: within a turn, past the agent's reply, to one's first decision."""

import pytest
from conquest_opt.cli.play.save import read_save
from conquest_opt.cli.play.talk import TableTalk

from tests.table import CHOOSE, FAR, say, sit


def test_within_a_turn_one_action_or_all_of_it():
    talk = sit("C", "S", you="first", agent="random", seed=3)
    say(talk, "k3; k7; e")
    begun = talk.game.position
    say(talk, "k7")
    selected = talk.game.position
    say(talk, "k9")
    assert say(talk, "undo").startswith("taken back: move k9\nYou can")
    assert talk.game.position == selected
    say(talk, "k9")
    assert say(talk, "undo turn").startswith("taken back: select k7; move k9\nYou can")
    assert talk.game.position == begun


def test_right_after_the_agents_turn_its_reply_and_ones_whole_turn_are_taken_back():
    talk = sit("C", "S", you="first", agent="random", seed=3)
    begun = talk.game.position
    say(talk, "k3; k7; end")
    reply = "; ".join(talk.game.history[3:])
    text = say(talk, "undo")
    own = "select k3; move k7; end"
    assert text.startswith(f"taken back\n  turn 1, first   {own}\n  turn 2, second  {reply}\n\n")
    assert "turn 1, first player" in text
    assert talk.game.position == begun
    assert talk.prompt == "first, turn 1, selection> "
    assert say(talk, "undo") == "nothing to take back: you have not done anything yet"


def test_undo_turn_goes_back_turn_by_turn():
    talk = sit("C", "S", you="first", agent="random", seed=3)
    begun = talk.game.position
    say(talk, "k3; k7; e")
    second = talk.game.position
    say(talk, "k7; k9; e", "undo turn")
    assert talk.game.position == second
    say(talk, "undo turn")
    assert talk.game.position == begun
    assert "nothing to take back" in say(talk, "undo turn")


def test_the_same_line_is_answered_as_before_an_undo():
    talk = sit("Rush", "Venom", you="first", agent="greedy", seed=3)
    say(talk, "1; end")
    once = talk.game.position
    say(talk, "undo", "1; end")
    assert talk.game.position == once


def test_an_agents_first_turn_stays():
    talk = sit("C", "S", you="second", agent="random")
    say(talk)
    while talk.agent_to_move:
        list(talk.agent_turn())
    begun = talk.game.position
    assert "nothing to take back" in say(talk, "undo")
    say(talk, "1; end", "undo turn")
    assert talk.game.position == begun


def test_two_people_take_back_each_others_actions():
    talk = sit("C", "S")
    say(talk, "k3; k7; e")
    assert say(talk, "undo").startswith("taken back: end\n\n")
    assert talk.prompt.startswith("first, turn 1, ")


def test_a_game_that_was_won_or_lost_goes_on_after_an_undo():
    talk = sit("C", "S", FAR, you="first")
    assert "won after 1 turn" in say(talk, "k3; k17; attack")
    text = say(talk, "undo")
    assert text.startswith("taken back: attack j18\n\n")
    assert talk.prompt == "first, turn 1, combat> "
    lost = sit("S", "C", FAR, you="first", agent="greedy")
    assert "greedy, the second player, won" in say(lost, "k3; end")
    assert "turn 2, second  select j18; " in say(lost, "undo")
    assert lost.prompt.startswith("first, turn 1, ")


@pytest.mark.parametrize("word", ["undo", "undo turn"])
def test_two_agents_take_nothing_back(word: str):
    talk = sit("C", "S", "max_turns=2", you="none")
    while talk.agent_to_move:
        list(talk.agent_turn())
    assert "nothing to take back" in say(talk, word)


def test_a_resumed_game_can_be_taken_back_to_its_beginning(tmp_path):
    talk = sit("C", "S", you="first", agent="random", seed=3)
    begun = talk.game.position
    say(talk, "k3; k7; e", f"save {tmp_path / 'a'}")
    again = TableTalk(read_save(tmp_path / "a"), CHOOSE)
    say(again, "undo turn")
    assert again.game.position == begun
    assert say(again, "quit") == ""  # what was taken back is not what was saved
