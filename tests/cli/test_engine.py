"""The line protocol: as a conversation, and with everything that is not one."""

import json
import subprocess
import sys

import pytest
from conquest_opt.cli.play.protocol import Protocol
from conquest_opt.engine import GameRecord
from hypothesis import given, settings
from hypothesis import strategies as st

COMMAND = [sys.executable, "-c", "from conquest_opt.cli.main import main; main()", "engine"]


def talk(*lines: str) -> list[list[str]]:
    protocol = Protocol()
    return [protocol.answer(line) for line in lines]


def test_a_conversation_through_real_pipes():
    lines = "cqi\nisready\nnewgame Default IAmWarrior seed 1\napply select l3; move k7; end\n"
    lines += "go ms 5\nquit\nnever\n"
    process = subprocess.run(COMMAND, input=lines, capture_output=True, text=True, check=True)
    out = process.stdout.splitlines()
    assert out[0].startswith("id name conquest-opt ")
    assert out[1:5] == [
        "id protocol 2",
        "cqiok",
        "readyok",
        "ok turn 1 player 0 phase selection",
    ]
    assert out[5] == "ok turn 2 player 1 phase selection"
    assert out[6] in ("bestmove select i18", "bestmove select k18", "bestmove select m18")
    assert out[7:] == ["bye"]


def test_answers_come_line_by_line():
    with subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        for line, answer in (
            ("isready", "readyok"),
            ("newgame C S", "ok turn 1 player 0 phase selection"),
        ):
            engine.stdin.write(line + "\n")
            engine.stdin.flush()
            assert engine.stdout.readline() == answer + "\n"
        engine.stdin.close()
        assert engine.wait(20) == 0


def test_a_whole_game_by_bestmoves_is_legal_and_recorded():
    protocol = Protocol()
    protocol.answer("rules max_turns=40 economy.income=200")
    protocol.answer("newgame Rush Venom seed 5")
    for seed in range(2000):
        answer = protocol.answer(f"go advances 10 seed {seed}")[0]
        if answer.startswith("error the game is over"):
            break
        protocol.answer("apply " + answer.removeprefix("bestmove "))
    line = protocol.answer("record")[0].removeprefix("record ")
    game = GameRecord.from_json(line).replay()
    assert game.outcome is not None
    assert protocol.answer("position") == [f"position {game.position}"]
    assert json.loads(protocol.answer("state")[0].removeprefix("state ")) == game.to_dict()


def test_apply_is_all_or_nothing():
    protocol = Protocol()
    protocol.answer("newgame C S")
    before = protocol.answer("position")
    assert protocol.answer("apply select k3; move z9")[0].startswith(
        "error illegal action 'move z9'"
    )
    assert protocol.answer("position") == before


def test_rules_begin_with_those_given_on_the_command_line():
    words = [*COMMAND, "--set", "champion.movement=1"]
    lines = "newgame C S\napply select k3\nlegal\nrules scout.cost=30\nnewgame C S\nposition\n"
    process = subprocess.run(words, input=lines, capture_output=True, text=True, check=True)
    out = process.stdout.splitlines()
    assert out[2].count("move") == 8
    assert out[-1].endswith(" - scout.cost=30,champion.movement=1")


def test_positions_can_be_set():
    line = "1 0 selection - 0/0 -/- Ck3=500/Sk4=100 - -"
    answers = talk(f"position {line}", "legal", "apply select k3; attack k4", "legal", "go")
    assert answers == [
        [f"position {line}"],
        ["legal select k3"],
        ["over 0 the first player won by elimination after 1 turn"],
        ["legal "],
        ["error the game is over: the first player won by elimination after 1 turn"],
    ]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("foo", "unknown command 'foo'; try help"),
        ("legal", "no game yet"),
        ("newgame", "two setups"),
        ("newgame Default", "two setups"),
        ("newgame Defalt Rush", "did you mean Default"),
        ("newgame C S seed", "needs a number"),
        ("newgame C S seed x", "whole number"),
        ("newgame C S sed 3", "options are seed"),
        ("rules champon.cost=3", "did you mean"),
        ("position 1 2 3", "a position has the fields"),
        ("apply", "no game yet|takes actions"),
        ("go ms 5 advances 5", "one budget"),
        ("go advances 9999999999999999999", "from 0 to 1e+09"),
        ("go depth 5", "options are advances, iterations, ms, seed"),
        ("go agent fpv", "did you mean fpu?"),
        ("record", "no game yet"),
    ],
)
def test_bad_lines_get_one_error_line(line: str, says: str):
    [answer] = talk(line)
    assert len(answer) == 1
    assert answer[0].startswith("error ")
    assert any(part in answer[0] for part in says.split("|"))


@settings(max_examples=300, deadline=None)
@given(
    st.one_of(
        st.text(),
        st.builds(
            "{} {}".format,
            st.sampled_from(
                ["newgame", "position", "apply", "rules", "go", "analyse", "legal", "cqi"]
            ),
            st.text(max_size=60),
        ),
    )
)
def test_no_line_crashes(line: str):
    protocol = Protocol()
    protocol.answer("newgame Default Rush")
    answers = protocol.answer(line)
    assert all("\n" not in answer for answer in answers)
    assert protocol.answer("isready") == ["readyok"]


def test_bytes_that_are_no_text_get_an_error_line():
    process = subprocess.run(
        COMMAND, input=b"\xff\xfe\x00\nisready\n", capture_output=True, check=True
    )
    assert process.stdout.decode().splitlines()[0].startswith("error ")
    assert process.stdout.endswith(b"readyok\n")


def test_a_reader_that_goes_away_is_no_crash():
    with subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        assert engine.stderr is not None
        engine.stdout.close()
        try:
            engine.stdin.write(b"help\n" * 2000)
            engine.stdin.close()
        except BrokenPipeError:
            pass
        assert b"Traceback" not in engine.stderr.read()


def test_help_names_every_command():
    [lines] = talk("help")
    assert {line.split(":")[0].split()[0] for line in lines} == {
        *("cqi", "isready", "rules", "newgame", "position", "apply", "legal", "state"),
        *("record", "go", "analyse", "help", "quit"),
    }
