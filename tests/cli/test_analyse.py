"""What an agent sees in a position: the command, and the word at the table."""

import json
import re

import pytest
from click.testing import CliRunner, Result
from conquest_opt.arena.review.decisions import known_actions
from conquest_opt.arena.review.win_chance import standing
from conquest_opt.cli.main import main
from conquest_opt.cli.play.protocol import Protocol
from conquest_opt.engine import Game, GameRecord
from conquest_opt.setups import army

from tests.records import write_records
from tests.table import say, sit

KILL = "12 0 selection - 50/75 charge/- Ck9=500/Sk14=100,Fk16=200 - -"
"""The champion kills the scout, and then the foot soldier by a charge."""
SMALL = "strategist:advances=2000"


def run(*words: str, stdin: str | None = None) -> Result:
    result = CliRunner().invoke(main, ["analyse", *words], input=stdin)
    assert "Traceback" not in result.output
    return result


def answer(*words: str, stdin: str | None = None) -> dict:
    result = run(*words, "--json", stdin=stdin)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def check_line(data: dict) -> Game:
    """Play the expected line; every action is legal, in the turn and by the player it names."""
    game = Game.from_position(data["position"])
    for turn in data["line"]:
        for action in turn["actions"]:
            assert (game.turn, game.player) == (turn["turn"], turn["player"])
            game.apply(action)
    return game


# ---- the command ---------------------------------------------------------------------------------


def test_whole_turns_with_values_shares_and_the_line():
    data = answer(KILL, "--agent", SMALL)
    assert (data["turn"], data["player"], data["phase"]) == (12, 0, "selection")
    assert data["candidates_are"] == "turns"
    best = data["candidates"][0]
    assert best["actions"] == ["select k9", "move k13", "attack k14", "end"]
    assert data["action"] == "select k9"
    assert data["value"] == best["value"] > 0.9
    assert sum(c["share"] for c in data["candidates"]) == pytest.approx(1, abs=0.01)
    assert best["share"] == max(c["share"] for c in data["candidates"])
    assert data["line"][0] == {"turn": 12, "player": 0, "actions": best["actions"]}
    assert check_line(data).winner == data["winner_of_line"] == 0
    for candidate in data["candidates"]:
        game = Game.from_position(KILL)
        for action in candidate["actions"]:
            game.apply(action)
        assert game.turn == 13 or game.winner == 0


def test_the_text_fits_and_says_the_same():
    text = run(KILL, "--agent", SMALL, "--top", "2").stdout
    assert all(len(line) <= 80 for line in text.splitlines())
    assert text.startswith("    a b c d")
    assert "strong:advances=2000" in text
    assert " sees the first player winning: value +0.99" in " ".join(text.split())
    assert re.search(r"\n  \+0\.99[0-9] +[0-9]+ %   select k9; move k13; attack k14; end\n", text)
    assert re.search(r"\n  and [0-9]+ more turns; --top [0-9]+ shows all\n", text)
    assert "\nThe line it expects: the first player wins in turn 14\n  turn 12   first  " in text
    rest = int(re.findall(r"--top ([0-9]+)", text)[0])
    assert "more turn" not in run(KILL, "--agent", SMALL, "--top", str(rest)).stdout


def test_the_same_seed_gives_the_same_answer_as_the_protocol():
    words = (KILL, "--agent", "quick", "--seed", "7")
    assert run(*words).stdout == run(*words).stdout
    protocol = Protocol()
    protocol.answer(f"position {KILL}")
    [line] = protocol.answer("analyse agent quick seed 7")
    theirs, ours = json.loads(line.removeprefix("analysis ")), answer(*words)
    assert [(", ".join(c["actions"]), c["visits"], c["value"]) for c in ours["candidates"]] == [
        (t["action"], t["visits"], t["value"]) for t in theirs["tried"]
    ]
    assert [a for turn in ours["line"] for a in turn["actions"]] == theirs["line"]
    assert (ours["advances"], ours["iterations"]) == (theirs["advances"], theirs["iterations"])


def test_in_the_middle_of_a_turn_the_rest_of_it_is_looked_at():
    data = answer(KILL, "--apply", "select k9; move k13", "--quick")
    assert data["phase"] == "combat"
    assert ["attack k14", "end"] in [c["actions"] for c in data["candidates"]]
    check_line(data)


def test_an_agent_without_a_tree_says_what_it_would_play():
    for agent in ("greedy", "random"):
        data = answer(KILL, "--agent", agent)
        assert (data["value"], data["candidates"], data["candidates_are"]) == (None, [], None)
        assert len(data["line"]) == 1
        assert check_line(data).turn == 13
    text = run(KILL, "--agent", "greedy").stdout
    assert "greedy gives no values" in text
    assert "\nIt would play\n  turn 12   first  select k9; move" in text


def test_an_agent_of_single_actions_has_actions_as_candidates():
    data = answer(KILL, "--agent", "fpu:advances=300")
    assert data["candidates_are"] == "actions"
    assert [c["actions"] for c in data["candidates"]] == [["select k9"]]
    check_line(data)
    text = run(KILL, "--agent", "fpu:advances=300").stdout
    assert "fpu:advances=300 sees for the first player: value " in text


def test_setups_and_the_default_position():
    first = Game.new(army("Default"), army("Rush"), seed=3).position
    assert answer("Default", "Rush", "--seed", "3", "--quick")["position"] == first
    text = run("Default", "Rush", "--quick").stdout
    assert "So early a value counts the armies and does not say who will win." in text


def test_early_words_stop_where_values_begin_to_mean_something():
    early = run(KILL.replace("12 0", "8 0").replace("Ck9", "Ca1"), "--quick").stdout
    later = run(KILL.replace("12 0", "9 0").replace("Ck9", "Ca1"), "--quick").stdout
    assert "So early" in early
    assert "In games of strong against itself the side ahead scored" in later


def test_values_in_words():
    words = {0.0: "about even", 0.15: "a little ahead", -0.15: "a little behind", 0.3: "ahead"}
    words |= {-0.5: "far behind", 0.95: "winning", 1.0: "winning", -0.95: "losing"}
    assert {value: standing(value) for value in words} == words


def test_what_is_drawn_at_random_is_not_foreseen():
    line = "12 0 selection - 300/75 charge=3,winds-of-fate/- Ck9=500/Sk14=100 - winds=random"
    game = Game.from_position(line)
    turn = ("select k9", "winds-of-fate", "charge k9", "end")
    assert known_actions(turn, game.rules) == turn[:2]
    assert known_actions(turn, Game.from_position(KILL).rules) == turn
    data = answer(line, "--agent", SMALL)
    for candidate in data["candidates"]:
        assert "winds-of-fate" not in candidate["actions"][:-1]


# ---- where a position comes from -----------------------------------------------------------------


@pytest.mark.parametrize("words", [("position",), ("position", "--json")])
def test_what_position_prints_can_be_piped_or_kept(tmp_path, words: tuple[str, ...]):
    printed = CliRunner().invoke(main, [words[0], KILL, *words[1:]]).stdout
    file = tmp_path / "position.txt"
    file.write_text(printed)
    for source, stdin in ((str(file), None), ("-", printed), ("-", f"\n{KILL}\n")):
        assert answer(source, "--agent", "random", stdin=stdin)["position"] == KILL


@pytest.fixture
def games(tmp_path) -> str:
    path = tmp_path / "games.jsonl"
    games = [Game.new(army("C"), army("S"), seed=seed) for seed in (1, 2)]
    for game, move in zip(games, ("k6", "k7"), strict=True):
        for action in ("select k3", f"move {move}", "end", "select j18", "end", f"select {move}"):
            game.apply(action)
    write_records(path, [GameRecord.of(game) for game in games])
    return str(path)


def test_recorded_games_are_looked_at_by_turn(games: str):
    left = answer(games, "--agent", "random")
    assert (left["turn"], left["phase"]) == (3, "movement")
    for turn, player in ((1, 0), (2, 1), (3, 0)):
        data = answer(games, "--game", "2", "--turn", str(turn), "--agent", "random")
        assert (data["turn"], data["player"], data["phase"]) == (turn, player, "selection")
    assert "Ck7=500" in data["position"]


def test_games_of_a_run_are_looked_at(tmp_path):
    db = str(tmp_path / "x.duckdb")
    words = ["match", "C", "S", "--games", "2", "--agent", "random", "--save-games", "--db", db]
    assert CliRunner().invoke(main, words).exit_code == 0
    looked = ("--run", "latest", "--game", "1", "--turn", "2", "--agent", "random", "--db", db)
    assert answer(*looked)["turn"] == 2
    assert "leave out the setups" in run("C", "S", *looked).output
    assert "but not game 7" in run("--run", "latest", "--game", "7", "--db", db).output


def test_a_game_saved_at_the_table_can_be_looked_at(tmp_path):
    talk = sit("C", "S")
    say(talk, "k3; k7", f"save {tmp_path / 'game.json'}")
    assert answer(str(tmp_path / "game.json"), "--quick")["position"] == talk.game.position


def test_rules_come_on_top_of_the_positions_own():
    data = answer(KILL, "--set", "champion.movement=1", "--agent", "random")
    assert data["position"].endswith(" champion.movement=1")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["nowhere.txt"], "'nowhere.txt' is no file: give two setups, one position line"),
        ([""], "'' is no file"),
        (["1 0 selection"], "a position has the fields"),
        (["-"], "standard input has no position"),
        (["83x0 1 selection - 0/0 -/- Ck3=500/- - -"], "nothing to analyse: the first player won"),
        ([KILL, "--apply", "end"], "illegal action 'end'"),
        ([KILL, "--agent", "fpuu"], "did you mean fpu?"),
        ([KILL, "--agent", "fpu", "--quick"], "leave out --agent or --quick"),
        ([KILL, "--top", "0"], "--top"),
        ([KILL.replace("Ck9", "Ck99")], "k99"),
        (["C", "S", "--turn", "2"], "choose from recorded games"),
        (["C", "S", "--seed", "x"], "--seed"),
        (["--run", "latest", "--db", "nowhere.duckdb"], "nowhere.duckdb"),
    ],
)
def test_what_is_wrong_is_one_sentence(words: list[str], says: str):
    result = run(*words)
    assert result.exit_code in (1, 2)
    assert says in " ".join(result.output.split())


def test_wrong_files_are_named(tmp_path, games: str):
    for turn in ("0", "4"):
        assert "--turn is from 1 to 3" in run(games, "--turn", turn).output
    assert "--game is from 1 to 2" in run(games, "--game", "3").output
    for text, says in (
        (b"", "has no position"),
        (b"{", "no JSON"),
        (b"{}", "lacks 'setups'"),
        (b'{"position":"1 0"}', "a position has the fields"),
        (b"\xff\xfe\x00", "a position has the fields"),
        (b"hello\nworld\n", "a position has the fields"),
    ):
        file = tmp_path / "bad.txt"
        file.write_bytes(text)
        result = run(str(file))
        assert result.exit_code == 1
        assert says in result.output
    assert "Is a directory" in run(str(tmp_path)).output


# ---- at the table --------------------------------------------------------------------------------


def test_analyse_at_the_table_changes_nothing_and_agrees_with_the_agent():
    talk = sit("C", "S", "champion.movement=6", you="first", agent="quick", seed=5)
    before = talk.game.position
    text = say(talk, "analyse quick")
    assert text == say(talk, "analyze quick")
    assert talk.game.position == before
    hint = say(talk, "hint").partition("would play: ")[2].partition(";")[0]
    assert re.search(rf"turn 1    first  {hint};", text)
    assert all(len(line) <= 80 for line in text.splitlines())


def test_the_strongest_agent_looks_unless_another_is_named():
    talk = sit("Rush", "Venom", you="first")
    assert say(talk, "analyse").startswith("strong sees the first player ")
    assert "random gives no values" in say(talk, "analyse random")
    assert "did you mean fpu?" in say(talk, "analyse fpuu")
    assert "; analyse all shows all" in say(talk, "analyse")
    assert "shows all" not in say(talk, "analyse all")


def test_a_turn_that_is_shown_can_be_typed():
    talk = sit("Rush", "Venom", you="first", agent="random")
    text = say(talk, "analyse quick")
    turn = re.search(r"\n  turn 1    first  (.*(?:\n {8,}.*)*)", text)
    assert turn
    say(talk, " ".join(turn[1].split()))
    assert talk.game.turn == 3


def test_a_finished_game_has_nothing_to_analyse():
    talk = sit("C", "S", you="first")
    say(talk, "resign")
    assert say(talk, "analyse") == "the game is over; undo goes back to your last decision"
